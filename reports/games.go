package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

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

type kept struct {
	won, drawn, huffed *record.Record   // the shortest that one side won, that was drawn, that one side won with a huff
	first              []*record.Record // among which a typical one is looked for
}

const typicalGames = 100

func (k *kept) see(rec *record.Record) {
	_, won := rec.Won()
	shorter := func(than *record.Record) bool { return than == nil || rec.Plies < than.Plies }
	if won && shorter(k.won) {
		k.won = clone(rec)
	}
	if counts := rec.Counts(); won && counts[study.Huffed] > 0 && shorter(k.huffed) {
		k.huffed = clone(rec)
	}
	if rec.Result == rules.Draw.String() && shorter(k.drawn) {
		k.drawn = clone(rec)
	}
	if len(k.first) < typicalGames {
		k.first = append(k.first, clone(rec))
	}
}

// typical is the game whose length is nearest to the median; nil where half of the games
// did not end.
func (c *Cell) typical() *record.Record {
	ended := those(c.kept.first, func(rec *record.Record) bool { return rec.Result != record.Horizon && rec.Result != record.Forfeited })
	if len(ended) == 0 || math.IsInf(c.median(), 0) {
		return nil
	}
	far := func(rec *record.Record) float64 { return math.Abs(float64(rec.Plies) - c.median()) }
	return slices.MinFunc(ended, func(a, b *record.Record) int { return cmp.Compare(far(a), far(b)) })
}

// clone keeps a record whose memory belongs to the reader.
func clone(rec *record.Record) *record.Record {
	c := *rec
	c.Turns = strings.Clone(rec.Turns)
	return &c
}

func (r *findings) shown() []*Cell {
	cells := r.principal(r.last())
	return cells[:min(few, len(cells))]
}

func (r *Report) gamesSection() *section {
	s := &section{
		ID: "games", Title: "Games to step through",
		Text: []string{"The last move is marked on the board, a huffed piece crossed; an omission is named beside it. Without scripts the board shows the last position of the first game."},
	}
	var none []string
	huffed := false // one is enough
	for _, c := range r.shown() {
		if c.Exercise == nil {
			continue
		}
		if c.typical() == nil {
			none = append(none, c.Profile.Short)
		}
		seen := map[int64]bool{}
		for _, x := range []struct {
			rec       *record.Record
			what, why string
		}{
			{c.typical(), "typical", fmt.Sprintf("Typical: of the first %d the one nearest to the median length.", min(typicalGames, len(c.kept.first)))},
			{c.kept.huffed, "huffed", "The shortest game with a huff that one side won."},
			{c.kept.won, "won", "The shortest game that one side won."},
			{c.kept.drawn, "drawn", "The shortest game that was drawn."},
		} {
			if x.rec == nil || seen[int64(x.rec.Game)] || x.what == "won" && c.kept.huffed != nil || x.what == "huffed" && huffed {
				continue
			}
			seen[int64(x.rec.Game)] = true
			st, err := stepsOf(c.Exercise.by.rules, x.rec, r.Plan)
			if err != nil {
				continue
			}
			st.ID, st.Why = fmt.Sprintf("game-%d-%s", c.Profile.Number, x.what), x.why
			st.Title = fmt.Sprintf("%s, game %d: %s, %s", c.Profile.Short, x.rec.Game, endingWords(ending{x.rec.Result, x.rec.Reason}), plural(int(x.rec.Plies), "ply", "plies"))
			s.Games = append(s.Games, st)
			huffed = huffed || x.what == "huffed"
		}
	}
	// A game that a huff decided first, then a typical one of each rule set.
	rank := func(st steps) int {
		return slices.Index([]string{"huffed", "typical", "drawn", "won"}, st.ID[strings.LastIndex(st.ID, "-")+1:])
	}
	slices.SortStableFunc(s.Games, func(a, b steps) int { return rank(a) - rank(b) })
	s.Games = s.Games[:min(few+1, len(s.Games))]
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
	Names  []string `json:"names"` // of each square, as FENs have it
	Frames []frame  `json:"frames"`
	PDN    string   `json:"pdn,omitempty"` // the game as other programs read it
	words  []string
	last   board.Setup
	pieces string
	index  map[board.Square]int
	next   frame // what is known of the position after the turn just shown
}

type frame struct {
	Turn   string `json:"t,omitempty"` // that led here
	Pieces string `json:"p,omitempty"` // of the first: a letter for each square: . w b, W B for kings
	Change string `json:"c,omitempty"` // of the others: number of a square and its letter, for each that changed
	From   *int   `json:"f,omitempty"` // of the last move
	To     *int   `json:"g,omitempty"`
	Huffed *int   `json:"x,omitempty"` // the square of the piece that it removed
	Note   string `json:"n,omitempty"` // that it was an omission, or opened with a claim
	Black  bool   `json:"b,omitempty"` // is to move
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
	f.next = frame{Turn: f.words[len(f.words)-1], Note: f.n.Note(*next)}
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
	return steps{View: fmt.Sprintf("-2 -2 %d %d", g.Columns*boardCell+4, g.Rows*boardCell+4), Squares: "#" + squaresID(f.n), SVG: d.svg("The last position"), Moves: strings.Join(f.words, " "), Data: template.JS(text)}, nil
}
