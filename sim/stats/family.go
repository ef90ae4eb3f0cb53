package stats

import (
	"cmp"
	"slices"
)

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

// BenjaminiHochberg adjusts p values so that, of the findings kept at α, at
// most that share is expected to be false: Benjamini and Hochberg (1995),
// Journal of the Royal Statistical Society B 57, p. 293, as adjusted values.
// It assumes independent tests or such as depend positively; it is for
// exploration. The order of p is kept.
func BenjaminiHochberg(p []float64) []float64 {
	order, adjusted := ascending(p), make([]float64, len(p))
	best := 1.0
	for rank := len(p) - 1; rank >= 0; rank-- {
		i := order[rank]
		best = min(best, p[i]*float64(len(p))/float64(rank+1))
		adjusted[i] = best
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
