package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/sim/study"
	"varlab/variants/strict"
)

// What compare plays where no rule sets are named: the book with the huff and the same game
// with compulsory capture, which are the question, and beside them the other rule sets of
// the source documents.
var compareRules = []string{
	"polonaise-souffler", "forced capture=polonaise-souffler{capture.obligation=compulsory}",
	"encyclopedie-francaise", "encyclopedie-polonaise", "regle-moderne", "federation",
}

const compareQuestion = "Does it matter that a piece which fails to take may be huffed? " +
	"Between careless players the answer depends on how far they look. Measured in November 2026, with 400 games of each: " +
	"at 50 turns a choice no difference in draws was shown (+2 points); from 100 turns up the huff made fewer draws (−9 points; −10 at 400)."

// What they are played by, and how often: about 45 seconds of two cores. With rule sets
// that are named there are compareInAll games, if that is neither few nor many of each.
const (
	comparePlayer   = "search:nodes=200,noise=5"
	compareCareless = comparePlayer + ",oversight=20,vigilance=60"
	compareGames    = 1400
	compareBeside   = 220
	compareInAll    = 5000
	compareClause   = 200    // of each mixture
	compareFirst    = 200    // before --within knows how many
	compareMost     = 100000 // that it plays
	compareSeed     = 1754
)

func compareCommand() *cobra.Command {
	var flags ruleFlags
	var to runFlags
	var games []int
	var pieces int
	var within float64
	var byClause, full bool
	d := division{flags: &flags, to: &to}
	s := study.Study{Heading: study.Heading{Name: reports.Comparison}, Brief: true}
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
		s.Exact = reports.ComparisonExact
		if pieces != 0 {
			if err := outside("exact", pieces, 2, study.MaxExactPieces); err != nil {
				return err
			}
			s.Exact = study.Exact{Pieces: pieces}
		}
		if s.Rules = args; len(args) == 0 {
			s.Rules, s.Question = compareRules, compareQuestion
		}
		if len(s.Players) == 0 {
			s.Players = []string{comparePlayer, compareCareless}
		}
		if byClause {
			if !cmd.Flags().Changed("player") {
				s.Players = s.Players[:1]
			}
			s.Games = compareClause
		} else {
			s.Games = flags.compareGames(s.Rules, len(s.Players))
		}
		s.Beside = 0
		if len(args) == 0 && !byClause {
			s.Games, s.Beside = compareGames, compareBeside
		}
		if within > 0 {
			s.Games = compareFirst
		}
		for i, n := range games {
			*[]*int{&s.Games, &s.Beside}[i] = n
		}
		s.Beside = min(s.Beside, s.Games)
		var r *reports.Report
		var err error
		if byClause {
			d.study = s
			r, err = d.report(cmd, args)
		} else {
			r, err = flags.compare(cmd, &s, &to, pieces)
		}
		for err == nil && within > 0 {
			wide, least := r.Widest()
			if wide <= within {
				break
			}
			if least >= within {
				return fmt.Errorf("--within %v: however many games are played, trainings of the players leave an interval %.1f points wide (want more points, or --weights taught or base)", within, least)
			}
			need := float64(s.Games) * (wide*wide - least*least) / (within*within - least*least)
			if need > compareMost {
				return fmt.Errorf("--within %v: after %d games of each rule set an interval is %.1f points wide (want more points: this takes more than %d games)", within, s.Games, wide, compareMost)
			}
			s.Games, to.out = 100*int(need/100+1), ""
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
	f.StringVar(&d.metric, "metric", "drawn", "with --by-clause: `METRIC` divided")
	fullFlag(cmd, &full)
	to.add(cmd)
	return cmd
}

// compareGames is how many games of each rule set with each player compare plays.
func (f *ruleFlags) compareGames(names []string, players int) int {
	sets := 0
	for _, name := range names {
		expanded, _ := f.Expand(name)
		sets += max(1, len(expanded))
	}
	return max(100, min(compareGames, compareInAll/(sets*players)/100*100))
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

// A division says how compare --by-clause divides a difference.
type division struct {
	flags  *ruleFlags
	to     *runFlags
	study  study.Study
	metric string
}

// report divides the difference between the two rule sets that args name among the clauses
// in which they differ.
func (d *division) report(cmd *cobra.Command, args []string) (*reports.Report, error) {
	s := &d.study
	if err := cmp.Or(
		unless(len(args) == 2, "--by-clause with %d rule sets (want two)", len(args)),
		unless(len(s.Players) == 1, "--by-clause with %d players (want one)", len(s.Players)),
		noneBeside(cmd, "by-clause", "exact", "weights"),
	); err != nil {
		return nil, err
	}
	if err := study.CheckMetric(d.metric); err != nil {
		return nil, usageError{err}
	}
	schedule, err := d.flags.lab().Divide(*s, [2]string(args))
	if err != nil {
		return nil, err
	}
	r, err := d.to.report(cmd, schedule, 0)
	if err != nil {
		return nil, err
	}
	return r.Divided(d.metric)
}
