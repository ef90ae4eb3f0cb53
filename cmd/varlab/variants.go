package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"varlab/variants"
)

// variantRow is a line of the table of built-in profiles.
type variantRow struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Period   string `json:"period"`
	Status   string `json:"status"`
	Board    string `json:"board"` // rows x columns
	Inherits string `json:"inherits"`
}

func variantsCommand() *cobra.Command {
	var format formatFlag
	cmd := &cobra.Command{
		Use:     "variants",
		Short:   "List the built-in rule sets",
		Example: "  varlab variants\n  varlab variants --format json",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows := []variantRow{}
			for _, id := range variants.IDs() {
				v, err := variants.Load(id, nil)
				if err != nil {
					return err
				}
				rows = append(rows, variantRow{v.ID, v.Title, v.Period, v.Status, v.Board(), v.Inherits})
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "ID\tBOARD\tPERIOD\tSTATUS\tINHERITS\tTITLE")
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Board, r.Period, r.Status, dash(r.Inherits), r.Title)
			}
			return w.Flush()
		},
	}
	format.add(cmd, "text", "json")
	return cmd
}

// dash stands for nothing in a table.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
