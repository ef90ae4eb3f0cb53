package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The fifteen p values of Benjamini and Hochberg (1995), p. 295. Their text
// keeps four findings at 0.05; Bonferroni's bound keeps three. Adjusted values
// from statsmodels multipletests(p, method='holm').
func TestFamilies(t *testing.T) {
	p := []float64{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1}
	holm := []float64{0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1}
	require.InDeltaSlice(t, holm, Holm(p), 1e-12)

	// in any order
	mixed := []float64{p[7], p[0], p[14], p[3]}
	require.InDeltaSlice(t, []float64{.0688, .0004, 1, .0285}, Holm(mixed), 1e-12)
	require.Empty(t, Holm(nil))
	require.Equal(t, []float64{0.03}, Holm([]float64{0.03}))
	require.Equal(t, []float64{0, 0}, Holm([]float64{0, 0}))
}
