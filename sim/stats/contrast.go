package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Contrast is the sum of weighted rates: groups of samples, and a weight for each sample. The
// samples of a group share their clusters by place. A
// difference of paired rates is one group with weights 1 and -1, of unpaired
// rates two groups, a rate one group of one; Shapley's values and interactions
// of a metric that lies between 0 and 1 are contrasts too.
//
// In each group some clusters add to the value and some take from it. The two
// sums are shares of a multinomial sample with as many trials as give the value
// its cluster-robust variance (Kish 1965, section 8.2; Rao and Scott 1992, p.
// 579). Each share has Clopper and Pearson's limits, and the distances between
// value and limits are squared and added, with the correlation of two shares of
// one sample: Newcombe (1998), Statistics in Medicine 17, p. 876, method 10; for
// any limits and with correlation Zou and Donner (2008), ibid. 27, pp. 1693-1702.
// With Wilson's limits, which Newcombe takes, one side of an interval of 99.5 %
// misses 1.2 times as often as it says for shares 0.1 and 0.3 of 100 openings, and
// 1.7 times for shares 0.25 of 10; with these no rate and no difference of two that
// was tried misses more often than it says (docs/calibration.md).
//
// Where each cluster came out one way, as one trial to a cluster does, and clusters
// are equal, clusters are the trials and the quantiles normal; else they are Student's
// with the degrees of the sample that has the fewest (see degrees). Where the samples
// vary and the value does not, the trials are those that the samples are worth. With
// fewer than two clusters the interval is all that is possible.
func Contrast(groups [][][]Cell, weights [][]float64, level float64) Estimate {
	e, parts, few := contrast(groups, weights, true)
	var possible Interval
	for _, p := range parts {
		if p.adds {
			possible.High += p.scale
		}
		if p.takes {
			possible.Low -= p.scale
		}
		if p.df > 0 && (e.DF == 0 || p.df < e.DF) {
			e.DF = p.df
		}
	}
	e.Flat = e.SE == 0
	if few < 2 {
		return e.with(level, func(float64) Interval { return possible })
	}
	return e.with(level, func(z float64) Interval {
		a, down, up := NormalTail(z), 0.0, 0.0
		for _, p := range parts {
			x, y := p.reach(a)
			down, up = math.Hypot(down, x), math.Hypot(up, y)
		}
		return Interval{e.Value - down, e.Value + up}.Within(possible.Low, possible.High)
	})
}

// MeanContrast is Contrast for values of any size, with Student's interval: the
// degrees of freedom are those of the sample that has the fewest (a bound from
// below on those of Welch 1938, Biometrika 29, pp. 350-362). It has no end where
// nothing varied or there are fewer than two clusters. Where a sample has no trial the
// value is NaN.
func MeanContrast(groups [][][]Cell, weights [][]float64, level float64) Estimate {
	e, parts, _ := contrast(groups, weights, false)
	if e.SE == 0 {
		e.Flat = true
		return e.with(level, func(float64) Interval { return Interval{math.Inf(-1), math.Inf(1)} })
	}
	e.DF = slices.MinFunc(parts, func(a, b part) int { return a.degrees - b.degrees }).degrees
	return e.with(level, func(z float64) Interval { return Interval{e.Value - z*e.SE, e.Value + z*e.SE} })
}

// contrast has neither interval nor degrees of freedom yet; few is the number of
// clusters of the smallest sample.
func contrast(groups [][][]Cell, weights [][]float64, rates bool) (e Estimate, parts []part, few int) {
	e.DesignEffect, few = 1, math.MaxInt
	variance := 0.0
	for g, all := range groups {
		var samples [][]Cell
		var ws []float64
		for s, w := range weights[g] {
			if math.Abs(w) > 1e-12 {
				samples, ws = append(samples, all[s]), append(ws, w)
			}
		}
		if len(samples) == 0 {
			continue
		}
		p := newPart(samples, ws, rates)
		parts = append(parts, p)
		e.Value += p.value
		e.Clusters += p.clusters
		few, variance = min(few, p.few), variance+p.variance
	}
	if few > 1 {
		e.SE = math.Sqrt(variance)
	}
	return e, parts, few
}

// A part is the contribution of one group of samples to a contrast.
type part struct {
	value, variance float64
	clusters        int
	few             int // clusters of the sample that has the fewest
	// plus and minus are shares of n trials; value is scale times their difference.
	plus, minus, n, scale float64
	adds, takes           bool // whether there are weights above 0, and below
	df                    int  // of its quantiles: 0 for normal ones
	degrees               int  // of its variance
}

// newPart takes the variance C/(C-1) Σ e², e the clusters' residuals of the
// linearised ratio estimator (Cochran 1977, Sampling Techniques, 3rd ed., section
// 2.11), each with its weight: where every cell has equally many trials that of the
// ordinary paired t, in general of a regression on indicators of the samples (Liang
// and Zeger 1986, Biometrika 73, p. 15, with the small-sample factor C/(C-1)). That of
// a rate is pooled where that is more.
func newPart(samples [][]Cell, weights []float64, rates bool) part {
	var p part
	means, games, counted := make([]float64, len(samples)), make([]int, len(samples)), make([]int, len(samples))
	up, down, largest, alike, size := 0.0, 0.0, 0.0, len(samples) <= 2, 0
	for s, w := range weights {
		sum := 0.0
		for _, c := range samples[s] {
			sum += c.Sum
			games[s] += c.N
		}
		means[s] = sum / float64(max(1, games[s]))
		p.value += w * means[s]
		up, down, largest = up+max(0, w), down+max(0, -w), max(largest, math.Abs(w))
	}
	p.scale, p.adds, p.takes = max(up, down), up > 0, down > 0
	moved, squares, shares := 0.0, 0.0, []float64(nil)
	for i := range samples[0] {
		most, share, change, residual := 0, 0.0, 0.0, 0.0
		for s, w := range weights {
			c := samples[s][i]
			if c.N == 0 {
				change = math.NaN() // the cluster cannot tell
				continue
			}
			counted[s]++
			most = max(most, c.N)
			alike = alike && (c.Sum == 0 || c.Sum == float64(c.N)) && (size == 0 || size == c.N)
			size = c.N
			share += float64(c.N) / float64(games[s]) / float64(len(weights))
			change += w * c.Sum / float64(c.N)
			residual += w * (c.Sum - means[s]*float64(c.N)) / float64(games[s])
		}
		if most == 0 {
			continue
		}
		p.clusters++
		shares = append(shares, share)
		squares += residual * residual
		if !math.IsNaN(change) {
			moved += share * math.Abs(change)
		}
	}
	if p.few = slices.Min(counted); p.few == 0 {
		p.clusters, p.value = 0, math.NaN()
	}
	// Residuals that cancel leave rounding behind.
	if p.clusters > 1 && squares > 1e-24 {
		p.variance = squares * float64(p.clusters) / float64(p.clusters-1)
		if rates && len(samples) == 1 {
			p.variance = max(p.variance, pooled(samples[0]))
		}
	}
	p.degrees = min(p.few-1, degrees(shares))
	value := p.value / p.scale
	moved = max(moved/p.scale, math.Abs(value))
	if !p.adds || !p.takes {
		moved = math.Abs(value)
	}
	p.plus, p.minus = whole((moved+value)/2), whole((moved-value)/2)
	p.n = float64(p.clusters)
	most := float64(slices.Max(games)) * p.scale / largest // no game is worth more than one trial, of the greatest weight
	spread := moved - value*value
	if rates && p.variance > 0 && len(samples) <= 2 {
		p.variance = max(p.variance, p.scale*p.scale*spread*unseen(samples))
	}
	switch {
	case alike:
	case p.variance > 0 && spread > 1e-12:
		p.n, p.df = min(spread*p.scale*p.scale/p.variance, most), p.degrees
	case len(samples) > 1 && p.variance == 0:
		worth := most
		for s := range samples {
			own := newPart(samples[s:s+1], []float64{1}, rates)
			worth = min(worth, own.n)
		}
		if worth > p.n {
			p.n, p.df = worth, p.degrees
		}
	}
	return p
}

// pooled is the variance of a rate by what varies between clusters and within, each
// estimated from all clusters alike: where few carry much of the sample and happen to agree,
// they alone would show too little. Of equal clusters it is that of newPart.
func pooled(cells []Cell) float64 {
	clusters, n, mean, inverse := 0.0, 0.0, 0.0, 0.0
	for _, c := range cells {
		if c.N > 0 {
			clusters, n, mean, inverse = clusters+1, n+float64(c.N), mean+c.Sum/float64(c.N), inverse+1/float64(c.N)
		}
	}
	mean, inverse = mean/clusters, inverse/clusters
	between, within, squares := 0.0, 0.0, 0.0
	for _, c := range cells {
		if c.N > 0 {
			p := c.Sum / float64(c.N)
			between += (p - mean) * (p - mean) / (clusters - 1)
			within += c.Sum * (1 - p) / max(1, n-clusters)
			squares += float64(c.N) * float64(c.N) / n / n
		}
	}
	return squares*(between-within*inverse) + within/n
}

// unseen is by how much the variance of a trial is multiplied, had one of the rarer outcomes
// come with most games of its cluster: of few, seen one by one, nobody knows that they do not.
// Up to two games a cluster intervals cover without it, and equivalence is found at its margin
// as often as is said (docs/calibration.md).
func unseen(samples [][]Cell) float64 {
	n, squares, rare := 0.0, 0.0, 0.0
	for _, cells := range samples {
		games, sum := 0.0, 0.0
		for _, c := range cells {
			games, sum, squares = games+float64(c.N), sum+c.Sum, squares+float64(c.N)*float64(c.N)
		}
		n, rare = n+games, rare+min(sum, games-sum)
	}
	return (1 + 2*max(0, squares/n-2)/max(1, rare)) / n * float64(len(samples))
}

// degrees are Satterthwaite's of a variance between clusters of these shares of the
// trials, whose means vary alike (Bell and McCaffrey 2002, Survey Methodology 28, pp.
// 169-181): the clusters less 1 where they are equal.
func degrees(shares []float64) int {
	squares, fourth := 0.0, 0.0
	for _, w := range shares {
		squares, fourth = squares+w*w, fourth+w*w*w*w
	}
	if fourth == 0 {
		return 0
	}
	return max(1, int(squares*squares/fourth+1e-9)-1)
}

// whole rids a share of rounding at either end.
func whole(share float64) float64 {
	const rounding = 1e-12
	switch {
	case share < rounding:
		return 0
	case share > 1-rounding:
		return 1
	}
	return share
}

// reach is how far the limits lie below and above the value, each with the chance
// a beyond it.
func (p part) reach(a float64) (down, up float64) {
	var plus, minus Interval
	if p.adds {
		plus = limits(p.plus, p.n, a)
	}
	if p.takes {
		minus = limits(p.minus, p.n, a)
	}
	r := 0.0
	if p.plus*p.minus > 0 {
		r = math.Sqrt(p.plus * p.minus / ((1 - p.plus) * (1 - p.minus)))
	}
	add := func(x, y float64) float64 { return p.scale * math.Sqrt(x*x+y*y+2*r*x*y) }
	return add(p.plus-plus.Low, minus.High-p.minus), add(plus.High-p.plus, p.minus-minus.Low)
}

// limits are Clopper and Pearson's (1934), Biometrika 26, pp. 404-413, of a share
// of n trials, by quantiles of the beta distribution: beyond each the chance of
// the share seen, or one further out, is under a.
func limits(share, n, a float64) Interval {
	i, k := Interval{0, 1}, share*n
	if share > 0 {
		i.Low = betaQuantile(k, n-k+1, a)
	}
	if share < 1 {
		i.High = 1 - betaQuantile(n-k, k+1, a)
	}
	return i
}

// betaQuantile mends gonum's, which is lost far out in the tail where a is great.
func betaQuantile(a, b, p float64) float64 {
	x := mathext.InvRegIncBeta(a, b, p)
	if math.Abs(mathext.RegIncBeta(a, b, x)-p) > 1e-5*p {
		x, _ = halve(0, 1, 60, func(x float64) bool { return mathext.RegIncBeta(a, b, x) < p })
	}
	return x
}
