package stats

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// The first is the lady tasting tea, Fisher (1935), The Design of Experiments,
// section 5: of 70 tables 1 + 16 are no likelier on either side, 34/70. The
// others: scipy.stats.fisher_exact([[k, m-k], [l, n-l]])[1].
func TestFisher(t *testing.T) {
	for _, c := range []struct {
		k, m, l, n int
		p          float64
	}{
		{3, 4, 1, 4, 34.0 / 70},
		{1, 10, 11, 14, 0.0027594561852200836},
		{5, 56, 0, 29, 0.1606214432094711},
		{10, 12, 3, 18, 0.0005367241191434357},
		{6, 8, 1, 5, 0.10256410256410256},
		{0, 10, 0, 20, 1},
		{10, 10, 0, 10, 2.0 / 184756},
		{1, 1, 0, 1, 1},
		{0, 0, 3, 7, 1},
	} {
		a, b := Rate{K: c.k, N: c.m}, Rate{K: c.l, N: c.n}
		near(t, c.p, Fisher(a, b), fmt.Sprint(c))
		near(t, c.p, Fisher(b, a), fmt.Sprint(c, " reversed"))
	}
}

// By enumeration of every pair of outcomes: the chance of p ≤ 0.05 where the
// rates are equal is never above 0.05.
func TestFisherKeepsItsLevel(t *testing.T) {
	for _, p := range []float64{0.02, 0.1, 0.3, 0.5} {
		size := 0.0
		for k := range 16 {
			for l := range 21 {
				if Fisher(Rate{K: k, N: 15}, Rate{K: l, N: 20}) <= 0.05 {
					size += binomial(k, 15, p) * binomial(l, 20, p)
				}
			}
		}
		require.LessOrEqual(t, size, 0.05, "rate %v", p)
	}
}

func TestSmall(t *testing.T) {
	require.True(t, Small(Rate{K: 3, N: 40}, Rate{K: 6, N: 40}), "4.5 expected")
	require.False(t, Small(Rate{K: 4, N: 40}, Rate{K: 6, N: 40}), "5 expected")
	require.True(t, Small(Rate{K: 37, N: 40}, Rate{K: 34, N: 40}))
	require.True(t, Small(Rate{}, Rate{K: 6, N: 40}))
}
