package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/reports"
	"varlab/reports/chart"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
)

// The claims of the sources about an ending are of the form: it is won, or it is won
// within so many moves, or else it is a draw. A finding answers them by counting wins
// within limits, apart for each side on move, and for the main diagonal held or not.

// alike is rule sets under which an ending has the same counts, with the first of
// them.
type alike struct {
	ids []string
	e   *solvedEnding
}

// kinds gathers the rule sets of one material that agree in all counts.
func (f *finding) kinds(material string) []alike {
	var list []alike
	for i := range f.Endings {
		e := &f.Endings[i]
		if e.Material != material {
			continue
		}
		at := slices.IndexFunc(list, func(a alike) bool {
			return slices.EqualFunc(a.e.Rows, e.Rows, func(x, y solvedRow) bool {
				return sameCount(x.Quiet, y.Quiet) && sameCount(x.LineHeld, y.LineHeld) && sameCount(x.LineTaken, y.LineTaken)
			})
		})
		if at < 0 {
			list = append(list, alike{e: e})
			at = len(list) - 1
		}
		list[at].ids = append(list[at].ids, e.Rules)
	}
	return list
}

func sameCount(a, b exact.Count) bool {
	return a.Positions == b.Positions && a.Win == b.Win && a.Loss == b.Loss && slices.Equal(a.Wins, b.Wins)
}

// A quietCount is the quiet positions of an ending with one side on move and the main
// diagonal held, free, or either.
type quietCount struct {
	onMove, line string
	exact.Count
}

func (e *solvedEnding) quietCounts() (list []quietCount) {
	for i, side := range sidesOf(e.Material) {
		row := e.Rows[i]
		list = append(list, quietCount{side, "either", row.Quiet})
		if row.LineHeld.Positions > 0 {
			list = append(list, quietCount{side, "held", row.LineHeld}, quietCount{side, "free", row.LineFree}, quietCount{side, "taken", row.LineTaken})
		}
	}
	return list
}

func (f *finding) materials() (list []string) {
	for _, e := range f.Endings {
		if !slices.Contains(list, e.Material) {
			list = append(list, e.Material)
		}
	}
	return list
}

// within is the wins within limits, a table for all rule sets that agree.
func (a *alike) within(limits []int) reports.EndingTable {
	t := reports.EndingTable{
		Title: a.e.Material + " under " + strings.Join(a.ids, ", "),
		Head:  []string{"on move, main line", "quiet positions", "won", "won, %"},
	}
	for _, n := range limits {
		t.Head = append(t.Head, "in "+moves(n))
	}
	t.Head = append(t.Head, "longer", "longest", "lost")
	for _, c := range a.e.quietCounts() {
		row := []string{c.onMove + ", " + c.line, fmt.Sprint(c.Positions), fmt.Sprint(c.Win), strings.TrimSuffix(percent(c.Win, c.Positions), " %")}
		last := c.Win
		for _, n := range limits {
			last = c.WonAfter(n)
			row = append(row, fmt.Sprint(c.Win-last))
		}
		longest := "–"
		if c.Win > 0 {
			longest = moves(c.LongestWin)
		}
		t.Rows = append(t.Rows, append(row, fmt.Sprint(last), longest, fmt.Sprint(c.Loss)))
	}
	return t
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// withinTables are within in Markdown.
func (f *finding) withinTables(b *strings.Builder, limits []int) {
	for _, m := range f.materials() {
		for _, k := range f.kinds(m) {
			t := k.within(limits)
			fmt.Fprintf(b, "**%s** under `%s`\n\n| %s |\n|---%s|\n", m, strings.Join(k.ids, "`, `"), strings.Join(t.Head, " | "), strings.Repeat("|---:", len(t.Head)-1))
			for _, row := range t.Rows {
				fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
			}
			b.WriteString("\n")
		}
	}
}

// shares draws how the quiet positions of an ending divide among wins within limits,
// longer wins, draws and losses, under the first rule set.
func (f *finding) shares(limits []int) chart.Bars {
	c := chart.Bars{ID: "shares", Title: "What the quiet positions are worth", Desc: "One bar for each ending, side on move, and main line held or free."}
	before := 0
	for i, n := range limits {
		label := "won in " + moves(n)
		if before > 0 {
			label = fmt.Sprintf("won in %d to %s", before+1, moves(n))
		}
		c.Parts = append(c.Parts, chart.Part{Label: label, Pattern: i % chart.Patterns})
		before = n
	}
	c.Parts = append(c.Parts, chart.Part{Label: "won later", Colour: 2}, chart.Part{Label: "drawn", Colour: 4}, chart.Part{Label: "lost", Colour: 5, Pattern: 3})
	for _, m := range f.materials() {
		for _, q := range f.kinds(m)[0].e.quietCounts() {
			if q.line == "taken" || q.line == "either" && strings.Contains(strings.Split(m, " vs ")[1], "K") {
				continue // its parts follow
			}
			row := chart.BarsRow{Label: fmt.Sprintf("%s, %s on move, line %s", m, q.onMove, q.line), Shown: fmt.Sprintf("%s won", percent(q.Win, q.Positions))}
			left := q.Win
			var counts []int
			for _, n := range limits {
				longer := q.WonAfter(n)
				counts, left = append(counts, left-longer), longer
			}
			for i, k := range append(counts, left, q.Draw, q.Loss) {
				row.Shares = append(row.Shares, float64(k)/float64(max(1, q.Positions)))
				row.Tips = append(row.Tips, fmt.Sprintf("%s, %s: %d of %d, %s", row.Label, c.Parts[i].Label, k, q.Positions, percent(k, q.Positions)))
			}
			c.Rows = append(c.Rows, row)
		}
	}
	return c
}

// page is the finding as a page on which the longest wins can be stepped through.
func (f *finding) page(limits []int, sets []string) (string, error) {
	ms := f.materials()
	e := reports.Ending{
		Title:   strings.Join(ms, ", "),
		Command: f.Command,
		Lead:    []string{"Solved under each rule set by working back from the ends of games: all numbers are exact."},
		Note:    "Quiet: neither side could capture if on move. The main line is held if a king of the second side stands on it, else free; it is taken if then a king of the first side does. Moves are the winner’s own, with best play of both; draw clauses are left out.",
		Figures: []reports.Figure{{Title: "What the quiet positions are worth, per cent", SVG: f.shares(limits).SVG()}, {Title: "Wins still to be won", SVG: f.lengths().SVG()}},
	}
	for _, m := range ms {
		for _, k := range f.kinds(m) {
			e.Tables = append(e.Tables, k.within(limits))
			for i, side := range sidesOf(m) {
				h := k.e.Rows[i].Hardest
				if h == nil {
					continue
				}
				line, err := h.line(k.ids[0], sets)
				if err != nil {
					return "", err
				}
				line.Title = fmt.Sprintf("%s, %s on move: won in %s, as under %s", m, side, moves(h.Moves), k.ids[0])
				e.Lines = append(e.Lines, line)
			}
		}
	}
	var b bytes.Buffer
	err := e.WriteHTML(&b)
	return b.String(), err
}

// line is h as it is played under a rule set without its draw clauses, which are no
// part of the value.
func (h *hardest) line(ref string, sets []string) (reports.Line, error) {
	v, _, err := load(ref, sets)
	if err != nil {
		return reports.Line{}, err
	}
	p := *v.Profile
	p.Draws = nil
	r, err := rules.Compile(&p)
	if err != nil {
		return reports.Line{}, err
	}
	setup, err := notation.NewBoard(&p.Board).ReadFEN(h.FEN)
	return reports.Line{Rules: r, Start: setup, Turns: h.Turns}, err
}

// writePage writes the page.
func (f *finding) writePage(w io.Writer, limits []int, sets []string) error {
	text, err := f.page(limits, sets)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}
