package reports

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"varlab/rules/profile"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A ranking says which of several changes to a rule set does most to a metric, by the games
// of one group. The change that does most by its estimate comes first.
type ranking struct {
	study.Ranking
	Metric         Metric
	Group          *Group
	Base           *Cell
	Changes, Pairs []ranked
}

// A ranked change is less the base, with the chance that it does most; a ranked pair is how
// much more it does than a Lesser one, whichever way either goes, with the chance that it does.
type ranked struct {
	*Cell
	Lesser *Cell
	estimate
	Chance float64
}

// rankAll makes the rankings of the study with each group. Where half of the games did not end,
// lengths are not ranked.
func (r *findings) rankAll() {
	for _, k := range r.Plan.Ranked(list(r.pairMetrics(), func(m Metric) string { return m.Word })) {
		for _, g := range r.Groups {
			if x := r.rank(k, g); x != nil {
				r.Rankings = append(r.Rankings, x)
			}
		}
	}
}

func (r *findings) rank(k study.Ranking, g *Group) *ranking {
	m := metric(k.Metric)
	x := &ranking{Ranking: k, Metric: m, Group: g, Base: g.cell(k.Base)}
	cells := list(append([]string{k.Base}, k.Changes...), g.cell)
	if slices.Contains(cells, nil) || m.OfPairs() && g.alone() || !g.happened(m) {
		return nil
	}
	effect := func(c *Cell) float64 { return c.value(m) - x.Base.value(m) }
	slices.SortStableFunc(cells[1:], func(a, b *Cell) int { return cmp.Compare(math.Abs(effect(b)), math.Abs(effect(a))) })
	changes := cells[1:]
	signs := list(changes, func(c *Cell) float64 { return math.Copysign(1, effect(c)) })
	figures := func(row []float64) (out []float64) {
		for _, v := range row[1:] {
			out = append(out, v-row[0])
		}
		for i, s := range signs {
			for j := i + 1; j < len(signs); j++ {
				out = append(out, s*out[i]-signs[j]*out[j])
			}
		}
		return out
	}
	found, err := r.estimates(g.only(cells), m, figures)
	if err != nil || slices.ContainsFunc(found, func(e estimate) bool { return math.IsNaN(e.Value) }) {
		return nil
	}
	values, covariance := make([]float64, len(changes)), make([][]float64, len(changes))
	for i, c := range changes {
		e := found[i]
		e.Bounded = r.compared(m, c, x.Base).Bounded // open games that both have alike count alike
		values[i], covariance[i] = e.Value, append(make([]float64, i), e.variance())
		x.Changes = append(x.Changes, ranked{Cell: c, estimate: e})
	}
	for i, c := range x.Changes {
		for j, d := range x.Changes[i+1:] {
			e, s, t := found[len(changes)+len(x.Pairs)], signs[i], signs[i+1+j]
			variance := c.trainingVariance(d.Cell) + d.trainingVariance(c.Cell) + (s-t)*(s-t)*x.Base.trainingVariance(c.Cell)
			for _, e := range []*stats.Estimate{&e.Estimate, &e.Least, &e.Most} {
				*e = withTrainings(*e, m, variance, Level)
			}
			covariance[i+1+j][i] = s * t * (c.variance() + d.variance() - e.variance()) / 2
			x.Pairs = append(x.Pairs, ranked{Cell: c.Cell, Lesser: d.Cell, estimate: e})
		}
	}
	first, above := stats.Ranks(values, covariance, rand.NewPCG(r.seed("ranking", g, m.Word)))
	pairs := x.Pairs
	for i := range changes {
		x.Changes[i].Chance = first[i]
		for j := i + 1; j < len(changes); j++ {
			pairs[0].Chance, pairs = above[i][j], pairs[1:]
		}
	}
	return x
}

// variance is that of the estimate; of medians that of which the interval is worth.
func (e *estimate) variance() float64 {
	if e.SE == 0 && !e.Flat {
		return math.Pow(e.Width()/2/stats.NormalQuantile(0.5+Level/2), 2)
	}
	return e.SE * e.SE
}

func rankingWords(x *ranking) string {
	top, m := x.Changes[0], x.Metric
	return fmt.Sprintf("Of the %s changes to %s, “%s” seems to do most to the %s (%s %s, unadjusted %s); the chance that it does is %s.",
		inNumber(len(x.Changes)), x.Base.Profile.Name, top.Profile.Name, profile.MidSentence(m.Title), signedIn(m, top.Value), m.Unit.Points, spanIn(m, top.Interval), outOf(top.Chance))
}

// outOf writes a chance that was counted in draws.
func outOf(p float64) string {
	return choose(p > 0.99, "over 99", choose(p < 0.01, "under 1", fixed(100*p, 0))) + " %"
}

func (r *Report) rankingSection() *section {
	s := &section{ID: "ranking", Title: "Which change does most", Text: []string{fmt.Sprintf(
		"The estimates are less the base; whichever way a change goes, the greater one does more. In the chances large estimates are drawn towards 0, as far as the changes together do not bear them out. Intervals are of %.0f %% each. This is exploratory, and a chance is no test.", 100*Level)}}
	for _, x := range r.Rankings {
		m := x.Metric
		s.Findings = append(s.Findings, Finding{when(len(r.Groups) > 1, sentenceCase(r.who(x.Group))+": ") + when(x.Question != "", plain(x.Question)+" ") + rankingWords(x), r.marks(x.Base, x.Changes[0].Cell)})
		t := table{Title: r.titled("Which does most: "+m.Title+", less "+x.Base.Profile.Name+" ("+m.Unit.Points+")", x.Group), Head: []string{"change, or two", "difference", "95 % interval", "open games leave", "does most, or more"}}
		for _, c := range slices.Concat(x.Changes, x.Pairs) {
			name := r.name(c.Cell)
			if c.Lesser != nil {
				name = cell{Text: c.Profile.Name + " more than " + c.Lesser.Profile.Name, Terminal: typedOf(c.Profile) + " more than " + typedOf(c.Lesser.Profile)}
			}
			t.Rows = append(t.Rows, row(name, signedIn(m, c.Value), spanIn(m, c.Interval), leavesOf(&c.estimate.Bounded, m), outOf(c.Chance)))
		}
		s.Tables = append(s.Tables, t)
	}
	return choose(len(s.Tables) > 0, s, nil)
}

func rankingJSON(x *ranking) object {
	rows := func(rows []ranked, a, b, chance string) []object {
		return list(rows, func(c ranked) object {
			o := of(a, c.Profile.ID)
			if c.Lesser != nil {
				o = append(o, member{b, c.Lesser.Profile.ID})
			}
			return slices.Concat(o, of("difference", number(c.Value)), endsJSON(c.estimate), of(chance, number(c.Chance)))
		})
	}
	return of("id", x.ID, "metric", x.Metric.Word, "base", x.Base.Profile.ID, "players", x.Group.Players,
		"changes", rows(x.Changes, "rule_set", "", "first"), "pairs", rows(x.Pairs, "more", "less", "chance"))
}
