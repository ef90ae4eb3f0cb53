package stats

import (
	"cmp"
	"math"
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
	// Clusters is the number of clusters; 0 or N where trials are independent. The
	// quantiles of others have DF degrees of freedom, or one less than there are clusters.
	Clusters, DF int
}

func (r Rate) Value() float64 { return float64(r.K) / float64(r.N) }

// effective is the number of independent trials that the sample is worth: N
// over the design effect (Kish 1965, Survey Sampling, section 8.2; for binary data
// Rao and Scott 1992, Biometrics 48, p. 579).
func (r Rate) effective() float64 { return float64(r.N) / r.deff() }

func (r Rate) deff() float64 { return math.Max(1, r.DesignEffect) }

// critical is the quantile for r's intervals; infinite with a single cluster.
func (r Rate) critical(level float64) float64 {
	switch r.Clusters {
	case 0, r.N:
		return critical(level, 0)
	case 1:
		return math.Inf(1)
	}
	return critical(level, cmp.Or(r.DF, r.Clusters-1))
}

// Wilson is the score interval of the rate: E. B. Wilson (1927), JASA 22,
// pp. 209-212; in this form Newcombe (1998), Statistics in Medicine 17, p. 859,
// method 3 (no continuity correction). N is divided by the design effect, and
// where it is less than N the quantile is Student's.
// Without trials, or with all of them in one cluster, it is the whole of 0 to 1.
func (r Rate) Wilson(level float64) Interval {
	z, n := r.critical(level), r.effective()
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
