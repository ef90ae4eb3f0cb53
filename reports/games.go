package reports

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/record"
)

type steps struct {
	ID, Title string
	SVG       template.HTML // the last position
	Moves     string        // all turns, for readers without scripts
	Data      string        // JSON: where squares are, and for every position the move before it and the pieces
}

// kept are the games of a cell that a report shows: the shortest that one side
// won, and the shortest drawn.
type kept struct {
	won, drawn *record.Record
}

func (k *kept) see(rec *record.Record) {
	_, won := rec.Won()
	switch {
	case won && (k.won == nil || rec.Plies < k.won.Plies):
		k.won = clone(rec)
	case rec.Result == rules.Draw.String() && (k.drawn == nil || rec.Plies < k.drawn.Plies):
		k.drawn = clone(rec)
	}
}

// clone keeps a record whose memory belongs to the reader.
func clone(rec *record.Record) *record.Record {
	c := *rec
	c.Turns = strings.Clone(rec.Turns)
	return &c
}

func (r *Report) gamesSection() *section {
	s := &section{
		ID: "games", Title: "Games to step through",
		Text: []string{"The shortest game that one side won, and the shortest drawn, under each rule set, of the last players. With the arrow keys, or the buttons, from the end or the start; without scripts the board shows the last position."},
	}
	g := r.Groups[len(r.Groups)-1]
	for _, c := range g.Cells {
		if c.Exercise == nil {
			continue
		}
		for _, x := range []struct {
			rec  *record.Record
			what string
		}{{c.kept.won, "won"}, {c.kept.drawn, "drawn"}} {
			if x.rec == nil {
				continue
			}
			st, err := stepsOf(c.Exercise.by.rules, x.rec)
			if err != nil {
				continue
			}
			st.ID = fmt.Sprintf("game-%d-%s", c.Profile.Number, x.what)
			st.Title = fmt.Sprintf("%s, game %d: %s after %s", c.Profile.label(), x.rec.Game, ending{x.rec.Result, x.rec.Reason}, plural(int(x.rec.Plies), "ply", "plies"))
			s.Games = append(s.Games, st)
		}
	}
	if len(s.Games) == 0 {
		return nil
	}
	return s
}

func stepsOf(r *rules.Rules, rec *record.Record) (steps, error) {
	f := newFilm(r)
	if _, err := record.Walk(r, rec, func(h *rules.History, _ int, next *rules.Turn) { f.show(h, next) }); err != nil {
		return steps{}, err
	}
	return f.steps()
}

type film struct {
	n      *notation.Notation
	Places [][2]int `json:"xy"` // column and row of each square
	Frames []frame  `json:"frames"`
	words  []string
	last   board.Setup
}

type frame struct {
	Turn   string `json:"t"` // that led here
	Pieces string `json:"p"` // a letter for each square: . m k of White, M K of Black
}

func newFilm(r *rules.Rules) *film {
	f := &film{n: notation.Of(r.Profile())}
	for q := range f.n.Grid().All().All() {
		row, col := f.n.Place(q)
		f.Places = append(f.Places, [2]int{col, row})
	}
	return f
}

// show adds the position of h, in which next is then played, unless it is nil.
func (f *film) show(h *rules.History, next *rules.Turn) {
	f.last = h.Now().Setup()
	var b strings.Builder
	for q := range f.n.Grid().All().All() {
		letter := f.n.Letter(f.last, q)
		if letter == 0 {
			letter = '.'
		}
		b.WriteByte(letter)
	}
	before := ""
	if len(f.words) > 0 {
		before = f.words[len(f.words)-1]
	}
	f.Frames = append(f.Frames, frame{before, b.String()})
	if next != nil {
		f.words = append(f.words, f.n.Format(notation.PDN, f.last, *next, h.Turns()))
	}
}

func (f *film) steps() (steps, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return steps{}, err
	}
	return steps{SVG: template.HTML(Board(f.n, f.last)), Moves: strings.Join(f.words, " "), Data: string(text)}, nil
}
