package stats

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"varlab/sim/random"
)

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
