package main

import (
	"cmp"
	"fmt"
	"io"
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
	cmd := newCommand("variants", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		rows := []variantRow{}
		for _, id := range variants.IDs() {
			v, err := variants.Load(id, nil)
			if err != nil {
				return err
			}
			rows = append(rows, variantRow{v.ID, v.Title, v.Period, v.Status, v.Board(), v.Inherits})
		}
		return format.write(cmd, rows, func(w io.Writer) {
			t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
			defer t.Flush()
			fmt.Fprintln(t, "ID\tBOARD\tPERIOD\tSTATUS\tINHERITS\tTITLE")
			for _, r := range rows {
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Board, r.Period, r.Status, cmp.Or(r.Inherits, "-"), r.Title)
			}
		})
	})
	format.add(cmd, "text", "json")
	return cmd
}
