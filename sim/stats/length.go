package stats

import (
	"math"
	"slices"
)

// A Length is how many games ended, and how many were cut off while they could
// have gone on, at one length. Those cut off are counted as having been there
// when the others ended.
type Length struct {
	At              int
	Ended, Censored int
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
}

// A Curve is the share of games that outlast each length.
type Curve struct {
	// Games and Ended count all games, and those not cut off.
	Games, Ended int
	// Last is the greatest length, ended or cut off.
	Last int
	// Steps are the lengths at which games ended, ascending; none if all were
	// cut off.
	Steps []Step
}

// KaplanMeier estimates the curve from lengths in any order: Kaplan and Meier
// (1958), JASA 53, p. 463. The interval is pointwise and symmetric in
// log(-log S), with Greenwood's variance (Kalbfleisch and Prentice 2002, The
// Statistical Analysis of Failure Time Data, 2nd ed., section 1.4.1).
// Games are taken as independent. Where the curve reaches 0 Greenwood's
// variance is undefined and the interval is that of the step before, down to 0.
func KaplanMeier(lengths []Length, level float64) Curve {
	ls := slices.Clone(lengths)
	slices.SortStableFunc(ls, func(a, b Length) int { return a.At - b.At })
	var c Curve
	for _, l := range ls {
		c.Games += l.Ended + l.Censored
		c.Ended += l.Ended
		if l.Ended+l.Censored > 0 {
			c.Last = l.At
		}
	}
	z := critical(level, 0)
	risk, lasting, greenwood := c.Games, 1.0, 0.0
	upper := 1.0
	for i := 0; i < len(ls); {
		at, ended, gone := ls[i].At, 0, 0
		for ; i < len(ls) && ls[i].At == at; i++ {
			ended += ls[i].Ended
			gone += ls[i].Ended + ls[i].Censored
		}
		if ended > 0 {
			n, d := float64(risk), float64(ended)
			lasting *= 1 - d/n
			s := Step{At: at, AtRisk: risk, Lasting: lasting}
			if ended == risk {
				s.Lasting, lasting = 0, 0
				s.Interval = Interval{0, upper}
			} else {
				greenwood += d / (n * (n - d))
				width := math.Exp(z * math.Sqrt(greenwood) / math.Abs(math.Log(lasting)))
				s.Interval = Interval{math.Pow(lasting, width), math.Pow(lasting, 1/width)}
				upper = s.High
			}
			c.Steps = append(c.Steps, s)
		}
		risk -= gone
	}
	return c
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
