package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBeyond(t *testing.T) {
	e := Estimate{Value: 0.05, SE: 0.01, Clusters: 100, DF: 0}
	near(t, 2*NormalTail(3), e.Beyond(0.02), "three standard errors outside")
	require.Equal(t, 1.0, e.Beyond(0.05))
	e.Value = -0.05
	near(t, 2*NormalTail(3), e.Beyond(0.02), "on the other side")
	require.Equal(t, 1.0, Estimate{Value: 0.05, Flat: true}.Beyond(0.02))
	// (1.644854 + 1.281552) standard errors, as in TestGamesForMargin
	require.InDelta(t, 0.02926405, e.DetectableMargin(0.05, 0.8), 1e-7)
	require.True(t, math.IsInf(Estimate{Flat: true, Clusters: 9}.DetectableMargin(0.05, 0.8), 1))
}

// 0 of 100 in both: Newcombe's ends are ± z²/(100+z²), which is 0.02 at z² =
// 2.040816, α = 0.076558.
func TestFlatEquivalence(t *testing.T) {
	none := RateOf(make([]Cell, 0))
	require.Equal(t, 1.0, FlatEquivalence(none, none, 0.02))
	r := Rate{K: 0, N: 100, Clusters: 100}
	require.InDelta(t, NormalTail(math.Sqrt(100*0.02/0.98)), FlatEquivalence(r, r, 0.02), 1e-9)
	twice := Rate{K: 0, N: 200, Clusters: 100}
	require.InDelta(t, FlatEquivalence(r, r, 0.02), FlatEquivalence(twice, twice, 0.02), 1e-9, "openings count")
	require.Equal(t, 1.0, FlatEquivalence(Rate{K: 100, N: 100}, r, 0.5))
}

// 0 of 6: the chance of none is (1-p)⁶, so that a half is left out at 2·2⁻⁶, and
// four tenths at 2·0.6⁶.
func TestFlatAgainstNumber(t *testing.T) {
	r := Rate{K: 0, N: 12, Clusters: 6}.Flat()
	require.Equal(t, Rate{K: 0, N: 6}, r, "openings count")
	require.InDelta(t, 2.0/64, r.Outside(0.5, 0), 1e-9)
	require.InDelta(t, 2*math.Pow(0.6, 6), r.Outside(0.5, 0.1), 1e-9)
	require.Equal(t, 1.0, r.Outside(0, 0))
	require.InDelta(t, math.Pow(0.5, 6), r.Inside(0, 0.5), 1e-9)
	require.Equal(t, 1.0, r.Inside(0.5, 0.1))
	require.Equal(t, 1.0, Rate{K: 0, N: 0}.Outside(0.5, 0), "no games, nothing shown")
	require.Equal(t, 1.0, Rate{K: 0, N: 8, Clusters: 1}.Flat().Outside(0.5, 0), "one opening")
}

func TestQuantileEquivalence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var a, b [][]Length
	for range 60 {
		x := 20 + rng.IntN(60)
		a, b = append(a, lengths(x)), append(b, lengths(x+3))
	}
	q := ResampleQuantiles([][][]Length{a, b}, 0.5, rand.NewPCG(1, 0))
	require.InDelta(t, 0.0005, QuantileEquivalence(q[0], q[1], 4), 1e-12, "always 3 apart")
	require.Equal(t, 1.0, QuantileEquivalence(q[0], q[1], 3))
	require.Equal(t, 1.0, QuantileEquivalence(QuantileSample{}, q[1], 3))
}
