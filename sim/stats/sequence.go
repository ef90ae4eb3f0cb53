package stats

import (
	"math"
)

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

// Pairs counts pairs of games, in which two players meet from one opening with
// both colours, by what the first player made of the two: 0, ½, 1, 1½ or 2 points.
// The pair is the unit of chance: its two games share an opening, which may favour
// a colour.
type Pairs [5]int

func (p Pairs) N() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

func share(halves int) float64 { return float64(halves) / 4 }

// Score is the mean share of the points, 0 to 1; NaN without pairs.
func (p Pairs) Score() float64 {
	sum := 0.0
	for i, k := range p {
		sum += float64(k) * share(i)
	}
	return sum / float64(p.N())
}

// Interval is that of the score: Wilson's, for as many independent trials as would
// give the mean of the pairs the variance that it has, s(1-s)/N = v/n (design
// effect as in Kish 1965, section 8.2). A pair in which both games are certain
// varies most, with s(1-s), so there are never fewer trials than pairs; where
// nothing varied, each pair counts as one trial. Quantiles are Student's.
func (p Pairs) Interval(level float64) Interval {
	n := p.N()
	if n < 2 {
		return Interval{0, 1}
	}
	s, v := p.Score(), 0.0
	for i, k := range p {
		d := share(i) - s
		v += float64(k) * d * d
	}
	v /= float64(n - 1)
	trials := float64(n)
	if v > 0 {
		trials = math.Max(trials, float64(n)*s*(1-s)/v)
	}
	return wilson(s, trials, critical(level, n-1))
}

// Elo is the difference in strength at which a player is expected to make the
// score s: 400 log10(s/(1-s)), Elo (1978), The Rating of Chessplayers, section
// 8.4 in the logistic form. It is infinite at 0 and 1.
func Elo(s float64) float64 { return 400 * math.Log10(s/(1-s)) }

// EloScore is the score that a player is expected to make who is so much stronger.
func EloScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// A StrengthTest looks on while pairs are played, and may stop them: a
// generalised sequential probability ratio test of two differences in Elo, High
// above Low. The chance of a wrong decision where one of them is true is Alpha.
type StrengthTest struct {
	Low, High float64 // Elo
	Alpha     float64
}

// What a test decides: for one of the two, or not yet.
const (
	Undecided  = "undecided"
	AcceptLow  = "low"
	AcceptHigh = "high"
)

// Bound is what the log likelihood ratio must reach, up or down: Wald (1945),
// Annals of Mathematical Statistics 16, p. 132, with both errors equal.
func (t StrengthTest) Bound() float64 { return math.Log((1 - t.Alpha) / t.Alpha) }

func (t StrengthTest) Decide(p Pairs) string {
	switch ratio, bound := t.LogRatio(p), t.Bound(); {
	case ratio >= bound:
		return AcceptHigh
	case ratio <= -bound:
		return AcceptLow
	}
	return Undecided
}

// LogRatio is the log of the greatest likelihood of the pairs under High over that
// under Low, each among all distributions of the five outcomes with that mean: the
// empirical likelihood ratio of Owen (1988), Biometrika 75, pp. 237-249, applied
// sequentially as by Li, Liu and Ying (2014), Sequential Analysis 33, "generalized
// sequential probability ratio test". An outcome that was not seen counts as a
// thousandth of a pair, so that both maxima exist.
func (t StrengthTest) LogRatio(p Pairs) float64 {
	if p.N() == 0 {
		return 0
	}
	var weight [5]float64
	total := 0.0
	for i, k := range p {
		weight[i] = math.Max(float64(k), 0.001)
		total += weight[i]
	}
	low, high := EloScore(t.Low), EloScore(t.High)
	a, b := tilt(&weight, low), tilt(&weight, high)
	ratio := 0.0
	for i, w := range weight {
		ratio += w * (math.Log1p(a*(share(i)-low)) - math.Log1p(b*(share(i)-high)))
	}
	return ratio
}

// tilt returns the multiplier x at which outcomes with chances in proportion to
// weight/(1 + x (share - mean)) have that mean: these are the likeliest that do
// (Owen 1988, p. 239). The condition falls with x between the poles, and is
// solved by halving.
func tilt(weight *[5]float64, mean float64) float64 {
	low, high := halve(-1/(1-mean), 1/mean, 100, func(x float64) bool {
		sum := 0.0
		for i, w := range weight {
			d := share(i) - mean
			sum += w * d / (1 + x*d)
		}
		return sum > 0
	})
	return (low + high) / 2
}
