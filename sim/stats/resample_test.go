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

// Two games per cluster, where the second sample is the first, 10 plies later:
// whatever is drawn, the paired difference is 10.
func TestQuantileDifferencePaired(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var a, b [][]Length
	for range 60 {
		x, y := 20+rng.IntN(60), 20+rng.IntN(60)
		a, b = append(a, lengths(x, y)), append(b, lengths(x+10, y+10))
	}
	qs := ResampleQuantiles([][][]Length{a, b}, 0.5, rand.NewPCG(1754, 0))
	e := QuantileDifference(qs[1], qs[0], true, 0.95)
	require.Equal(t, 10.0, e.Value)
	require.Equal(t, Interval{10, 10}, e.Interval)
	require.InDelta(t, 0.001, e.P, 1e-12, "the least p that 1999 resamples can give")
	require.Equal(t, 60, e.Clusters)

	again := ResampleQuantiles([][][]Length{a, b}, 0.5, rand.NewPCG(1754, 0))
	require.Equal(t, qs, again)

	// Each with its own resamples: the same value, but an interval.
	own := ResampleQuantiles([][][]Length{b}, 0.5, rand.NewPCG(1755, 0))
	u := QuantileDifference(own[0], qs[0], false, 0.95)
	require.Equal(t, 10.0, u.Value)
	require.Less(t, u.Low, 10.0)
	require.Greater(t, u.High, 10.0)
	require.Equal(t, 120, u.Clusters)
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
	require.InDelta(t, 0.001, e.P, 1e-12, "shorter, by nobody knows how much")
	e = QuantileDifference(qs[1], qs[2], true, 0.95)
	require.True(t, math.IsNaN(e.Value))
	require.Equal(t, 1.0, e.P)
	require.True(t, math.IsInf(e.Low, -1) && math.IsInf(e.High, 1))
}

// Coverage by simulation: unpaired medians of exponential lengths cut off at 80,
// true medians equal; and p of at most 0.05 about as often as it says.
func TestQuantileDifferenceCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1788, 1754))
	draw := func() (cells [][]Length) {
		for range 60 {
			at := int(20 + 40*rng.ExpFloat64())
			if at > 80 {
				cells = append(cells, []Length{{At: 80, Censored: 1}})
			} else {
				cells = append(cells, lengths(at))
			}
		}
		return cells
	}
	const trials = 400
	covered := 0
	for i := range uint64(trials) {
		a := ResampleQuantiles([][][]Length{draw(), draw()}, 0.5, rand.NewPCG(i, 1))
		if QuantileDifference(a[0], a[1], true, 0.95).Contains(0) {
			covered++
		}
	}
	share := float64(covered) / trials
	require.True(t, 0.93 <= share && share <= 0.985, "covered %v", share)
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
