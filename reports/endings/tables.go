package endings

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"varlab/reports"
	"varlab/rules/exact"
)

// Markdown writes a finding as tables, one for each of its parts. With limits the table of
// endings counts the wins within them.
func (f *Finding) Markdown(limits []int) string {
	var b strings.Builder
	switch {
	case len(f.Endings) > 0 && len(limits) > 0:
		f.withinTables(&b, limits)
	case len(f.Endings) > 0:
		f.endingsTable(&b)
		b.WriteString("\n")
	}
	if len(f.Endings) > 0 {
		f.hardestTable(&b)
	}
	if len(f.Games) > 0 {
		f.gamesTable(&b)
	}
	return b.String()
}

// writeHead begins a table; align has an l or an r for each column.
func writeHead(b *strings.Builder, align string, head ...string) {
	writeRow(b, head...)
	b.WriteString(strings.NewReplacer("l", "|---", "r", "|---:").Replace(align) + "|\n")
}

func writeRow(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// code writes ids as Markdown does; those with marks of its own, which a file's name may
// have, as text.
func code(ids ...string) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		marks := func(c rune) bool { return !unicode.IsPrint(c) || strings.ContainsRune("`|<&\\", c) }
		if words[i] = "`" + id + "`"; strings.ContainsFunc(id, marks) {
			words[i] = reports.EscapeMarkdown(id)
		}
	}
	return strings.Join(words, ", ")
}

// shared holds rows of equal cells, which share a line under several rule sets.
type shared[T any] struct {
	ids []string
	of  T
}

func share[T any](list []shared[T], id string, of T, same func(a, b T) bool) []shared[T] {
	for i := range list {
		if same(list[i].of, of) {
			list[i].ids = append(list[i].ids, id)
			return list
		}
	}
	return append(list, shared[T]{[]string{id}, of})
}

func (f *Finding) endingsTable(b *strings.Builder) {
	writeHead(b, "lllrrrrrr", "ending", "on move", "rule sets", "quiet positions", "won", "line held: won", "line free: won", "longest win", "lost")
	for _, m := range f.materials() {
		for i, side := range sidesOf(m) {
			var lines []shared[[]string]
			for _, e := range f.Endings {
				if e.Material == m {
					lines = share(lines, e.Rules, e.Rows[i].cells(), slices.Equal)
				}
			}
			for _, l := range lines {
				writeRow(b, append([]string{m, side, code(l.ids...)}, l.of...)...)
			}
		}
	}
}

func (row *Row) cells() []string {
	held, free := "", ""
	if row.LineHeld.Positions > 0 {
		held, free = won(row.LineHeld), won(row.LineFree)
	}
	q := row.Quiet
	return []string{fmt.Sprint(q.Positions), won(q), held, free, longest(q), percent(q.Loss, q.Positions)}
}

func won(c exact.Count) string { return percent(c.Win, c.Positions) }

func longest(c exact.Count) string {
	if c.Win == 0 {
		return "–"
	}
	return several(c.LongestWin, "move")
}

// hardestTable has, for each material with either side on move, a quiet win that
// takes longest, under the first rule set.
func (f *Finding) hardestTable(b *strings.Builder) {
	writeHead(b, "llrll", "ending", "on move", "longest win", "position", "best play under "+code(f.Endings[0].Rules))
	for _, e := range f.Endings {
		for i, side := range sidesOf(e.Material) {
			if h := e.Rows[i].Hardest; h != nil && e.Rules == f.Endings[0].Rules {
				writeRow(b, e.Material, side, several(h.Moves, "move"), code(h.FEN), strings.Join(h.Turns, " "))
			}
		}
	}
}

// gamesTable has a column for each board; for a single board another one that says
// how it was solved. Rule sets that are one game on these boards stand together.
func (f *Finding) gamesTable(b *strings.Builder) {
	boardOf := func(g Game) string {
		if g.MenRows > 1 {
			return fmt.Sprintf("%s, %d rows", g.Board, g.MenRows)
		}
		return g.Board
	}
	boards := distinct(f.Games, boardOf)
	games := map[[2]string]*Game{}
	for i, g := range f.Games {
		games[[2]string{g.Rules, boardOf(g)}] = &f.Games[i]
	}
	var rows []shared[[]string]
	for _, id := range distinct(f.Games, func(g Game) string { return g.Rules }) {
		tables := make([]string, len(boards))
		for i, board := range boards {
			if g := games[[2]string{id, board}]; g != nil {
				tables[i] = g.Tables
			}
		}
		rows = share(rows, id, tables, slices.Equal)
	}
	head := append([]string{"rule sets"}, boards...)
	if len(boards) == 1 {
		head = append(head, "by")
	}
	writeHead(b, strings.Repeat("l", len(head)), head...)
	for _, row := range rows {
		cells := []string{code(row.ids...)}
		for _, board := range boards {
			g := games[[2]string{row.ids[0], board}]
			cells = append(cells, g.cell())
			if len(boards) == 1 {
				cells = append(cells, g.how())
			}
		}
		writeRow(b, cells...)
	}
}

func (g *Game) cell() string {
	switch {
	case g == nil:
		return ""
	case !g.Proved:
		return fmt.Sprintf("%s to %s", g.Low, g.High)
	case g.Value == "draw" || g.Plies == nil:
		return g.Value
	}
	return fmt.Sprintf("%s, %d plies", g.Value, *g.Plies)
}
