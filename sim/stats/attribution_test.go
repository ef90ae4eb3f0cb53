package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The glove game of the article "Shapley value" in Wikipedia: parts 1 and 2 hold
// right-hand gloves, part 3 a left-hand one; a pair is worth 1. Shares 1/6, 1/6,
// 2/3. And the airport game of Littlechild and Owen (1973), Management Science
// 20, p. 370: runways that cost 8, 11, 13 and 18 are paid for with 2, 3, 4, 9.
func TestShapley(t *testing.T) {
	gloves := func(set int) float64 {
		if set&4 != 0 && set&3 != 0 {
			return 1
		}
		return 0
	}
	require.InDeltaSlice(t, []float64{1.0 / 6, 1.0 / 6, 2.0 / 3}, Shapley(3, gloves), 1e-12)
	airport := func(set int) float64 {
		cost := 0.0
		for i, c := range []float64{8, 11, 13, 18} {
			if set>>i&1 == 1 {
				cost = max(cost, c)
			}
		}
		return cost
	}
	require.InDeltaSlice(t, []float64{2, 3, 4, 9}, Shapley(4, airport), 1e-12)

	// All orders are all orders.
	orders := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	require.InDeltaSlice(t, Shapley(3, gloves), ShapleyOf(3, orders, gloves), 1e-12)

	// Interactions: v = Σ of parts and of products of two has the products as its
	// interactions, and each part gets half of them.
	products := func(set int) float64 {
		bit := func(i int) float64 { return float64(set >> i & 1) }
		return 5 + bit(0) - 2*bit(1) + 4*bit(0)*bit(1) - 6*bit(1)*bit(2)
	}
	in := Interactions(3, products)
	require.InDeltaSlice(t, []float64{0, 4, 0}, in[0], 1e-12)
	require.InDeltaSlice(t, []float64{4, 0, -6}, in[1], 1e-12)
	require.InDeltaSlice(t, []float64{3, -3, -3}, Shapley(3, products), 1e-12)

	require.Equal(t, []float64{3}, Shapley(1, func(set int) float64 { return float64(3 * set) }))
	require.Empty(t, Shapley(0, func(int) float64 { return 1 }))
	require.Equal(t, [][]float64{{0}}, Interactions(1, func(int) float64 { return 1 }))
}

// Whatever the values and orders, what the parts get is the whole difference.
func TestAttributionsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	for n := 1; n <= 6; n++ {
		values := make([]float64, 1<<n)
		for i := range values {
			values[i] = rng.Float64()
		}
		v := func(set int) float64 { return values[set] }
		for _, phi := range [][]float64{Shapley(n, v), ShapleyOf(n, Orders(n, 3, rand.NewPCG(1, uint64(n))), v)} {
			sum := 0.0
			for _, x := range phi {
				sum += x
			}
			require.InDelta(t, values[1<<n-1]-values[0], sum, 1e-12)
		}
	}
	for _, o := range Orders(5, 2, rand.NewPCG(1, 1)) {
		require.ElementsMatch(t, []int{0, 1, 2, 3, 4}, o)
	}
}

// The 50th value from either side of 1999 with clusters without number, and the 17th
// with ten: 1 - Φ(√(10/9) 2.262157) = 0.00855.
func TestPercentiles(t *testing.T) {
	values := make([]float64, 1999)
	for i := range values {
		values[i] = float64(1999 - i)
	}
	require.Equal(t, Interval{50, 1950}, Percentiles(values, 1e6, 0.95))
	require.Equal(t, Interval{17, 1983}, Percentiles(values, 10, 0.95))
	require.Equal(t, Interval{1, 1}, Percentiles([]float64{1}, 10, 0.95))
	require.True(t, math.IsInf(Percentiles(values, 1, 0.95).High, 1))
}
