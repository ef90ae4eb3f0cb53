package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The interval contains the true ratio in about 95 of 100 samples.
func TestRatioCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	covered := 0
	const samples = 400
	for range samples {
		var rows []Row
		for c := range 200 {
			x, y := float64(random.IntN(5)-2), float64(random.IntN(3)-1)
			row := Row{X: []float64{1, x, y}, N: 2, Cluster: c}
			p := 1 / (1 + math.Exp(-0.8*x-2*y))
			for range 2 {
				if random.Float64() < p {
					row.K++
				}
			}
			rows = append(rows, row)
		}
		l, err := Regress(rows)
		require.NoError(t, err)
		value, i := l.Ratio(2, 1, 0.95)
		require.True(t, i.Contains(value))
		if i.Contains(2.5) {
			covered++
		}
	}
	require.InDelta(t, 0.95, float64(covered)/samples, 0.045)
}

// A denominator that may be nothing leaves everything open.
func TestRatioOfNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var rows []Row
	for c := range 100 {
		rows = append(rows, Row{X: []float64{1, random.NormFloat64(), random.NormFloat64()}, K: random.IntN(2), N: 1, Cluster: c})
	}
	l, err := Regress(rows)
	require.NoError(t, err)
	_, i := l.Ratio(2, 1, 0.95)
	require.True(t, math.IsInf(i.Low, -1) && math.IsInf(i.High, 1))
}
