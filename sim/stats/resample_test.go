package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

func lengths(at ...int) (ls []Length) {
	for _, a := range at {
		ls = append(ls, Length{At: int32(a), Ended: 1})
	}
	return ls
}

// Two games per cluster, where the second sample is the first, 10 plies later.
func TestQuantileDifferencePaired(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var a, b [][]Length
	for range 200 {
		x, y := 20+rng.IntN(60), 20+rng.IntN(60)
		a, b = append(a, lengths(x, y)), append(b, lengths(x+10, y+10))
	}
	qs := ResampleQuantiles([][][]Length{a, b}, 0.5, rand.NewPCG(1754, 0))
	e := QuantileDifference(qs[1], qs[0], true, 0.95)
	require.Equal(t, 10.0, e.Value)
	require.True(t, 7 <= e.Low && e.Low < 10 && 10 < e.High && e.High <= 13, "%v", e.Interval)
	require.Less(t, e.P, 1e-9, "far under what resamples could give")
	require.Equal(t, 200, e.Clusters)
	back := QuantileDifference(qs[0], qs[1], true, 0.95)
	require.Equal(t, Interval{-e.High, -e.Low}, back.Interval)
	near(t, e.P, back.P, "either way")
	for _, level := range []float64{0.5, 0.9, 0.99, 0.9999} {
		require.Equal(t, e.At(level).Low > 8, 2*e.above(8) < 1-level, "p and interval agree at %v", level)
	}
	require.Less(t, e.Equivalence(20), 1e-6)
	require.Equal(t, 1.0, e.Equivalence(10))
	require.Less(t, e.Beyond(5), 0.001)

	require.Equal(t, qs, ResampleQuantiles([][][]Length{a, b}, 0.5, rand.NewPCG(1754, 0)))

	// Each on its own: the same value, but a wider interval.
	u := QuantileDifference(qs[1], qs[0], false, 0.95)
	require.Equal(t, 10.0, u.Value)
	require.Less(t, u.Low, e.Low)
	require.Greater(t, u.High, e.High)
	require.Equal(t, 400, u.Clusters)
	require.Equal(t, 1.0, QuantileDifference(QuantileSample{}, qs[0], false, 0.95).P)
}

// Odd numbers of games that all end, one to an opening: a length fits if no more
// than half of the games are shorter and no more than half longer, and the sign test
// of the share that is longer decides of any other.
func TestQuantileFits(t *testing.T) {
	var a [][]Length
	for at := range 101 {
		a = append(a, lengths(at+1))
	}
	q := quantileOf(a, 0.5)
	require.Equal(t, 51.0, q.Value)
	require.Zero(t, q.z[51])
	se := math.Sqrt(0.25 / 100) // 101 clusters less the one that the variance takes
	near(t, (61.0/101-0.5)/se, q.z[40], "61 of 101 are longer than 40")
	near(t, (41.0/101-0.5)/se, q.z[61], "41 of 101 are not shorter than 61")
}

func TestResampledValueIsKaplanMeier(t *testing.T) {
	cells := [][]Length{lengths(5, 9), {{At: 7, Censored: 2}, {At: 30, Ended: 1}}, lengths(12), {{At: 40, Censored: 1}}}
	var all []Length
	for _, c := range cells {
		all = append(all, c...)
	}
	for _, q := range []float64{0.1, 0.25, 0.5, 0.75, 0.9} {
		want, _ := KaplanMeier(all, 0.95).Quantile(q)
		got := ResampleQuantiles([][][]Length{cells}, q, rand.NewPCG(1, 1))[0]
		require.Equal(t, want, got.Value, "q = %v", q)
		require.Equal(t, 4, got.Clusters)
	}
}

// A quantile that nobody reached lies anywhere beyond the horizon.
func TestQuantileNotReached(t *testing.T) {
	var short, cut [][]Length
	for i := range 50 {
		short = append(short, lengths(20+i%3))
		cut = append(cut, []Length{{At: 300, Censored: 1}})
	}
	qs := ResampleQuantiles([][][]Length{short, cut, cut}, 0.5, rand.NewPCG(1, 1))
	e := QuantileDifference(qs[0], qs[1], true, 0.95)
	require.True(t, math.IsInf(e.Value, -1) && math.IsInf(e.Low, -1))
	require.LessOrEqual(t, e.High, 22.0-300)
	require.Less(t, e.P, 1e-6, "shorter, by nobody knows how much")
	e = QuantileDifference(qs[1], qs[2], true, 0.95)
	require.True(t, math.IsNaN(e.Value))
	require.Equal(t, 1.0, e.P)
	require.True(t, math.IsInf(e.Low, -1) && math.IsInf(e.High, 1))
}

// The first draws of a fixed source: rejection and all.
func TestBelow(t *testing.T) {
	source := rand.NewPCG(1, 2)
	counts := make([]int, 7)
	for range 70_000 {
		counts[random.Below(source, 7)]++
	}
	for i, c := range counts {
		require.InDelta(t, 10_000, c, 400, "%d", i)
	}
}
