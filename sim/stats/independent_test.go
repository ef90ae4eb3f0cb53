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
