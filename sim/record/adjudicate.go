package record

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// Unfinished is the result of a game that other draw clauses would have let go on
// where its own ended it.
const Unfinished = "unfinished"

// An Adjudicator says how games would have ended under other draw clauses. It is
// for one goroutine.
type Adjudicator struct {
	rules    *rules.Rules
	notation *notation.Notation
	buffer   []rules.Turn
}

// NewAdjudicator returns that of games of set under the draw clauses given. All
// else about the rule set stays, so that every move stays legal.
func NewAdjudicator(set study.RuleSet, draws []profile.DrawClause) (*Adjudicator, error) {
	if _, err := Compile(set); err != nil {
		return nil, err
	}
	p, err := readContent(set)
	if err != nil {
		return nil, err
	}
	p.Draws = draws
	r, err := rules.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	return &Adjudicator{rules: r, notation: notation.Of(p)}, nil
}

type Ending struct {
	Result, Reason string
	Plies          int
}

// Ending is how rec ends under the adjudicator's draw clauses: sooner than it did,
// where one of them ends it; as it did, where the board ended it or the horizon
// cut it off, or an exact value was given it; else unfinished, at its last ply. A clause that works on claim is
// taken to be claimed as soon as it stands. An error names the turn that cannot
// be read.
func (a *Adjudicator) Ending(rec *Record) (Ending, error) {
	h := rules.NewHistory(a.rules, a.rules.Start())
	for i, text := range strings.Fields(rec.Turns) {
		if o, over := a.over(h); over {
			return Ending{o.Result.String(), string(o.Reason), h.Plies()}, nil
		}
		turns := h.Turns()
		t, err := a.notation.ParseAs(notation.Hub, text, h.Now().Setup(), turns)
		if err != nil {
			if text == "draw" || text == "waive" {
				// The game was ended by a clause that is not there.
				return Ending{Unfinished, rec.Reason, h.Plies()}, nil
			}
			// An omission may have left a position that a clause ends, and the opponent
			// played on instead of claiming: that accepts the ending.
			a.buffer = a.rules.Moves(a.buffer[:0], h.State())
			_, e := a.notation.ParseAs(notation.Hub, text, h.Now().Setup(), a.buffer)
			k := slices.IndexFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.Waive })
			if e != nil || k < 0 {
				return Ending{}, fmt.Errorf("cell %d, game %d, turn %d: %w", rec.Cell, rec.Game, i+1, err)
			}
			t = turns[k]
		}
		h.Play(t)
	}
	if o, over := a.over(h); over {
		return Ending{o.Result.String(), string(o.Reason), h.Plies()}, nil
	}
	switch {
	case rec.Result == Horizon, rec.Result == Forfeited, rec.Reason == Adjudication:
		return Ending{rec.Result, rec.Reason, h.Plies()}, nil
	}
	return Ending{Unfinished, rec.Reason, h.Plies()}, nil
}

// over says whether the game has ended, draws that could be claimed included.
func (a *Adjudicator) over(h *rules.History) (rules.Outcome, bool) {
	if o := h.Outcome(); o.Over() {
		return o, true
	}
	for _, t := range h.Turns() {
		if t.Action == rules.CallDraw {
			h.Play(t)
			o := h.Outcome()
			h.Undo()
			return o, o.Over()
		}
	}
	return rules.Outcome{}, false
}
