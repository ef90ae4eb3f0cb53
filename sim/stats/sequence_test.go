package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// scipy.optimize.brentq of log((n+1) C(n,k) p^k (1-p)^(n-k) / 0.05) on either
// side of k/n.
func TestSequence(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.21874334629797096, 0.40806007632627556},
		{0, 20, 0, 1 - math.Pow(0.05/21, 1.0/20)},
		{20, 20, math.Pow(0.05/21, 1.0/20), 1},
		{1, 1, 0.025, 1},
		{5000, 10000, 0.4808039724964784, 0.5191960275035217},
		{0, 0, 0, 1},
	} {
		interval(t, c.low, c.high, Rate{K: c.k, N: c.n}.Sequence(0.95), fmt.Sprint(c))
	}
}

// everLeft is the chance, by enumeration of all ways, that some interval of the
// sequence up to the n-th trial leaves out the true rate p.
func everLeft(p float64, n int) float64 {
	stays := []float64{1} // by hits: on the way so far, p was in every interval
	for i := 1; i <= n; i++ {
		next := make([]float64, i+1)
		for k, chance := range stays {
			next[k] += chance * (1 - p)
			next[k+1] += chance * p
		}
		for k := range next {
			if next[k] > 0 && !(Rate{K: k, N: i}).Sequence(0.95).Contains(p) {
				next[k] = 0
			}
		}
		stays = next
	}
	sum := 0.0
	for _, chance := range stays {
		sum += chance
	}
	return 1 - sum
}

func TestSequenceMayBeWatched(t *testing.T) {
	for _, p := range []float64{0.02, 0.3, 0.5} {
		left := everLeft(p, 150)
		require.LessOrEqual(t, left, 0.05, "rate %v", p)
		require.Greater(t, left, 0.0001, "rate %v", p)
		// Wilson's interval may not be watched.
		wilson, stays := 0.0, []float64{1}
		for i := 1; i <= 150; i++ {
			next := make([]float64, i+1)
			for k, chance := range stays {
				next[k] += chance * (1 - p)
				next[k+1] += chance * p
			}
			for k := range next {
				if !(Rate{K: k, N: i}).Wilson(0.95).Contains(p) {
					wilson += next[k]
					next[k] = 0
				}
			}
			stays = next
		}
		require.Greater(t, wilson, 0.15, "rate %v", p)
	}
}

// The three lines of theorem 2 written out for the values 1, 0, 1 between -1 and
// 1, level 0.95.
func TestMeanSequenceByHand(t *testing.T) {
	m := NewMeanSequence(-1, 1, 0.95)
	m.Add(1)
	m.Add(0)
	got := m.Add(1)
	var weights, weighted, slack float64
	x := []float64{1, 0.5, 1} // (value + 1) / 2
	means := []float64{0.5, (0.5 + 1) / 2, (0.5 + 1.5) / 3, (0.5 + 2.5) / 4}
	variances := []float64{
		0.25,
		(0.25 + math.Pow(1-means[1], 2)) / 2,
		(0.25 + math.Pow(1-means[1], 2) + math.Pow(0.5-means[2], 2)) / 3,
	}
	for i := range x {
		n := float64(i + 1)
		bet := min(0.5, math.Sqrt(2*math.Log(40)/(variances[i]*n*math.Log(n+1))))
		weights += bet
		weighted += bet * x[i]
		slack += math.Pow(x[i]-means[i], 2) * (-math.Log(1-bet) - bet)
	}
	low := weighted/weights - (math.Log(40)+slack)/weights
	interval(t, max(-1, 2*low-1), 1, got, "after three values")

	// A thousand equal values pin the mean down.
	m = NewMeanSequence(0, 1, 0.95)
	for range 1000 {
		got = m.Add(0.25)
	}
	require.True(t, got.Contains(0.25))
	require.Less(t, got.Width(), 0.05)
}

// By simulation: the mean of paired differences is left out of any of 500
// intervals in at most 5 of 100 studies.
func TestMeanSequenceMayBeWatched(t *testing.T) {
	rng := rand.New(rand.NewPCG(1754, 4))
	const trials = 1000
	left := 0
	for range trials {
		m := NewMeanSequence(-1, 1, 0.95)
		out := false
		for range 500 {
			d := 0.0
			if rng.Float64() < 0.3 {
				d++
			}
			if rng.Float64() < 0.2 {
				d--
			}
			out = out || !m.Add(d).Contains(0.1)
		}
		if out {
			left++
		}
	}
	require.LessOrEqual(t, left, trials*5/100)
}
