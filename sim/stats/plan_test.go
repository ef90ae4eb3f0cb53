package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The formula in numpy with scipy.stats.norm.ppf gives 355.94, 387.34, 8393.20,
// 280.57 (base - d, design effect 1.5) and 287.67; with alpha 0.05/10 604.19.
func TestGames(t *testing.T) {
	for _, c := range []struct {
		plan Plan
		d    float64
		want int
	}{
		{Plan{Base: 0.4, Power: 0.8, Alpha: 0.05, DesignEffect: 1}, -0.1, 356},
		{Plan{Base: 0.6, Power: 0.8, Alpha: 0.05, DesignEffect: 1}, 0.1, 388},
		{Plan{Base: 0.6, Power: 0.8, Alpha: 0.05, DesignEffect: 1}, -0.1, 388},
		{Plan{Base: 0.4, Power: 0.8, Alpha: 0.05, DesignEffect: 1, Family: 10}, -0.1, 605},
		{Plan{Base: 0.3, Power: 0.8, Alpha: 0.05, DesignEffect: 1}, 0.02, 8394},
		{Plan{Base: 0.95, Power: 0.9, Alpha: 0.05, DesignEffect: 1.5}, 0.1, 281},
		{Plan{Base: 0.75, Power: 0.9, Alpha: 0.01, DesignEffect: 1}, -0.15, 288},
	} {
		n, err := c.plan.Games(c.d)
		require.NoError(t, err)
		require.Equal(t, c.want, n, "%+v", c)
		if c.d < 0 {
			continue
		}
		d, err := c.plan.Detectable(n)
		require.NoError(t, err)
		require.LessOrEqual(t, d, c.d, "so many games are enough for it")
		d, err = c.plan.Detectable(n - 1)
		require.NoError(t, err)
		require.Greater(t, d, c.d, "and one fewer is not")
	}
}

// 780 games of each, one to an opening, find 0.01 where the other is 0 in the share of
// samples that Games says: all outcomes added up.
func TestGamesFromNothing(t *testing.T) {
	n, err := Plan{Power: 0.8, Alpha: 0.05, DesignEffect: 1}.Games(0.01)
	require.NoError(t, err)
	require.Equal(t, 780, n)
	none, power := make([]Cell, n), 0.0
	for i := range none {
		none[i].N = 1
	}
	for k := range 40 {
		if RateDifference(singles(k, n), none, true, 0.95).P <= 0.05 {
			power += binomial(k, n, 0.01)
		}
	}
	require.InDelta(t, 0.89, power, 0.005)
}

// 2*p*(1-p)*(norm.ppf(.95)+norm.ppf(.9))**2/m**2 gives 428.19 and 8992.04; from 0
// log(.05)/log(.99) = 298.07. With a true difference of half the margin the far test
// hardly counts: (.25+.2475)*(norm.ppf(.95)+norm.ppf(.8))**2/.05**2 = 1230.3.
func TestGamesForMargin(t *testing.T) {
	for _, c := range []struct {
		base, margin, truth float64
		want                int
	}{{0.5, 0.1, 0, 429}, {0.3, 0.02, 0, 8993}, {0, 0.01, 0, 299}, {1, 0.01, 0, 299}, {0.5, 0.1, 0.05, 1231}} {
		n, err := Plan{Base: c.base, Power: 0.8, Alpha: 0.05, DesignEffect: 1}.GamesForMargin(c.margin, c.truth, false)
		require.NoError(t, err)
		require.Equal(t, c.want, n, "%+v", c)
	}
	// 2*.25*(norm.ppf(.95)+norm.ppf(.8))**2/.1**2 = 309.13: the one test alone.
	n, err := Plan{Base: 0.5, Power: 0.8, Alpha: 0.05, DesignEffect: 1}.GamesForMargin(0.1, 0, true)
	require.NoError(t, err)
	require.Equal(t, 310, n)
	// What it says of nothing is what the test needs.
	none := make([]Cell, 299)
	for i := range none {
		none[i].N = 1
	}
	require.LessOrEqual(t, RateDifference(none, none, true, 0.95).Equivalence(0.01), 0.05)
	require.Greater(t, RateDifference(none[1:], none[1:], true, 0.95).Equivalence(0.01), 0.05)
}

func TestPlanFaults(t *testing.T) {
	_, err := Plan{Base: 1.5, Power: 1, Family: -1}.Games(0.1)
	for _, want := range []string{"base: 1.5", "power: 1", "alpha: 0", "design effect: 0", "family: -1"} {
		require.ErrorContains(t, err, want)
	}
	good := Plan{Base: 0.5, Power: 0.8, Alpha: 0.05, DesignEffect: 1}
	_, err = good.Games(0)
	require.ErrorContains(t, err, "difference: 0")
	_, err = good.Games(0.6)
	require.ErrorContains(t, err, "no rate lies 0.6 from 0.5")
	low := good
	low.Base = 0.2
	_, err = low.Games(-0.3)
	require.ErrorContains(t, err, "no rate lies -0.3 from 0.2")
	_, err = good.GamesForMargin(-1, 0, false)
	require.ErrorContains(t, err, "margin: -1")
	_, err = good.GamesForMargin(0.1, 0.1, false)
	require.ErrorContains(t, err, "difference: 0.1 is not within")
	_, err = good.Detectable(0)
	require.ErrorContains(t, err, "games: 0")
	_, err = good.Detectable(2)
	require.ErrorContains(t, err, "find no difference")
	low.Base = 0.3
	tenth := 0.1
	n, err := low.Games(-3 * tenth)
	require.NoError(t, err, "0.3 less three tenths is 0, not below it")
	require.Equal(t, 22, n) // (1.959964 √0.255 + 0.841621 √0.21)² / 0.09 = 21.02
}

// What trainings add is taken from what games
// have to show: where it is all of that, no number of games does.
func TestPlanOfTrainings(t *testing.T) {
	p := Plan{Base: 0.6, Power: 0.8, Alpha: 0.05, DesignEffect: 1, Family: 10}
	n, err := p.Games(-0.1)
	require.NoError(t, err)
	require.Equal(t, 658, n)
	p.Trainings = 0.02
	more, err := p.Games(-0.1)
	require.NoError(t, err)
	// By hand: 658 / (1 - ((z of 0.9975 + z of 0.8) 0.02 / 0.1)²), z 2.8070 and 0.8416.
	require.InDelta(t, 658/(1-math.Pow(3.6486*0.2, 2)), more, 2)
	p.Trainings = 0.03
	_, err = p.Games(-0.1)
	require.ErrorContains(t, err, "more trainings")
	_, err = p.GamesForMargin(0.1, 0, false)
	require.ErrorContains(t, err, "more trainings")
}

func TestExpectedStandardError(t *testing.T) {
	some := RateDifference([]Cell{{1, 1}, {0, 1}, {1, 1}, {0, 1}}, []Cell{{0, 1}, {0, 1}, {1, 1}, {1, 1}}, true, 0.95)
	require.InDelta(t, some.SE/2, some.Expected(4), 1e-12)
	require.InDelta(t, 4, some.Times(some.SE/2), 1e-12)
	same := []Cell{{1, 1}, {1, 1}, {1, 1}, {1, 1}}
	flat := RateDifference(same, same, true, 0.95)
	require.True(t, flat.Flat)
	require.InDelta(t, flat.Expected(1)/4, flat.Expected(4), 1e-12)
	require.InDelta(t, 4, flat.Times(flat.Expected(4)), 1e-12)
}
