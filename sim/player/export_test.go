package player

import (
	"varlab/rules"
	"varlab/rules/board"
)

// Value returns what weights say of a quiescent state of the game r, in hundredths of
// a man, for the side on move.
func Value(w *Weights, r *rules.Rules, s *rules.State) (int, error) {
	t := NewTerms(r)
	if err := w.fit(t); err != nil {
		return 0, err
	}
	return newLearned(t, w).of(s, board.Set{}), nil
}
