package stats

import (
	"maps"
	"math"
	"slices"
)

// A Length is how many games ended, and how many were cut off while they could
// have gone on, at one length. Those cut off are counted as having been there
// when the others ended. Small, because there may be one for every game.
type Length struct {
	At              int32
	Ended, Censored int32
}

// A Step of a curve holds from At to the next step.
type Step struct {
	At int
	// AtRisk is how many games had lasted until then.
	AtRisk int
	// Lasting is the estimated share of games longer than At, with its pointwise
	// interval.
	Lasting float64
	Interval
	// Variance is that of log Lasting; +Inf where Lasting is 0.
	Variance float64
}

// A Curve is the share of games that outlast each length.
type Curve struct {
	Games int
	// Last is the greatest length, ended or cut off.
	Last int
	// Steps are the lengths at which games ended, ascending; none if all were
	// cut off.
	Steps []Step
	// DesignEffect is the greatest factor by which clustering multiplies a
	// Variance; 1 where games are taken as independent.
	DesignEffect float64
	ended        []int // games, by step
}

// KaplanMeierClustered estimates the curve of games that fall into clusters, from
// lengths in any order: Kaplan and Meier (1958), JASA 53, p. 463. The interval is
// pointwise and symmetric in log(-log S) (Kalbfleisch and Prentice 2002, The
// Statistical Analysis of Failure Time Data, 2nd ed., section 1.4.1); the variance of
// log S sums the games' influence within each cluster (Williams 1995, Biometrics 51,
// pp. 1456-1461; with one game to a cluster it is Greenwood's). Quantiles
// are Student's. Where the curve reaches 0 the variance is
// undefined and the interval is that of the step before, down to 0.
func KaplanMeierClustered(cells [][]Length, level float64) Curve {
	return kaplanMeier(level, newInfluence(cells), cells...)
}

// kaplanMeier takes games as independent where in is nil; the variance is then
// Greenwood's.
func kaplanMeier(level float64, in *influence, cells ...[]Length) Curve {
	type gone struct{ ended, censored int }
	at, c := map[int]gone{}, Curve{DesignEffect: 1}
	for _, ls := range cells {
		for _, l := range ls {
			g := at[int(l.At)]
			at[int(l.At)] = gone{g.ended + int(l.Ended), g.censored + int(l.Censored)}
			c.Games += int(l.Ended + l.Censored)
			if l.Ended+l.Censored > 0 {
				c.Last = max(c.Last, int(l.At))
			}
		}
	}
	z := critical(level, 0)
	if in != nil {
		z = critical(level, max(1, in.clusters-1))
	}
	risk, lasting, greenwood := c.Games, 1.0, 0.0
	upper := 1.0
	for _, length := range slices.Sorted(maps.Keys(at)) {
		ended := at[length].ended
		if ended > 0 {
			n, d := float64(risk), float64(ended)
			lasting *= 1 - d/n
			s := Step{At: length, AtRisk: risk, Lasting: lasting}
			if ended == risk {
				s.Lasting, lasting = 0, 0
				s.Interval = Interval{0, upper}
				s.Variance = math.Inf(1)
			} else {
				greenwood += d / (n * (n - d))
				s.Variance = greenwood
				if in != nil {
					s.Variance = in.step(length, ended, risk)
					c.DesignEffect = max(c.DesignEffect, s.Variance/greenwood)
				}
				width := math.Exp(z * math.Sqrt(s.Variance) / math.Abs(math.Log(lasting)))
				s.Interval = Interval{math.Pow(lasting, width), math.Pow(lasting, 1/width)}
				upper = s.High
			}
			c.Steps, c.ended = append(c.Steps, s), append(c.ended, ended)
		}
		risk -= ended + at[length].censored
	}
	return c
}

// influence follows, for each cluster, the sum over its games of the derivative
// of log S by a game's weight.
type influence struct {
	clusters int
	cells    [][]Length // each ascending
	next     []int32    // first length of the cell not yet passed
	risk     []int32    // games of the cell that are at risk
	sum      []float64
}

func newInfluence(cells [][]Length) *influence {
	if cells == nil {
		return nil
	}
	in := &influence{cells: make([][]Length, len(cells)), next: make([]int32, len(cells)), risk: make([]int32, len(cells)), sum: make([]float64, len(cells))}
	for i, ls := range cells {
		byLength := func(a, b Length) int { return int(a.At - b.At) }
		if !slices.IsSortedFunc(ls, byLength) {
			ls = slices.SortedStableFunc(slices.Values(ls), byLength)
		}
		in.cells[i] = ls
		for _, l := range ls {
			in.risk[i] += l.Ended + l.Censored
		}
		if in.risk[i] > 0 {
			in.clusters++
		}
	}
	return in
}

// step passes to the length at, where ended of risk games end, and returns the
// variance of log S there.
func (in *influence) step(at, ended, risk int) (variance float64) {
	share := float64(ended) / float64(risk)
	for i, ls := range in.cells {
		here, leave := int32(0), int32(0) // who ends here is still at risk here
		for ; int(in.next[i]) < len(ls) && int(ls[in.next[i]].At) <= at; in.next[i]++ {
			if l := ls[in.next[i]]; int(l.At) < at {
				in.risk[i] -= l.Ended + l.Censored
			} else {
				here += l.Ended
				leave += l.Ended + l.Censored
			}
		}
		in.sum[i] += (float64(here) - float64(in.risk[i])*share) / float64(risk-ended)
		in.risk[i] -= leave
		variance += in.sum[i] * in.sum[i]
	}
	return variance
}

// Band is for each step the part of a band that holds the whole true curve, from
// the first step to the last at which games went on, with the chance that level
// says: Hall and Wellner (1980), Biometrika 67, p. 133, symmetric in log(-log S)
// (Borgan and Liestøl 1990, Scandinavian Journal of Statistics 17, p. 35).
// Clustered games count for as many as they are worth by the greatest design
// effect. Where the curve is 0 it is the band of the step before, down to 0.
func (c Curve) Band(level float64) []Interval {
	n := float64(c.Games) / c.DesignEffect
	reach := 0.0 // nσ² at the last step that counts
	for _, s := range c.Steps {
		if s.Lasting > 0 {
			reach = max(reach, float64(c.Games)*s.Variance/c.DesignEffect)
		}
	}
	k := bridgeCritical(reach/(1+reach), level)
	band := make([]Interval, len(c.Steps))
	last := Interval{0, 1}
	for i, s := range c.Steps {
		if s.Lasting == 0 {
			band[i] = Interval{0, last.High}
			continue
		}
		spread := k * (1 + n*s.Variance) / math.Sqrt(n)
		width := math.Exp(spread / math.Abs(math.Log(s.Lasting)))
		band[i] = Interval{math.Pow(s.Lasting, width), math.Pow(s.Lasting, 1/width)}
		last = band[i]
	}
	return band
}

// bridgeCritical is the bound that a Brownian bridge exceeds between 0 and a,
// a < 1, with chance 1 - level.
func bridgeCritical(a, level float64) float64 {
	if a <= 0 {
		return 0
	}
	_, high := halve(0, 5, 60, func(mid float64) bool { return bridgeStays(a, mid) < level })
	return high
}

// bridgeStays is the chance that a Brownian bridge on 0 to 1 stays within ±x up
// to a: Hall and Wellner (1980), eq. 2.6.
func bridgeStays(a, x float64) float64 {
	phi := func(z float64) float64 { return NormalTail(-z) }
	spread := math.Sqrt(a * (1 - a))
	r, d := x*math.Sqrt((1-a)/a), 1/(1-a)
	sum := 1 - 2*NormalTail(x/spread)
	sign := -1.0
	for k := 1.0; k <= 200; k++ {
		term := math.Exp(-2*k*k*x*x) * (phi(r*(2*k+d)) - phi(r*(2*k-d)))
		sum += 2 * sign * term
		if term < 1e-16 && k > d {
			break
		}
		sign = -sign
	}
	return min(1, max(0, sum))
}

// At is the share of games longer than the given length, with its interval: 1
// before the first step. Beyond the last game it is the last step's, which says
// nothing of that region.
func (c Curve) At(length int) Step {
	s := Step{At: 0, AtRisk: c.Games, Lasting: 1, Interval: Interval{1, 1}}
	for _, t := range c.Steps {
		if t.At > length {
			break
		}
		s = t
	}
	return s
}

// Quantile is the least length by which the share q of games had ended, with
// the interval of Brookmeyer and Crowley (1982), Biometrics 38, pp. 29-41, read
// off the log(-log) band: its ends are the lengths where the lower and the
// upper limit of the curve first reach 1 - q. +Inf stands for a length that the
// games seen did not reach.
func (c Curve) Quantile(q float64) (length float64, i Interval) {
	length, i = math.Inf(1), Interval{math.Inf(1), math.Inf(1)}
	const rounding = 1e-12 // products of (1 - d/n) that should equal 1 - q
	for _, s := range slices.Backward(c.Steps) {
		at := float64(s.At)
		if s.Lasting <= 1-q+rounding {
			length = at
		}
		if s.Low <= 1-q+rounding {
			i.Low = at
		}
		if s.High <= 1-q+rounding {
			i.High = at
		}
	}
	return length, i
}
