package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/variants"
)

func compile(tb testing.TB, ref string, sets ...string) *rules.Rules {
	tb.Helper()
	r, err := rules.Compile(profileOf(tb, ref, sets))
	require.NoError(tb, err)
	return r
}

func state(tb testing.TB, r *rules.Rules, fen string) rules.State {
	tb.Helper()
	s, err := notation.NewBoard(&r.Profile().Board).ReadFEN(fen)
	require.NoError(tb, err)
	st, err := r.Position(s)
	require.NoError(tb, err)
	return st
}

// walk counts lines of depth turns from s, playing each turn. Buffers has one list
// for every depth.
func walk(r *rules.Rules, s rules.State, depth int, due bool, buffers [][]rules.Turn) (n uint64) {
	if depth == 0 {
		return 1
	}
	turns := buffers[depth][:0]
	if due {
		turns = r.Due(turns, s)
	} else {
		turns = r.Moves(turns, s)
	}
	buffers[depth] = turns
	for i := range turns {
		n += walk(r, r.Play(s, turns[i]), depth-1, due, buffers)
	}
	return n
}

func TestWalkedIsCounted(t *testing.T) {
	for _, id := range variants.IDs() {
		r := compile(t, id)
		for _, due := range []bool{false, true} {
			require.Equal(t, r.Perft(r.Start(), 4, due), walk(r, r.Start(), 4, due, make([][]rules.Turn, 5)), id)
		}
	}
}
