package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"varlab/sim/random"
)

// Entropy is Shannon's, in bits, of the shares that the counts are: an estimate
// from below of the entropy of their source.
func Entropy(counts []int) float64 {
	p, _ := shares(counts)
	return stat.Entropy(p) / math.Ln2
}

// shares divides counts by their sum, which it returns too.
func shares(counts []int) (p []float64, n int) {
	for _, c := range counts {
		n += c
	}
	for _, c := range counts {
		p = append(p, float64(c)/float64(max(1, n)))
	}
	return p, n
}

// ChaoShen estimates, in bits, the entropy of the source of the counts,
// kinds that were never drawn included: Chao and Shen (2003), Environmental and
// Ecological Statistics 10, p. 429, eq. 7, with the coverage estimated by Good's
// formula. Where every count is 1 nothing was seen twice and it is NaN: so many
// draws do not bound the entropy.
func ChaoShen(counts []int) float64 {
	all, n := shares(counts)
	once := 0
	for _, c := range counts {
		if c == 1 {
			once++
		}
	}
	if n == 0 || once == n {
		return math.NaN()
	}
	coverage := 1 - float64(once)/float64(n)
	sum := 0.0
	for _, p := range all {
		if p *= coverage; p > 0 {
			sum -= p * math.Log2(p) / -math.Expm1(float64(n)*math.Log1p(-p))
		}
	}
	return sum
}

// JensenShannon is the divergence of the shares of two lists of counts of the
// same kinds, in bits: 0 where they are equal, 1 where they have no kind in
// common (Lin 1991, IEEE Transactions on Information Theory 37, p. 145). It is 0
// where a list is empty.
func JensenShannon(a, b []int) float64 {
	p, m := shares(a)
	q, n := shares(b)
	if len(p) == len(q) && (m == 0 || n == 0) {
		return 0
	}
	return min(1, max(0, stat.JensenShannon(p, q)/math.Ln2))
}

type Divergence struct {
	Value float64 // Jensen-Shannon, bits
	// Chance is the mean divergence where within each cluster it is by lot which
	// value belongs to which sample: what samples of this size show if there is
	// no difference.
	Chance float64
	// P is the share of such lots with a divergence of at least Value, the one
	// seen counted among them (Davison and Hinkley 1997, eq. 4.11).
	P float64
}

// Diverge compares two samples of kinds 0 to kinds-1, cluster by cluster: a[i]
// and b[i] are the kinds seen in cluster i. Equal sources give equal results.
func Diverge(a, b [][]int, kinds, lots int, source rand.Source) Divergence {
	if len(a) != len(b) {
		panic("stats: paired samples with different clusters")
	}
	x, y := make([]int, kinds), make([]int, kinds)
	for i := range a {
		for _, k := range a[i] {
			x[k]++
		}
		for _, k := range b[i] {
			y[k]++
		}
	}
	d := Divergence{Value: JensenShannon(x, y)}
	over := 1
	var pool []int
	for range lots {
		clear(x)
		clear(y)
		for i := range a {
			pool = append(append(pool[:0], a[i]...), b[i]...)
			for j := range a[i] { // the first len(a[i]) of a shuffle
				k := j + random.Below(source, len(pool)-j)
				pool[j], pool[k] = pool[k], pool[j]
				x[pool[j]]++
			}
			for _, k := range pool[len(a[i]):] {
				y[k]++
			}
		}
		v := JensenShannon(x, y)
		d.Chance += v / float64(lots)
		if v >= d.Value-1e-12 {
			over++
		}
	}
	d.P = float64(over) / float64(lots+1)
	return d
}
