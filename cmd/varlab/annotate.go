package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/sim/record"
)

func annotateCommand() *cobra.Command {
	var tables tableFlags
	var format formatFlag
	var pieces int
	cmd := &cobra.Command{
		Use:   "annotate DIR",
		Short: "Hold the endings of a run's games against exact values",
		Long: `annotate reads the games in a run directory and looks up what their endings were
worth: how the games that came down to few pieces would have ended had both sides
played perfectly from there, beside how they did end; and how often a turn gave away
a win or a draw, which shows exactly whether rule sets were played equally well.
These numbers are exact: they carry no interval. Values leave out draw clauses.`,
		Example: "  varlab annotate varlab-runs/huff-or-not --pieces 3",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if pieces < 2 || pieces > 8 {
				return usageError{fmt.Errorf("--pieces %d (want 2 to 8)", pieces)}
			}
			run, err := record.Open(args[0])
			if err != nil {
				return err
			}
			defer run.Close()
			rows, err := reports.Annotate(cmd.Context(), run, pieces, tables.endings(cmd.Context(), pieces, cmd.ErrOrStderr(), again(cmd, args)))
			if err != nil {
				return err
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			for _, e := range rows {
				writeExact(cmd.OutOrStdout(), e)
			}
			return nil
		},
	}
	tables.add(cmd)
	format.add(cmd, "text", "json")
	cmd.Flags().IntVar(&pieces, "pieces", 3, "endings with at most so many pieces: `N`")
	return cmd
}

// resultWords are how games can end, in the order in which they are told.
var resultWords = []string{"first", "second", "draw", "void", "horizon", "forfeited"}

func writeExact(out io.Writer, a *reports.Exact) {
	players := a.Players[0]
	if a.Players[1] != players {
		players += " and " + a.Players[1]
	}
	fmt.Fprintf(out, "%s, %s\n", a.RuleSet, players)
	if a.Refused != "" {
		fmt.Fprintf(out, "  no exact values: %s\n", a.Refused)
		return
	}
	if a.Partly != "" {
		fmt.Fprintf(out, "  only some of these endings have exact values: %s\n", a.Partly)
	}
	k := a.Known()
	reached := k.First + k.Draw + k.Second
	fmt.Fprintf(out, "  %d of %d games came to %d pieces or fewer\n", reached, a.Games, a.Pieces)
	fmt.Fprintf(out, "  ended in   as played  played perfectly from there (exact)\n")
	for _, word := range resultWords {
		if a.Played[word] > 0 || a.Perfect[word] > 0 {
			fmt.Fprintf(out, "  %-9s  %9d  %d\n", word, a.Played[word], a.Perfect[word])
		}
	}
	blunders := 0
	for _, n := range a.Blunders {
		blunders += n
	}
	fmt.Fprintf(out, "  %d turns were chosen there; of %d that could give value away, %s did", a.Decisions, a.Chances, share(blunders, a.Chances))
	for _, kind := range []string{record.WinToDraw, record.WinToLoss, record.DrawToLoss} {
		if n := a.Blunders[kind]; n > 0 {
			fmt.Fprintf(out, "; %s %d", kind, n)
		}
	}
	fmt.Fprintln(out)
}
