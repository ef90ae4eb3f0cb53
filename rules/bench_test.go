package rules_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/notation"
)

func compile(tb testing.TB, ref string, sets ...string) *rules.Rules {
	tb.Helper()
	r, err := rules.Compile(profile(tb, ref, sets))
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

// Lines counted per second. The kings are those of both starting positions.
func BenchmarkPerft(b *testing.B) {
	const (
		kings = "W:WK31-50:BK1-20"
		heavy = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"
	)
	for _, c := range []struct {
		name, ref, fen string
		depth          int
		due            bool
	}{
		{"international", "international", "", 8, false},
		{"english", "english", "", 9, false},
		{"federation", "federation", "", 8, false},
		{"souffler due", "polonaise-souffler", "", 8, true},
		{"souffler", "polonaise-souffler", "", 5, false},
		{"kings", "international", kings, 4, false},
		{"woldouby", "international", heavy, 9, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := compile(b, c.ref)
			s := r.Start()
			if c.fen != "" {
				s = state(b, r, c.fen)
			}
			var n uint64
			for b.Loop() {
				n += r.Perft(s, c.depth, c.due)
			}
			b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "Mlines/s")
		})
	}
}

// Games of uniformly random turns to a player without a turn, or 300 plies, draw
// clauses left aside.
func BenchmarkRandomGames(b *testing.B) {
	wide := []string{"board.rows=12", "board.columns=12", "board.men_rows=5"}
	for _, c := range []struct {
		name, ref string
		sets      []string
	}{
		{"english", "english", nil},
		{"international", "international", nil},
		{"souffler", "polonaise-souffler", nil},
		{"12x12", "international", wide},
		{"12x12 souffler", "polonaise-souffler", wide},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := compile(b, c.ref, c.sets...)
			g := rand.NewPCG(1, 2)
			p := rules.NewPlayouts(r)
			plies := 0
			b.ReportAllocs()
			for b.Loop() {
				_, n := p.Play(r.Start(), 300, g)
				plies += n
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(plies)/1e6/b.Elapsed().Seconds(), "Mplies/s")
		})
	}
}
