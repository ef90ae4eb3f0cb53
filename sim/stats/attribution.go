package stats

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"varlab/sim/random"
)

// Shapley divides v(all) - v(none) among n parts: each gets the mean of what it
// adds over all orders in which the parts could be taken (Shapley 1953, in
// Contributions to the Theory of Games II, p. 307). v is the value of a set of
// parts, one bit each. The sum of the result is v(all) - v(none).
func Shapley(n int, v func(set int) float64) []float64 {
	weight := setWeights(n - 1)
	out := make([]float64, n)
	for set := range 1 << n {
		w := v(set)
		for i := range n {
			if set>>i&1 == 1 {
				out[i] += weight[bits.OnesCount(uint(set))-1] * w
			} else {
				out[i] -= weight[bits.OnesCount(uint(set))] * w
			}
		}
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
	}
	if n < 2 {
		return out
	}
	weight := setWeights(n - 2)
	for set := range 1 << n {
		w := v(set)
		for i := range n {
			for j := range i {
				others := bits.OnesCount(uint(set &^ (1<<i | 1<<j)))
				if set>>i&1 == set>>j&1 {
					out[i][j] += weight[others] * w
				} else {
					out[i][j] -= weight[others] * w
				}
				out[j][i] = out[i][j]
			}
		}
	}
	return out
}

// setWeights gives for a set of k of m others the chance that, in a random order,
// just these come before: k! (m-k)! / (m+1)!.
func setWeights(m int) []float64 {
	out := make([]float64, m+1)
	for k := range out {
		choose := 1.0
		for i := range k {
			choose = choose * float64(m-i) / float64(i+1)
		}
		out[k] = 1 / (choose * float64(m+1))
	}
	return out
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

// ResampleMeans is the mean of every sample, and again from Resamples resamples of
// the clusters, drawn with replacement: draws[r][s] is the mean of sample s in
// resample r. All samples have the same clusters, and one resample draws the same
// clusters in all of them. A sample without trials in a resample keeps its mean.
func ResampleMeans(samples [][]Cell, source rand.Source) (means []float64, draws [][]float64) {
	means = make([]float64, len(samples))
	for s, cells := range samples {
		if len(cells) != len(samples[0]) {
			panic("stats: samples with different clusters")
		}
		means[s] = total(cells).mean
	}
	draws = make([][]float64, Resamples)
	if len(samples) == 0 {
		return means, draws
	}
	clusters := len(samples[0])
	weights := make([]int, clusters)
	for r := range draws {
		clear(weights)
		for range clusters {
			weights[random.Below(source, clusters)]++
		}
		draws[r] = make([]float64, len(samples))
		for s, cells := range samples {
			sum, n := 0.0, 0
			for i, w := range weights {
				if w > 0 {
					sum += float64(w) * cells[i].Sum
					n += w * cells[i].N
				}
			}
			if draws[r][s] = means[s]; n > 0 {
				draws[r][s] = sum / float64(n)
			}
		}
	}
	return means, draws
}

// Percentiles is the interval that leaves out as many resampled values on either
// side as level says (Davison and Hinkley 1997, section 5.2.1).
func Percentiles(values []float64, level float64) Interval {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	k := max(1, int((1-level)/2*float64(n+1)+0.5))
	return Interval{sorted[k-1], sorted[n-k]}
}

// Resampled returns the estimate of each resample, +Inf where it was not reached.
func (q QuantileSample) Resampled() []float64 { return q.resample }
