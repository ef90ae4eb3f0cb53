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
	var players []string
	var out, html string
	var workers, pieces int
	var adjudicate bool
	s := study.Study{Name: reports.Comparison}
	cmd := &cobra.Command{
		Use:   "compare [RULES…]",
		Short: "Play rule sets between the same players and say how they differ",
		Long: `compare plays games under each of the rule sets, between the same players and
where they share a board from the same openings, and says how the rule sets differ,
with intervals. The table goes to stdout, a page with charts to a file. Without
arguments it compares the rule sets of the five source documents. The games stay in
the run directory: the same command plays nothing twice, and goes on where it was
stopped.

` + playersHelp(),
		Example:           "  varlab compare\n  varlab compare polonaise-souffler regle-moderne --games 4000\n  varlab compare 'federation+*' --player search:nodes=50,noise=5 --player search:nodes=500,noise=5",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			s.Rules, s.Players = args, players
			if len(args) == 0 {
				s.Rules = sourceRuleSets
			}
			if pieces != 0 || adjudicate {
				if err := exactPieces(pieces); err != nil {
					return err
				}
				s.Exact = &study.Exact{Pieces: pieces, Adjudicate: adjudicate}
			}
			plan, err := s.Resolve(flags.ruleSets, playerOf)
			if err != nil {
				return err
			}
			schedule, err := layOut(plan)
			if err != nil {
				return err
			}
			dir := out
			if dir == "" {
				dir = runDir(plan)
			}
			if err := playAll(cmd.Context(), schedule, dir, workers, cmd.ErrOrStderr(), againInto(cmd, args, dir)); err != nil {
				return err
			}
			r, err := loadReport(dir)
			if err != nil {
				return err
			}
			if err := annotateReport(cmd, args, r, dir, pieces, &tableFlags{workers: workers}); err != nil {
				return err
			}
			page := html
			if page == "" {
				page = filepath.Join(dir, "report.html")
			}
			if err := writeReport(r, "html", page); err != nil {
				return err
			}
			if err := r.Write(cmd.OutOrStdout(), format.name); err != nil {
				return err
			}
			remark(cmd.ErrOrStderr(), "games in %s, page in %s", dir, page)
			return nil
		},
	}
	flags.add(cmd, false)
	f := cmd.Flags()
	f.IntVar(&s.Games, "games", compareGames, "games per rule set and player: `N`")
	f.StringArrayVar(&players, "player", []string{comparePlayer}, "who plays, against itself: `SPEC`; again for another strength")
	f.Uint64Var(&s.Seed, "seed", compareSeed, "number from which all chance is made: `S`")
	f.IntVar(&s.HorizonPlies, "horizon", study.DefaultHorizonPlies, "ply at which a game that goes on is cut off: `N`")
	f.IntVar(&s.Openings.Plies, "opening-plies", study.DefaultOpeningPlies, "random quiet plies before the players begin: `N`")
	f.IntVar(&pieces, "exact", 0, "hold endings with at most so many pieces against exact values: `N`, 2 to 5")
	f.BoolVar(&adjudicate, "adjudicate", false, "with --exact: games end there, with that value")
	f.StringVar(&out, "out", "", "run directory: `DIR` (otherwise one under "+runsDir+", named by the study's hash)")
	f.StringVar(&html, "html", "", "page to write: `FILE` (otherwise report.html in the run directory)")
	workersFlag(cmd, &workers)
	format.add(cmd, reports.Formats...)
	return cmd
}
