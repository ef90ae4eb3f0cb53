package main

import (
	"fmt"
	"slices"
	"strings"

	"varlab/reports/chart"
)

// markdown writes a finding as tables, one for each of its parts; of endings those of
// the wins within limits, if there are any.
func (f *finding) markdown(limits []int) string {
	var b strings.Builder
	if len(f.Endings) > 0 {
		if len(limits) > 0 {
			f.withinTables(&b, limits)
		} else {
			f.endingsTable(&b)
			b.WriteString("\n")
		}
		f.hardestTable(&b)
	}
	if len(f.Comparisons) > 0 {
		f.comparisonsTable(&b)
	}
	if len(f.Games) > 0 {
		f.gamesTable(&b)
	}
	return b.String()
}

// endingsTable has a line for each material, side on move and rule set; rule sets
// with the same values share one.
func (f *finding) endingsTable(b *strings.Builder) {
	b.WriteString("| ending | on move | rule sets | quiet positions | won | line held: won | line free: won | longest win | lost |\n")
	b.WriteString("|---|---|---|---:|---:|---:|---:|---:|---:|\n")
	for _, m := range f.materials() {
		for i, side := range sidesOf(m) {
			var lines, ids []string
			for _, e := range f.Endings {
				if e.Material != m {
					continue
				}
				line := endingLine(&e.Rows[i])
				if at := slices.Index(lines, line); at >= 0 {
					ids[at] += ", `" + e.Rules + "`"
				} else {
					lines, ids = append(lines, line), append(ids, "`"+e.Rules+"`")
				}
			}
			for at, line := range lines {
				fmt.Fprintf(b, "| %s | %s | %s | %s\n", m, side, ids[at], line)
			}
		}
	}
}

func endingLine(row *solvedRow) string {
	held, free := "", ""
	if row.LineHeld.Positions > 0 {
		held, free = percent(row.LineHeld.Win, row.LineHeld.Positions), percent(row.LineFree.Win, row.LineFree.Positions)
	}
	longest := "–"
	if row.Quiet.Win > 0 {
		longest = moves(row.Quiet.LongestWin)
	}
	q := row.Quiet
	return fmt.Sprintf("%d | %s | %s | %s | %s | %s |", q.Positions, percent(q.Win, q.Positions), held, free, longest, percent(q.Loss, q.Positions))
}

// hardestTable has, for each material with either side on move, a quiet win that
// takes longest, under the first rule set.
func (f *finding) hardestTable(b *strings.Builder) {
	b.WriteString("| ending | on move | longest win | position | best play under `" + f.Endings[0].Rules + "` |\n|---|---|---:|---|---|\n")
	for _, e := range f.Endings {
		if e.Rules != f.Endings[0].Rules {
			continue
		}
		for i, side := range sidesOf(e.Material) {
			if h := e.Rows[i].Hardest; h != nil {
				fmt.Fprintf(b, "| %s | %s | %s | `%s` | %s |\n", e.Material, side, moves(h.Moves), h.FEN, strings.Join(h.Turns, " "))
			}
		}
	}
}

// lengths draws how many of the quiet wins of each ending are still to be won after
// so many moves, under the first rule set, the first side being on move.
func (f *finding) lengths() chart.Curves {
	c := chart.Curves{
		ID: "lengths", Title: "Wins still to be won",
		Desc:   "For each ending the share of its won quiet positions, the first side on move, in which best play takes more own moves than the axis says.",
		XLabel: "own moves of the winner",
	}
	for _, e := range f.Endings {
		q := e.Rows[0].Quiet
		if e.Rules != f.Endings[0].Rules || q.Win == 0 {
			continue
		}
		curve := chart.Curve{Label: fmt.Sprintf("%s: %d wins", e.Material, q.Win), Number: len(c.Series) + 1, Last: float64(q.LongestWin)}
		for moves := range q.Wins {
			left := float64(q.WonAfter(moves)) / float64(q.Win)
			curve.Steps = append(curve.Steps, chart.CurveStep{X: float64(moves), Y: left, Low: left, High: left})
		}
		c.High = max(c.High, float64(q.LongestWin))
		c.Series = append(c.Series, curve)
	}
	return c
}

// comparisonsTable has a line for each kind of flip.
func (f *finding) comparisonsTable(b *strings.Builder) {
	b.WriteString("| ending | on move | rule sets | positions | another value | for example |\n")
	b.WriteString("|---|---|---|---:|---:|---|\n")
	for _, e := range f.Comparisons {
		for i, side := range sidesOf(e.Material) {
			row := e.Rows[i]
			example := ""
			if most := slices.MaxFunc(append([]flip{{}}, row.Flips...), func(a, b flip) int { return a.Positions - b.Positions }); most.Positions > 0 {
				example = fmt.Sprintf("`%s`: %s, %s", most.Example, most.Value, most.Against)
			}
			fmt.Fprintf(b, "| %s | %s | `%s`, `%s` | %d | %d (%s) | %s |\n", e.Material, side, e.Rules, e.Against, row.Positions, row.Flipped, percent(row.Flipped, row.Positions), example)
		}
	}
}

// gamesTable has a line for each game and a column for each board; for a single board
// another one that says how it was solved.
func (f *finding) gamesTable(b *strings.Builder) {
	var ids, boards []string
	games := map[[2]string]*solvedGame{}
	for i := range f.Games {
		g := &f.Games[i]
		board := g.Board
		if g.MenRows > 1 {
			board += fmt.Sprintf(", %d rows", g.MenRows)
		}
		if !slices.Contains(ids, g.Rules) {
			ids = append(ids, g.Rules)
		}
		if !slices.Contains(boards, board) {
			boards = append(boards, board)
		}
		games[[2]string{g.Rules, board}] = g
	}
	// Rule sets that are one game on these boards stand together.
	var rows []string
	together := map[string][]string{}
	for _, id := range ids {
		row := ""
		for _, board := range boards {
			if g := games[[2]string{id, board}]; g != nil {
				row += g.Tables
			}
			row += " "
		}
		if together[row] == nil {
			rows = append(rows, row)
		}
		together[row] = append(together[row], "`"+id+"`")
	}
	head := append([]string{"rule sets"}, boards...)
	if len(boards) == 1 {
		head = append(head, "by")
	}
	b.WriteString("| " + strings.Join(head, " | ") + " |\n|" + strings.Repeat("---|", len(head)) + "\n")
	for _, row := range rows {
		id := strings.Trim(together[row][0], "`")
		fmt.Fprintf(b, "| %s |", strings.Join(together[row], ", "))
		for _, board := range boards {
			cell := ""
			if g := games[[2]string{id, board}]; g != nil {
				cell = g.cell()
				if len(boards) == 1 {
					cell += " | " + fmt.Sprintf(howSolved[g.Method], g.Positions)
				}
			}
			fmt.Fprintf(b, " %s |", cell)
		}
		b.WriteString("\n")
	}
}

func (g *solvedGame) cell() string {
	switch {
	case !g.Proved:
		return fmt.Sprintf("%s to %s", g.Low, g.High)
	case g.Value == "draw" || g.Plies == nil:
		return g.Value
	}
	return fmt.Sprintf("%s, %d plies", g.Value, *g.Plies)
}
