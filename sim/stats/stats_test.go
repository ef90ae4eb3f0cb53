package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The golden numbers of this package were made with scipy 1.10.1 and
// statsmodels 0.13.5; each test quotes the call that made them.

func near(t *testing.T, want, got float64, what string) {
	t.Helper()
	require.InDelta(t, want, got, 1e-9*math.Max(1, math.Abs(want)), what)
}

func interval(t *testing.T, low, high float64, got Interval, what string) {
	t.Helper()
	near(t, low, got.Low, what+" low")
	near(t, high, got.High, what+" high")
}

// scipy.stats.norm.sf(z), scipy.stats.t.ppf(.975, df), scipy.stats.t.sf(x, 4)
func TestTails(t *testing.T) {
	for _, c := range []struct{ z, p float64 }{
		{0, 0.5},
		{1.96, 0.024997895148220435},
		{8, 6.22096057427174e-16},
		{8.5, 9.47953482220325e-18},
		{20, 2.7536241186061556e-89},
		{37, 5.7255712225239266e-300},
	} {
		require.InEpsilon(t, c.p, NormalTail(c.z), 1e-9, "z = %v", c.z)
	}
	near(t, 1.959963984540054, NormalQuantile(0.975), "normal quantile")
	for df, q := range map[int]float64{1: 12.706204736, 2: 4.302652730, 5: 2.570581836, 10: 2.228138852, 28: 2.048407142} {
		require.InDelta(t, q, critical(0.95, df), 1e-7, "df = %d", df)
	}
	for _, c := range []struct{ x, p float64 }{{2, 5.80582618e-02}, {10, 2.81001811e-04}, {50, 4.78722683e-07}} {
		require.InEpsilon(t, c.p, upper(c.x, 4), 1e-7, "x = %v", c.x)
	}
}
