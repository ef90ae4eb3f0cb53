package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/reports"
	"varlab/sim/study"
	"varlab/variants/strict"
)

// The numbers of games of each rule set that compare plays in special cases.
const (
	compareClause = 200    // of each mixture
	compareFirst  = 200    // before --within knows how many
	compareMost   = 100000 // that --within plays
)

func compareCommand() *cobra.Command {
	var flags ruleFlags
	var to runFlags
	var games []int
	var pieces int
	var within float64
	var byClause, full bool
	var metric string
	var s study.Study
	cmd := newCommand("compare", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			unless(len(games) < 3, "--games with %d numbers (want one or two)", len(games)),
			unless(len(games) != 2 || games[1] <= games[0], "--games with more games of each rule set beside the two that are the question (want N,M with M at most N)"),
			unless(byClause || !cmd.Flags().Changed("metric"), "--metric without --by-clause (want both)"),
			unless(within == 0 || len(stated(cmd, "games", "out", "by-clause")) == 0, "--within with --%s (want it alone: it says how many games are played)", strings.Join(stated(cmd, "games", "out", "by-clause"), " and --")),
			unless(within == 0 || within >= 0.5, "--within %v (want at least half a point)", within),
		); err != nil {
			return err
		}
		if pieces != 0 {
			if err := outside("exact", pieces, 2, study.MaxExactPieces); err != nil {
				return err
			}
			s.Exact = study.Exact{Pieces: pieces}
		}
		s.Rules = args
		s = lab.Comparison(s)
		switch {
		case byClause:
			if s.Games, s.Beside = compareClause, 0; !cmd.Flags().Changed("player") {
				s.Players = s.Players[:1]
			}
		case within > 0:
			s.Games = compareFirst
		}
		for i, n := range games {
			*[]*int{&s.Games, &s.Beside}[i] = n
		}
		s.Beside = min(s.Beside, s.Games)
		var r *reports.Report
		var err error
		if byClause {
			r, err = flags.divide(cmd, s, &to, args, metric)
		} else {
			r, err = flags.compare(cmd, &s, &to, pieces)
		}
		for err == nil && within > 0 {
			need, failed := r.GamesWithin(within, compareMost)
			if failed != nil {
				return fmt.Errorf("--within %v: %w", within, failed)
			}
			if need == 0 {
				break
			}
			s.Games, to.out = need, ""
			r, err = flags.compare(cmd, &s, &to, pieces)
		}
		if err != nil {
			return err
		}
		html := filepath.Join(to.out, "report.html")
		if err := writeTo(cmd, html, func(w io.Writer) error { return r.Write(w, "html") }); err != nil {
			return to.cut(cmd, err)
		}
		foot := []string{"page: " + html + " (--full prints what it has)"}
		if !byClause {
			if n := flags.lab().Mixtures(args); n > 2 {
				foot = append(foot, fmt.Sprintf("which rule makes the difference: varlab compare %s %s --by-clause (at most %d games; these were %d)",
					reports.Quote(args[0]), reports.Quote(args[1]), n*compareClause, r.Total()))
			}
		}
		if byClause && formOf(cmd) == "json" {
			err = r.WriteAttribution(cmd.OutOrStdout())
		} else {
			err = show(cmd, "", full, r, foot...)
		}
		if err := cmp.Or(err, cmd.Context().Err()); err != nil {
			return to.cut(cmd, err) // with it not all was looked for
		}
		to.tell(cmd)
		if formOf(cmd) != "text" || full {
			remark(cmd.ErrOrStderr(), "games in %s, page in %s", to.out, html)
		}
		return nil
	}, reports.Formats...)
	flags.addSets(cmd)
	studyFlags(cmd, &s)
	f := cmd.Flags()
	f.IntSliceVar(&games, "games", nil, "`N` games of each rule set; N,M: M after the first two")
	f.StringArrayVar(&s.Players, "player", nil, "who plays, against itself: `SPEC`; again for another")
	must(cmd.RegisterFlagCompletionFunc("player", completePlayer))
	f.StringVar(&s.Weights, "weights", "", "`WORD` for weights: "+strict.List(study.Sharings))
	must(cmd.RegisterFlagCompletionFunc("weights", cobra.FixedCompletions(study.Sharings, cobra.ShellCompDirectiveNoFileComp)))
	f.Float64Var(&within, "within", 0, "play until an interval is no wider than `N` points")
	f.IntVar(&pieces, "exact", 0, "compare endings of `N` pieces, 2 to 5, exactly")
	f.BoolVar(&byClause, "by-clause", false, "of two rule sets: which clause makes the difference")
	f.StringVar(&metric, "metric", "drawn", "with --by-clause: `METRIC` divided")
	fullFlag(cmd, &full)
	to.add(cmd)
	return cmd
}

// compare plays a comparison and reads its records.
func (f *ruleFlags) compare(cmd *cobra.Command, s *study.Study, to *runFlags, pieces int) (*reports.Report, error) {
	schedule, err := f.lab().LayOut(s)
	var faults study.Faults
	if errors.As(err, &faults) {
		for i := range faults {
			if strings.HasPrefix(faults[i].Key, "rules[") || strings.HasPrefix(faults[i].Key, "players[") {
				return nil, errors.New(faults[i].Msg) // the command line has no such keys
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return to.report(cmd, schedule, pieces)
}

// divide divides the difference between the two rule sets that args name among the clauses in which
// they differ.
func (f *ruleFlags) divide(cmd *cobra.Command, s study.Study, to *runFlags, args []string, metric string) (*reports.Report, error) {
	if err := cmp.Or(
		unless(len(args) == 2, "--by-clause with %d rule sets (want two)", len(args)),
		unless(len(s.Players) == 1, "--by-clause with %d players (want one)", len(s.Players)),
		noneBeside(cmd, "by-clause", "exact", "weights"),
	); err != nil {
		return nil, err
	}
	if err := study.CheckMetric(metric); err != nil {
		return nil, usageError{err}
	}
	schedule, err := f.lab().Divide(s, [2]string(args))
	if err != nil {
		return nil, err
	}
	r, err := to.report(cmd, schedule, 0)
	if err != nil {
		return nil, err
	}
	return r.Divided(metric)
}
