package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Times to relapse under 6-mercaptopurine (Freireich and others 1963; Kaplan
// and Meier's method worked on them in Cox and Oakes 1984, Analysis of Survival
// Data, p. 7): 21 patients, 12 cut off. Shares and standard errors from
// statsmodels SurvfuncRight; limits are S**exp(±z se / S / |log S|).
func TestKaplanMeier(t *testing.T) {
	var ls []Length
	for _, at := range []int{23, 22, 16, 13, 10, 7, 6, 6, 6} {
		ls = append(ls, Length{At: int32(at), Ended: 1})
	}
	for _, at := range []int{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		ls = append(ls, Length{At: int32(at), Censored: 1})
	}
	c := KaplanMeier(ls, 0.95)
	require.Equal(t, 21, c.Games)
	require.Equal(t, 35, c.Last)
	want := []Step{
		{6, 21, 0.8571428571428572, Interval{0.6197179552659837, 0.9515517476469971}, 0},
		{7, 17, 0.8067226890756303, Interval{0.5631465646222333, 0.9228090192028805}, 0},
		{10, 15, 0.7529411764705883, Interval{0.5031995107999564, 0.8893618351692657}, 0},
		{13, 12, 0.6901960784313725, Interval{0.43161022248618397, 0.8490659633494508}, 0},
		{16, 11, 0.6274509803921569, Interval{0.3675108559875021, 0.8049121894718413}, 0},
		{22, 7, 0.5378151260504203, Interval{0.26777893676713505, 0.7467907176353946}, 0},
		{23, 6, 0.44817927170868355, Interval{0.1880520059592324, 0.6801426284952415}, 0},
	}
	require.Len(t, c.Steps, len(want))
	for i, s := range c.Steps {
		require.Equal(t, want[i].At, s.At)
		require.Equal(t, want[i].AtRisk, s.AtRisk)
		near(t, want[i].Lasting, s.Lasting, "share")
		interval(t, want[i].Low, want[i].High, s.Interval, "share")
	}
	// SurvfuncRight.quantile(q) and quantile_ci(q, method='cloglog')
	q, i := c.Quantile(0.25)
	require.Equal(t, 13.0, q)
	require.Equal(t, Interval{6, 22}, i)
	q, i = c.Quantile(0.5)
	require.Equal(t, 23.0, q)
	require.Equal(t, Interval{13, math.Inf(1)}, i)
	q, i = c.Quantile(0.75)
	require.True(t, math.IsInf(q, 1), "the sample does not reach it")
	require.Equal(t, 23.0, i.Low)

	require.Equal(t, 1.0, c.At(5).Lasting)
	require.Equal(t, c.Steps[0], c.At(6))
	require.Equal(t, c.Steps[6], c.At(1000))
}

func TestKaplanMeierCorners(t *testing.T) {
	c := KaplanMeier([]Length{{At: 300, Censored: 50}}, 0.95)
	require.Empty(t, c.Steps, "everything cut off")
	q, i := c.Quantile(0.5)
	require.True(t, math.IsInf(q, 1) && math.IsInf(i.Low, 1))
	require.Equal(t, 1.0, c.At(300).Lasting)

	c = KaplanMeier(nil, 0.95)
	require.Zero(t, c.Games)

	c = KaplanMeier([]Length{{At: 12, Ended: 1}}, 0.95)
	q, _ = c.Quantile(0.5)
	require.Equal(t, 12.0, q)
	require.Equal(t, Interval{0, 1}, c.Steps[0].Interval, "one game")

	// Nothing cut off: the curve is the share of games that were longer, and
	// four of ten steps of 1 - d/n must not miss one half by rounding.
	var ls []Length
	for n := range 10 {
		ls = append(ls, Length{At: int32(10 * (n + 1)), Ended: 1})
	}
	c = KaplanMeier(ls, 0.95)
	for n, s := range c.Steps {
		near(t, float64(9-n)/10, s.Lasting, "share")
	}
	q, _ = c.Quantile(0.5)
	require.Equal(t, 50.0, q)
}

// The same patients in eight clusters. Variances of log S by numerical
// derivatives in numpy: d log S / d weight of each patient, summed in clusters,
// squared and summed.
func TestKaplanMeierClustered(t *testing.T) {
	end := func(at int32) Length { return Length{At: at, Ended: 1} }
	cut := func(at int32) Length { return Length{At: at, Censored: 1} }
	cells := [][]Length{
		{end(23), end(22)},
		{end(16), end(13), cut(6)},
		{end(10), end(7)},
		{{At: 6, Ended: 3}},
		{cut(9), cut(10), cut(11)},
		{cut(17), cut(19)},
		{cut(20), cut(25), cut(32)},
		{cut(35), cut(34), cut(32)},
		nil,
	}
	c := KaplanMeierClustered(cells, 0.95)
	want := []float64{0.023431594861360715, 0.02764185739988878, 0.04222658018122048, 0.04974410968910184, 0.07785605418953333, 0.10726504000944678, 0.22081857253395204}
	var alone [][]Length
	for _, ls := range cells {
		for _, l := range ls {
			for range l.Ended {
				alone = append(alone, []Length{end(l.At)})
			}
			for range l.Censored {
				alone = append(alone, []Length{cut(l.At)})
			}
		}
	}
	for len(alone) < FewClusters {
		alone = append(alone, nil)
	}
	var all []Length
	for _, ls := range cells {
		all = append(all, ls...)
	}
	plain, singles := KaplanMeier(all, 0.95), KaplanMeierClustered(alone, 0.95)
	require.Len(t, c.Steps, 7)
	for i, s := range c.Steps {
		require.InDelta(t, want[i], s.Variance, 1e-8, "ply %d", s.At)
		require.Equal(t, plain.Steps[i].Lasting, s.Lasting)
		near(t, plain.Steps[i].Variance, singles.Steps[i].Variance, "one to a cluster: Greenwood's")
		require.Less(t, s.Low, plain.Steps[i].Low)
	}
	near(t, 1, plain.DesignEffect, "independent")
	near(t, 0.023431594861360715/0.007936507937008432, c.DesignEffect, "design effect")

	require.Empty(t, KaplanMeierClustered([][]Length{{{At: 300, Censored: 3}}, nil}, 0.95).Steps)
	one := KaplanMeierClustered([][]Length{{{At: 9, Ended: 1}, {At: 12, Ended: 1}}}, 0.95)
	require.Equal(t, 0.5, one.Steps[0].Lasting)
}

// The bound of a Brownian bridge: its chance is also the integral over its value
// x at a of Σ (-1)^k exp(-2kλ(kλ-x)/a), images of the bridge from 0 to x at ±λ.
// scipy.integrate.quad and brentq on that give these.
func TestBridge(t *testing.T) {
	for _, c := range []struct{ a, critical, stays float64 }{
		{0.1, 0.6824800411309275, 0.998105108055569},
		{0.25, 1.0143474242944095, 0.9454866796595782},
		{0.5, 1.2730724815223906, 0.8191882889764672},
		{0.75, 1.3535363639805404, 0.7424075422057007},
		{0.9, 1.3580937206092125, 0.7301722895205094},
		{0.99, 1.3580986393225503, 0.7300003283226455},
	} {
		near(t, c.critical, bridgeCritical(c.a, 0.95), "critical")
		near(t, c.stays, bridgeStays(c.a, 1), "stays")
	}
	require.InDelta(t, 1.3581, bridgeCritical(0.9999, 0.95), 1e-4, "Kolmogorov's")
}

// A band is wider than the pointwise intervals and holds the whole curve about
// as often as it says.
func TestBand(t *testing.T) {
	rng := rand.New(rand.NewPCG(1754, 9))
	const trials = 1000
	held := 0
	for range trials {
		var ls []Length
		for range 150 {
			at := 1 + int(60*rng.ExpFloat64())
			if stop := rng.IntN(200); stop < at {
				ls = append(ls, Length{At: int32(stop), Censored: 1})
			} else {
				ls = append(ls, Length{At: int32(at), Ended: 1})
			}
		}
		c := KaplanMeier(ls, 0.95)
		in := true
		for i, b := range c.Band(0.95) {
			s := c.Steps[i]
			require.LessOrEqual(t, b.Low, s.Low)
			require.GreaterOrEqual(t, b.High, s.High)
			in = in && b.Contains(math.Exp(-float64(s.At)/60))
		}
		if in {
			held++
		}
	}
	share := float64(held) / trials
	require.True(t, 0.935 <= share && share <= 0.98, "held %v", share)

	c := KaplanMeier([]Length{{At: 12, Ended: 1}}, 0.95)
	require.Equal(t, []Interval{{0, 1}}, c.Band(0.95), "one game")
	require.Empty(t, KaplanMeier(nil, 0.95).Band(0.95))
	require.Empty(t, KaplanMeier([]Length{{At: 300, Censored: 9}}, 0.95).Band(0.95))
}
