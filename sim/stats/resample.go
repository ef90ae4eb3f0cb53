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
	sorted    []placed
	quantileTest
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
	for s, cells := range samples {
		out[s] = quantileOf(cells, q)
	}
	weights := make([]int, len(samples[0])) // how often each cluster is drawn
	for range Resamples {
		clear(weights)
		for range weights {
			weights[random.Below(source, len(weights))]++
		}
		for s := range out {
			out[s].Resampled = append(out[s].Resampled, weightedQuantile(out[s].sorted, weights, q))
		}
	}
	return out
}

// A placed length is one of a cluster.
type placed struct {
	Length
	cluster int
}

// placedIn sorts the lengths of all clusters, the shortest first.
func placedIn(cells [][]Length) (all []placed) {
	for i, ls := range cells {
		for _, l := range ls {
			all = append(all, placed{l, i})
		}
	}
	slices.SortFunc(all, func(a, b placed) int { return int(a.At) - int(b.At) })
	return all
}

func quantileOf(cells [][]Length, q float64) QuantileSample {
	out := QuantileSample{sorted: placedIn(cells)}
	once := make([]int, len(cells))
	for i, ls := range cells {
		once[i] = 1
		if len(ls) > 0 {
			out.Clusters++
		}
	}
	if n := len(out.sorted); n > 0 {
		out.Last = float64(out.sorted[n-1].At)
	}
	out.Value = weightedQuantile(out.sorted, once, q)
	out.quantileTest = newQuantileTest(cells, q)
	return out
}

// weightedQuantile is Curve.Quantile of sorted lengths, where cluster i counts weights[i] times.
func weightedQuantile(sorted []placed, weights []int, q float64) float64 {
	risk := 0
	for _, l := range sorted {
		risk += weights[l.cluster] * int(l.Ended+l.Censored)
	}
	lasting := 1.0
	for len(sorted) > 0 {
		at, ended, gone := sorted[0].At, 0, 0
		for len(sorted) > 0 && sorted[0].At == at {
			l := sorted[0]
			ended += weights[l.cluster] * int(l.Ended)
			gone += weights[l.cluster] * int(l.Ended+l.Censored)
			sorted = sorted[1:]
		}
		if ended > 0 {
			lasting *= 1 - float64(ended)/float64(risk)
			if lasting <= 1-q+1e-12 {
				return float64(at)
			}
		}
		risk -= gone
	}
	return math.Inf(1)
}

// Percentiles is the interval that leaves out as many resampled values on either
// side as level says (Davison and Hinkley 1997, section 5.2.1), or rather fewer:
// resamples of C clusters spread less than samples do, by √((C-1)/C), and have normal
// tails where Student's are wanted (Hesterberg 2015, The American Statistician 69,
// p. 380, "expanded percentiles").
func Percentiles(values []float64, clusters int, level float64) Interval {
	if clusters < 2 {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	c := float64(clusters)
	beyond := NormalTail(math.Sqrt(c/(c-1)) * critical(level, clusters-1))
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	k := max(1, int(beyond*float64(n+1)+0.5))
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
