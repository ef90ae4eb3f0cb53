package player

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/board"
)

// Made returns the player of a spec.
func Made(t testing.TB, r *rules.Rules, spec string) Player {
	t.Helper()
	s, err := Parse(spec)
	require.NoError(t, err)
	p, err := s.New(r)
	require.NoError(t, err)
	return p
}

// Value returns what says by weights what a quiescent state of the game r is worth, in
// hundredths of a man, for the side on move.
func Value(w *Weights, r *rules.Rules) func(s *rules.State) int {
	l := newLearned(NewTerms(r), w)
	return func(s *rules.State) int { return l.of(s, board.Set{}) }
}

// Again returns w as it is read from its file.
func Again(w *Weights) *Weights {
	again, err := ReadWeights(w.Bytes())
	if err != nil {
		panic(err)
	}
	return again
}

// TermOf returns the first term of a group.
func TermOf(t *Terms, key string) int { return t.at(key) }
