package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where three trainings of either rule set vary, the interval covers 95 % with their variance
// added, whether they vary or not, and without it far less where they do.
func TestSpread(t *testing.T) {
	const openings, trials = 300, 2000
	covers := func(spread, added float64) (share float64) {
		rng := rand.New(rand.NewPCG(1754, 3))
		for range trials {
			var samples [2][]Cell
			for s := range samples {
				rates := [3]float64{}
				for k := range rates {
					rates[k] = 0.5 + spread*rng.NormFloat64()
				}
				for i := range openings {
					c := Cell{N: 1}
					if rng.Float64() < rates[i%3] {
						c.Sum = 1
					}
					samples[s] = append(samples[s], c)
				}
			}
			// Half of the variance of the difference is each rule set's.
			e := RateDifference(samples[0], samples[1], true, 0.95).Spread(added, 0.95)
			if e.Contains(0) {
				share += 1.0 / trials
			}
			require.Equal(t, e.P <= 0.05, !e.Contains(0))
		}
		return share
	}
	const spread = 0.07
	added := spread * 0.816496580927726 // √(1/3 + 1/3)
	require.InDelta(t, 0.95, covers(spread, added), 0.02)
	require.InDelta(t, 0.955, covers(0, 0), 0.02)
	require.Less(t, covers(spread, 0), 0.85)
}
