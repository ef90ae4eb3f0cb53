package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The clusters of TestPairedIsClusterRobustRegression, with a constant, the
// sample, whether the cluster's number is odd, and both together.
func logisticRows(places ...int) (rows []Row) {
	for s, cells := range [][]Cell{clustersA, clustersB} {
		for i, c := range cells {
			odd, a := float64(i%2), float64(1-s)
			all := []float64{1, a, odd, a * odd}
			r := Row{K: int(c.Sum), N: c.N, Cluster: i}
			for _, p := range places {
				r.X = append(r.X, all[p])
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// sm.GLM(y, X, family=Binomial()).fit(cov_type='cluster', cov_kwds=dict(groups=g,
// use_correction=False)), one row per game: params, bse * sqrt(8/7).
func TestRegress(t *testing.T) {
	for _, c := range []struct {
		places   []int
		beta, se []float64
	}{
		{[]int{0, 1}, []float64{-0.3566749439387321, 0.7621400520468964}, []float64{0.5065172916730966, 0.6006286524148817}},
		{[]int{0, 1, 2}, []float64{0.2821337135215985, 1.5232600311880162, -2.260063468997326}, []float64{0.5749873972730787, 0.854516504098687, 0.9088610550704371}},
		{[]int{0, 1, 2, 3}, []float64{0.1823215567939515, 1.897119984885883, -1.7917594692280523, -0.8472978603872033}, []float64{0.5212926546058672, 0.7577116761189479, 1.2084359562332876, 1.756624741562427}},
	} {
		l, err := Regress(logisticRows(c.places...))
		require.NoError(t, err)
		for i := range c.beta {
			near(t, c.beta[i], l.Coefficients[i], "coefficient")
			require.InDelta(t, c.se[i], l.se(i), 1e-8, "standard error")
		}
		require.Equal(t, 8, l.Clusters)
		require.Equal(t, 7, l.DF)
	}
	// The odds ratio of one covariate is that of the table.
	l, err := Regress(logisticRows(0, 1))
	require.NoError(t, err)
	near(t, (12.0/8)/(7.0/10), math.Exp(l.Coefficients[1]), "odds ratio")
	require.Less(t, l.odds(1, 0.95).Low, 1.0)
}

func TestRegressCorners(t *testing.T) {
	_, err := Regress(nil)
	require.ErrorContains(t, err, "no trials")
	rows := logisticRows(0, 1, 1)
	_, err = Regress(rows)
	require.ErrorIs(t, err, ErrCollinear)
	rows = logisticRows(0, 1)
	for i := range rows {
		if rows[i].X[1] == 1 {
			rows[i].K = 0
		}
	}
	_, err = Regress(rows)
	require.ErrorIs(t, err, ErrSeparated, "no hit in one sample")
	_, err = Regress(rows[8:10])
	require.Error(t, err, "two clusters, one setting")
	one := []Row{{X: []float64{1}, K: 1, N: 2, Cluster: 1}}
	_, err = Regress(one)
	require.ErrorContains(t, err, "1 clusters (want more than the 1 coefficients)")
}
