package reports

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/record"
)

// A steps is a game to be stepped through on a board.
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

// gamesSection lets a reader step through games of the strongest players; nil
// where no rules could be compiled again.
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
	n := notation.Of(r.Profile())
	type frame struct {
		Turn   string `json:"t"` // that led here
		Pieces string `json:"p"` // a letter for each square: . m k of White, M K of Black
	}
	var out struct {
		Places [][2]int `json:"xy"` // column and row of each square
		Frames []frame  `json:"frames"`
	}
	for q := range n.Grid().All().All() {
		row, col := n.Place(q)
		out.Places = append(out.Places, [2]int{col, row})
	}
	var words []string
	last, before := rules.Setup{}, ""
	_, err := record.Walk(r, rec, func(h *rules.History, _ int, next *rules.Turn) {
		at := h.Now().Setup()
		var b strings.Builder
		for q := range n.Grid().All().All() {
			letter := n.Letter(at, q)
			if letter == 0 {
				letter = '.'
			}
			b.WriteByte(letter)
		}
		out.Frames = append(out.Frames, frame{before, b.String()})
		last = at
		if next != nil {
			before = n.Format(notation.PDN, at, *next, h.Turns())
			words = append(words, before)
		}
	})
	if err != nil {
		return steps{}, err
	}
	text, err := json.Marshal(out)
	if err != nil {
		return steps{}, err
	}
	return steps{SVG: template.HTML(Board(n, last)), Moves: strings.Join(words, " "), Data: string(text)}, nil
}
