package stats

import "math"

// KaplanMeier is the curve of independent games, whose variance is Greenwood's:
// what published examples show.
func KaplanMeier(lengths []Length, level float64) Curve {
	return kaplanMeier(level, nil, lengths)
}

// ClopperPearson is the exact interval of a rate of independent trials. The design
// effect plays no part.
func (r Rate) ClopperPearson(level float64) Interval {
	if r.N == 0 {
		return Interval{0, 1}
	}
	return limits(r.Value(), float64(r.N), (1-level)/2)
}

// se is the cluster-robust standard error of coefficient i.
func (l *Logistic) se(i int) float64 { return math.Sqrt(l.covariance.At(i, i)) }

// odds is the interval of the odds ratio of coefficient i.
func (l *Logistic) odds(i int, level float64) Interval {
	b, half := l.Coefficients[i], critical(level, l.DF)*l.se(i)
	return Interval{math.Exp(b - half), math.Exp(b + half)}
}

// Newcombe is the hybrid score interval of the difference a - b of two
// independent rates: Newcombe (1998), Statistics in Medicine 17, p. 876,
// method 10. It is made of the two Wilson intervals, and so respects their
// design effects and clusters.
func Newcombe(a, b Rate, level float64) Interval {
	if a.N == 0 || b.N == 0 {
		return Interval{-1, 1}
	}
	p, q := a.Value(), b.Value()
	i, j := a.Wilson(level), b.Wilson(level)
	return Interval{
		p - q - math.Hypot(p-i.Low, j.High-q),
		p - q + math.Hypot(i.High-p, q-j.Low),
	}.Within(-1, 1)
}

// Sequence is an interval of the rate that may be looked at after every trial:
// with the chance that level says, the true rate lies in all of the intervals
// from the first trial to the last, so that a run may be stopped for what they
// show. It is the set of p with (n+1) C(n,k) pᵏ(1-p)ⁿ⁻ᵏ ≥ 1 - level: Robbins
// (1970), Annals of Mathematical Statistics 41, p. 1397. Trials are taken as
// independent; where there are several to a cluster, use MeanSequence on the
// clusters.
func (r Rate) Sequence(level float64) Interval {
	if r.N == 0 {
		return Interval{0, 1}
	}
	n, k := float64(r.N), float64(r.K)
	front := math.Log(n+1) + logChoose(r.N, r.K) - math.Log(1-level)
	inside := func(p float64) bool {
		l := front
		if r.K > 0 {
			l += k * math.Log(p)
		}
		if r.K < r.N {
			l += (n - k) * math.Log1p(-p)
		}
		return l >= 0
	}
	i, p := Interval{0, 1}, r.Value()
	if r.K > 0 {
		i.Low = bisect(0, p, inside)
	}
	if r.K < r.N {
		i.High = bisect(1, p, inside)
	}
	return i
}

// bisect finds where, from out to in, a property begins to hold; the result is
// on the outer side.
func bisect(out, in float64, holds func(float64) bool) float64 {
	for range 60 {
		mid := out + (in-out)/2
		if holds(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return out
}
