package stats

import (
	"math"
	"slices"
)

// A quantileTest is how well every length fits as the quantile of a sample.
type quantileTest struct {
	// z is, by length, how many standard errors the share of longer games is above
	// what it must be at the quantile: above 0 where the length is too short, below
	// where it is too great, 0 where it fits. The last stands for all lengths that
	// nobody saw.
	z []float64
	// influence is each cluster's on the share near the quantile.
	influence []float64
}

// newQuantileTest takes the variance of a score test: q(1-q) over the number of
// independent games that the sample is worth at the step nearest to the quantile.
// Where nothing varies there, clusters count.
func newQuantileTest(cells [][]Length, q float64) quantileTest {
	in, curve := newInfluence(cells), kaplanMeier(0, nil, cells...)
	t := quantileTest{z: make([]float64, curve.Last+2), influence: in.sum}
	nearest := -1
	for i, s := range curve.Steps {
		if s.Lasting > 0 && (nearest < 0 || math.Abs(s.Lasting-(1-q)) < math.Abs(curve.Steps[nearest].Lasting-(1-q))) {
			nearest = i
		}
	}
	worth := float64(in.clusters)
	for i, s := range curve.Steps[:nearest+1] {
		v := in.step(s.At, curve.ended[i], s.AtRisk)
		if i == nearest && v > 1e-24 {
			worth = min(float64(curve.Games), (1-s.Lasting)/s.Lasting/v*float64(in.clusters-1)/float64(in.clusters))
		}
	}
	se := math.Sqrt(q * (1 - q) / worth)
	const rounding = 1e-12 // as in Curve.Quantile
	before := 1.0
	for at := range t.z {
		lasting := curve.At(at).Lasting
		switch {
		case before <= 1-q+rounding:
			t.z[at] = (before - (1 - q)) / se
		case lasting > 1-q+rounding && at <= curve.Last:
			t.z[at] = (lasting - (1 - q)) / se
		}
		before = lasting
	}
	return t
}

// QuantileDifference is a - b. If both come from one call of ResampleQuantiles
// and share clusters, paired is true. The interval holds the differences that Su
// and Wei's (1993), Biometrics 49, pp. 603-607, minimum dispersion test does not
// refute: two lengths that far apart fit their samples. The two distances, in standard errors, are correlated as the
// clusters' influence is (Williams 1995, Biometrics 51, pp. 1456-1461); the
// correlation is taken to be at most 1 - 8/C, since a sample in which no cluster
// differs may come from games in which a few clusters in C do. A quantile that was not
// reached may lie anywhere beyond the greatest length: an end of the interval may
// be infinite, and so may Value, which is NaN where neither was reached.
func QuantileDifference(a, b QuantileSample, paired bool, level float64) Estimate {
	e := Estimate{Value: a.Value - b.Value, DesignEffect: 1, Clusters: a.Clusters + b.Clusters}
	few, r := min(a.Clusters, b.Clusters), 0.0
	if paired {
		e.Clusters = max(a.Clusters, b.Clusters)
		r = min(correlation(a.influence, b.influence), max(0, 1-8/float64(e.Clusters)))
	}
	if few < 2 {
		e.Flat = true
		return e.with(level, func(float64) Interval { return Interval{math.Inf(-1), math.Inf(1)} })
	}
	e.DF = few - 1
	// The first stands for all lesser differences, the last for all greater ones.
	least := 1 - len(b.z)
	fits := make([]float64, len(a.z)+len(b.z)-1)
	fit := slices.IndexFunc(a.z, func(z float64) bool { return z <= 0 })
	for i := range fits {
		fits[i] = math.Inf(1)
		d := least + i
		// Away from its quantile a length of a fits worse and worse, however well that of
		// b does.
		better := func(at int) bool {
			x, y := a.z[min(at, len(a.z)-1)], b.z[min(at-d, len(b.z)-1)]
			if x*x >= fits[i] {
				return false
			}
			fits[i] = min(fits[i], (x*x-2*r*x*y+y*y)/(1-r*r))
			return true
		}
		for at := max(fit, d); at < max(len(a.z), len(b.z)+d) && better(at); at++ {
		}
		for at := fit - 1; at >= max(0, d) && better(at); at-- {
		}
	}
	return e.with(level, func(z float64) Interval {
		first, last := 0, len(fits)-1
		for first < last && fits[first] > z*z {
			first++
		}
		for last > first && fits[last] > z*z {
			last--
		}
		i := Interval{float64(least + first), float64(least + last)}
		if first == 0 {
			i.Low = math.Inf(-1)
		}
		if last == len(fits)-1 {
			i.High = math.Inf(1)
		}
		return i
	})
}

// correlation of two lists without regard to their means, which are 0; 0 where one
// does not vary.
func correlation(a, b []float64) float64 {
	if v := dot(a, a) * dot(b, b); v > 0 {
		return dot(a, b) / math.Sqrt(v)
	}
	return 0
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
