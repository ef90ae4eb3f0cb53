package stats

import (
	"cmp"
	"math"
)

// A Cell is one cluster's part of a sample: the sum of its values and how many
// there are. For a rate the values are 0 and 1. Cells of two samples belong
// together by their place in their slices; a cluster that one sample lacks has
// a zero Cell there.
type Cell struct {
	Sum float64
	N   int
}

// An Estimate is a mean, a contrast of rates or a difference of medians, over
// clusters. Interval, P, Equivalence and Beyond are read off one family of
// intervals, so that a p is at most α exactly where the interval of that level
// says so.
type Estimate struct {
	Value float64
	Interval
	// SE is the cluster-robust standard error: 0 where nothing varied, and for
	// medians, which have none.
	SE float64
	// P is the two-sided p of the hypothesis that the true value is 0.
	P float64
	// Clusters is the number of clusters with any trial. Quantiles are Student's
	// with DF degrees of freedom; DF is 0 for normal ones.
	Clusters, DF int
	// DesignEffect is the robust variance over that of independent trials with
	// the same spread; 1 where either is 0.
	DesignEffect float64
	// Flat says that nothing varied between clusters: a mean has no interval then,
	// and a rate that of as many trials as there are clusters.
	Flat bool
	// limits is the interval at a quantile; it lies within those at greater ones.
	limits func(z float64) Interval
}

// Negated is the estimate of the difference the other way.
func (e Estimate) Negated() Estimate {
	turned := e
	turned.Value, turned.Interval = -e.Value, Interval{-e.High, -e.Low}
	if e.limits != nil {
		turned.limits = func(z float64) Interval { i := e.limits(z); return Interval{-i.High, -i.Low} }
	}
	return turned
}

// with completes an estimate whose other fields stand.
func (e Estimate) with(level float64, limits func(z float64) Interval) Estimate {
	e.limits = limits
	e.Interval, e.P = e.At(level), e.Beyond(0)
	return e
}

// Spread is the estimate with a random effect of this standard deviation beside the sample:
// the squares of the effect and of the distance to each limit are added (Zou and Donner
// 2008, Statistics in Medicine 27, pp. 1693-1702).
func (e Estimate) Spread(sd, level float64) Estimate {
	if sd == 0 || e.limits == nil {
		return e
	}
	of := e.limits
	e.SE = math.Hypot(e.SE, sd)
	return e.with(level, func(z float64) Interval {
		i := of(z)
		return Interval{e.Value - math.Hypot(e.Value-i.Low, z*sd), e.Value + math.Hypot(i.High-e.Value, z*sd)}
	})
}

// At is the interval of another level.
func (e Estimate) At(level float64) Interval { return e.limits(critical(level, e.DF)) }

// above is the one-sided p of the hypothesis that the true value is at most x, and
// below of at least x: the least α at which the limit of level 1 - 2α lies on the
// other side. It is 1 where not even the level 0 shows it.
func (e Estimate) above(x float64) float64 {
	return e.least(func(z float64) float64 { return e.limits(z).Low - x })
}

func (e Estimate) below(x float64) float64 {
	return e.least(func(z float64) float64 { return x - e.limits(z).High })
}

// least finds where what a quantile shows ceases to be positive, by halving and the
// rule of false position in turn.
func (e Estimate) least(shows func(z float64) float64) float64 {
	low, high := 0.0, farthest
	at, beyond := shows(low), shows(high)
	if !(at > 0) {
		return 1
	}
	for i := 0; i < 80 && high-low > 1e-11 && !(beyond > 0); i++ {
		z := (low + high) / 2
		if cut := low + (high-low)*at/(at-beyond); i%3 > 0 && cut > low && cut < high {
			z = cut
		}
		if d := shows(z); d > 0 {
			low, at = z, d
		} else {
			high, beyond = z, d
		}
	}
	return upper((low+high)/2, e.DF)
}

// farthest is the quantile at which searches end: beyond it lies less than 1e-300.
const farthest = 37.0

// Equivalence is the p of two one-sided tests that the true value lies within
// ±margin: the larger of the two (Schuirmann 1987, Journal of Pharmacokinetics
// and Biopharmaceutics 15, pp. 657-680). It is at most α if and only if the
// interval of level 1 - 2α lies within ±margin.
func (e Estimate) Equivalence(margin float64) float64 {
	return max(e.above(-margin), e.below(margin))
}

// Beyond is the two-sided p of the hypothesis that the true value lies within
// ±margin: at most α if and only if the interval of level 1 - α lies outside.
func (e Estimate) Beyond(margin float64) float64 {
	return min(1, 2*e.above(margin), 2*e.below(-margin))
}

// NoWorse is the one-sided p that the true value is no further than margin on the worse side:
// below margin if less is better, else above -margin (non-inferiority). Worse is the two-sided
// p that it lies beyond.
func (e Estimate) NoWorse(margin float64, less bool) (within, worse float64) {
	if less {
		return e.below(margin), min(1, 2*e.above(margin))
	}
	return e.above(-margin), min(1, 2*e.below(-margin))
}

// Detectable is the smallest true difference that a sample with this standard
// error shows with the given power at the given level (0.8 and 0.95, say):
// (z₁₋α/₂ + z_power) SE, Bloom (1995), Evaluation Review 19, p. 548, with the
// quantiles of the estimate. Without a standard error, or with one that is much less,
// the interval stands for it. It is +Inf where the interval of the
// level, or of 0.95, has no end.
func (e Estimate) Detectable(level, power float64) float64 {
	return (critical(level, e.DF) + critical(2*power-1, e.DF)) * e.spreadAt(level)
}

// DetectableMargin is the least margin within which a sample with this standard
// error shows equivalence with the given power, where there is no difference, by
// one-sided tests at alpha: (z₁₋α + z₍₁₊power₎/₂) SE, as in Plan.GamesForMargin.
func (e Estimate) DetectableMargin(alpha, power float64) float64 {
	return (critical(1-2*alpha, e.DF) + critical(power, e.DF)) * e.spreadAt(1-2*alpha)
}

// Expected is the standard error of the same estimate from a multiple of the games.
// Where nothing varied, the interval stands for it, and narrows with the number of games,
// not with its root.
func (e Estimate) Expected(times float64) float64 {
	if e.Flat {
		return e.spread() / times
	}
	return e.spread() / math.Sqrt(times)
}

// Times is the inverse of Expected: how many times the games leave this standard error.
func (e Estimate) Times(se float64) float64 {
	times := e.spread() / se
	if e.Flat {
		return times
	}
	return times * times
}

// spreadAt is +Inf where the interval of a level has no end, which the usual one may have.
func (e Estimate) spreadAt(level float64) float64 {
	if e.limits != nil && math.IsInf(e.At(level).Width(), 1) {
		return math.Inf(1)
	}
	return e.spread()
}

func (e Estimate) spread() float64 {
	if e.Clusters < 2 || e.limits == nil {
		return cmp.Or(e.SE, math.Inf(1))
	}
	if worth := e.At(usual).Width() / 2 / critical(usual, e.DF); worth > muchWider*e.SE {
		return worth
	}
	return e.SE
}

// muchWider is the factor from which an interval is too wide for its standard error, as with
// rare events: for one draw in 200 games against none the standard error promises a
// difference that a test shows once in seven times.
const muchWider = 1.2

// usual is the level of the interval that stands for a standard error.
const usual = 0.95

// Mean is the mean of all values with Student's interval. P is of the hypothesis
// that the mean is 0: shift the values to test another.
func Mean(cells []Cell, level float64) Estimate {
	return MeanContrast([][][]Cell{{cells}}, [][]float64{{1}}, level)
}

// RateOf is the rate over all cells, values 0 and 1, with its design effect:
// the robust variance over p(1-p)/N (Rao and Scott 1992, p. 579). Where there
// is one trial per cluster it is 1 by definition. Where nothing varies it
// cannot be estimated, and the largest is taken at which clusters of equal size
// could be, N over clusters: then only clusters count.
func RateOf(cells []Cell) Rate {
	r := Rate{DesignEffect: 1}
	hits := 0.0
	for _, c := range cells {
		hits += c.Sum
		r.N += c.N
		if c.N > 0 {
			r.Clusters++
		}
	}
	r.K = int(math.Round(hits))
	if r.Clusters == r.N || r.Clusters < 2 {
		return r
	}
	v := r.variance()
	if v == 0 {
		r.DesignEffect = float64(r.N) / float64(r.Clusters)
		return r
	}
	p := newPart([][]Cell{cells}, []float64{1}, true)
	r.DesignEffect, r.DF = p.variance/v, p.degrees
	return r
}

// variance is that of independent trials.
func (r Rate) variance() float64 {
	if r.N == 0 {
		return 0
	}
	return r.Value() * (1 - r.Value()) / float64(r.N)
}

// less is a - b as groups of samples and their weights: one group, if the two share their
// clusters and have the same length, or else two.
func less(a, b []Cell, paired bool) (groups [][][]Cell, weights [][]float64) {
	if paired {
		return [][][]Cell{{a, b}}, [][]float64{{1, -1}}
	}
	return [][][]Cell{{a}, {b}}, [][]float64{{1}, {-1}}
}

// MeanDifference is a - b, a MeanContrast of samples that share their clusters or do not.
// Clusters is the sum of both where they do not.
func MeanDifference(a, b []Cell, paired bool, level float64) Estimate {
	groups, weights := less(a, b, paired)
	return MeanContrast(groups, weights, level)
}

// RateDifference is a - b for values 0 and 1, a Contrast of samples that share
// their clusters or do not. The design effect is the robust variance over
// p(1-p)/m + q(1-q)/n.
func RateDifference(a, b []Cell, paired bool, level float64) Estimate {
	groups, weights := less(a, b, paired)
	e := Contrast(groups, weights, level)
	if v := RateOf(a).variance() + RateOf(b).variance(); v > 0 && e.SE > 0 {
		e.DesignEffect = e.SE * e.SE / v
	}
	return e
}

// RateAgainst is a rate of values 0 and 1 less a number, with Clopper and Pearson's
// interval on as many trials as the sample is worth (Korn and Graubard 1998, Survey
// Methodology 24, pp. 193-201).
func RateAgainst(cells []Cell, number, level float64) Estimate {
	e := Contrast([][][]Cell{{cells}}, [][]float64{{1}}, level)
	of := e.limits
	e.Value -= number
	e.DesignEffect = max(1, RateOf(cells).DesignEffect)
	return e.with(level, func(z float64) Interval {
		i := of(z)
		return Interval{i.Low - number, i.High - number}
	})
}

// halve narrows the stretch from low to high, in which under first holds and then
// does not, to where that changes.
func halve(low, high float64, steps int, under func(mid float64) bool) (float64, float64) {
	for range steps {
		if mid := (low + high) / 2; under(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low, high
}
