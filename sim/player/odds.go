package player

import (
	"math"
	"strconv"
	"sync"

	"varlab/rules"
	"varlab/sim/random"
)

// Odds turn a score in hundredths of a man into an expected score in points: the log odds are
// in proportion to it. The worth of a man in points depends on the rule set and on the weights:
// under one a man more mostly wins, under another it mostly draws. So it is measured, under
// every rule set alike: the evaluation plays itself with few nodes, and the results are
// regressed on the scores, as when weights are learned.
type Odds struct {
	perMan float64
}

// expected is the expected score, 0 to 1, of the side with a score in hundredths of a man.
func (o Odds) expected(score int) float64 {
	switch {
	case score >= resolved:
		return 1
	case score <= -resolved:
		return 0
	}
	return 1 / (1 + math.Exp(-o.perMan*float64(score)/100))
}

// score is the score in hundredths of a man that gives an expected score.
func (o Odds) score(expected float64) int {
	switch {
	case expected >= 1:
		return infinity
	case expected <= 0:
		return -resolved
	}
	return int(math.Round(100 * math.Log(expected/(1-expected)) / o.perMan))
}

// The games from which odds are measured, like those from which weights are learned. With
// 200 games the log odds of a man have a standard error of about a tenth.
const (
	oddsGames   = 200
	oddsNodes   = 100
	oddsNoise   = 10
	oddsWild    = 8 // random turns with which they begin
	oddsHorizon = 200
)

// allOdds are functions that measure them once, by rule set and weights.
var allOdds sync.Map

// oddsOf returns the odds of a player's evaluation under r. To measure them takes about
// a second, once for a rule set with its weights.
func oddsOf(r *rules.Rules, s *Spec) Odds {
	lent, learns := s.Lends(r)
	hash := ""
	if learns && lent.Weights != nil {
		hash = lent.Weights.Hash
	}
	measured, _ := allOdds.LoadOrStore(r.PlayHash()+hash, sync.OnceValue(func() Odds {
		p := newSearch(r, oddsNodes, 0, oddsNoise)
		if eval, err := lent.evaluation(r); learns && err == nil { // else there is no such player
			p.eval = eval
		}
		return measureOdds(Teacher{p}, hash)
	}))
	return measured.(func() Odds)()
}

func measureOdds(p Teacher, hash string) Odds {
	var scores, points []float64
	for game := range oddsGames {
		c := random.NewChance("varlab odds", p.r.PlayHash(), hash, strconv.Itoa(game))
		for _, s := range p.Play(oddsWild, oddsHorizon, math.MaxInt, c.Of, c.Of) {
			scores, points = append(scores, float64(s.Score)/100), append(points, float64(s.Points)/2)
		}
	}
	// Rounded, the slope is the same on every machine.
	return Odds{math.Round(100*Slope(scores, points, 0)) / 100}
}

// Slope returns the k, from 0.01 to 10, with which 1/(1+exp(-k v)) fits results, 0 to 1, best
// by the values v, by Newton's method: for values in men it is the log odds that a man is
// worth. The prior is that k is one, with the weight of seen values of one; 0: no prior.
func Slope(values, results []float64, seen float64) float64 {
	k := 1.0
	for range 30 {
		gradient, curvature := seen*(1-k)/4, seen/4+1e-9
		for i, v := range values {
			p := 1 / (1 + math.Exp(-float64(k*v)))
			gradient += float64((results[i] - p) * v)
			curvature += float64(p * (1 - p) * v * v)
		}
		step := math.Max(-1, math.Min(1, gradient/curvature))
		k = math.Min(10, math.Max(0.01, k+step))
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return k
}
