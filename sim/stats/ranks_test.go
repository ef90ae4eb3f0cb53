package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"varlab/internal/testing/long"
)

func TestRanks(t *testing.T) {
	first, above := Ranks([][]float64{{3, 1, 2, 2}, {1, 3, 2, 1}, {0, 0, 2, 1}})
	require.InDeltaSlice(t, []float64{(2 + 1.0/3) / 4, (1 + 1.0/3) / 4, (1.0 / 3) / 4}, first, 1e-12)
	require.InDeltaSlice(t, []float64{0.5, 0.625, 0.875}, above[0], 1e-12)
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
			source := rand.NewPCG(uint64(trial), 1)
			means := ResampleMeans(samples, source)
			base := RateOf(samples[0]).Value()
			var estimates []float64
			for i, x := range means[1:] {
				estimates = append(estimates, RateOf(samples[i+1]).Value()-base)
				floats.Sub(x, means[0])
			}
			scores := Effects(estimates, means[1:], source)
			for _, x := range scores {
				for r := range x {
					x[r] = math.Abs(x[r])
				}
			}
			first, _ := Ranks(scores)
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
