package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The formula in numpy with scipy.stats.norm.ppf gives 355.94, 8393.20, 280.57
// (base - d, design effect 1.5) and 287.67.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		plan Plan
		d    float64
		want int
	}{
		{Plan{0.6, 0.8, 0.05, 1}, 0.1, 356},
		{Plan{0.3, 0.8, 0.05, 1}, 0.02, 8394},
		{Plan{0.95, 0.9, 0.05, 1.5}, 0.1, 281},
		{Plan{0.25, 0.9, 0.01, 1}, 0.15, 288},
	} {
		n, err := c.plan.Games(c.d)
		require.NoError(t, err)
		require.Equal(t, c.want, n, "%+v", c)
		d, err := c.plan.Detectable(n)
		require.NoError(t, err)
		require.LessOrEqual(t, d, c.d, "so many games are enough for it")
		d, err = c.plan.Detectable(n - 1)
		require.NoError(t, err)
		require.Greater(t, d, c.d, "and one fewer is not")
	}
}

// 2*p*(1-p)*(norm.ppf(.95)+norm.ppf(.9))**2/m**2 gives 428.19 and 8992.04.
func TestGamesForMargin(t *testing.T) {
	for _, c := range []struct {
		base, margin float64
		want         int
	}{{0.5, 0.1, 429}, {0.3, 0.02, 8993}} {
		n, err := Plan{c.base, 0.8, 0.05, 1}.GamesForMargin(c.margin)
		require.NoError(t, err)
		require.Equal(t, c.want, n)
	}
}

func TestPlanFaults(t *testing.T) {
	_, err := Plan{Base: 1.5, Power: 1, Alpha: 0}.Games(0.1)
	for _, want := range []string{"base: 1.5", "power: 1", "alpha: 0", "design effect: 0"} {
		require.ErrorContains(t, err, want)
	}
	good := Plan{0.5, 0.8, 0.05, 1}
	_, err = good.Games(0)
	require.ErrorContains(t, err, "difference: 0")
	_, err = good.Games(0.6)
	require.ErrorContains(t, err, "no rate lies 0.6 from 0.5")
	_, err = good.GamesForMargin(-1)
	require.ErrorContains(t, err, "margin: -1")
	_, err = good.Detectable(0)
	require.ErrorContains(t, err, "games: 0")
	_, err = good.Detectable(2)
	require.ErrorContains(t, err, "find no difference")
	n, err := Plan{0.7, 0.8, 0.05, 1}.Games(0.3)
	require.NoError(t, err, "0.7 + 0.3 is 1, not above it")
	require.Equal(t, 22, n) // (1.959964 √0.255 + 0.841621 √0.21)² / 0.09 = 21.02
}
