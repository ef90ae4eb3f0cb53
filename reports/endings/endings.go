// Package endings writes exact values of positions with few pieces, of whole endings,
// and of games on small boards, as text, tables, charts and pages.
//
// The one idea: all forms are made from one value, a Finding, which JSON keeps. None
// of its numbers has an interval.
package endings

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
)

// A Finding has the solved endings or games, and the command that solves them again.
type Finding struct {
	Command string   `json:"command,omitempty"`
	Date    string   `json:"date,omitempty"`
	Endings []Ending `json:"endings,omitempty"`
	Games   []Game   `json:"games,omitempty"`
}

// An Ending is a material under a rule set, with either side on move.
type Ending struct {
	Rules    string `json:"rules"`
	Tables   string `json:"tables"` // the hash of the rules that the tables depend on
	Material string `json:"material"`
	Rows     []Row  `json:"rows"`
}

// A Row has the values of a material with one side on move.
type Row struct {
	ToMove   string `json:"to_move"`
	Material string `json:"material"`
	exact.Count
	Quiet    exact.Count `json:"quiet"`
	LineHeld exact.Count `json:"line_held"` // quiet, a king of the second side on a main diagonal
	LineFree exact.Count `json:"line_free"` // quiet, none there
	// LineTaken counts the positions of LineFree with a king of the first side on a main diagonal.
	LineTaken exact.Count `json:"line_taken"`
	Hardest   *Win        `json:"hardest,omitempty"`
}

// A Win is a quiet position whose win takes longest, with best play of both.
type Win struct {
	FEN   string   `json:"fen"`
	Moves int      `json:"moves"` // the winner's own
	Turns []string `json:"turns"`
}

var toMove = [2]string{"first", "second"}

// Solve adds what the tables of a rule set say of materials.
func (f *Finding) Solve(ctx context.Context, id string, t *exact.Tables, ms []exact.Material, workers int) error {
	n := notation.Of(t.Rules().Profile())
	for _, m := range ms {
		e := Ending{Rules: id, Tables: exact.Hash(t.Rules()), Material: m.String()}
		for side, word := range toMove {
			tally, err := t.Tally(ctx, m, side == 0, workers)
			if err != nil {
				return err
			}
			row := Row{word, e.Material, tally.All, tally.Quiet, tally.Held, tally.Free, tally.Taken, nil}
			if tally.Hardest != nil {
				s, err := t.Rules().Position(*tally.Hardest)
				if err != nil {
					return err
				}
				row.Hardest = &Win{FEN: n.WriteFEN(*tally.Hardest), Moves: tally.HardestMoves}
				if row.Hardest.Turns, err = BestPlay(t, n, s); err != nil {
					return err
				}
			}
			e.Rows = append(e.Rows, row)
		}
		f.Endings = append(f.Endings, e)
	}
	return nil
}

// A Game is the value of a game from its start, for the first mover.
type Game struct {
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

// AddGame adds the value of a game.
func (f *Finding) AddGame(id string, r *rules.Rules, g exact.Game) {
	b := r.Profile().Board
	row := Game{
		Rules: id, Tables: exact.Hash(r), Board: fmt.Sprintf("%dx%d", b.Rows, b.Columns), MenRows: b.MenRows,
		Value: "unknown", Proved: g.Proved(), Low: valueWord(g.Low), High: valueWord(g.High), Method: g.Method, Positions: g.Positions,
	}
	if g.Proved() {
		row.Value = valueWord(g.Low)
	}
	if g.Plies >= 0 {
		row.Plies = &g.Plies
	}
	f.Games = append(f.Games, row)
}

// Data returns the JSON form of a finding: its one part, or all of it.
func (f *Finding) Data() any {
	switch {
	case len(f.Endings) == 1:
		return f.Endings[0].Rows
	case len(f.Games) == 1:
		return f.Games[0]
	}
	return f
}

// WriteText writes a finding in words.
func (f *Finding) WriteText(w io.Writer) {
	for _, e := range f.Endings {
		fmt.Fprintf(w, "%s: %s\n", e.Rules, e.Material)
		for i, side := range sidesOf(e.Material) {
			row := e.Rows[i]
			fmt.Fprintf(w, "%s on move\n", side)
			counts := []exact.Count{row.Count, row.Quiet, row.LineHeld, row.LineFree, row.LineTaken}
			if !strings.Contains(sidesOf(e.Material)[1], "K") {
				counts = counts[:2]
			}
			for i, c := range counts {
				writeCount(w, c, countWords[i])
			}
			if h := row.Hardest; h != nil {
				fmt.Fprintf(w, "  a quiet win that takes longest: %s\n    %s\n", h.FEN, strings.Join(h.Turns, " "))
			}
		}
	}
	for i := range f.Games {
		g := &f.Games[i]
		rows := "a row"
		if g.MenRows > 1 {
			rows = fmt.Sprintf("%d rows", g.MenRows)
		}
		fmt.Fprintf(w, "%s on %s with %s of men: %s (%s)\n", g.Rules, g.Board, rows, g.words(), g.how())
	}
}

var countWords = [...]string{
	"all", "quiet", "quiet, main diagonal held", "quiet, main diagonal free of it", "quiet, main diagonal held by the other side",
}

// writeCount says a count in words.
func writeCount(w io.Writer, c exact.Count, of string) {
	fmt.Fprintf(w, "  %s: %d positions\n", of, c.Positions)
	fmt.Fprintf(w, "    won %d (%s), drawn %d (%s), lost %d (%s)", c.Win, percent(c.Win, c.Positions), c.Draw, percent(c.Draw, c.Positions), c.Loss, percent(c.Loss, c.Positions))
	if c.Win > 0 {
		fmt.Fprintf(w, "; longest win %d moves", c.LongestWin)
	}
	fmt.Fprintln(w)
}

func (g *Game) words() string {
	switch {
	case !g.Proved:
		return fmt.Sprintf("not solved, between a %s and a %s for the first mover", g.Low, g.High)
	case g.Value == "draw":
		return "drawn with best play"
	}
	text := "the first mover " + verbs[g.Value]
	if g.Plies != nil {
		text += fmt.Sprintf(", the game lasting %d plies with best play", *g.Plies)
	}
	return text
}

var howSolved = map[exact.Method]string{
	exact.ByTables: "tables of %d positions", exact.BySearch: "a search of %d turns that ends in tables",
}

func (g *Game) how() string { return fmt.Sprintf(howSolved[g.Method], g.Positions) }

// sidesOf names the sides of a material, as the first and the second where their
// pieces are the same.
func sidesOf(material string) []string {
	sides := strings.Split(material, " vs ")
	if sides[0] == sides[1] {
		return []string{"first " + sides[0], "second " + sides[1]}
	}
	return sides
}

// materials are those of the endings, in order.
func (f *Finding) materials() []string {
	return distinct(f.Endings, func(e Ending) string { return e.Material })
}

// distinct are the names of things, each once, in order.
func distinct[T any](things []T, name func(T) string) (names []string) {
	for _, x := range things {
		if n := name(x); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// percent writes n of all in per cent.
func percent(n, all int) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(max(1, all))) }
