package stats

import (
	"errors"
	"fmt"
	"math"
)

type Plan struct {
	Base         float64 `json:"base"`          // the rate expected in one of the two
	Power        float64 `json:"power"`         // chance of finding what is there; 0.8
	Alpha        float64 `json:"alpha"`         // two-sided chance of finding what is not; 0.05
	DesignEffect float64 `json:"design_effect"` // at least 1; what clustering costs
}

func (p Plan) check() error {
	var errs []error
	want := func(ok bool, what string, x float64, format string) {
		if !ok {
			errs = append(errs, fmt.Errorf("%s: %v "+format, what, x))
		}
	}
	want(p.Base >= 0 && p.Base <= 1, "base", p.Base, "is not a rate (want 0 to 1)")
	want(p.Power > 0 && p.Power < 1, "power", p.Power, "is out of range (want more than 0 and less than 1)")
	want(p.Alpha > 0 && p.Alpha < 1, "alpha", p.Alpha, "is out of range (want more than 0 and less than 1)")
	want(p.DesignEffect > 0 && !math.IsInf(p.DesignEffect, 0), "design effect", p.DesignEffect, "is out of range (want more than 0)")
	return errors.Join(errs...)
}

// Games is how many games each of two rule sets needs so that a difference d
// (more than 0) from the base rate is found with the plan's power:
//
//	n = ceil(deff (z₁₋α/₂ √(2 p̄ q̄) + z_power √(p₁q₁ + p₂q₂))² / d²)
//
// with p₂ = base + d, or base - d where that is above 1 (Fleiss, Levin and Paik
// 2003, section 4.2, without continuity correction).
func (p Plan) Games(d float64) (int, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	n, err := p.games(d)
	if err != nil {
		return 0, err
	}
	return ceil(n)
}

func (p Plan) other(d float64) (float64, error) {
	if !(d > 0 && d <= 1) {
		return 0, fmt.Errorf("difference: %v is out of range (want more than 0, at most 1)", d)
	}
	p2 := p.Base + d
	// base and difference are decimals: 0.7 + 0.3 must count as 1
	if p2 > 1+1e-12 {
		p2 = p.Base - d
	}
	if p2 < -1e-12 {
		return 0, fmt.Errorf("difference: no rate lies %v from %v (want a smaller difference)", d, p.Base)
	}
	return min(1, max(0, p2)), nil
}

func (p Plan) games(d float64) (float64, error) {
	p2, err := p.other(d)
	if err != nil {
		return 0, err
	}
	p1 := p.Base
	mean := (p1 + p2) / 2
	z := NormalQuantile(1-p.Alpha/2)*math.Sqrt(2*mean*(1-mean)) +
		NormalQuantile(p.Power)*math.Sqrt(p1*(1-p1)+p2*(1-p2))
	return p.DesignEffect * z * z / (d * d), nil
}

// GamesForMargin is how many games each of two equal rule sets needs so that
// two one-sided tests at alpha show them equivalent within the margin m:
//
//	n = ceil(deff 2PQ (z₁₋α + z₍₁₊power₎/₂)² / m²)
//
// (Julious 2004, Statistics in Medicine 23, pp. 1921-1986, for a true
// difference of 0, with the variance of two rates P).
func (p Plan) GamesForMargin(m float64) (int, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if !(m > 0 && m <= 1) {
		return 0, fmt.Errorf("margin: %v is out of range (want more than 0, at most 1)", m)
	}
	z := NormalQuantile(1-p.Alpha) + NormalQuantile((1+p.Power)/2)
	return ceil(p.DesignEffect * 2 * p.Base * (1 - p.Base) * z * z / (m * m))
}

func ceil(n float64) (int, error) {
	if n > 1e15 {
		return 0, errors.New("more games are needed than can be counted (want a larger difference)")
	}
	// A result that is whole but for rounding is not rounded up by it. At
	// least one game is needed where the formula, for rates without variance,
	// gives none.
	return max(1, int(math.Ceil(n-1e-9*n))), nil
}

// Detectable is the least difference for which n games per rule set suffice:
// the inverse of Games, by bisection. It is an error where no difference that
// is possible from the base rate can be found with n games.
func (p Plan) Detectable(n int) (float64, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if n < 1 {
		return 0, fmt.Errorf("games: %d is out of range (want at least 1)", n)
	}
	enough := func(d float64) bool {
		need, err := p.games(d)
		return err == nil && need <= float64(n)
	}
	// Above 1 - base the alternative changes sides, so that the two stretches
	// are searched one after the other.
	for _, s := range []Interval{{0, 1 - p.Base}, {1 - p.Base, p.Base}} {
		if s.High > s.Low && enough(s.High) {
			_, high := halve(s.Low, s.High, 100, func(mid float64) bool { return !enough(mid) })
			return high, nil
		}
	}
	return 0, fmt.Errorf("games: %d find no difference from %v (want more games)", n, p.Base)
}
