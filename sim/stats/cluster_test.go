package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Eight clusters of unequal sizes, the last without a game of b.
var (
	clustersA = []Cell{{2, 3}, {0, 2}, {3, 3}, {1, 3}, {2, 2}, {0, 3}, {1, 1}, {3, 3}}
	clustersB = []Cell{{1, 3}, {0, 3}, {2, 2}, {0, 1}, {1, 3}, {1, 2}, {2, 3}, {0, 0}}
)

// One row per game, y = 0 or 1, x = 1 for games of a, g = the cluster:
//
//	m = sm.OLS(y, sm.add_constant(x)).fit(cov_type='cluster',
//	    cov_kwds=dict(groups=g, use_correction=False))
//	se = m.bse[1] * sqrt(8/7); t = scipy.stats.t.ppf(.975, 6)
//	m.params[1], se, m.params[1] - t*se, m.params[1] + t*se, 2*t.sf(params/se, 6)
func TestPairedIsClusterRobustRegression(t *testing.T) {
	e := MeanDifference(clustersA, clustersB, true, 0.95)
	near(t, 0.18823529411764747, e.Value, "difference")
	near(t, 0.14446626842831936, e.SE, "standard error")
	interval(t, -0.1652609301902975, 0.5417315184255924, e.Interval, "interval")
	near(t, 0.2403528452578143, e.P, "p")
	require.Equal(t, 8, e.Clusters)
	require.Equal(t, 6, e.DF, "of the seven clusters that have games of b")

	r := RateDifference(clustersA, clustersB, true, 0.95)
	near(t, e.SE, r.SE, "the same standard error")
	require.Equal(t, 6, r.DF)
	p, q := 12.0/20, 7.0/17
	near(t, e.SE*e.SE/(p*(1-p)/20+q*(1-q)/17), r.DesignEffect, "design effect")
}

// The same regression on a constant alone: params[0], se, se**2 / (p*(1-p)/N).
func TestRateOf(t *testing.T) {
	r := RateOf(clustersA)
	require.Equal(t, 12, r.K)
	require.Equal(t, 20, r.N)
	require.Equal(t, 8, r.Clusters)
	near(t, pooled(clustersA)/(0.6*0.4/20), r.DesignEffect, "design effect")
	require.Greater(t, r.DesignEffect, 2.1523809523809514, "by the larger clusters alone")
	near(t, 0.16071269840485977, Mean(clustersA, 0.95).SE, "standard error")

	alone := RateOf([]Cell{{1, 1}, {0, 1}, {0, 0}, {1, 1}})
	require.Equal(t, Rate{K: 2, N: 3, DesignEffect: 1, Clusters: 3}, alone, "one game per cluster: independent")
	require.Equal(t, Rate{K: 2, N: 3}.Wilson(0.95), alone.Wilson(0.95), "and a normal quantile even for few")
	flat := RateOf([]Cell{{0, 4}, {0, 4}, {0, 4}})
	require.Equal(t, 4.0, flat.DesignEffect, "nothing varies: only clusters count")
	require.Equal(t, 3.0, flat.effective())
}

// Six screws of two batches (the example of the article "Student's t-test" in
// Wikipedia): scipy.stats.ttest_rel(a, b); t.interval(.95, 5, mean, sem);
// ttest_ind(a, b, equal_var=False) for the standard error.
func TestMeansWithOneValuePerCluster(t *testing.T) {
	var a, b []Cell
	for _, v := range []float64{30.02, 29.99, 30.11, 29.97, 30.01, 29.99} {
		a = append(a, Cell{v, 1})
	}
	for _, v := range []float64{29.89, 29.93, 29.72, 29.98, 30.02, 29.98} {
		b = append(b, Cell{v, 1})
	}
	e := MeanDifference(a, b, true, 0.95)
	near(t, 0.095, e.Value, "difference")
	near(t, 0.191436884336601, e.P, "p")
	interval(t, -0.0667288939062967, 0.2567288939062956, e.Interval, "interval")
	// d = a - b; se = sem(d); max(t.sf((mean(d)+m)/se, 5), t.sf((m-mean(d))/se, 5))
	near(t, 0.07800293036521443, e.Equivalence(0.2), "equivalence within 0.2")
	near(t, 0.01124337408491964, e.Equivalence(0.3), "equivalence within 0.3")

	u := MeanDifference(a, b, false, 0.95)
	near(t, 0.04849398588141302, u.SE, "standard error")
	require.Equal(t, 5, u.DF, "those of the smaller sample")
	require.Equal(t, 12, u.Clusters)
	near(t, 0.095+2.5705818366147395*0.04849398588141302, u.High, "interval")
}

// p of two one-sided tests is at most α exactly where the interval of level
// 1 - 2α lies within the margin.
func TestEquivalenceAgreesWithInterval(t *testing.T) {
	flat := make([]Cell, 8)
	for i := range flat {
		flat[i].N = 2
	}
	for _, e := range []Estimate{
		MeanDifference(clustersA, clustersB, true, 0.90),
		RateDifference(clustersA, clustersB, true, 0.90),
		RateDifference(clustersA, clustersB, false, 0.90),
		RateDifference(clustersA, flat, true, 0.90),
		RateDifference(flat, flat, true, 0.90),
		RateAgainst(clustersA, 0.5, 0.90),
		RateAgainst(flat, 0.1, 0.90),
	} {
		for _, m := range []float64{0.1, 0.3, 0.4, e.High - 1e-6, e.High + 1e-6, 1e-6 - e.Low, -e.Low - 1e-6, 0.6} {
			require.Equal(t, -m <= e.Low && e.High <= m, e.Equivalence(m) <= 0.05, "margin %v", m)
			if m > 0 {
				require.Equal(t, e.Low > m || e.High < -m, e.Beyond(m) <= 0.1, "beyond %v", m)
			}
		}
		require.False(t, e.At(1-1.0001*e.P).Contains(0) && e.P < 1)
		require.True(t, e.At(1-0.9999*e.P).Contains(0))
	}
}

func TestCorners(t *testing.T) {
	none, all := make([]Cell, 40), make([]Cell, 40)
	for i := range none {
		none[i], all[i] = Cell{0, 2}, Cell{2, 2}
	}
	e := RateDifference(none, none, true, 0.95)
	require.True(t, e.Flat)
	require.Zero(t, e.Value)
	require.Equal(t, 1.0, e.P)
	near(t, 1-math.Pow(0.025, 1.0/40), e.High, "forty openings, not eighty games")
	near(t, -e.High, e.Low, "either way")
	near(t, math.Pow(0.9, 40), e.Equivalence(0.1), "none of forty if the rate were 0.1")
	near(t, e.High*(1+0.8416212335729143/1.959963984540054), e.Detectable(0.95, 0.8), "what the interval is worth")
	e = RateDifference(all, none, true, 0.95)
	require.True(t, e.Flat)
	require.Equal(t, 1.0, e.Value)
	require.Less(t, e.Low, 1.0, "no sample proves a difference of exactly one")
	require.Less(t, e.P, 1e-9)
	require.Equal(t, 1.0, e.Equivalence(0.5))

	one := []Cell{{1, 1}}
	for _, e := range []Estimate{MeanDifference(one, one, true, 0.95), Mean(one, 0.95), MeanDifference(nil, nil, true, 0.95), Mean(nil, 0.95), MeanDifference(one, one, false, 0.95), MeanDifference(one, []Cell{{}}, true, 0.95)} {
		require.Equal(t, 1.0, e.P)
		require.True(t, math.IsInf(e.High, 1) && math.IsInf(e.Low, -1), "nothing can be said")
		require.True(t, e.Flat)
	}
	require.True(t, math.IsInf(MeanDifference(one, one, true, 0.95).Detectable(0.95, 0.8), 1))
	e = RateDifference(one, []Cell{{}}, true, 0.95)
	require.Equal(t, Interval{-1, 1}, e.Interval, "a sample without games")
}

// What few openings of one sample say is as unsure as those are few, however many the other
// has; what none says is nothing.
func TestSamplesOfDifferentSizes(t *testing.T) {
	many, one, two, none := make([]Cell, 20), make([]Cell, 20), make([]Cell, 20), make([]Cell, 20)
	for i := range many {
		many[i] = Cell{float64(i % 3), 2}
	}
	one[0], two[0], two[1] = Cell{1, 1}, Cell{1, 1}, Cell{0.5, 1}
	for _, paired := range []bool{true, false} {
		of := func(a, b []Cell) Estimate { return MeanDifference(a, b, paired, 0.95) }
		e := of(many, one)
		require.InDelta(t, 19.0/40-1, e.Value, 1e-12)
		require.Equal(t, Interval{math.Inf(-1), math.Inf(1)}, e.Interval)
		require.Equal(t, 1.0, e.P)
		require.Equal(t, 1, of(two, many).DF)
		e = of(many, none)
		require.True(t, math.IsNaN(e.Value))
		require.Equal(t, 1.0, e.P)
	}
	e := RateDifference(many, none, true, 0.95)
	require.True(t, math.IsNaN(e.Value))
	require.Equal(t, Interval{-1, 1}, e.Interval)
}

// 1.959964 + 0.841621 standard errors.
func TestDetectable(t *testing.T) {
	e := Estimate{SE: 0.01, Clusters: 100}
	require.InDelta(t, 0.02801585, e.Detectable(0.95, 0.8), 1e-7)
	// (1.644854 + 1.281552) standard errors, as in TestGamesForMargin
	require.InDelta(t, 0.02926405, e.DetectableMargin(0.05, 0.8), 1e-7)

	// What hardly happens is shown as often as is said, or nearly, though its standard error
	// says little: so many draws of 200 games against none.
	draws := func(happens func(i int) bool) []Cell {
		cells := make([]Cell, 200)
		for i := range cells {
			cells[i] = Cell{N: 1}
			if happens(i) {
				cells[i].Sum = 1
			}
		}
		return cells
	}
	none := draws(func(int) bool { return false })
	rng := rand.New(rand.NewPCG(1754, 1))
	for k := 1; k < 5; k++ {
		size := RateDifference(draws(func(i int) bool { return i < k }), none, true, 0.95).Detectable(0.95, 0.8)
		shown := 0
		for range 400 {
			if RateDifference(draws(func(int) bool { return rng.Float64() < size }), none, true, 0.95).P < 0.05 {
				shown++
			}
		}
		require.InDelta(t, 320, shown, 60, "%d draws: %.1f points", k, 100*size)
	}

	// An interval may have no end at a stricter level than the usual.
	short := e.with(0.95, func(z float64) Interval {
		if z > 2.5 {
			return Interval{math.Inf(-1), math.Inf(1)}
		}
		return Interval{-z, z}
	})
	require.False(t, math.IsInf(short.Detectable(0.95, 0.8), 1))
	require.True(t, math.IsInf(short.Detectable(0.999, 0.8), 1))
	require.True(t, math.IsInf(short.DetectableMargin(0.001, 0.8), 1))
}
