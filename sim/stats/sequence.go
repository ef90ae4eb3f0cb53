package stats

import "math"

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

func NewMeanSequence(low, high, level float64) *MeanSequence {
	return &MeanSequence{low: low, width: high - low, level: level, now: Interval{low, high}}
}

// mostBet bounds the weight of a value; half is what the authors advise.
const mostBet = 0.5

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
