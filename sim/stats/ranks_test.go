package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"varlab/internal/testing/long"
)

func TestRanks(t *testing.T) {
	none := [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
	first, _, above := Ranks([]float64{0.2, -0.3, 0.3}, none, 0, 0, rand.NewPCG(1, 1))
	require.InDeltaSlice(t, []float64{0, 0.5, 0.5}, first, 1e-9, "without errors the largest, whatever its sign")
	require.InDeltaSlice(t, []float64{1, 0.5, 0.5}, above[1], 1e-9)
	first, _, _ = Ranks([]float64{0.2, -0.3, 0.3}, none, 0, 1, rand.NewPCG(1, 1))
	require.InDeltaSlice(t, []float64{0, 0, 1}, first, 1e-9, "the greatest")
	first, _, _ = Ranks([]float64{0.2, -0.3, 0.3}, none, 0, -1, rand.NewPCG(1, 1))
	require.InDeltaSlice(t, []float64{0, 1, 0}, first, 1e-9, "the least")
	alike := [][]float64{{0.01, 0.01, 0}, {0.01, 0.01, 0}, {0, 0, 0.01}}
	first, near, above := Ranks([]float64{0.2, 0.2, 0}, alike, 0.01, 0, rand.NewPCG(1, 1))
	require.InDelta(t, first[0], first[1], 1e-9, "two changes with the same games")
	require.Greater(t, near[0], 1.5*first[0], "each is the largest, or as good as")
	require.InDelta(t, 0.5, above[0][1], 1e-9)
}

// The chance that a change does most is a chance: of all changes that are said to be first
// with a chance near p a share p is, where true effects are as large as the errors of their
// estimates (some five points) and where they are larger.
func TestRanksAreCalibrated(t *testing.T) {
	trials := 200
	if long.Form(t) {
		trials = 2000
	}
	for _, spread := range []float64{0.02, 0.05, 0.15} {
		rng := rand.New(rand.NewPCG(2006, 515))
		var said, came, count [5]float64
		const openings, games, changes = 60, 2, 4
		for trial := range trials {
			shifts, best := make([]float64, 1+changes), 1 // the first is the base
			for i := range changes {
				if shifts[i+1] = spread * rng.NormFloat64(); math.Abs(shifts[i+1]) > math.Abs(shifts[best]) {
					best = i + 1
				}
			}
			samples := make([][]Cell, 1+changes)
			for range openings {
				own, draws := 0.2*(rng.Float64()-0.5), [games]float64{rng.Float64(), rng.Float64()}
				for s := range samples {
					c := Cell{N: games}
					for _, u := range draws {
						if rng.Float64() < 0.7 { // chance is common until games part
							u = rng.Float64()
						}
						if u < 0.4+own+shifts[s] {
							c.Sum++
						}
					}
					samples[s] = append(samples[s], c)
				}
			}
			estimates, covariance, less := make([]float64, changes), make([][]float64, changes), make([][]float64, changes)
			for i := range changes {
				for o, c := range samples[i+1] {
					less[i] = append(less[i], (c.Sum-samples[0][o].Sum)/games)
				}
				estimates[i] = stat.Mean(less[i], nil)
				for j := range i + 1 {
					covariance[i] = append(covariance[i], stat.Covariance(less[i], less[j], nil)/openings)
				}
			}
			first, _, _ := Ranks(estimates, covariance, 0, 0, rand.NewPCG(uint64(trial), 1))
			for i, p := range first {
				k := min(4, int(5*p))
				said[k], count[k] = said[k]+p, count[k]+1
				if i+1 == best {
					came[k]++
				}
			}
		}
		for k, n := range count {
			p := said[k] / n
			t.Logf("effects of %v: said %.3f, came %.3f, of %.0f", spread, p, came[k]/n, n)
			switch {
			case spread < 0.05 && k > 2:
				require.Less(t, n, 0.03*float64(changes*trials), "where nothing can be told apart little is said")
			case spread >= 0.05 && n >= 20:
				require.InDelta(t, p, came[k]/n, 0.05+3*math.Sqrt(p*(1-p)/n), "of %v that were said to be first with about that chance", n)
			}
		}
	}
}
