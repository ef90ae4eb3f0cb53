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
	// Family is how many tests Alpha is for, by Bonferroni, which Holm betters
	// once others have come out; 0 counts as 1.
	Family int `json:"family,omitempty"`
	// Trainings is the standard error that trainings of the players add to the
	// difference, however many games are played.
	Trainings float64 `json:"trainings,omitempty"`
}

func (p Plan) check() error {
	var errs []error
	want := func(ok bool, what string, x any, format string) {
		if !ok {
			errs = append(errs, fmt.Errorf("%s: %v "+format, what, x))
		}
	}
	want(p.Base >= 0 && p.Base <= 1, "base", p.Base, "is not a rate (want 0 to 1)")
	want(p.Power > 0 && p.Power < 1, "power", p.Power, "is out of range (want more than 0 and less than 1)")
	want(p.Alpha > 0 && p.Alpha < 1, "alpha", p.Alpha, "is out of range (want more than 0 and less than 1)")
	want(p.DesignEffect > 0 && !math.IsInf(p.DesignEffect, 0), "design effect", p.DesignEffect, "is out of range (want more than 0)")
	want(p.Family >= 0, "family", p.Family, "is out of range (want the number of tests)")
	want(len(errs) > 0 || p.each() >= leastAlpha, "alpha", p.Alpha, fmt.Sprintf("is too small for as many tests (want at least %v for each)", leastAlpha))
	return errors.Join(errs...)
}

// leastAlpha is large enough that 1 - leastAlpha differs from 1.
const leastAlpha = 1e-12

func (p Plan) each() float64 {
	return p.Alpha / float64(p.Tests())
}

// Tests is how many tests share Alpha.
func (p Plan) Tests() int { return max(1, p.Family) }

// beside is the factor by which the number of games grows because the trainings add wide
// standard errors of their own to a difference seen: +Inf where they make up all of it.
func (p Plan) beside(wide, seen float64) float64 {
	share := wide * p.Trainings / seen
	if share >= 1 {
		return math.Inf(1)
	}
	return 1 / (1 - share*share)
}

// Games is how many games each of two rule sets needs so that a difference d
// from the base rate is found with the plan's power:
//
//	n = ceil(deff (z₁₋α/₂ √(2 p̄ q̄) + z_power √(p₁q₁ + p₂q₂))² / d²)
//
// (Fleiss, Levin and Paik 2003, section 4.2, without continuity correction). p₂ is
// base + d or base - d, whichever needs more games; if d is below 0 it is base + d. What the trainings add to the
// variance of the difference is taken from what n has to leave. Where a rate is 0 the tests
// need rather fewer games than the formula, which has no exact distribution: from
// 0 to 0.01 it says 780, where 780 give a power of 0.89.
func (p Plan) Games(d float64) (int, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if !(d != 0 && math.Abs(d) <= 1) {
		return 0, fmt.Errorf("difference: %v is out of range (want one that is not 0, at most 1 either way)", d)
	}
	n := p.games(d)
	if n == 0 {
		return 0, fmt.Errorf("difference: no rate lies %v from %v (want a smaller difference)", d, p.Base)
	}
	return ceil(n)
}

// games is 0 where no rate lies so far from the base. A d above 0 may lie on either side.
func (p Plan) games(d float64) (most float64) {
	for _, other := range []float64{p.Base + d, p.Base - math.Abs(d)} {
		// base and difference are decimals: 0.7 + 0.3 must count as 1
		const rounding = 1e-12
		if other > 1+rounding || other < -rounding {
			continue
		}
		p1, p2 := p.Base, min(1, max(0, other))
		mean := (p1 + p2) / 2
		shown, power := NormalQuantile(1-p.each()/2), NormalQuantile(p.Power)
		z := shown*math.Sqrt(2*mean*(1-mean)) + power*math.Sqrt(p1*(1-p1)+p2*(1-p2))
		most = max(most, p.DesignEffect*z*z/(d*d)*p.beside(shown+power, math.Abs(d)))
	}
	return most
}

// GamesForMargin is how many games each of two rule sets needs so that two one-sided
// tests at alpha show them equivalent within the margin m, with the plan's power if
// they are equal:
//
//	n = ceil(deff 2PQ (z₁₋α + z₍₁₊power₎/₂)² / m²)
//
// (Julious 2004, Statistics in Medicine 23, pp. 1921-1986, with the variance of two
// rates P). If the true difference is not 0 but within the margin, either way, the
// power is that of both tests together and the variance the greater of the two. At least as many games are needed as show it where
// nothing happens in any: α = (1-m)ⁿ (Clopper and Pearson 1934). One-sided, they show that a
// rate is less than m on the worse side, with z_power in place of z₍₁₊power₎/₂.
func (p Plan) GamesForMargin(m, difference float64, oneSided bool) (int, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if !(m > 0 && m <= 1) {
		return 0, fmt.Errorf("margin: %v is out of range (want more than 0, at most 1)", m)
	}
	d := math.Abs(difference)
	if !(d < m) {
		return 0, fmt.Errorf("difference: %v is not within the margin %v (want a smaller one)", difference, m)
	}
	// In standard errors of the difference: how wide the margin must be.
	z := NormalQuantile(1 - p.each())
	_, wide := halve(0, 1e6, 100, func(wide float64) bool {
		shown := NormalTail(z - wide*(1-d/m))
		if !oneSided {
			shown -= NormalTail(wide*(1+d/m) - z)
		}
		return shown < p.Power
	})
	spread := 0.0
	for _, other := range []float64{p.Base + d, p.Base - d} {
		other = min(1, max(0, other))
		spread = max(spread, p.Base*(1-p.Base)+other*(1-other))
	}
	return ceil(p.DesignEffect * p.beside(wide, m) * max(spread*wide*wide/(m*m), math.Log(p.each())/math.Log1p(-min(m, 1-1e-9))))
}

func ceil(n float64) (int, error) {
	if n > 1e15 {
		return 0, errors.New("no number of games that can be counted shows it (want a larger difference or margin, or more trainings)")
	}
	// A result that is whole but for rounding is not rounded up by it.
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
		need := p.games(d)
		return need > 0 && need <= float64(n)
	}
	// Beyond the nearer end one side is left, so that the two stretches are searched one
	// after the other.
	up, down := 1-p.Base, p.Base
	for _, s := range []Interval{{0, min(up, down)}, {min(up, down), max(up, down)}} {
		if s.High > s.Low && enough(s.High) {
			_, high := halve(s.Low, s.High, 100, func(mid float64) bool { return !enough(mid) })
			return high, nil
		}
	}
	return 0, fmt.Errorf("games: %d find no difference from %v (want more games)", n, p.Base)
}
