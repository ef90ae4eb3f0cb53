package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/long"
)

// correlated draws n values of 0 and 1 with a rate, of which each is that of the cluster
// with the chance √correlation.
func correlated(rng *rand.Rand, n int, rate, correlation float64) Cell {
	c, shared := Cell{N: n}, rng.Float64() < rate
	for range n {
		hit := rng.Float64() < rate
		if rng.Float64() < math.Sqrt(correlation) {
			hit = shared
		}
		if hit {
			c.Sum++
		}
	}
	return c
}

// Of 39 openings seven carry half of the games, and likewise of fewer or more: intervals
// miss at most as often as they promise, however much games of one opening are alike.
func TestUnequalOpenings(t *testing.T) {
	most, counts, rates, correlations := 300, []int{39}, []float64{0.15, 0.5}, []float64{0, 0.1, 0.3, 1}
	if long.Form(t) {
		most, counts, rates, correlations = 3000, []int{10, 39, 100, 300, 1000}, []float64{0, 0.002, 0.01, 0.5, 0.99}, []float64{0, 0.3, 1}
	}
	for _, clusters := range counts {
		trials, heavy := min(most, 400_000/clusters), clusters*7/39
		sizes := slices.Concat(slices.Repeat([]int{28}, heavy), slices.Repeat([]int{6}, clusters-heavy))
		for _, rate := range rates {
			for _, correlation := range correlations {
				rng := rand.New(rand.NewPCG(7, 39))
				var missed [3]int
				for range trials {
					var a, b []Cell
					for _, n := range sizes {
						a, b = append(a, correlated(rng, n, rate, correlation)), append(b, correlated(rng, n, rate, correlation))
					}
					for i, covers := range []bool{
						RateOf(a).Wilson(0.95).Contains(rate), RateAgainst(a, rate, 0.95).Contains(0), RateDifference(a, b, true, 0.95).Contains(0),
					} {
						if !covers && (i > 0 || rate == 0.15 || rate == 0.5) { // Wilson's is right on average over rates
							missed[i]++
						}
					}
				}
				allowed := 0.05 + 3*math.Sqrt(0.05*0.95/float64(trials))
				t.Logf("%d openings, rate %v, correlation %v: missed %v of %d", clusters, rate, correlation, missed, trials)
				require.LessOrEqual(t, float64(max(missed[0], missed[1], missed[2])), allowed*float64(trials), "%d openings, rate %v, correlation %v: %v", clusters, rate, correlation, missed)
			}
		}
	}
	var shares []float64
	for _, n := range slices.Concat(slices.Repeat([]int{28}, 7), slices.Repeat([]int{6}, 32)) {
		shares = append(shares, float64(n)/388)
	}
	require.Equal(t, 9, degrees(shares))
	require.Equal(t, 38, degrees(slices.Repeat([]float64{1}, 39)))
	require.InDelta(t, 0.25/40*40/39, pooled(slices.Repeat([]Cell{{0, 4}, {4, 4}}, 20)), 1e-12, "as of equal clusters")
}

// More games that both samples have alike do not widen the interval of their difference, nor
// do more games of an opening that come out as its first: and both cover the truth.
func TestIdenticalGamesDoNotWiden(t *testing.T) {
	const openings, games, trials, rate = 50, 4, 200, 0.01
	width := func(identical, difference, correlation float64) (width, misses float64) {
		rng := rand.New(rand.NewPCG(50, 4))
		for range trials {
			var a, b []Cell
			for range openings {
				x, y := correlated(rng, games, rate+difference, correlation), correlated(rng, games, rate, correlation)
				if rng.Float64() < identical {
					y = x
				}
				a, b = append(a, x), append(b, y)
			}
			e := RateDifference(a, b, true, 0.95)
			width += e.Width() / trials
			if !e.Contains(difference * (1 - identical)) {
				misses += 1.0 / trials
			}
		}
		return width, misses
	}
	own, _ := width(0, 0, 0)
	alike, _ := width(0.9, 0, 0)
	require.Less(t, alike, own*1.1)
	for _, identical := range []float64{0, 0.5, 0.9} {
		for _, difference := range []float64{0, 0.05} {
			for _, correlation := range []float64{0, 0.3} {
				_, missed := width(identical, difference, correlation)
				require.Less(t, missed, 0.075, "%v identical, %v, correlation %v", identical, difference, correlation)
			}
		}
	}
	once, often := slices.Repeat([]Cell{{1, 1}, {0, 1}}, 20), slices.Repeat([]Cell{{4, 4}, {0, 4}}, 20)
	none := func(n int) []Cell { return slices.Repeat([]Cell{{0, n}}, 40) }
	require.Equal(t, RateDifference(once, none(1), true, 0.95).Interval, RateDifference(often, none(4), true, 0.95).Interval)
}
