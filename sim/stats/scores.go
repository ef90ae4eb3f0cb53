package stats

import (
	"maps"
	"math"
	"slices"
)

// Pairs counts pairs of games, in which two players meet from one opening with
// both colours, by what the first player made of the two: 0, ½, 1, 1½ or 2 points.
type Pairs [5]int

func (p Pairs) N() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

func share(halves int) float64 { return float64(halves) / 4 }

// Scores are what one player made of games, from 0 to 1 point each, that fall into
// clusters. The cluster is the unit of chance: games from one opening are alike, and
// where nobody draws they are the same. The zero value has none.
type Scores struct {
	cells  []Cell
	shares map[float64]int // how many clusters have this mean
}

// Add adds n games of a cluster with the points of the player.
func (s *Scores) Add(cluster int, points float64, n int) {
	s.cells = append(s.cells, make([]Cell, max(0, cluster+1-len(s.cells)))...)
	if s.shares == nil {
		s.shares = map[float64]int{}
	}
	c := &s.cells[cluster]
	if c.N > 0 {
		mean := c.Sum / float64(c.N)
		if s.shares[mean]--; s.shares[mean] == 0 {
			delete(s.shares, mean)
		}
	}
	c.Sum, c.N = c.Sum+points, c.N+n
	if c.N > 0 {
		s.shares[c.Sum/float64(c.N)]++
	}
}

// Estimate is Mean of the scores.
func (s *Scores) Estimate(level float64) Estimate { return Mean(s.cells, level) }

// Interval is that of the mean of all games: Wilson's, for as many independent trials
// as would give the mean m its cluster-robust variance, m(1-m)/N (design effect as in
// Kish 1965, section 8.2). Clusters whose games are all alike vary most, so there are
// never fewer trials than clusters, or, where they are of unequal size n, than the
// (Σn)²/Σn² of equal size that they are worth (Kish, section 11.7); that is how many
// there are where nothing varied. Quantiles are Student's.
func (s *Scores) Interval(level float64) Interval {
	e := s.Estimate(level)
	if e.Clusters < 2 {
		return Interval{0, 1}
	}
	n, squares := 0.0, 0.0
	for _, c := range s.cells {
		n += float64(c.N)
		squares += float64(c.N) * float64(c.N)
	}
	trials := n * n / squares
	if e.SE > 0 {
		trials = math.Max(trials, e.Value*(1-e.Value)/(e.SE*e.SE))
	}
	return wilson(e.Value, trials, critical(level, e.Clusters-1))
}

// Elo is the difference in strength at which a player is expected to make the
// score s: 400 log10(s/(1-s)), Elo (1978), The Rating of Chessplayers, section
// 8.4 in the logistic form. It is infinite at 0 and 1.
func Elo(s float64) float64 { return 400 * math.Log10(s/(1-s)) }

// EloScore is the expected score of a player who is stronger by an Elo difference.
func EloScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// A StrengthTest looks on while games are played, and may stop them: a
// generalised sequential probability ratio test of two differences in Elo, High
// above Low. The chance of a wrong decision where one of them is true is Alpha.
// Every cluster is read once, with its mean score: what another game of it shows
// is how well that mean is known, and a copy of a game shows nothing.
type StrengthTest struct {
	Low, High float64 // Elo
	Alpha     float64
}

// Decisions of a test: for one of the two hypotheses, or none yet.
const (
	Undecided  = "undecided"
	AcceptLow  = "low"
	AcceptHigh = "high"
)

// Bound is what the log likelihood ratio must reach, up or down: Wald (1945),
// Annals of Mathematical Statistics 16, p. 132, with both errors equal.
func (t StrengthTest) Bound() float64 { return math.Log((1 - t.Alpha) / t.Alpha) }

func (t StrengthTest) Decide(s *Scores) string {
	switch ratio, bound := t.LogRatio(s), t.Bound(); {
	case ratio >= bound:
		return AcceptHigh
	case ratio <= -bound:
		return AcceptLow
	}
	return Undecided
}

// LogRatio is the log of the greatest likelihood of the clusters' means under High
// over that under Low, each among all distributions of the means seen that have it:
// the empirical likelihood ratio of Owen (1988), Biometrika 75, pp. 237-249, applied
// sequentially as by Li, Liu and Ying (2014), Sequential Analysis 33, "generalized
// sequential probability ratio test". An outcome of a pair of games that no cluster
// has counts as a thousandth of a cluster, so that both maxima exist.
func (t StrengthTest) LogRatio(s *Scores) float64 {
	if len(s.shares) == 0 {
		return 0
	}
	seen := map[float64]float64{}
	for i := range len(Pairs{}) {
		seen[share(i)] = 0.001
	}
	for mean, k := range s.shares {
		seen[mean] = float64(k)
	}
	means := slices.Sorted(maps.Keys(seen))
	weight := make([]float64, len(means))
	for i, mean := range means {
		weight[i] = seen[mean]
	}
	low, high := EloScore(t.Low), EloScore(t.High)
	a, b := tilt(means, weight, low), tilt(means, weight, high)
	ratio := 0.0
	for i, w := range weight {
		ratio += w * (math.Log1p(a*(means[i]-low)) - math.Log1p(b*(means[i]-high)))
	}
	return ratio
}

// tilt returns the multiplier x at which outcomes with chances in proportion to
// weight/(1 + x (outcome - mean)) have that mean: these are the likeliest that do
// (Owen 1988, p. 239). Outcomes reach from 0 to 1. The condition falls with x
// between the poles, and is solved by halving.
func tilt(outcomes, weight []float64, mean float64) float64 {
	low, high := halve(-1/(1-mean), 1/mean, 100, func(x float64) bool {
		sum := 0.0
		for i, w := range weight {
			d := outcomes[i] - mean
			sum += w * d / (1 + x*d)
		}
		return sum > 0
	})
	return (low + high) / 2
}
