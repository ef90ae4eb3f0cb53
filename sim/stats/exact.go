package stats

import "math"

// smallCell is the expected count of a fourfold table under which Fisher's test
// takes the place of the score test: Cochran (1954), Biometrics 10, p. 420.
const smallCell = 5

// Small reports whether any expected count of the table of two rates, if they
// are equal, is under 5, so that p should be Fisher's.
func Small(a, b Rate) bool {
	if a.N == 0 || b.N == 0 {
		return true
	}
	p := float64(a.K+b.K) / float64(a.N+b.N)
	return min(p, 1-p)*float64(min(a.N, b.N)) < smallCell
}

// Fisher is the two-sided p of the exact test that two rates of independent
// trials are equal: the chance, the margins being what they are, of all tables
// that are no likelier than the one seen (Fisher 1935, Journal of the Royal
// Statistical Society 98, p. 48; two sides as in Freeman and Halton 1951,
// Biometrika 38, p. 141). Tables whose chances differ by rounding count as
// equally likely. The design effect plays no part: use it where there is one
// trial per cluster.
func Fisher(a, b Rate) float64 {
	hits := a.K + b.K
	seen := logTable(a.K, a.N, b.N, hits)
	sum := 0.0
	for k := max(0, hits-b.N); k <= min(hits, a.N); k++ {
		if l := logTable(k, a.N, b.N, hits); l <= seen+1e-7 {
			sum += math.Exp(l)
		}
	}
	return min(1, sum)
}

// logTable is the logarithm of the hypergeometric chance that k of the hits fall
// among the first m of m + n trials.
func logTable(k, m, n, hits int) float64 {
	return logChoose(m, k) + logChoose(n, hits-k) - logChoose(m+n, hits)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}
