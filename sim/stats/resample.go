package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"varlab/sim/random"
)

// Resamples is how many resamples of clusters an interval is read from: with
// 1999 the ends of a 95 % interval are the 50th value from either side, and no p
// is under 0.001 (Davison and Hinkley 1997, Bootstrap Methods and their
// Application, sections 2.4 and 4.2.3).
const Resamples = 1999

// A QuantileSample is the lengths of one sample, cluster by cluster, and the
// estimate from each resample of the clusters.
type QuantileSample struct {
	// Value is the Kaplan-Meier quantile; +Inf where the games did not reach it.
	Value float64
	// Last is the greatest length seen: an unreached quantile is beyond it.
	Last float64
	// Clusters is the number of clusters with any game.
	Clusters int
	resample []float64
}

// ResampleQuantiles estimates the Kaplan-Meier quantile q of every sample, and
// again from Resamples resamples of the clusters, drawn with replacement
// (Efron 1981, JASA 76, pp. 312-319, with clusters in place of cases as in Field
// and Welsh 2007, JRSS B 69, pp. 369-390). samples is indexed by sample and
// cluster; all samples have the same clusters, and one resample draws the same
// clusters in all of them. Equal sources give equal estimates.
func ResampleQuantiles(samples [][][]Length, q float64, source rand.Source) []QuantileSample {
	if len(samples) == 0 {
		return nil
	}
	out := make([]QuantileSample, len(samples))
	ended, gone := make([][]int, len(samples)), make([][]int, len(samples))
	clusters := len(samples[0])
	weights := make([]int, clusters)
	for i := range weights {
		weights[i] = 1
	}
	for s, cells := range samples {
		if len(cells) != clusters {
			panic("stats: samples with different clusters")
		}
		last := 0
		for _, ls := range cells {
			for _, l := range ls {
				last = max(last, int(l.At))
			}
			if len(ls) > 0 {
				out[s].Clusters++
			}
		}
		ended[s], gone[s] = make([]int, last+1), make([]int, last+1)
		out[s].Last = float64(last)
		out[s].Value = weightedQuantile(cells, weights, q, ended[s], gone[s])
		out[s].resample = make([]float64, Resamples)
	}
	for r := range Resamples {
		clear(weights)
		for range clusters {
			weights[random.Below(source, clusters)]++
		}
		for s, cells := range samples {
			out[s].resample[r] = weightedQuantile(cells, weights, q, ended[s], gone[s])
		}
	}
	return out
}

// weightedQuantile is Curve.Quantile where cluster i counts weights[i] times;
// ended and gone are scratch, indexed by length.
func weightedQuantile(cells [][]Length, weights []int, q float64, ended, gone []int) float64 {
	clear(ended)
	clear(gone)
	risk := 0
	for i, ls := range cells {
		if w := weights[i]; w > 0 {
			for _, l := range ls {
				ended[l.At] += w * int(l.Ended)
				gone[l.At] += w * int(l.Ended+l.Censored)
				risk += w * int(l.Ended+l.Censored)
			}
		}
	}
	lasting := 1.0
	for at, d := range ended {
		if d > 0 {
			lasting *= 1 - float64(d)/float64(risk)
			if lasting <= 1-q+1e-12 {
				return float64(at)
			}
		}
		risk -= gone[at]
	}
	return math.Inf(1)
}

// QuantileDifference is a - b. If both come from one call of ResampleQuantiles
// and share clusters, paired is true; else each has its own resamples. The
// interval is that of percentiles, and p twice the share of resamples on the
// rarer side of 0, each counted as one more than there are (Davison and Hinkley
// 1997, eq. 4.11). A quantile that was not reached lies somewhere beyond the
// greatest length, and the interval allows for all of that: an end may be
// infinite, and so may Value, which is NaN where neither was reached.
func QuantileDifference(a, b QuantileSample, paired bool, level float64) Estimate {
	e := Estimate{Value: a.Value - b.Value, DesignEffect: 1, Clusters: a.Clusters + b.Clusters}
	few := min(a.Clusters, b.Clusters)
	if paired {
		e.Clusters = max(a.Clusters, b.Clusters)
	}
	if few < 2 {
		e.Interval, e.P, e.Flat = Interval{math.Inf(-1), math.Inf(1)}, 1, true
		return e
	}
	lows, highs := make([]float64, Resamples), make([]float64, Resamples)
	under, over := 1, 1
	for r := range Resamples {
		x, y := a.resample[r], b.resample[r]
		lows[r], highs[r] = reached(x, a.Last)-y, x-reached(y, b.Last)
		if lows[r] <= 0 {
			under++
		}
		if highs[r] >= 0 {
			over++
		}
	}
	slices.Sort(lows)
	slices.Sort(highs)
	k := max(1, int(math.Round((1-level)/2*(Resamples+1))))
	e.Interval = Interval{lows[k-1], highs[Resamples-k]}
	e.P = min(1, 2*float64(min(under, over))/(Resamples+1))
	e.Flat = lows[0] == highs[Resamples-1]
	return e
}

// reached is x, or the least that it can be.
func reached(x, last float64) float64 {
	if math.IsInf(x, 1) {
		return last
	}
	return x
}

// QuantileEquivalence is the p of equivalence within ±margin of the quantiles of
// a and b: the greater share of resamples on either side beyond the margin, each
// counted as one more than there are. A quantile that was not reached may lie
// anywhere beyond the greatest length. It is 1 with fewer than two clusters.
func QuantileEquivalence(a, b QuantileSample, margin float64) float64 {
	if min(a.Clusters, b.Clusters) < 2 {
		return 1
	}
	under, over := 1, 1
	for r := range Resamples {
		x, y := a.resample[r], b.resample[r]
		// a difference of two that were not reached is NaN and counts as beyond
		if !(reached(x, a.Last)-y > -margin) {
			under++
		}
		if !(x-reached(y, b.Last) < margin) {
			over++
		}
	}
	return float64(max(under, over)) / (Resamples + 1)
}
