package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/sim/study"
)

// sourceRuleSets are the rule sets of the source documents, which compare plays
// where none are named.
var sourceRuleSets = []string{
	"encyclopedie-francaise", "encyclopedie-polonaise", "polonaise-souffler", "regle-moderne", "federation",
}

// What compare plays unless told otherwise: as many games as two cores play in
// well under a minute with the five source rule sets.
const (
	compareGames  = 200
	comparePlayer = "search:nodes=200,noise=5"
	compareSeed   = 1754
)

func compareCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var to runFlags
	var html string
	exact := study.Exact{}
	s := study.Study{Name: reports.Comparison}
	cmd := newCommand("compare", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if s.Rules = args; len(args) == 0 {
			s.Rules = sourceRuleSets
		}
		if exact != (study.Exact{}) {
			if err := outside("exact", exact.Pieces, 2, study.MaxExactPieces); err != nil {
				return err
			}
			s.Exact = &exact
		}
		plan, err := s.Resolve(flags.ruleSets, playerOf)
		if err != nil {
			return err
		}
		schedule, err := layOut(plan)
		if err != nil {
			return err
		}
		if err := to.play(cmd, schedule); err != nil {
			return err
		}
		r, err := loadReport(cmd, to.out, exact.Pieces, &tableFlags{workers: to.workers, cmd: cmd})
		if err != nil {
			return err
		}
		if html == "" {
			html = filepath.Join(to.out, "report.html")
		}
		if err := writeReport(r, "html", html); err != nil {
			return err
		}
		if err := r.Write(cmd.OutOrStdout(), format.name); err != nil {
			return err
		}
		remark(cmd.ErrOrStderr(), "games in %s, page in %s", to.out, html)
		return nil
	})
	cmd.ValidArgsFunction = completeRules
	flags.addSet(cmd)
	studyFlags(cmd, &s)
	f := cmd.Flags()
	f.IntVar(&s.Games, "games", compareGames, "games per rule set and player: `N`")
	f.StringArrayVar(&s.Players, "player", []string{comparePlayer}, "who plays, against itself: `SPEC`; again for another strength")
	f.IntVar(&exact.Pieces, "exact", 0, "compare endings with at most `N` pieces, 2 to 5, with exact values")
	f.BoolVar(&exact.Adjudicate, "adjudicate", false, "with --exact: games end there, with that value")
	f.StringVar(&html, "html", "", "page to write: `FILE` (otherwise report.html in the run directory)")
	to.add(cmd)
	format.add(cmd, reports.Formats...)
	return cmd
}
