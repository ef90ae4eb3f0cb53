package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A world makes games in clusters: the rate of a cluster has a beta distribution
// with the given mean and correlation of games, the same place in the
// distribution for every sample.
type world struct {
	rng           *rand.Rand
	clusters, per int
	correlation   float64
}

// cells draws one sample for each mean.
func (w *world) cells(means ...float64) [][]Cell {
	out := make([][]Cell, len(means))
	for s := range out {
		out[s] = make([]Cell, w.clusters)
	}
	for i := range w.clusters {
		// A common quantile would need the beta's inverse; a common mixture does
		// with less: with chance correlation the cluster is all hits or all misses.
		u, fixed := w.rng.Float64(), w.rng.Float64() < w.correlation
		for s, mean := range means {
			c := Cell{N: w.per}
			for range w.per {
				if fixed && u < mean || !fixed && w.rng.Float64() < mean {
					c.Sum++
				}
			}
			out[s][i] = c
		}
	}
	return out
}

// With 100 openings and rates from 0.05 to 0.95 the intervals of rates cover in 93.5 to 96.5
// of 100 studies. TestMisses has differences.
func TestCoverageOfClusters(t *testing.T) {
	const trials = 1500
	w := &world{rand.New(rand.NewPCG(1754, 1890)), 100, 2, 0.3}
	for _, p := range []float64{0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95} {
		covered := 0
		for range trials {
			if RateOf(w.cells(p)[0]).Wilson(0.95).Contains(p) {
				covered++
			}
		}
		require.True(t, Interval{0.935, 0.965}.Contains(float64(covered)/trials), "rate %v: covers %d of %d", p, covered, trials)
	}
}

// Two rates that lie a margin apart, near 0 and with several games an opening, are called
// equivalent within it in about one of twenty studies at most.
func TestEquivalenceAtItsMargin(t *testing.T) {
	const trials = 600
	for _, per := range []int{2, 6} {
		for _, rates := range [][2]float64{{0, 0.02}, {0, 0.03}, {0.02, 0.05}, {0.1, 0.13}} {
			for _, paired := range []bool{true, false} {
				w := &world{rand.New(rand.NewPCG(1754, 1890)), 100, per, 0.3}
				called := 0
				for range trials {
					x, y := w.cells(rates[0])[0], w.cells(rates[1])[0]
					if e := RateDifference(x, y, paired, 0.95); e.At(0.9).Low > rates[0]-rates[1] {
						called++
					}
				}
				require.LessOrEqual(t, float64(called)/trials, 0.075, "%d games an opening, %v, paired %v", per, rates, paired)
			}
		}
	}
}
