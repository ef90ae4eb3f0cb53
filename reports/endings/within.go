package endings

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"varlab/reports"
	"varlab/reports/chart"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
)

// The claims of the sources about an ending are of the form: it is won, or it is won
// within a number of moves, or else it is a draw. A finding answers them by counting wins
// within limits, apart for each side on move, and for the main diagonal held or not.

// kinds gathers the rule sets of one material that agree in all counts.
func (f *Finding) kinds(material string) (list []shared[*Ending]) {
	for i := range f.Endings {
		if e := &f.Endings[i]; e.Material == material {
			list = share(list, e.Rules, e, sameCounts)
		}
	}
	return list
}

func sameCounts(a, b *Ending) bool {
	return slices.EqualFunc(a.Rows, b.Rows, func(x, y Row) bool {
		return reflect.DeepEqual([]exact.Count{x.Quiet, x.LineHeld, x.LineTaken}, []exact.Count{y.Quiet, y.LineHeld, y.LineTaken})
	})
}

// A quietCount is the quiet positions of an ending with one side on move and the main
// diagonal held, free, or either.
type quietCount struct {
	onMove, line string
	exact.Count
}

func (e *Ending) quietCounts() (list []quietCount) {
	for i, side := range sidesOf(e.Material) {
		row := e.Rows[i]
		list = append(list, quietCount{side, "either", row.Quiet})
		if row.LineHeld.Positions > 0 {
			list = append(list, quietCount{side, "held", row.LineHeld}, quietCount{side, "free", row.LineFree}, quietCount{side, "taken", row.LineTaken})
		}
	}
	return list
}

// among divides the wins by limits: those within each that are not within the one
// before, and last the longer ones.
func among(c exact.Count, limits []int) (counts []int) {
	left := c.Win
	for _, n := range limits {
		longer := c.WonAfter(n)
		counts, left = append(counts, left-longer), longer
	}
	return append(counts, left)
}

// within is the wins within limits, a table for all rule sets that agree.
func within(a shared[*Ending], limits []int) reports.EndingTable {
	t := reports.EndingTable{
		Title: a.of.Material + " under " + strings.Join(a.ids, ", "),
		Head:  []string{"on move, main line", "quiet positions", "won", "won, %"},
	}
	for _, n := range limits {
		t.Head = append(t.Head, "in "+several(n, "move"))
	}
	t.Head = append(t.Head, "longer", "longest", "lost")
	for _, c := range a.of.quietCounts() {
		row := []string{c.onMove + ", " + c.line, fmt.Sprint(c.Positions), fmt.Sprint(c.Win), strings.TrimSuffix(won(c.Count), " %")}
		for _, n := range limits {
			row = append(row, fmt.Sprint(c.Win-c.WonAfter(n)))
		}
		counts := among(c.Count, limits)
		t.Rows = append(t.Rows, append(row, fmt.Sprint(counts[len(limits)]), longest(c.Count), fmt.Sprint(c.Loss)))
	}
	return t
}

// withinTables are within in Markdown.
func (f *Finding) withinTables(b *strings.Builder, limits []int) {
	for _, m := range f.materials() {
		for _, k := range f.kinds(m) {
			t := within(k, limits)
			fmt.Fprintf(b, "**%s** under %s\n\n", m, code(k.ids...))
			writeHead(b, "l"+strings.Repeat("r", len(t.Head)-1), t.Head...)
			for _, row := range t.Rows {
				writeRow(b, row...)
			}
			b.WriteString("\n")
		}
	}
}

// Picture draws a finding: the wins within limits, or how long wins take where there
// are none.
func (f *Finding) Picture(limits []int) string {
	if len(limits) > 0 {
		return chart.File(f.shares(limits), 84)
	}
	return chart.File(f.lengths(), 84)
}

// shares draws how the quiet positions of an ending divide among wins within limits,
// longer wins, draws and losses, under the first rule set.
func (f *Finding) shares(limits []int) chart.Shares {
	c := chart.Shares{Head: chart.Head{ID: "shares", Title: "What the quiet positions are worth, per cent", Desc: "One row for each ending, side on move, and main line held or free."}}
	before := 0
	for _, n := range limits {
		label := "won in " + several(n, "move")
		if before > 0 {
			label = fmt.Sprintf("won in %d to %s", before+1, several(n, "move"))
		}
		c.Columns = append(c.Columns, label)
		before = n
	}
	c.Columns = append(c.Columns, "won later", "drawn", "lost")
	for colour, m := range f.materials() {
		for _, q := range f.kinds(m)[0].of.quietCounts() {
			if q.line == "taken" || q.line == "either" && strings.Contains(strings.Split(m, " vs ")[1], "K") {
				continue // its parts follow
			}
			row := chart.SharesRow{Label: fmt.Sprintf("%s, %s on move, line %s", m, q.onMove, q.line), Colour: colour}
			for _, k := range append(among(q.Count, limits), q.Draw, q.Loss) {
				row.Cells = append(row.Cells, exactly(k, q.Positions))
			}
			c.Rows = append(c.Rows, row)
		}
	}
	for k := len(c.Columns) - 1; k >= 0; k-- { // what never is
		if !slices.ContainsFunc(c.Rows, func(r chart.SharesRow) bool { return r.Cells[k].Value > 0 }) {
			c.Columns = slices.Delete(c.Columns, k, k+1)
			for i, r := range c.Rows {
				c.Rows[i].Cells = slices.Delete(r.Cells, k, k+1)
			}
		}
	}
	return c
}

// exactly is a share without an interval.
func exactly(n, all int) chart.Share {
	v := float64(n) / float64(max(1, all))
	return chart.Share{Value: v, Low: v, High: v, Shown: fmt.Sprintf("%.1f", 100*v)}
}

// lengths draws what part of the quiet wins of each ending is still to be won after
// each number of moves, under the first rule set, the first side being on move.
func (f *Finding) lengths() chart.Curves {
	c := chart.Curves{XLabel: "own moves of the winner", Head: chart.Head{
		ID: "lengths", Title: "Wins still to be won",
		Desc: "For each ending the share of its won quiet positions, the first side on move, in which best play takes more own moves than the axis says.",
	}}
	for _, e := range f.Endings {
		q := e.Rows[0].Quiet
		if e.Rules != f.Endings[0].Rules || q.Win == 0 {
			continue
		}
		curve := chart.Curve{Label: fmt.Sprintf("%s: %d wins", words(e.Material), q.Win), Last: float64(q.LongestWin), Colour: len(c.Series)}
		for moves := range q.Wins {
			left := float64(q.WonAfter(moves)) / float64(q.Win)
			curve.Steps = append(curve.Steps, chart.CurveStep{X: float64(moves), Y: left, Low: left, High: left})
		}
		c.High = max(c.High, float64(q.LongestWin))
		c.Series = append(c.Series, curve)
	}
	return c
}

// Page is the finding as a page on which the longest wins can be stepped through.
// The rule sets are by their ids.
func (f *Finding) Page(limits []int, ruleSets map[string]*rules.Rules) (string, error) {
	ms := f.materials()
	page := reports.Ending{
		Title:   f.title(),
		Command: f.Command,
		Lead:    []string{"Solved under each rule set by working back from the ends of games: all numbers are exact."},
		Note:    "Quiet: neither side could capture if on move. The main line is held if a king of the second side stands on it, else free; it is taken if then a king of the first side does. Moves are the winner’s own, with best play of both; draw clauses are left out.",
		Figures: []chart.Chart{f.shares(limits), f.lengths()},
	}
	for _, m := range ms {
		for _, k := range f.kinds(m) {
			page.Tables = append(page.Tables, within(k, limits))
			for i, side := range sidesOf(m) {
				h := k.of.Rows[i].Hardest
				if h == nil {
					continue
				}
				p := *ruleSets[k.ids[0]].Profile()
				p.Draws = nil // they are no part of the value
				r, err := rules.Compile(&p)
				if err != nil {
					return "", err
				}
				start, err := notation.NewBoard(&p.Board).ReadFEN(h.FEN)
				if err != nil {
					return "", err
				}
				page.Lines = append(page.Lines, reports.Line{
					Title: fmt.Sprintf("%s, %s on move: won in %s, as under %s", m, side, several(h.Moves, "move"), k.ids[0]),
					Rules: r, Start: start, Turns: h.Turns,
				})
			}
		}
	}
	var b bytes.Buffer
	err := page.WriteHTML(&b)
	return b.String(), err
}
