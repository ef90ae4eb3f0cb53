package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"varlab/rules/exact"
)

func endingsCommand() *cobra.Command {
	var flags ruleFlags
	var tables tableFlags
	var format formatFlag
	var pieces int
	var verify bool
	cmd := &cobra.Command{
		Use:   "endings -r ID --pieces 3",
		Short: "Make the exact tables of all endings with few pieces",
		Long: `Make the tables of every ending with so many pieces, and count the positions that
the side on move wins, draws and loses, with its longest win in own moves. Tables
that are there already are read. --verify compares every value with those of the
positions that its turns lead to, as the rules play them.`,
		Example: "  varlab endings -r english --pieces 3\n  varlab endings -r federation --pieces 4 --verify",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, r, err := flags.one()
			if err != nil {
				return err
			}
			if pieces < 2 || pieces > 10 {
				return usageError{fmt.Errorf("--pieces %d (want 2 to 10)", pieces)}
			}
			all, err := exact.New(r, "")
			if err != nil {
				return err
			}
			ms := all.Placeable(exact.UpTo(pieces))
			command := again(cmd, args)
			t, err := tables.tables(cmd.Context(), r, ms, cmd.ErrOrStderr(), command)
			if err != nil {
				return err
			}
			defer t.Close()
			rows := []endingRow{}
			for _, m := range ms {
				for i, m := range []exact.Material{m, m.Swapped()} {
					if i == 1 && m[0] == m[1] {
						break
					}
					if verify {
						if err := t.Verify(cmd.Context(), m, tables.workers); err != nil {
							return tables.cut(cmd.Context(), err, command)
						}
					}
					c, err := t.Count(cmd.Context(), m, tables.workers)
					if err != nil {
						return tables.cut(cmd.Context(), err, command)
					}
					rows = append(rows, endingRow{m[0].String(), m[1].String(), c})
				}
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 8, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "on move\tagainst\tpositions\twon\tdrawn\tlost\tlongest win\t")
			for _, row := range rows {
				longest := fmt.Sprint(row.LongestWin)
				if row.Win == 0 {
					longest = "-"
				}
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", row.OnMove, row.Against, row.Positions, row.Win, row.Draw, row.Loss, longest)
			}
			return w.Flush()
		},
	}
	flags.add(cmd, true)
	tables.add(cmd)
	format.add(cmd, "text", "json")
	cmd.Flags().IntVar(&pieces, "pieces", 3, "all endings with at most so many pieces: `N`")
	cmd.Flags().BoolVar(&verify, "verify", false, "check every value against its successors")
	return cmd
}

// endingRow is how an ending fares for the side on move.
type endingRow struct {
	OnMove  string `json:"on_move"`
	Against string `json:"against"`
	exact.Count
}
