package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"varlab/internal/lists"
	"varlab/sim/stats"
)

// Widest is the pair with the largest difference.
func Widest(pairs []*Pair) *Pair {
	if len(pairs) == 0 {
		return nil
	}
	return slices.MaxFunc(pairs, func(p, q *Pair) int { return cmp.Compare(math.Abs(p.Value), math.Abs(q.Value)) })
}

// ShownFirst puts pairs that are shown to differ before others.
func ShownFirst(p, q *Pair) int { return lists.Choose(q.Shown(), 1, 0) - lists.Choose(p.Shown(), 1, 0) }

// MostSeen is the size that tests of all the pairs would have shown, at the level of the
// first of Holm's. No two shares are further apart than 1.
func MostSeen(pairs []*Pair) float64 {
	high := math.Inf(-1)
	for _, p := range pairs {
		level := 1 - Alpha/float64(max(1, p.Tests))
		if x := p.at(level).Detectable(level, Power); !math.IsNaN(x) && !math.IsInf(x, 0) && (p.Metric.Unit.Factor < 100 || x <= 1) {
			high = max(high, x)
		}
	}
	return high
}

// A Pair is the difference of a metric between two cells, A less B, in the metric's unit.
type Pair struct {
	Metric Metric
	A, B   *Cell
	Bounded
	*Alike
	// Paired says that the openings are shared. If not, each rule set has its own.
	Paired bool
	// Holm is p adjusted for all differences of this metric in the report.
	Holm float64
	// Tests is how many differences p was adjusted for, and Adjusted the estimate with the
	// interval of the level that is left to it.
	Tests    int
	Adjusted stats.Estimate
	// Seen is the size that would have been shown with the chance Power: NaN
	// where that cannot be said.
	Seen     float64
	Warnings []Warning
}

// Shown reports whether there is a difference by p and by the interval, adjusted alike.
func (p *Pair) Shown() bool {
	return p.Holm < Alpha && (p.Adjusted.Low > 0 || p.Adjusted.High < 0)
}

// GamesWithin is the number of games of each rule set, at most most, with which the intervals of the
// differences in draws that the report answers are expected to be no wider than a number of points; 0
// if they are no wider.
func (r *Findings) GamesWithin(points float64, most int) (int, error) {
	wide, least := 0.0, 0.0
	pairs, _, _ := r.Questions()
	for _, p := range pairs {
		wide = max(wide, 100*p.Adjusted.Width())
		least = max(least, 100*2*stats.NormalQuantile(1-Alpha/2)*math.Sqrt(p.A.TrainingVariance(p.B)+p.B.TrainingVariance(p.A)))
	}
	need := float64(r.Plan.Games) * (wide*wide - least*least) / (points*points - least*least)
	switch {
	case wide <= points:
		return 0, nil
	case least >= points:
		return 0, fmt.Errorf("however many games are played, trainings of the players leave an interval %.1f points wide (want more points, or --weights taught or base)", least)
	case need > float64(most):
		return 0, fmt.Errorf("after %d games of each rule set an interval is %.1f points wide (want more points: this takes more than %d games)", r.Plan.Games, wide, most)
	}
	return 100 * int(need/100+1), nil
}
