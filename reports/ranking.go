package reports

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/sim/stats"
	"varlab/sim/study"
)

// A ranking says which of several changes to a rule set does most to a metric, by the games
// of one group. The change that does most by its estimate comes first.
type ranking struct {
	study.Ranking
	Metric  Metric
	Group   *Group
	Base    *Cell
	Changes []rankedChange
	Pairs   []rankedPair
}

type rankedChange struct {
	*Cell
	estimate         // less the base
	First    float64 // chance that it does most
}

// A rankedPair is how much more one change does than another, whichever way each goes.
type rankedPair struct {
	More, Less *Cell
	estimate
	Chance float64 // that it does more
}

// rankings are those of the study with each group. Where half of the games did not end, lengths
// are not ranked.
func (r *Report) rankings() []*ranking {
	if r.ranked != nil {
		return r.ranked
	}
	all := []*ranking{}
	for _, k := range r.Plan.Ranked(list(r.pairMetrics(), func(m Metric) string { return m.Word })) {
		for _, g := range r.Groups {
			if x := r.rank(k, g); x != nil {
				all = append(all, x)
			}
		}
	}
	r.ranked = all
	return all
}

func (r *Report) rank(k study.Ranking, g *Group) *ranking {
	m := metric(k.Metric)
	x := &ranking{Ranking: k, Metric: m, Group: g, Base: g.cell(k.Base)}
	cells := list(append([]string{k.Base}, k.Changes...), g.cell)
	if slices.Contains(cells, nil) || m.OfPairs() && g.alone() || !g.happened(m) {
		return nil
	}
	effect := func(c *Cell) float64 { return c.value(m) - x.Base.value(m) }
	slices.SortStableFunc(cells[1:], func(a, b *Cell) int { return cmp.Compare(math.Abs(effect(b)), math.Abs(effect(a))) })
	signs := list(cells, func(c *Cell) float64 { return choose(effect(c) < 0, -1.0, 1) })
	figures := func(row []float64) (out []float64) {
		for i := range cells[1:] {
			out = append(out, row[i+1]-row[0])
		}
		for i, s := range signs[1:] {
			for j, t := range signs[i+2:] {
				out = append(out, s*out[i]-t*out[i+1+j])
			}
		}
		return out
	}
	estimates := r.contrasts
	if m.IsLength() {
		estimates = r.resampled
	}
	found, err := estimates(g.only(cells), m, figures)
	if err != nil || slices.ContainsFunc(found, func(e estimate) bool { return math.IsNaN(e.Value) }) {
		return nil
	}
	first, above := stats.Ranks(r.sizes(x, cells))
	for i, c := range cells[1:] {
		e := found[i]
		e.Bounded = r.compared(m, c, x.Base).Bounded // open games that both have alike count alike
		e.taught(m, c.trainingVariance()+x.Base.trainingVariance())
		x.Changes = append(x.Changes, rankedChange{c, e, first[i]})
		for j, d := range cells[i+2:] {
			e, s := found[len(cells)-1+len(x.Pairs)], signs[i+1]-signs[i+2+j]
			e.taught(m, c.trainingVariance()+d.trainingVariance()+s*s*x.Base.trainingVariance())
			x.Pairs = append(x.Pairs, rankedPair{c, d, e, above[i][i+1+j]})
		}
	}
	return x
}

// sizes are draws of how much each change does, one for each resample of the openings.
func (r *Report) sizes(x *ranking, cells []*Cell) [][]float64 {
	values := map[*Cell][]float64{}
	for _, b := range r.Manifest.Boards {
		on := x.Group.only(cells).on(b)
		samples := list(on, func(c *Cell) []stats.Cell { return c.Tally.openings.cells(x.Metric.Ratio) })
		for i, v := range stats.ResampleMeans(samples, rand.NewPCG(r.seed("ranking", x.Group, b.ID))) {
			values[on[i]] = v
		}
	}
	source := rand.NewPCG(r.seed("ranking", x.Group, ""))
	random := rand.New(source)
	for _, c := range cells {
		if x.Metric.IsLength() {
			values[c] = slices.Clone(c.medians.Resampled)
			continue
		}
		for n := range values[c] {
			values[c][n] += math.Sqrt(c.trainingVariance()) * random.NormFloat64()
		}
	}
	var estimates []float64
	for _, c := range cells[1:] {
		estimates = append(estimates, c.value(x.Metric)-x.Base.value(x.Metric))
		for n := range values[c] {
			values[c][n] -= values[x.Base][n]
		}
	}
	sizes := stats.Effects(estimates, list(cells[1:], func(c *Cell) []float64 { return values[c] }), source)
	for _, s := range sizes {
		for n := range s {
			s[n] = math.Abs(s[n])
		}
	}
	return sizes
}

func (x *ranking) words() string {
	top, m := x.Changes[0], x.Metric
	return fmt.Sprintf("Of the %s changes to %s, “%s” seems to do most to the %s (%s %s, %s); the chance that it does is %s.",
		inNumber(len(x.Changes)), x.Base.Profile.Name, top.Profile.Name, strings.ToLower(m.Title[:1])+m.Title[1:], m.signed(top.Value), m.Unit.Points, m.span(top.Interval), outOf(top.First))
}

// outOf writes a chance that was counted in draws.
func outOf(p float64) string {
	switch {
	case p > 0.99:
		return "over 99 %"
	case p < 0.01:
		return "under 1 %"
	}
	return fixed(100*p, 0) + " %"
}

func (r *Report) rankingSection() *section {
	all := r.rankings()
	if len(all) == 0 {
		return nil
	}
	s := &section{ID: "ranking", Title: "Which change does most", Text: []string{fmt.Sprintf(
		"The estimates are less the base; whichever way a change goes, the greater one does more. The chances are counted in %s draws from resamples of the openings, the same for all rule sets, in which large estimates are drawn towards 0 as far as the changes together do not bear them out. Intervals are of 95 %% each. This is exploratory, and a chance is no test.", count(stats.Resamples))}}
	for _, x := range all {
		m := x.Metric
		s.Findings = append(s.Findings, Finding{when(len(r.Groups) > 1, sentenceCase(r.who(x.Group))+": ") + when(x.Question != "", plain(x.Question)+" ") + x.words(), warningsOf([]*Cell{x.Base, x.Changes[0].Cell})})
		t := table{Title: r.titled("Which does most: "+m.Title+", less "+x.Base.Profile.Name+" ("+m.Unit.Points+")", x.Group), Head: []string{"change, or two", "difference", "95 % interval", "open games leave", "does most, or more"}}
		row := func(name cell, e estimate, p float64) {
			line := []cell{name}
			for _, text := range []string{m.signed(e.Value), m.span(e.Interval), e.leaves(m), outOf(p)} {
				line = append(line, cell{Text: text, Faint: !e.Shown})
			}
			t.Rows = append(t.Rows, line)
		}
		for _, c := range x.Changes {
			row(c.name(), c.estimate, c.First)
		}
		for _, p := range x.Pairs {
			row(cell{Text: p.More.Profile.Name + " more than " + p.Less.Profile.Name}, p.estimate, p.Chance)
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

func (x *ranking) json() object {
	return of("id", x.ID, "metric", x.Metric.Word, "base", x.Base.Profile.ID, "players", x.Group.Players,
		"changes", list(x.Changes, func(c rankedChange) object {
			return append(of("rule_set", c.Profile.ID, "difference", number(c.Value), "first", number(c.First)), c.ends()...)
		}),
		"pairs", list(x.Pairs, func(p rankedPair) object {
			return append(of("more", p.More.Profile.ID, "less", p.Less.Profile.ID, "difference", number(p.Value), "chance", number(p.Chance)), p.ends()...)
		}))
}
