package main

import (
	"fmt"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
)

// history sets up the position that the flags name and plays the turns of
// --after.
func (f *positionFlags) history(r *rules.Rules) (*rules.History, *notation.Notation, error) {
	n := notation.Of(r.Profile())
	s := r.Start()
	if f.fen != "" {
		setup, err := n.ReadFEN(string(f.fen))
		if err != nil {
			return nil, nil, fmt.Errorf("--fen: %w", err)
		}
		if s, err = r.Position(setup); err != nil {
			return nil, nil, fmt.Errorf("--fen: %s: %s", f.fen, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
	h := rules.NewHistory(r, s)
	for i, text := range strings.Fields(f.after) {
		s := h.State()
		t, err := n.Parse(text, s.Setup(), playable(h))
		if err != nil {
			return nil, nil, fmt.Errorf("--after: turn %d: %w", i+1, err)
		}
		h.Play(t)
	}
	return h, n, nil
}

// playable returns the turns of the present state. Where a draw clause has ended
// the game they are those that could be played on.
func playable(h *rules.History) []rules.Turn {
	if turns := h.Turns(); len(turns) > 0 {
		return turns
	}
	return h.Rules().Moves(nil, h.State())
}
