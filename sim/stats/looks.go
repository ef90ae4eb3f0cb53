package stats

import "math"

// Looks are the shares of the games, ascending and ending in 1, after which a run
// may be stopped for what it shows.
type Looks []float64

// Levels are for each look the two-sided p that must be reached there, so that the
// chance of reaching one of them is alpha where there is nothing to find. Each look
// spends what Lan and DeMets (1983), Biometrika 70, pp. 659-663, say in the shape of
// O'Brien and Fleming: 2 - 2Φ(z₁₋α/₄/√t) on either side by the share t of the games.
// The chances are integrals over what the looks before leave open (Armitage,
// McPherson and Rowe 1969, Journal of the Royal Statistical Society A 132, pp.
// 235-244), by Simpson's rule on a grid of Jennison and Turnbull (2000), Group
// Sequential Methods, section 19.3.
func (l Looks) Levels(alpha float64) []float64 {
	levels := make([]float64, len(l))
	var open density // of the score process √t Z where no look has stopped it
	before, spent := 0.0, 0.0
	for k, t := range l {
		until := 2 * NormalTail(-NormalQuantile(alpha/4)/math.Sqrt(t))
		// The chance of passing z at this look falls with z.
		low, high := halve(0, farthest, 50, func(z float64) bool { return open.beyond(before, t, z) > until-spent })
		z := (low + high) / 2
		levels[k] = 2 * NormalTail(z)
		if k+1 < len(l) {
			open = open.next(before, t, z)
		}
		before, spent = t, until
	}
	return levels
}

// Adjust is the p at look k, counted from 0, of a run that was looked at before: the
// least alpha whose level at this look is at least p. The interval of level
// 1 - Levels(alpha)[k] excludes 0 exactly where it is at most alpha: both are
// "repeated" (Jennison and Turnbull 1989, Journal of the Royal Statistical Society B
// 51, pp. 305-361), and hold whether or not the run stops there.
func (l Looks) Adjust(k int, p float64) float64 {
	if p <= 0 || p >= 1 {
		return min(1, max(0, p))
	}
	// By the logarithm: early looks want very small ones.
	low, high := halve(math.Log(p), 0, 36, func(log float64) bool { return l[:k+1].Levels(math.Exp(log))[k] < p })
	return math.Exp((low + high) / 2)
}

// A density is given at points of a grid, with the weights of an integral. Without
// points all of it lies at 0.
type density struct {
	at, weight []float64
}

// beyond is the chance of √t Z exceeding √t z at t, from the density open at before.
func (d density) beyond(before, t, z float64) (sum float64) {
	sd := math.Sqrt(t - before)
	if d.at == nil {
		return NormalTail(z)
	}
	for i, x := range d.at {
		sum += d.weight[i] * NormalTail((z*math.Sqrt(t)-x)/sd)
	}
	return sum
}

// next is the density left open at t between -z and z.
func (d density) next(before, t, z float64) density {
	sd, bound := math.Sqrt(t-before), min(z, 8)*math.Sqrt(t)
	steps := 2 * int(math.Ceil(bound/sd*10)) // of a tenth of a deviation
	width := 2 * bound / float64(steps)
	next := density{make([]float64, steps+1), make([]float64, steps+1)}
	for i := range next.at {
		y := -bound + width*float64(i)
		f := 0.0
		normal := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) / sd }
		if d.at == nil {
			f = normal(y / sd)
		}
		for j, x := range d.at {
			f += d.weight[j] * normal((y-x)/sd)
		}
		simpson := 2 + 2*float64(i%2)
		if i == 0 || i == steps {
			simpson = 1
		}
		next.at[i], next.weight[i] = y, f*simpson*width/3
	}
	return next
}
