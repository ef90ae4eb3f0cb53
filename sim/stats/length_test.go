package stats

import (
	"math"
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
		ls = append(ls, Length{At: at, Ended: 1})
	}
	for _, at := range []int{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		ls = append(ls, Length{At: at, Censored: 1})
	}
	c := KaplanMeier(ls, 0.95)
	require.Equal(t, 21, c.Games)
	require.Equal(t, 9, c.Ended)
	require.Equal(t, 35, c.Last)
	want := []Step{
		{6, 21, 0.8571428571428572, Interval{0.6197179552659837, 0.9515517476469971}},
		{7, 17, 0.8067226890756303, Interval{0.5631465646222333, 0.9228090192028805}},
		{10, 15, 0.7529411764705883, Interval{0.5031995107999564, 0.8893618351692657}},
		{13, 12, 0.6901960784313725, Interval{0.43161022248618397, 0.8490659633494508}},
		{16, 11, 0.6274509803921569, Interval{0.3675108559875021, 0.8049121894718413}},
		{22, 7, 0.5378151260504203, Interval{0.26777893676713505, 0.7467907176353946}},
		{23, 6, 0.44817927170868355, Interval{0.1880520059592324, 0.6801426284952415}},
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
		ls = append(ls, Length{At: 10 * (n + 1), Ended: 1})
	}
	c = KaplanMeier(ls, 0.95)
	for n, s := range c.Steps {
		near(t, float64(9-n)/10, s.Lasting, "share")
	}
	q, _ = c.Quantile(0.5)
	require.Equal(t, 50.0, q)
}
