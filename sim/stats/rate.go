package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// A Rate is K of N trials. Trials that fall into clusters (several games from
// one opening) carry a design effect: the factor by which clustering multiplies
// the variance of the rate. The zero values of the last two fields mean
// independent trials.
type Rate struct {
	K, N int
	// DesignEffect divides N wherever an interval or a test is made, and counts
	// as 1 where it is less: a sample is never taken for more than it has.
	DesignEffect float64
	// Clusters is the number of clusters; 0 or N where trials are independent.
	Clusters int
}

func (r Rate) Value() float64 { return float64(r.K) / float64(r.N) }

// Effective is the number of independent trials that the sample is worth: N
// over the design effect (Kish 1965, Survey Sampling, section 8.2; for binary data
// Rao and Scott 1992, Biometrics 48, p. 579).
func (r Rate) Effective() float64 { return float64(r.N) / r.deff() }

func (r Rate) deff() float64 { return math.Max(1, r.DesignEffect) }

// critical is the quantile for r's intervals; infinite with a single cluster.
func (r Rate) critical(level float64) float64 {
	switch r.Clusters {
	case 0, r.N:
		return critical(level, 0)
	case 1:
		return math.Inf(1)
	}
	return critical(level, r.Clusters-1)
}

// Wilson is the score interval of the rate: E. B. Wilson (1927), JASA 22,
// pp. 209-212; in this form Newcombe (1998), Statistics in Medicine 17, p. 859,
// method 3 (no continuity correction). N is divided by the design effect, and
// where it is less than N the quantile is Student's.
// Without trials, or with all of them in one cluster, it is the whole of 0 to 1.
func (r Rate) Wilson(level float64) Interval {
	z, n := r.critical(level), r.Effective()
	if r.N == 0 || math.IsInf(z, 1) {
		return Interval{0, 1}
	}
	return wilson(r.Value(), n, z)
}

func wilson(p, n, z float64) Interval {
	zz := z * z
	mid := (2*n*p + zz) / (2 * (n + zz))
	half := z * math.Sqrt(zz+4*n*p*(1-p)) / (2 * (n + zz))
	i := Interval{mid - half, mid + half}.Within(0, 1)
	if p == 0 {
		i.Low = 0 // exactly, not to rounding
	}
	if p == 1 {
		i.High = 1
	}
	return i
}

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

func logChoose(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
