package endings

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"varlab/rules/exact"
)

// A Counted is how an ending fares for the side on move.
type Counted struct {
	OnMove  string `json:"on_move"`
	Against string `json:"against"`
	exact.Count
}

// Count counts materials with either side on move. If verify, every value is compared
// with those of the positions that its turns lead to.
func Count(ctx context.Context, t *exact.Tables, ms []exact.Material, workers int, verify bool) ([]Counted, error) {
	rows := []Counted{}
	for _, m := range ms {
		both := []exact.Material{m, m.Swapped()}
		if m[0] == m[1] {
			both = both[:1]
		}
		for _, m := range both {
			if verify {
				if err := t.Verify(ctx, m, workers); err != nil {
					return nil, err
				}
			}
			c, err := t.Count(ctx, m, workers)
			if err != nil {
				return nil, err
			}
			rows = append(rows, Counted{m[0].String(), m[1].String(), c})
		}
	}
	return rows, nil
}

// WriteCounts writes counts as a table.
func WriteCounts(out io.Writer, rows []Counted) {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	defer w.Flush()
	fmt.Fprintln(w, "on move\tagainst\tpositions\twon\tdrawn\tlost\tlongest win\t")
	for _, row := range rows {
		longest := "-"
		if row.Win > 0 {
			longest = fmt.Sprint(row.LongestWin)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", row.OnMove, row.Against, row.Positions, row.Win, row.Draw, row.Loss, longest)
	}
}
