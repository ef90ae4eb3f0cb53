package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/exact"
)

// solvedGame is the value of a game from its start, for the first mover.
type solvedGame struct {
	Rules     string       `json:"rules"`
	Tables    string       `json:"tables"`
	Board     string       `json:"board"`
	MenRows   int          `json:"men_rows"`
	Value     string       `json:"value"` // win, draw or loss; unknown where it is not proved
	Plies     *int         `json:"plies"` // null where only the value is known
	Proved    bool         `json:"proved"`
	Low       string       `json:"low"`
	High      string       `json:"high"`
	Method    exact.Method `json:"method"`
	Positions int          `json:"positions"`
}

func (s *solving) boards(boards []string, menRows int) error {
	known := map[string]exact.Game{}
	for _, board := range boards {
		rows, columns, ok := strings.Cut(board, "x")
		m, errRows := strconv.Atoi(rows)
		n, errColumns := strconv.Atoi(columns)
		if !ok || errRows != nil || errColumns != nil {
			return usageError{fmt.Errorf("--board %q (want ROWSxCOLUMNS, such as 6x6)", board)}
		}
		sets := append(slices.Clone(s.flags.sets), fmt.Sprintf("board.rows=%d", m), fmt.Sprintf("board.columns=%d", n), fmt.Sprintf("board.men_rows=%d", menRows))
		for _, ref := range s.flags.refs {
			v, _, err := load(ref, s.flags.sets)
			if err != nil {
				return err
			}
			_, r, err := load(ref, sets)
			if err != nil {
				return err
			}
			// Rule sets that differ in nothing that tables depend on share a game.
			key := exact.Hash(r) + " " + board
			g, ok := known[key]
			if !ok {
				line := &progress{what: "positions", out: s.cmd.ErrOrStderr()}
				begin := func(what string, total, found int) {
					line.end()
					line.what = what
					line.begin(total, found)
				}
				searched := 0
				o := exact.Options{
					Workers: s.tables.workers,
					Begin:   func(total, found int) { begin("positions", total, found) }, Done: line.add,
					Search:   func(turns int) { begin("turns", turns, searched) },
					Searched: func(turns int) { searched += turns; line.add(turns) },
				}
				g, err = exact.SolveGame(s.cmd.Context(), r, s.tables.keeping(s.cmd.ErrOrStderr()), s.limits, o)
				line.end()
				if err != nil {
					return fmt.Errorf("%s on %s: %w", v.ID, board, s.tables.cut(s.cmd.Context(), err, s.again))
				}
				known[key] = g
			}
			s.found.Games = append(s.found.Games, gameRow(v.ID, r, g))
		}
	}
	return nil
}

func gameRow(id string, r *rules.Rules, g exact.Game) solvedGame {
	b := r.Profile().Board
	row := solvedGame{
		Rules: id, Tables: exact.Hash(r), Board: fmt.Sprintf("%dx%d", b.Rows, b.Columns), MenRows: b.MenRows,
		Value: "unknown", Proved: g.Proved(), Low: valueWord(g.Low), High: valueWord(g.High), Method: g.Method, Positions: g.Positions,
	}
	if g.Proved() {
		row.Value = valueWord(g.Low)
	}
	if g.Plies >= 0 {
		row.Plies = &g.Plies
	}
	return row
}

func (g *solvedGame) write(out io.Writer) {
	rows := "a row"
	if g.MenRows > 1 {
		rows = fmt.Sprintf("%d rows", g.MenRows)
	}
	fmt.Fprintf(out, "%s on %s with %s of men: ", g.Rules, g.Board, rows)
	switch {
	case !g.Proved:
		fmt.Fprintf(out, "not solved, between a %s and a %s for the first mover", g.Low, g.High)
	case g.Value == "draw":
		fmt.Fprint(out, "drawn with best play")
	default:
		fmt.Fprintf(out, "the first mover %ss", map[string]string{"win": "win", "loss": "lose"}[g.Value])
		if g.Plies != nil {
			fmt.Fprintf(out, ", the game lasting %d plies with best play", *g.Plies)
		}
	}
	fmt.Fprintf(out, " ("+howSolved[g.Method]+")\n", g.Positions)
}

var howSolved = map[exact.Method]string{
	exact.ByTables: "tables of %d positions", exact.ByStates: "%d states that can be reached", exact.BySearch: "a search of %d turns that ends in tables",
}
