package stats

import "math"

// Sequence is an interval of the rate that may be looked at after every trial:
// with the chance that level says, the true rate lies in all of the intervals
// from the first trial to the last, so that a run may be stopped for what they
// show. It is the set of p with (n+1) C(n,k) pᵏ(1-p)ⁿ⁻ᵏ ≥ 1 - level: Robbins
// (1970), Annals of Mathematical Statistics 41, p. 1397. Trials are taken as
// independent; where there are several to a cluster, use MeanSequence on the
// clusters.
func (r Rate) Sequence(level float64) Interval {
	if r.N == 0 {
		return Interval{0, 1}
	}
	n, k := float64(r.N), float64(r.K)
	front := math.Log(n+1) + logChoose(r.N, r.K) - math.Log(1-level)
	inside := func(p float64) bool {
		l := front
		if r.K > 0 {
			l += k * math.Log(p)
		}
		if r.K < r.N {
			l += (n - k) * math.Log1p(-p)
		}
		return l >= 0
	}
	i, p := Interval{0, 1}, r.Value()
	if r.K > 0 {
		i.Low = bisect(0, p, inside)
	}
	if r.K < r.N {
		i.High = bisect(1, p, inside)
	}
	return i
}

// bisect finds where, from out to in, a property begins to hold; the result is
// on the outer side.
func bisect(out, in float64, holds func(float64) bool) float64 {
	for range 60 {
		mid := out + (in-out)/2
		if holds(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return out
}

// A MeanSequence makes intervals of a mean that may be looked at after every
// value: with the chance that its level says, the true mean lies in all of them.
// The values are bounded and independent, one per cluster: for a paired
// difference of rates the cluster's rate of a less that of b, from -1 to 1,
// whose mean weighs every cluster alike.
// The method is the predictable plug-in empirical Bernstein sequence of
// Waudby-Smith and Ramdas (2024), Journal of the Royal Statistical Society B 86,
// p. 1, theorem 2. The intervals met so far are intersected.
type MeanSequence struct {
	low, width, level float64
	n                 int
	sum, squares      float64 // of values scaled to 0…1, and of their distances from the running means
	weights, weighted float64
	slack             float64
	now               Interval
}

// NewMeanSequence begins a sequence of values from low to high.
func NewMeanSequence(low, high, level float64) *MeanSequence {
	return &MeanSequence{low: low, width: high - low, level: level, now: Interval{low, high}}
}

// mostBet bounds the weight of a value; half is what the authors advise.
const mostBet = 0.5

// Add takes the next value and returns the interval after it.
func (m *MeanSequence) Add(value float64) Interval {
	x := (value - m.low) / m.width
	t := float64(m.n + 1)
	before := (0.5 + m.sum) / t        // the mean as known before this value
	variance := (0.25 + m.squares) / t // likewise
	confidence := math.Log(2 / (1 - m.level))
	bet := min(mostBet, math.Sqrt(2*confidence/(variance*t*math.Log1p(t))))
	m.weights += bet
	m.weighted += bet * x
	m.slack += 4 * (x - before) * (x - before) * (-math.Log1p(-bet) - bet) / 4
	m.n++
	m.sum += x
	after := (0.5 + m.sum) / (t + 1)
	m.squares += (x - after) * (x - after)

	mean, half := m.weighted/m.weights, (confidence+m.slack)/m.weights
	m.now.Low = max(m.now.Low, m.low+m.width*(mean-half))
	m.now.High = min(m.now.High, m.low+m.width*(mean+half))
	return m.now
}
