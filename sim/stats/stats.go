// Package stats turns counts into findings: rates and differences with
// intervals, families of tests, lengths cut off by a horizon, sizes of samples.
// It is numbers only and knows nothing of draughts.
//
// The one idea: games that began from the same opening are not independent.
// Every estimate therefore says from how many clusters it was made, and an
// interval never claims more than the clusters carry. Where games are
// independent, a Rate without clusters says so.
//
// Every level is a two-sided confidence such as 0.95. Every function gives the
// paper and page of its formula. What resamples is given its source of chance, and
// nothing returns NaN unless its doc comment says when.
package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// FewClusters is the number of clusters under which a report warns: the variance
// between clusters is itself poorly known, and Student's quantiles make up for most
// of that only. Cameron, Gelbach and Miller (2008), Review of Economics and
// Statistics 90, pp. 414-427, put "few" between 5 and 30.
const FewClusters = 30

type Interval struct {
	Low, High float64
}

func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

func (i Interval) Width() float64 { return i.High - i.Low }

func (i Interval) Within(low, high float64) Interval {
	return Interval{math.Max(i.Low, low), math.Min(i.High, high)}
}

// NormalTail is the chance that a standard normal exceeds z, right to full
// relative precision far out in the tail: erfc(z/√2)/2 (Abramowitz and Stegun
// 7.1.2 and 26.2.29).
func NormalTail(z float64) float64 { return 0.5 * math.Erfc(z/math.Sqrt2) }

func NormalQuantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }

// upper is the chance that T exceeds x, for Student's t with df degrees of
// freedom, or for a normal if df is 0.
func upper(x float64, df int) float64 {
	if df == 0 {
		return NormalTail(x)
	}
	// Survival is taken from the incomplete beta function, which is exact in
	// the tail; 1 - CDF is not.
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}.Survival(x)
}

func critical(level float64, df int) float64 {
	p := 0.5 + level/2
	if df == 0 {
		return NormalQuantile(p)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}.Quantile(p)
}

// Holm adjusts the p values of a family of tests so that each may be compared
// with α while the chance of any false finding stays at most α: Holm (1979),
// Scandinavian Journal of Statistics 6, p. 67. The order of p is kept.
func Holm(p []float64) []float64 {
	order, adjusted := ascending(p), make([]float64, len(p))
	worst := 0.0
	for rank, i := range order {
		worst = max(worst, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = worst
	}
	return adjusted
}

// ascending gives the places of p from the least value to the greatest; equal
// values stay in order.
func ascending(p []float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	return order
}
