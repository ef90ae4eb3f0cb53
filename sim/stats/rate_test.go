package stats

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The first four rows are the worked examples of Newcombe (1998), Statistics in
// Medicine 17, table I, method 3 (there to four places: 0.2553 0.3662, 0.0624
// 0.1605, 0 0.1611, 0.0061 0.1718); more places, and the corners, from
// statsmodels proportion_confint(k, n, 0.05, 'wilson').
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2552885198782742, 0.36620957698280004},
		{15, 148, 0.06238639953073628, 0.16048724172330803},
		{0, 20, 0, 0.1611251580528194},
		{1, 29, 0.006113214292762667, 0.17175521879320294},
		{1, 1, 0.2065493143772374, 1},
		{0, 1, 0, 0.7934506856227627},
		{7, 7, 0.6456695649333125, 1},
		{5000, 10000, 0.49020206181540477, 0.5097979381845952},
	} {
		got := Rate{K: c.k, N: c.n}.Wilson(0.95)
		interval(t, c.low, c.high, got, fmt.Sprintf("%d of %d", c.k, c.n))
		if c.k == 0 {
			require.Zero(t, got.Low)
		}
		if c.k == c.n {
			require.Equal(t, 1.0, got.High)
		}
	}
	require.Equal(t, Interval{0, 1}, Rate{}.Wilson(0.95), "no game")
	require.Equal(t, Interval{0, 1}, Rate{K: 3, N: 9, Clusters: 1}.Wilson(0.95), "one cluster")
}

// With a design effect of 2, 162 of 526 is worth 81 of 263; ten clusters widen
// it to Student's t with 9 degrees, 2.262157.
func TestWilsonClustered(t *testing.T) {
	r := Rate{K: 162, N: 526, DesignEffect: 2}
	require.Equal(t, 263.0, r.effective())
	interval(t, 0.2552885198782742, 0.36620957698280004, r.Wilson(0.95), "design effect 2")
	r.Clusters = 10
	z, n, p := 2.2621571628540993, 263.0, 81.0/263
	mid, half := (p+z*z/2/n)/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/4/n/n)
	interval(t, mid-half, mid+half, r.Wilson(0.95), "ten clusters")
	small := Rate{K: 162, N: 526, DesignEffect: 0.5, Clusters: 100}
	require.Equal(t, 526.0, small.effective(), "a sample is never taken for more than it has")
}

// statsmodels proportion_confint(k, n, 0.05, 'beta'); the first four are also
// Newcombe's table I, method 5.
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2527367455852713, 0.3676219226013513},
		{15, 148, 0.05784401008344857, 0.161650490349479},
		{0, 20, 0, 0.16843347098308534},
		{1, 29, 0.000872646883579922, 0.17764429548872293},
		{20, 20, 0.8315665290169146, 1},
		{1, 1, 0.025, 1},
		{0, 0, 0, 1},
	} {
		interval(t, c.low, c.high, Rate{K: c.k, N: c.n}.ClopperPearson(0.95), fmt.Sprintf("%d of %d", c.k, c.n))
	}
}

// binomial is the chance of k of n at rate p.
func binomial(k, n int, p float64) float64 {
	if p == 0 || p == 1 {
		return map[bool]float64{true: 1}[float64(k) == float64(n)*p]
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// Coverage by exact enumeration of all outcomes, against the same sum over
// scipy.stats.binom.pmf(k, n, p) with statsmodels' intervals.
func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		n       int
		p, want float64
	}{
		{10, 0.1, 0.9298091735999998},
		{20, 0.02, 0.9401010214510512},
		{50, 0.3, 0.9566596115764137},
		{100, 0.5, 0.943112066359019},
		{200, 0.05, 0.9671521638567253},
	} {
		wilson, exact := 0.0, 0.0
		for k := range c.n + 1 {
			r := Rate{K: k, N: c.n}
			if r.Wilson(0.95).Contains(c.p) {
				wilson += binomial(k, c.n, c.p)
			}
			if r.ClopperPearson(0.95).Contains(c.p) {
				exact += binomial(k, c.n, c.p)
			}
		}
		near(t, c.want, wilson, fmt.Sprintf("wilson, n = %d, p = %v", c.n, c.p))
		require.GreaterOrEqual(t, exact, 0.95, "clopper and pearson, n = %d, p = %v", c.n, c.p)
	}
}
