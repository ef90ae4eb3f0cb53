package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func singles(k, n int) []Cell {
	out := make([]Cell, n)
	for i := range out {
		out[i].N = 1
		if i < k {
			out[i].Sum = 1
		}
	}
	return out
}

// One game of each to an opening, and 5 of 100 openings in which only a draws:
// the distances are those of 5 and of 0 of 100, each by Clopper and Pearson.
func TestContrastOfSingles(t *testing.T) {
	e := RateDifference(singles(25, 100), singles(20, 100), true, 0.95)
	five, none := Rate{K: 5, N: 100}.ClopperPearson(0.95), Rate{K: 0, N: 100}.ClopperPearson(0.95)
	interval(t, 0.05-math.Hypot(0.05-five.Low, none.High), five.High, e.Interval, "difference")
	require.Zero(t, e.DF, "a binomial has its own variance")
	require.InDelta(t, 0.0625, e.P, 0.02, "five coins on one side")

	e = RateDifference(singles(30, 90), singles(10, 80), false, 0.95)
	a, b := Rate{K: 30, N: 90}.ClopperPearson(0.95), Rate{K: 10, N: 80}.ClopperPearson(0.95)
	d := 1.0/3 - 1.0/8
	interval(t, d-math.Hypot(1.0/3-a.Low, b.High-0.125), d+math.Hypot(a.High-1.0/3, 0.125-b.Low), e.Interval, "unpaired")
	require.Equal(t, 170, e.Clusters)
}

// A rate against a number is Clopper and Pearson's test, exactly.
func TestRateAgainst(t *testing.T) {
	e := RateAgainst(singles(15, 148), 0.25, 0.95)
	interval(t, 0.05784401008344857-0.25, 0.161650490349479-0.25, e.Interval, "statsmodels' beta")

	// 0 of 6 openings: the chance of none is (1-p)⁶, so that a half is left out at
	// 2·2⁻⁶, and four tenths at 2·0.6⁶.
	none := make([]Cell, 6)
	for i := range none {
		none[i].N = 2
	}
	half := RateAgainst(none, 0.5, 0.95)
	near(t, 2.0/64, half.P, "openings count")
	near(t, 2*math.Pow(0.6, 6), half.Beyond(0.1), "beyond a margin")
	require.Equal(t, 1.0, half.Equivalence(0.1))
	require.Equal(t, 1.0, RateAgainst(none, 0, 0.95).P)
	near(t, math.Pow(0.5, 6), RateAgainst(none, 0, 0.95).Equivalence(0.5), "within a half")
	require.Equal(t, 1.0, RateAgainst([]Cell{{0, 8}}, 0.5, 0.95).P, "one opening")
	require.Equal(t, 1.0, RateAgainst(nil, 0.5, 0.95).P, "no game")

	// Four games to an opening, all alike: openings are the trials, as if each had one.
	var alike []Cell
	for i := range 50 {
		alike = append(alike, Cell{Sum: 4 * float64(min(1, i/45)), N: 4})
	}
	e = RateAgainst(alike, 0.3, 0.95)
	i := limits(0.1, 50, 0.025)
	interval(t, i.Low-0.3, i.High-0.3, e.Interval, "fifty openings")
}

// Far out the limits are still those of the binomial: all of n are hits with the
// chance pⁿ, and all but one or more with pⁿ + n pⁿ⁻¹(1-p).
func TestLimitsFarOut(t *testing.T) {
	for _, n := range []float64{20, 1234, 20_000} {
		for _, z := range []float64{2, 6, 10, 20} {
			a := NormalTail(z)
			near(t, math.Pow(a, 1/n), limits(1, n, a).Low, "all of n")
			near(t, 1-math.Pow(a, 1/n), limits(0, n, a).High, "none of n")
			p := limits((n-1)/n, n, a).Low
			require.InEpsilon(t, a, math.Pow(p, n-1)*(p+n*(1-p)), 1e-4, "all but one of %v at %v", n, z)
		}
	}
}
