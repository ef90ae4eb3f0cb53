package study

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"varlab/variants/strict"
)

// A Hypothesis is a claim about two rule sets, or about a rule set and a number, written down
// before any game is played. Either B or Value is set. Margin stands without
// Direction, NoWorse with it.
type Hypothesis struct {
	ID        string   `json:"id" toml:"id"`
	Claim     string   `json:"claim" toml:"claim"`
	Metric    string   `json:"metric" toml:"metric"`
	A         string   `json:"a" toml:"a"`
	B         string   `json:"b,omitempty" toml:"b,omitempty"`
	Value     *float64 `json:"value,omitempty" toml:"value,omitempty"`         // instead of B: a number to compare the metric with
	Direction string   `json:"direction,omitempty" toml:"direction,omitempty"` // of the metric in A against B: less, greater
	Margin    float64  `json:"margin,omitempty" toml:"margin,omitzero"`        // or: A and B differ by less than this
	NoWorse   float64  `json:"no_worse,omitempty" toml:"no_worse,omitzero"`    // or, with Direction the better way: A is worse than B by less than this
	Players   string   `json:"players,omitempty" toml:"players,omitempty"`     // whose games: a player, or "X against Y"; empty: all, one verdict each
	Family    string   `json:"family,omitempty" toml:"family,omitempty"`       // family of tests that are adjusted together; empty: the tests that name none
	// Adjudicated: A and B differ in draw clauses alone, and one set of games, played without
	// draw clauses, is read under each list.
	Adjudicated bool `json:"adjudicated,omitempty" toml:"adjudicated,omitempty"`
}

// Less reports whether the claim is that the metric is less in A.
func (h *Hypothesis) Less() bool { return h.Direction == "less" }

// Within is what a claim allows A and B to differ, to one side if it is of NoWorse: 0 where it
// claims a difference.
func (h *Hypothesis) Within() float64 { return cmp.Or(h.Margin, h.NoWorse) }

// A Family is claims whose tests are adjusted together.
type Family struct {
	ID     string `json:"id" toml:"id"`
	Adjust string `json:"adjust" toml:"adjust"` // holm: no false finding in the family
}

const holm = "holm"

// Name names the players of the cell: a spec, or two with "against" between them.
func (c Cell) Name() string {
	if !c.Both() {
		return c.A.Spec
	}
	return c.A.Spec + between + c.B.Spec
}

func (fs *Faults) addID(at, id, example string, twice bool) {
	fs.when(id == "", at+".id", "missing (want a word such as %s)", example)
	fs.when(id != "" && twice, at+".id", "%q stands twice (want each once)", id)
}

// greatest is above every value of a metric, and the least margin is one over it.
const greatest = 1e6

// checkHypotheses reports faults that need no name resolved.
func (p *Plan) checkHypotheses(faults *Faults) {
	for i, f := range p.Families {
		at := At("family", i)
		faults.addID(at, f.ID, "huff", slices.ContainsFunc(p.Families[:i], func(o Family) bool { return o.ID == f.ID }))
		used := slices.ContainsFunc(p.Hypotheses, func(h Hypothesis) bool { return h.Family == f.ID })
		faults.when(!used, at+".id", "no hypothesis is of %q (want one, or no such family)", f.ID)
		faults.when(f.Adjust != holm, at+".adjust", "unknown value %q (want %s)", f.Adjust, holm)
	}
	for i, h := range p.Hypotheses {
		at := At("hypothesis", i)
		faults.addID(at, h.ID, "H04", slices.ContainsFunc(p.Hypotheses[:i], func(o Hypothesis) bool { return o.ID == h.ID }))
		faults.when(h.Claim == "", at+".claim", "missing (want the claim as a sentence)")
		faults.unless(CheckMetric(h.Metric), at+".metric")
		switch {
		case h.Value != nil && h.B != "":
			faults.add(at+".value", "stated beside b (want one of them)")
		case h.Value != nil && !(math.Abs(*h.Value) <= greatest):
			faults.add(at+".value", "%v (want at most %v)", *h.Value, greatest)
		case h.Value != nil && h.Metric == "plies":
			faults.add(at+".value", "stated for plies (want another rule set in b)")
		case h.Value != nil && AtMostOne(h.Metric) && (*h.Value < 0 || *h.Value > 1):
			faults.add(at+".value", "%v (want a share from 0 to 1: a share of 5 %% is 0.05)", *h.Value)
		case h.A == h.B:
			faults.add(at+".b", "%q is compared with itself (want two rule sets)", h.B)
		}
		within := at + ".margin"
		if h.NoWorse != 0 {
			within = at + ".no_worse"
		}
		switch {
		case h.Margin != 0 && h.NoWorse != 0:
			faults.add(at+".no_worse", "stated beside margin (want one of them)")
		case h.NoWorse != 0 && h.Direction == "":
			faults.add(at+".direction", "missing (want less or greater: the better way, from which a may fall short by no_worse)")
		case h.Direction != "" && h.Margin != 0:
			faults.add(at+".margin", "stated beside direction (want one of them, or no_worse in place of margin)")
		case h.Direction == "" && h.Margin == 0:
			faults.add(at+".direction", "missing (want less or greater, or a margin)")
		case h.Direction != "" && h.Direction != "less" && h.Direction != "greater":
			faults.add(at+".direction", "unknown value %q (want less or greater)", h.Direction)
		case h.Within() != 0 && !(h.Within() >= 1/greatest && h.Within() <= greatest):
			faults.add(within, "%v (want a number above 0, from %v to %v)", h.Within(), 1/greatest, greatest)
		case AtMostOne(h.Metric) && h.Within() >= 1:
			faults.add(within, "%v takes in every difference of a share (want less than 1: two points are 0.02)", h.Within())
		}
		declared := slices.ContainsFunc(p.Families, func(f Family) bool { return f.ID == h.Family })
		faults.when(h.Family != "" && !declared, at+".family", "%q is not declared (want a [[family]] with that id)", h.Family)
	}
}

// between stands in the players of a hypothesis about a pair.
const between = " against "

// normalise writes the players of hypotheses with the plan's names.
func (p *Plan) normalise(player func(spec string) (Player, error)) {
	p.Hypotheses = slices.Clone(p.Hypotheses)
	for i := range p.Hypotheses {
		h := &p.Hypotheses[i]
		specs := strings.SplitN(h.Players, between, 3) // a third spec is one too many
		for k := range specs {
			if pl, err := player(specs[k]); err == nil {
				specs[k] = pl.Spec
			}
		}
		h.Players = strings.Join(specs, between)
	}
}

// checkNamed reports hypotheses about rule sets and players that the plan does not have; of
// rule sets only if all are known.
func (p *Plan) checkNamed(faults *Faults, named, playing bool) {
	ids, rungs := p.ids(), p.Rungs()
	for i, h := range p.Hypotheses {
		at := At("hypothesis", i)
		for _, side := range []struct{ key, id string }{{"a", h.A}, {"b", h.B}} {
			unknown := named && !(side.key == "b" && h.Value != nil) && !slices.Contains(ids, side.id)
			faults.when(unknown, at+"."+side.key, "%q is not a rule set of the study (%s)", side.id, strict.Wanted(side.id, ids))
		}
		absent := h.Players != "" && playing && !slices.Contains(rungs, h.Players)
		faults.when(absent, at+".players", "%q play no games of the study (want %s)", h.Players, strict.List(rungs))
	}
}

// Rungs are the names of the players and pairs of the plan, each a Cell.Name.
func (p *Plan) Rungs() []string {
	return append(
		names(p.Players, func(pl Player) string { return pl.Spec }),
		names(p.Pairs, func(pair Pair) string { return Cell{A: pair.A, B: pair.B}.Name() })...)
}
