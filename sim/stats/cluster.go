package stats

import "math"

// A Cell is one cluster's part of a sample: the sum of its values and how many
// there are. For a rate the values are 0 and 1. Cells of two samples belong
// together by their place in their slices; a cluster that one sample lacks has
// a zero Cell there.
type Cell struct {
	Sum float64
	N   int
}

// An Estimate is a mean, or a difference of two means, over clusters.
type Estimate struct {
	Value float64
	Interval
	// SE is the cluster-robust standard error: 0 where nothing varied.
	SE float64
	// P is the two-sided p of the hypothesis that Value is 0.
	P float64
	// Clusters is the number of clusters with any trial. Under FewClusters the
	// quantiles are Student's with DF degrees of freedom; DF is 0 for normal ones.
	Clusters, DF int
	// DesignEffect is the robust variance over that of independent trials with
	// the same spread; 1 where either is 0.
	DesignEffect float64
	// Flat says that nothing varied between clusters, so that the standard error
	// says nothing and the interval was made in another way (see RateDifference),
	// or not at all.
	Flat bool
}

// Detectable is the smallest true difference that a sample with this standard
// error shows with the given power at the given level (0.8 and 0.95, say):
// (z₁₋α/₂ + z_power) SE, Bloom (1995), Evaluation Review 19, p. 548. With few
// clusters the quantiles are Student's. It is +Inf with fewer than two clusters.
func (e Estimate) Detectable(level, power float64) float64 {
	if e.Clusters < 2 {
		return math.Inf(1)
	}
	return (critical(level, e.DF) + critical(2*power-1, e.DF)) * e.SE
}

type sample struct {
	sum      float64
	n        int
	clusters int
	mean     float64
}

func total(cells []Cell) sample {
	var s sample
	for _, c := range cells {
		s.sum += c.Sum
		s.n += c.N
		if c.N > 0 {
			s.clusters++
		}
	}
	if s.n > 0 {
		s.mean = s.sum / float64(s.n)
	}
	return s
}

// residuals are what each cell contributes to the error of the sample's mean: the
// linearised ratio estimator, Cochran (1977), Sampling Techniques, 3rd ed.,
// section 2.11.
func (s sample) residuals(cells []Cell) []float64 {
	out := make([]float64, len(cells))
	for i, c := range cells {
		out[i] = (c.Sum - s.mean*float64(c.N)) / float64(max(1, s.n))
	}
	return out
}

// estimate is that of a value with its residuals, over clusters of which so many count.
func estimate(value float64, residuals []float64, clusters int, level float64) Estimate {
	e := Estimate{Value: value, Clusters: clusters, DesignEffect: 1}
	sum := 0.0
	for _, r := range residuals {
		sum += r * r
	}
	if clusters > 1 {
		e.SE = math.Sqrt(sum * float64(clusters) / float64(clusters-1))
	}
	return e.finish(level)
}

// finish makes the interval and p of an estimate whose Value, SE and Clusters
// stand.
func (e Estimate) finish(level float64) Estimate {
	if e.Clusters < 2 {
		e.Interval, e.P, e.Flat = Interval{math.Inf(-1), math.Inf(1)}, 1, true
		return e
	}
	e.DF = degrees(e.Clusters)
	// Sums of residuals that cancel leave rounding behind.
	if e.SE < 1e-12 {
		e.SE, e.Flat = 0, true
	}
	half := critical(level, e.DF) * e.SE
	e.Interval = Interval{e.Value - half, e.Value + half}
	switch {
	case e.SE > 0:
		e.P = tail(e.Value/e.SE, e.DF)
	case math.Abs(e.Value) < 1e-12:
		e.P = 1
	}
	return e
}

// Mean is the mean of all values with its cluster-robust interval: the ratio
// estimator with variance C/(C-1) Σ e², e the cells' linearised residuals
// (Cochran 1977, section 2.11; Rao and Scott 1992, p. 578). The
// design effect is left at 1: for rates, use RateOf. P is of the hypothesis
// that the mean is 0: shift the values to test another. With fewer than two
// clusters the interval is unbounded.
func Mean(cells []Cell, level float64) Estimate {
	s := total(cells)
	return estimate(s.mean, s.residuals(cells), s.clusters, level)
}

// RateOf is the rate over all cells, values 0 and 1, with its design effect:
// the robust variance over p(1-p)/N (Rao and Scott 1992, p. 579). Where there
// is one trial per cluster it is 1 by definition. Where nothing varies it
// cannot be estimated, and the largest is taken at which clusters of equal size
// could be, N over clusters: then only clusters count.
func RateOf(cells []Cell) Rate {
	s := total(cells)
	r := Rate{K: int(math.Round(s.sum)), N: s.n, DesignEffect: 1, Clusters: s.clusters}
	if s.clusters == s.n || s.clusters < 2 {
		return r
	}
	v := s.mean * (1 - s.mean) / float64(s.n)
	if v == 0 {
		r.DesignEffect = float64(s.n) / float64(s.clusters)
		return r
	}
	se := Mean(cells, 0.95).SE
	r.DesignEffect = se * se / v
	return r
}

// Paired is the difference of the means of a and b over the same clusters: the
// variance is C/(C-1) Σ (e_a - e_b)², e the linearised residuals of each cell.
// Where every cell has equally many trials this is the ordinary paired t; in
// general it is the cluster-robust variance of the coefficient in a regression
// on the sample's indicator (Liang and Zeger 1986, Biometrika 73, p. 15, with
// the small-sample factor C/(C-1)). a and b must have the same length. The
// design effect is left at 1: for rates, use RateDifference.
func Paired(a, b []Cell, level float64) Estimate {
	if len(a) != len(b) {
		panic("stats: paired samples with different clusters")
	}
	s, t := total(a), total(b)
	residuals, other, clusters := s.residuals(a), t.residuals(b), 0
	for i := range a {
		residuals[i] -= other[i]
		if s.n > 0 && t.n > 0 && (a[i].N > 0 || b[i].N > 0) {
			clusters++
		}
	}
	return estimate(s.mean-t.mean, residuals, clusters, level)
}

// Unpaired is the difference of the means of a and b, each with its own
// clusters: the variances add. Under FewClusters clusters in either, the
// degrees of freedom are those of the smaller (a bound
// from below on those of Welch 1938, Biometrika 29, pp. 350-362). Clusters is the sum of both.
func Unpaired(a, b []Cell, level float64) Estimate {
	x, y := Mean(a, level), Mean(b, level)
	e := Estimate{Value: x.Value - y.Value, Clusters: min(x.Clusters, y.Clusters), DesignEffect: 1}
	e.SE = math.Hypot(x.SE, y.SE)
	e = e.finish(level)
	e.Clusters = x.Clusters + y.Clusters
	return e
}

// RateDifference is Paired, or Unpaired, for values 0 and 1: the interval is
// kept between -1 and 1, and the design effect is the robust variance over
// p(1-p)/m + q(1-q)/n. Where nothing varied between clusters (no draw in
// either, or all in one and none in the other) the standard error is 0 and says
// nothing; then the interval is Newcombe's and p that of TwoProportions, or
// Fisher's where cells are Small, with clusters as trials, and Flat is set.
func RateDifference(a, b []Cell, paired bool, level float64) Estimate {
	var e Estimate
	if paired {
		e = Paired(a, b, level)
	} else {
		e = Unpaired(a, b, level)
	}
	if e.Flat {
		r, t := RateOf(a).perCluster(), RateOf(b).perCluster()
		e.Interval, e.P = Newcombe(r, t, level), TwoProportions(r, t)
		if x, y := r.Flat(), t.Flat(); x.N > 0 && y.N > 0 && Small(x, y) {
			e.P = Fisher(x, y)
		}
		return e
	}
	e.Interval = e.Within(-1, 1)
	s, t := total(a), total(b)
	if v := s.mean*(1-s.mean)/float64(s.n) + t.mean*(1-t.mean)/float64(t.n); v > 0 {
		e.DesignEffect = e.SE * e.SE / v
	}
	return e
}

// perCluster is the rate with a design effect that leaves one trial for each cluster.
func (r Rate) perCluster() Rate {
	r.DesignEffect = float64(r.N) / float64(max(1, r.Clusters))
	if r.Clusters == 0 {
		r.DesignEffect = 1
	}
	return r
}

// Flat is the rate with one trial for each cluster: all that a sample is worth
// in which nothing varied between clusters.
func (r Rate) Flat() Rate {
	if r.Clusters == 0 {
		return r
	}
	return Rate{K: int(math.Round(r.Value() * float64(r.Clusters))), N: r.Clusters}
}

// Equivalence is the p of two one-sided tests that the true value lies within
// ±margin: the larger of the two (Schuirmann 1987, Journal of Pharmacokinetics
// and Biopharmaceutics 15, pp. 657-680). It is at most α if and only if the
// interval of level 1 - 2α lies within ±margin. It is 1 where the standard
// error says nothing.
func (e Estimate) Equivalence(margin float64) float64 {
	if e.Flat || e.SE == 0 {
		return 1
	}
	return math.Max(upper((e.Value+margin)/e.SE, e.DF), upper((margin-e.Value)/e.SE, e.DF))
}

// FlatEquivalence is the p of equivalence within ±margin where nothing varied
// between clusters and Equivalence has no standard error: the least α at which
// Newcombe's interval of level 1 - 2α, with clusters as trials, lies within.
func FlatEquivalence(a, b Rate, margin float64) float64 {
	a, b = a.perCluster(), b.perCluster()
	return least(func(level float64) bool {
		i := Newcombe(a, b, level)
		return -margin < i.Low && i.High < margin
	})
}

// Inside is the p of the rate of independent trials lying within margin of a
// number: the least α at which Clopper and Pearson's interval of level 1 - 2α does.
func (r Rate) Inside(value, margin float64) float64 {
	return least(func(level float64) bool {
		i := r.ClopperPearson(level)
		return value-margin < i.Low && i.High < value+margin
	})
}

// Outside is the two-sided p of the hypothesis that the rate of independent trials
// lies within margin of a number: the least α at which Clopper and Pearson's
// interval of level 1 - α has nothing in common with that range.
func (r Rate) Outside(value, margin float64) float64 {
	return math.Min(1, 2*least(func(level float64) bool {
		i := r.ClopperPearson(level)
		return i.High < value-margin || value+margin < i.Low
	}))
}

// least is the least α ≤ 1/2 for which the interval of level 1 - 2α has a
// property that narrow intervals have; 1 where none has it.
func least(of func(level float64) bool) float64 {
	if !of(0) {
		return 1
	}
	_, high := halve(0, 0.5, 60, func(mid float64) bool { return !of(1 - 2*mid) })
	return high
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

// Beyond is the two-sided p of the hypothesis that the true value lies within
// ±margin, of which a small one says that it lies outside. It is 1 where the
// estimate lies within, and where the standard error says nothing.
func (e Estimate) Beyond(margin float64) float64 {
	if e.Flat || e.SE == 0 || math.Abs(e.Value) <= margin {
		return 1
	}
	return tail((math.Abs(e.Value)-margin)/e.SE, e.DF)
}

// DetectableMargin is the least margin within which a sample with this standard
// error shows equivalence with the given power, where there is no difference, by
// one-sided tests at alpha: (z₁₋α + z₍₁₊power₎/₂) SE, as in Plan.GamesForMargin.
func (e Estimate) DetectableMargin(alpha, power float64) float64 {
	if e.Clusters < 2 || e.Flat {
		return math.Inf(1)
	}
	return (critical(1-2*alpha, e.DF) + critical(power, e.DF)) * e.SE
}
