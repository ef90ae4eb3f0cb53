package reports

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"varlab/reports/findings"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/record"
	"varlab/sim/study"
)

type steps struct {
	ID, Title string
	Why       string        // one sentence on why this game is shown
	View      string        // of an SVG of the whole board
	Squares   string        // where these are drawn
	SVG       template.HTML // the last position
	Moves     string        // all turns, for readers without scripts
	Data      template.JS   // JSON: see film
}

func gamesSection(r *Report) *section {
	s := &section{
		ID: "games", Title: "Games to step through",
		Text: []string{"The last move is marked on the board, a huffed piece crossed, and a due capture that was left a dashed arrow (its turn has a †). Without scripts the board shows the last position of the first game."},
	}
	var none []string
	huffed := false // one is enough
	for _, c := range r.Shown() {
		if c.Exercise == nil {
			continue
		}
		if c.Typical() == nil {
			none = append(none, c.Profile.Short)
		}
		seen := map[int64]bool{}
		for _, x := range []struct {
			rec       *record.Record
			what, why string
		}{
			{c.Typical(), "typical", fmt.Sprintf("Typical: of the first %d the one nearest to the median length.", min(findings.TypicalGames, len(c.Kept.First)))},
			{c.Kept.Huffed, "huffed", "The shortest game with a huff that one side won."},
			{c.Kept.Won, "won", "The shortest game that one side won."},
			{c.Kept.Drawn, "drawn", "The shortest game that was drawn."},
		} {
			if x.rec == nil || seen[int64(x.rec.Game)] || x.what == "won" && c.Kept.Huffed != nil || x.what == "huffed" && huffed {
				continue
			}
			seen[int64(x.rec.Game)] = true
			st, err := stepsOf(c.Exercise.Played.Rules, x.rec, r.Plan)
			if err != nil {
				continue
			}
			st.ID, st.Why = fmt.Sprintf("game-%d-%s", c.Profile.Number, x.what), x.why
			st.Title = fmt.Sprintf("%s, game %d: %s, %s", c.Profile.Short, x.rec.Game, endingWords(findings.Ending{Result: x.rec.Result, Reason: x.rec.Reason}), plural(int(x.rec.Plies), "ply", "plies"))
			s.Games = append(s.Games, st)
			huffed = huffed || x.what == "huffed"
		}
	}
	// A game that a huff decided first, then a typical one of each rule set.
	rank := func(st steps) int {
		return slices.Index([]string{"huffed", "typical", "drawn", "won"}, st.ID[strings.LastIndex(st.ID, "-")+1:])
	}
	slices.SortStableFunc(s.Games, func(a, b steps) int { return rank(a) - rank(b) })
	s.Games = s.Games[:min(findings.Few+1, len(s.Games))]
	if len(none) > 0 {
		s.Text[0] += " No typical game of " + sentence(none) + ": half of the games did not end."
	}
	if len(s.Games) == 0 {
		return nil
	}
	return s
}

func stepsOf(r *rules.Rules, rec *record.Record, plan *study.Plan) (steps, error) {
	f := newFilm(r)
	g, err := record.PDN(r, rec, plan.Name, plan.Hash(), r.Profile())
	if err != nil {
		return steps{}, err
	}
	f.PDN = strings.TrimSpace(g.String())
	if _, err := record.Walk(r, rec, func(h *rules.History, _ int, next *rules.Turn) { f.show(h, next) }); err != nil {
		return steps{}, err
	}
	return f.steps()
}

// A film is a game as a page shows it: what stands on each square before and after every
// turn.
type film struct {
	n      *notation.Notation
	Places [][2]int `json:"xy"`    // column and row of each square
	Names  []string `json:"names"` // of each square, as in FENs
	Frames []frame  `json:"frames"`
	PDN    string   `json:"pdn,omitempty"` // the game as other programs read it
	words  []string
	last   board.Setup
	pieces string
	index  map[board.Square]int
	next   frame // what is known of the position after the turn just shown
}

type frame struct {
	Turn   string  `json:"t,omitempty"` // that led here
	Pieces string  `json:"p,omitempty"` // of the first: a letter for each square: . w b, W B for kings
	Change string  `json:"c,omitempty"` // of the others: number of a square and its letter, for each that changed
	From   *int    `json:"f,omitempty"` // of the last move
	To     *int    `json:"g,omitempty"`
	Huffed *int    `json:"x,omitempty"` // the square of the piece that it removed
	Note   string  `json:"n,omitempty"` // what it left, or the claim that it opened with
	Left   [][]int `json:"l,omitempty"` // the ways of the due captures that it left
	Black  bool    `json:"b,omitempty"` // is to move
}

func newFilm(r *rules.Rules) *film {
	f := &film{n: notation.Of(r.Profile()), index: map[board.Square]int{}}
	for q := range f.n.Grid().All().All() {
		row, col := f.n.Place(q)
		f.index[q] = len(f.Places)
		f.Places, f.Names = append(f.Places, [2]int{col, row}), append(f.Names, f.n.Name(q))
	}
	return f
}

// show adds the position of h, in which next is then played, unless it is nil.
func (f *film) show(h *rules.History, next *rules.Turn) {
	f.last = h.Now().Setup()
	var b, change strings.Builder
	i := 0
	for q := range f.n.Grid().All().All() {
		letter := f.n.Letter(f.last, q)
		if letter == 0 {
			letter = '.'
		}
		if f.pieces != "" && f.pieces[i] != letter {
			fmt.Fprintf(&change, "%d%c", i, letter)
		}
		b.WriteByte(letter)
		i++
	}
	at := f.next
	if at.Change = change.String(); f.pieces == "" {
		at.Pieces, at.Change = b.String(), ""
	}
	f.pieces = b.String()
	at.Black = f.n.Colour(f.last.Mover) == "black"
	f.Frames = append(f.Frames, at)
	if next == nil {
		return
	}
	f.words = append(f.words, f.n.Format(notation.PDN, f.last, *next, h.Turns()))
	f.next = frame{Turn: f.words[len(f.words)-1], Note: f.n.Note(f.last, *next, h.Turns())}
	for _, due := range notation.Left(*next, h.Turns()) {
		f.next.Left = append(f.next.Left, list(f.n.Way(f.last, due), func(q board.Square) int { return f.index[q] }))
	}
	if next.Claim == rules.Huff {
		if at, one := f.index[next.Named]; one {
			f.next.Huffed = &at
		}
	}
	if next.Action == rules.Quiet || next.Action == rules.Capture {
		from, to := f.index[next.From], f.index[next.To]
		f.next.From, f.next.To = &from, &to
	}
}

func (f *film) steps() (steps, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return steps{}, err
	}
	d := drawing{n: f.n, setup: f.last}
	g := f.n.Grid()
	return steps{View: fmt.Sprintf("-2 -2 %d %d", g.Columns*boardCell+4, g.Rows*boardCell+4), Squares: ground(f.n), SVG: d.svg("The last position"), Moves: strings.Join(f.words, " "), Data: template.JS(text)}, nil
}
