package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The bounds of five equal looks at 0.05 are those that Lan and DeMets' program and
// its successors print (4.877, 3.357, 2.680, 2.290, 2.031), those of one look the
// normal's.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		looks  Looks
		alpha  float64
		bounds []float64
	}{
		{Looks{0.2, 0.4, 0.6, 0.8, 1}, 0.05, []float64{4.877, 3.357, 2.680, 2.290, 2.031}},
		{Looks{0.5, 1}, 0.05, []float64{2.963, 1.969}},
		{Looks{1}, 0.01, []float64{2.5758}},
	} {
		levels := c.looks.Levels(c.alpha)
		for k, want := range c.bounds {
			require.InDelta(t, want, -NormalQuantile(levels[k]/2), 6e-4, "%v, look %d", c.looks, k+1)
		}
	}
}

// At each look the p that just reaches its level is alpha, whatever alpha is.
func TestAdjust(t *testing.T) {
	looks := Looks{0.25, 0.5, 1}
	for _, alpha := range []float64{0.0005, 0.01, 0.05, 0.3} {
		for k, level := range looks.Levels(alpha) {
			require.InEpsilon(t, alpha, looks.Adjust(k, level), 1e-6)
		}
	}
	near(t, 0.03, Looks{1}.Adjust(0, 0.03), "one look is none before the end")
}

// 200 openings under equal rules, looked at after 50, 100, 150 and 200: one of the
// looks finds something in 5 of 100 runs, and the interval at a look that is chosen
// for what it shows misses as seldom.
func TestLooksBySimulation(t *testing.T) {
	w := &world{rand.New(rand.NewPCG(1983, 659)), 200, 2, 0.3}
	looks := Looks{0.25, 0.5, 0.75, 1}
	levels := looks.Levels(0.05)
	found, peeked := 0, 0
	const trials = 1500
	for range trials {
		c := w.cells(0.4, 0.4)
		stopped, tempted := false, false
		for k, share := range looks {
			n := int(math.Round(200 * share))
			e := MeanDifference(c[0][:n], c[1][:n], true, 1-levels[k])
			stopped = stopped || !e.Contains(0)
			tempted = tempted || e.P <= 0.05
		}
		if stopped {
			found++
		}
		if tempted {
			peeked++
		}
	}
	require.InDelta(t, 0.05, float64(found)/trials, 0.017)
	require.Greater(t, float64(peeked)/trials, 0.08, "without bounds")
}
