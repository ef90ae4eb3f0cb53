package stats

import "math"

// Ratio is that of the coefficients at two places of X, with the interval of Fieller
// (1954), Journal of the Royal Statistical Society B 16, pp. 175-185: the ratios q
// for which b_i - q b_j does not differ from 0. It is the whole line where b_j
// itself does not.
func (l *Logistic) Ratio(i, j int, level float64) (float64, Interval) {
	a, b := l.Coefficients[i], l.Coefficients[j]
	z := critical(level, l.DF)
	vaa, vab, vbb := l.covariance.At(i, i), l.covariance.At(i, j), l.covariance.At(j, j)
	// (a - q b)² <= z² (vaa - 2 q vab + q² vbb), a quadratic in q.
	p, q, r := b*b-z*z*vbb, a*b-z*z*vab, a*a-z*z*vaa
	if p <= 0 {
		return a / b, Interval{math.Inf(-1), math.Inf(1)}
	}
	root := math.Sqrt(math.Max(0, q*q-p*r))
	return a / b, Interval{(q - root) / p, (q + root) / p}
}
