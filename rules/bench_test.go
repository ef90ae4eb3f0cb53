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

// Lines of due turns counted a second: from the start of every rule set, of kings
// only (those of both starting positions), and where captures are many. The last
// turn is counted without being played, or, in the second of each pair, every line
// is walked to its end by Moves and Play.
func BenchmarkPerft(b *testing.B) {
	type position struct {
		name, ref, fen string
		depth          int
		due            bool
	}
	list := []position{
		{"kings", "international", "W:WK31-50:BK1-20", 4, true},
		{"woldouby", "international", "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 9, true},
		{"claims", "polonaise-souffler", "", 4, false},
	}
	for _, id := range variants.IDs() {
		list = append(list, position{id, id, "", 5, true})
	}
	for _, c := range list {
		r := compile(b, c.ref)
		s := r.Start()
		if c.fen != "" {
			s = state(b, r, c.fen)
		}
		buffers := make([][]rules.Turn, c.depth+1)
		for _, way := range []struct {
			name  string
			count func() uint64
		}{
			{"counted", func() uint64 { return r.Perft(s, c.depth, c.due) }},
			{"walked", func() uint64 { return walk(r, s, c.depth, c.due, buffers) }},
		} {
			b.Run(c.name+"/"+way.name, func(b *testing.B) {
				b.ReportAllocs()
				var n uint64
				for b.Loop() {
					n += way.count()
				}
				b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "Mlines/s")
			})
		}
	}
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
