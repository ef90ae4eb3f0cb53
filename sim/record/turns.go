package record

import (
	"fmt"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
)

// A Scribe writes down the turns of games under one rule set. It is for one
// goroutine.
type Scribe struct {
	notation *notation.Notation
	text     strings.Builder
}

func NewScribe(r *rules.Rules) *Scribe { return &Scribe{notation: notation.Of(r.Profile())} }

func (s *Scribe) Begin() { s.text.Reset() }

func (s *Scribe) Add(at *rules.State, t rules.Turn, turns []rules.Turn) {
	if s.text.Len() > 0 {
		s.text.WriteByte(' ')
	}
	s.text.WriteString(s.notation.Format(notation.Hub, at.Setup(), t, turns))
}

func (s *Scribe) Text() string { return s.text.String() }

// Replay plays the turns of rec again under r and returns how the game stood
// after them. The error names the first turn that is not legal.
func Replay(r *rules.Rules, rec *Record) (*rules.History, error) {
	return Walk(r, rec, func(*rules.History, int, *rules.Turn) {})
}

// Walk is Replay, and calls visit with the game as it stood before each turn, how
// many turns had been made, and the turn; and after the last with none.
func Walk(r *rules.Rules, rec *Record, visit func(h *rules.History, made int, next *rules.Turn)) (*rules.History, error) {
	n := notation.Of(r.Profile())
	h := rules.NewHistory(r, r.Start())
	texts := strings.Fields(rec.Turns)
	for i, text := range texts {
		turns := h.Turns()
		at := h.State()
		t, err := n.ParseAs(notation.Hub, text, at.Setup(), turns)
		if err != nil {
			return h, fmt.Errorf("cell %d, game %d, turn %d: %w", rec.Cell, rec.Game, i+1, err)
		}
		visit(h, i, &t)
		h.Play(t)
	}
	visit(h, len(texts), nil)
	return h, nil
}
