package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

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
	// Resampled are the estimates, +Inf where the quantile was not reached.
	Resampled []float64
}

// ResampleQuantiles estimates the Kaplan-Meier quantile q of every sample, and
// again from Resamples resamples of the clusters, drawn with replacement
// (Efron 1981, JASA 76, pp. 312-319, with clusters in place of cases as in Field
// and Welsh 2007, JRSS B 69, pp. 369-390). samples is indexed by sample and
// cluster; all samples have the same clusters, and one resample draws the same
// clusters in all of them. Equal sources give equal estimates.
func ResampleQuantiles(samples [][][]Length, q float64, source rand.Source) []QuantileSample {
	out := make([]QuantileSample, len(samples))
	for s, cells := range samples {
		once := make([]int, len(cells))
		for i, ls := range cells {
			once[i] = 1
			for _, l := range ls {
				out[s].Last = max(out[s].Last, float64(l.At))
			}
			if len(ls) > 0 {
				out[s].Clusters++
			}
		}
		out[s].Value = weightedQuantile(cells, once, q, out[s].Last)
	}
	resample(samples, source, func(_ int, weights []int) {
		for s, cells := range samples {
			out[s].Resampled = append(out[s].Resampled, weightedQuantile(cells, weights, q, out[s].Last))
		}
	})
	return out
}

// weightedQuantile is Curve.Quantile where cluster i counts weights[i] times and no
// length is above last.
func weightedQuantile(cells [][]Length, weights []int, q, last float64) float64 {
	ended, gone := make([]int, int(last)+1), make([]int, int(last)+1)
	risk := 0
	for i, ls := range cells {
		w := weights[i]
		for _, l := range ls {
			ended[l.At] += w * int(l.Ended)
			gone[l.At] += w * int(l.Ended+l.Censored)
			risk += w * int(l.Ended+l.Censored)
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
	lows, highs := a.less(b)
	under := 1 + count(lows, func(x float64) bool { return x <= 0 })
	over := 1 + count(highs, func(x float64) bool { return x >= 0 })
	e.Interval = Interval{Percentiles(lows, level).Low, Percentiles(highs, level).High}
	e.P = min(1, 2*float64(min(under, over))/(Resamples+1))
	e.Flat = slices.Min(lows) == slices.Max(highs)
	return e
}

// less is for every resample the least and the greatest that a - b can be: a quantile
// that was not reached lies beyond the greatest length.
func (a QuantileSample) less(b QuantileSample) (lows, highs []float64) {
	for r, x := range a.Resampled {
		y := b.Resampled[r]
		lows, highs = append(lows, min(x, a.Last)-y), append(highs, x-min(y, b.Last))
	}
	return lows, highs
}

func count(values []float64, of func(float64) bool) (n int) {
	for _, x := range values {
		if of(x) {
			n++
		}
	}
	return n
}

// QuantileEquivalence is the p of equivalence within ±margin of the quantiles of
// a and b: the greater share of resamples on either side beyond the margin, each
// counted as one more than there are. A quantile that was not reached may lie
// anywhere beyond the greatest length. It is 1 with fewer than two clusters.
func QuantileEquivalence(a, b QuantileSample, margin float64) float64 {
	if min(a.Clusters, b.Clusters) < 2 {
		return 1
	}
	lows, highs := a.less(b)
	under := count(lows, func(x float64) bool { return x <= -margin })
	over := count(highs, func(x float64) bool { return x >= margin })
	return float64(1+max(under, over)) / (Resamples + 1)
}

// ResampleMeans is the mean of every sample, and again from Resamples resamples of
// the clusters, drawn with replacement: draws[r][s] is the mean of sample s in
// resample r. All samples have the same clusters, and one resample draws the same
// clusters in all of them. A sample without trials in a resample keeps its mean.
func ResampleMeans(samples [][]Cell, source rand.Source) (means []float64, draws [][]float64) {
	for _, cells := range samples {
		means = append(means, total(cells).mean)
	}
	draws = make([][]float64, Resamples)
	resample(samples, source, func(r int, weights []int) {
		draws[r] = slices.Clone(means)
		for s, cells := range samples {
			sum, n := 0.0, 0
			for i, w := range weights {
				sum += float64(w) * cells[i].Sum
				n += w * cells[i].N
			}
			if n > 0 {
				draws[r][s] = sum / float64(n)
			}
		}
	})
	return means, draws
}

// resample says how often each cluster of the samples is drawn, resample by resample.
func resample[T any](samples [][]T, source rand.Source, visit func(r int, weights []int)) {
	if len(samples) == 0 {
		return
	}
	weights := make([]int, len(samples[0]))
	for _, cells := range samples {
		if len(cells) != len(weights) {
			panic("stats: samples with different clusters")
		}
	}
	for r := range Resamples {
		clear(weights)
		for range weights {
			weights[random.Below(source, len(weights))]++
		}
		visit(r, weights)
	}
}

// Percentiles is the interval that leaves out as many resampled values on either
// side as level says (Davison and Hinkley 1997, section 5.2.1).
func Percentiles(values []float64, level float64) Interval {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	k := max(1, int((1-level)/2*float64(n+1)+0.5))
	return Interval{sorted[k-1], sorted[n-k]}
}

// Shapley divides v(all) - v(none) among n parts: each gets the mean of what it
// adds over all orders in which the parts could be taken (Shapley 1953, in
// Contributions to the Theory of Games II, p. 307). v is the value of a set of
// parts, one bit each. The sum of the result is v(all) - v(none).
func Shapley(n int, v func(set int) float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = interaction(n, 1<<i, v)
	}
	return out
}

// Interactions is for every two parts how much more they add together than each
// alone, the mean over the sets of others as in Shapley: the interaction index of
// Grabisch and Roubens (1999), International Journal of Game Theory 28, p. 547.
// The diagonal is 0.
func Interactions(n int, v func(set int) float64) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		for j := range i {
			out[i][j] = interaction(n, 1<<i|1<<j, v)
			out[j][i] = out[i][j]
		}
	}
	return out
}

// interaction is that of the parts of a set. A set of k of the m others has for its
// weight the chance that, in a random order, just these come before:
// k! (m-k)! / (m+1)!.
func interaction(n, of int, v func(set int) float64) (sum float64) {
	m := n - bits.OnesCount(uint(of))
	for set := range 1 << n {
		k := bits.OnesCount(uint(set &^ of))
		term := 1 / float64(combin.Binomial(m, k)*(m+1)) * v(set)
		if bits.OnesCount(uint(of&^set))%2 == 1 {
			term = -term
		}
		sum += term
	}
	return sum
}

// ShapleyOf estimates Shapley from some of the orders: each order is a
// permutation of the parts, and needs the values of its beginnings only. The sum
// is v(all) - v(none) whatever the orders are (Castro, Gómez and Tejada 2009,
// Computers & Operations Research 36, p. 1726).
func ShapleyOf(n int, orders [][]int, v func(set int) float64) []float64 {
	out := make([]float64, n)
	for _, order := range orders {
		set, before := 0, v(0)
		for _, i := range order {
			set |= 1 << i
			after := v(set)
			out[i] += (after - before) / float64(len(orders))
			before = after
		}
	}
	return out
}

// Orders draws pairs of orders of n parts, each with its reverse, which makes the
// mean of their marginals vary less (Mitchell, Cooper, Frank and Holmes 2022,
// Journal of Machine Learning Research 23, section 3).
func Orders(n, pairs int, source rand.Source) [][]int {
	var out [][]int
	for range pairs {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		random.Shuffle(source, order)
		back := slices.Clone(order)
		slices.Reverse(back)
		out = append(out, order, back)
	}
	return out
}
