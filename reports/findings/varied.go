package findings

import (
	"cmp"
	"math"
	"slices"

	"varlab/internal/lists"
	"varlab/sim/study"
)

// A Way is one way of asking a claim: the verdict, and the run, counted from 0, that it is of.
type Way struct {
	*Verdict
	Run int
}

// A VariedClaim is a claim asked in many ways, in the order of the runs. By are those whose games
// are not those of an earlier way.
type VariedClaim struct {
	study.Hypothesis
	All, By []Way
}

// Vary gathers what runs found of each claim that compares two rule sets.
func Vary(claims []study.Hypothesis, runs []*Findings) (all []*VariedClaim) {
	for _, h := range claims {
		c := &VariedClaim{Hypothesis: h}
		for n, r := range runs {
			for _, v := range r.Verdicts {
				if v.Hypothesis.ID == h.ID {
					c.add(Way{v, n})
				}
			}
		}
		if len(c.By) > 0 {
			all = append(all, c)
		}
	}
	return all
}

func (c *VariedClaim) add(w Way) {
	if c.All = append(c.All, w); !slices.ContainsFunc(c.By, func(o Way) bool {
		return o.Value == w.Value && o.Interval == w.Interval && o.Group.Name() == w.Group.Name()
	}) {
		c.By = append(c.By, w)
	}
}

// With is how many ways came to one of the verdicts, each judged by itself.
func (c *VariedClaim) With(words ...string) int {
	return len(lists.Those(c.By, func(w Way) bool { return slices.Contains(words, w.Alone) }))
}

// Most is the direction in which the claim is shown in most ways, that of the claim or its
// opposite, with the ways of asking in which this holds, and in which it fails.
func (c *VariedClaim) Most() (direction string, holds, fails int) {
	direction, holds, fails = c.Direction, c.With(Supported, Equivalent, NotWorse), c.With(Refuted)
	if opposite := map[string]string{"less": "greater", "greater": "less"}[direction]; opposite != "" && fails > holds {
		return opposite, fails, holds
	}
	return direction, holds, fails
}

// Agreeing is how many of ways have the sign of the claim or, where it names none, of most.
func (c *VariedClaim) Agreeing(ways []Way) int {
	sign := func(x float64) float64 {
		if x == 0 || math.IsNaN(x) {
			return 0
		}
		return math.Copysign(1, x)
	}
	claimed, sum := map[string]float64{"greater": 1, "less": -1}[c.Direction], 0.0
	for _, w := range c.By {
		sum += sign(w.Value)
	}
	claimed = cmp.Or(claimed, sign(sum), 1)
	return len(lists.Those(ways, func(w Way) bool { return sign(w.Value) == claimed }))
}
