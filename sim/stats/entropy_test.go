package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// scipy.stats.entropy(c, base=2); eq. 7 of Chao and Shen in numpy;
// scipy.spatial.distance.jensenshannon(a, b, 2)**2.
func TestEntropy(t *testing.T) {
	c := []int{10, 7, 5, 3, 2, 1, 1, 1}
	near(t, 2.532380816279281, Entropy(c), "entropy")
	near(t, 2.789047831211662, ChaoShen(c), "with kinds not seen")
	near(t, 0.42813275139255663, JensenShannon([]int{3, 5, 2, 0}, []int{1, 1, 4, 6}), "divergence")
	near(t, 3, Entropy([]int{4, 4, 4, 4, 4, 4, 4, 4}), "eight equal kinds")
	near(t, 1, JensenShannon([]int{3, 0}, []int{0, 9}), "nothing in common")
	near(t, 0, JensenShannon([]int{3, 1}, []int{9, 3}), "equal shares")

	require.Zero(t, Entropy(nil))
	require.Zero(t, Entropy([]int{7}))
	require.Zero(t, ChaoShen([]int{7}))
	require.True(t, math.IsNaN(ChaoShen([]int{1, 1, 1})), "nothing seen twice")
	require.True(t, math.IsNaN(ChaoShen(nil)))
	require.Zero(t, JensenShannon([]int{0, 0}, []int{1, 2}))
	require.Panics(t, func() { JensenShannon([]int{1}, nil) })
}

// Of 200 draws from 100 equal kinds the plain entropy says too little; the other
// estimate is within a tenth of a bit of log₂ 100 on average.
func TestChaoShenSeesWhatWasNotDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	plain, corrected := 0.0, 0.0
	for range 200 {
		c := make([]int, 100)
		for range 200 {
			c[rng.IntN(100)]++
		}
		plain += Entropy(c) / 200
		corrected += ChaoShen(c) / 200
	}
	require.Less(t, plain, math.Log2(100)-0.3)
	require.InDelta(t, math.Log2(100), corrected, 0.1)
}

func TestDiverge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	draw := func(kinds int) (out [][]int) {
		for range 80 {
			out = append(out, []int{rng.IntN(kinds), rng.IntN(kinds)})
		}
		return out
	}
	a, b := draw(6), draw(3)
	d := Diverge(a, b, 6, 499, rand.NewPCG(1, 2))
	require.Equal(t, d, Diverge(a, b, 6, 499, rand.NewPCG(1, 2)))
	require.InDelta(t, 0.002, d.P, 1e-12, "the least that 499 lots can give")
	require.Greater(t, d.Value, 10*d.Chance)

	require.Equal(t, 1.0, Diverge(a, a, 6, 99, rand.NewPCG(1, 2)).P)
	require.Zero(t, Diverge(a, a, 6, 99, rand.NewPCG(1, 2)).Value)
	require.Equal(t, 1.0, Diverge(nil, nil, 0, 99, rand.NewPCG(1, 2)).P)

	// Samples of the same make: p ≤ 0.05 in about 5 of 100.
	low := 0
	for i := range uint64(400) {
		if Diverge(draw(6), draw(6), 6, 99, rand.NewPCG(i, 7)).P <= 0.05 {
			low++
		}
	}
	require.InDelta(t, 20, low, 13)
}
