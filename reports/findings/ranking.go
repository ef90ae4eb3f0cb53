package findings

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"varlab/internal/lists"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A ranking says which of several changes to a rule set does most to a metric, by the games
// of one group. The change that does most by its estimate comes first.
type Ranking struct {
	study.Ranking
	Metric         Metric
	Group          *Group
	Base           *Cell
	Changes, Pairs []Ranked
}

// A ranked change is less the base, with the chance that it does most; a ranked pair is how
// much more it does than a Lesser one, whichever way either goes if no direction is asked, with
// the chance that it does.
type Ranked struct {
	Cell   *Cell
	Lesser *Cell
	Effect
	Chance float64
	Near   float64 // of a change: the chance that it does most, or less than Within below
}

// Within is a difference in a share or a score that hardly matters; of lengths and counts none does.
const Within = 0.02

// rankAll makes the rankings of the study with each group. Where half of the games did not end,
// lengths are not ranked.
func rankAll(r *Findings) {
	for _, k := range r.Plan.Ranked(list(r.PairMetrics(), func(m Metric) string { return m.Word })) {
		for _, g := range r.Groups {
			if x := rankOf(r, k, g); x != nil {
				r.Rankings = append(r.Rankings, x)
			}
		}
	}
}

func rankOf(r *Findings, k study.Ranking, g *Group) *Ranking {
	m := MetricOf(k.Metric)
	x := &Ranking{Ranking: k, Metric: m, Group: g, Base: g.Cell(k.Base)}
	cells := list(append([]string{k.Base}, k.Changes...), g.Cell)
	if slices.Contains(cells, nil) || m.OfPairs() && g.Alone() || !g.Happened(m) {
		return nil
	}
	way := map[string]float64{"less": -1, "greater": 1}[k.Direction]
	effect := func(c *Cell) float64 { return c.Value(m) - x.Base.Value(m) }
	sign := func(c *Cell) float64 { return cmp.Or(way, math.Copysign(1, effect(c))) }
	slices.SortStableFunc(cells[1:], func(a, b *Cell) int { return cmp.Compare(sign(b)*effect(b), sign(a)*effect(a)) })
	changes := cells[1:]
	signs := list(changes, sign)
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
	found, err := estimates(r, g.Only(cells), m, figures)
	if err != nil || slices.ContainsFunc(found, func(e Effect) bool { return math.IsNaN(e.Value) }) {
		return nil
	}
	values, covariance := make([]float64, len(changes)), make([][]float64, len(changes))
	for i, c := range changes {
		e := found[i]
		e.Bounded = r.Compared(m, c, x.Base).Bounded // open games that both have alike count alike
		values[i], covariance[i] = e.Value, append(make([]float64, i), e.variance()+e.open())
		x.Changes = append(x.Changes, Ranked{Cell: c, Effect: e})
	}
	for i, c := range x.Changes {
		for j, d := range x.Changes[i+1:] {
			e, s, t := found[len(changes)+len(x.Pairs)], signs[i], signs[i+1+j]
			variance := c.Cell.TrainingVariance(d.Cell) + d.Cell.TrainingVariance(c.Cell) + (s-t)*(s-t)*x.Base.TrainingVariance(c.Cell)
			for _, e := range []*stats.Estimate{&e.Estimate, &e.Least, &e.Most} {
				*e = withTrainings(*e, m, variance, Level)
			}
			covariance[i+1+j][i] = s * t * (c.variance() + d.variance() - e.variance()) / 2
			x.Pairs = append(x.Pairs, Ranked{Cell: c.Cell, Lesser: d.Cell, Effect: e})
		}
	}
	within := lists.Choose(study.AtMostOne(m.Word), Within, 0)
	first, near, above := stats.Ranks(values, covariance, within, way, rand.NewPCG(seedOf(r, "ranking", g, m.Word)))
	pairs := x.Pairs
	for i := range changes {
		x.Changes[i].Chance, x.Changes[i].Near = first[i], near[i]
		for j := i + 1; j < len(changes); j++ {
			pairs[0].Chance, pairs = above[i][j], pairs[1:]
		}
	}
	return x
}

// open is the variance of a difference that lies anywhere between the bounds that open games leave.
func (e *Effect) open() float64 { return math.Pow(e.Most.Value-e.Least.Value, 2) / 12 }

// variance is that of the estimate; for medians it is read off the interval.
func (e *Effect) variance() float64 {
	if e.SE == 0 && !e.Flat {
		return math.Pow(e.Width()/2/stats.NormalQuantile(0.5+Level/2), 2)
	}
	return e.SE * e.SE
}
