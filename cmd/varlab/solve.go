package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/rules/exact"
)

func solveCommand() *cobra.Command {
	var flags ruleFlags
	var tables tableFlags
	var format formatFlag
	var material string
	cmd := &cobra.Command{
		Use:   "solve -r ID --material \"KKK vs K\"",
		Short: "Solve an ending exactly: how many of its positions are won, drawn, lost",
		Long: `Solve every position of some material and count how many the first-named side
wins, draws and loses with best play, with either side on move, and how many own
moves its longest win takes. Placements are counted with men off their promotion
row, without open claim; clauses that depend on what went before are left out. The
counts are given again for the positions in which neither side could capture if it
were on move.`,
		Example: "  varlab solve -r english --material \"K vs K\"\n  varlab solve -r federation --material \"KKK vs K\" --format json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, r, err := flags.one()
			if err != nil {
				return err
			}
			m, err := exact.ParseMaterial(material)
			if err != nil {
				return usageError{fmt.Errorf("--material: %w", err)}
			}
			t, err := tables.tables(cmd.Context(), r, []exact.Material{m}, cmd.ErrOrStderr(), again(cmd, args))
			if err != nil {
				return err
			}
			defer t.Close()
			var rows []solvedRow
			for _, first := range []bool{true, false} {
				tally, err := t.Tally(cmd.Context(), m, first, tables.workers)
				if err != nil {
					return err
				}
				row := solvedRow{ToMove: "second", Material: m.String(), Count: tally.All, Quiet: tally.Quiet}
				if first {
					row.ToMove = "first"
				}
				rows = append(rows, row)
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			out := cmd.OutOrStdout()
			for _, row := range rows {
				side := m[0].String()
				if row.ToMove == "second" {
					side = m[1].String()
				}
				fmt.Fprintf(out, "%s, %s on move\n", m, side)
				writeCount(out, row.Count, "all")
				writeCount(out, row.Quiet, "without a capture on the board")
			}
			return nil
		},
	}
	flags.add(cmd, true)
	tables.add(cmd)
	format.add(cmd, "text", "json")
	cmd.Flags().StringVar(&material, "material", "", "the pieces of both sides: `\"KKM vs K\"`")
	must(cmd.MarkFlagRequired("material"))
	return cmd
}

// solvedRow is what is known of a material with one side on move.
type solvedRow struct {
	ToMove   string `json:"to_move"`
	Material string `json:"material"`
	exact.Count
	Quiet exact.Count `json:"quiet"`
}

// write says a count in words.
func writeCount(out io.Writer, c exact.Count, of string) {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, c.Positions)) }
	fmt.Fprintf(out, "  %s: %d positions\n", of, c.Positions)
	fmt.Fprintf(out, "    won %d (%.2f %%), drawn %d (%.2f %%), lost %d (%.2f %%)", c.Win, share(c.Win), c.Draw, share(c.Draw), c.Loss, share(c.Loss))
	if c.Win > 0 {
		fmt.Fprintf(out, "; longest win %d moves", c.LongestWin)
	}
	fmt.Fprintln(out)
}
