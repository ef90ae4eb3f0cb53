package findings

import (
	"fmt"
	"math"
	"slices"

	"varlab/internal/lists"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// An Attribution divides the difference of a metric between two rule sets among the parts in
// which they differ (Shapley 1953).
type Attribution struct {
	Metric Metric
	Group  *Group
	A, B   Effect // the metric under either
	// Difference is A less B.
	Difference Effect
	// Parts are the effects of A's value of each part, in the order of the ablation.
	// Their sum is Difference.
	Parts []Effect
	// Interactions are how much more two parts of A add together than each alone;
	// nil where not all mixtures were played. Only j < i.
	Interactions [][]Effect
	// Mixtures are the metric under each mixture, in the order of the ablation.
	Mixtures []Effect
}

// An Effect is an estimate of a metric, or of a difference in it, in its unit.
type Effect struct {
	Bounded
	Shown bool // neither its interval nor an interval of the bounds contains 0
}

// Attribute makes the attribution of a metric from a group's games, of a run that is an
// ablation. It is an error if a median was not reached.
func (r *Findings) Attribute(g *Group, m Metric) (*Attribution, error) {
	ab := r.Plan.Ablation
	column := map[int]int{}
	for _, x := range ab.Mixtures {
		if column[x.FromB] = g.index(x.RuleSet); column[x.FromB] < 0 {
			return nil, fmt.Errorf("%s plays no games", x.RuleSet)
		}
	}
	n, every := len(ab.Parts), len(ab.Orders) == 0
	// all that is estimated from one set of values: A, B, their difference, parts,
	// interactions, mixtures
	figures := func(row []float64) (out []float64) {
		v := func(set int) float64 { return row[column[set]] }
		a, b := v(0), v(1<<n-1)
		out = append(out, a, b, a-b)
		phi := stats.ShapleyOf(n, ab.Orders, v)
		if every {
			phi = stats.Shapley(n, v)
		}
		for _, x := range phi {
			out = append(out, 0-x) // not -0
		}
		if every { // the same for what is taken from A as for what is taken from B
			for i, row := range stats.Interactions(n, v) {
				out = append(out, row[:i]...)
			}
		}
		for _, x := range ab.Mixtures {
			out = append(out, v(x.FromB))
		}
		return out
	}
	list, err := estimates(r, g, m, figures)
	if err != nil {
		return nil, err
	}
	a := &Attribution{Metric: m, Group: g, A: list[0], B: list[1], Difference: list[2], Parts: list[3 : 3+n : 3+n]}
	list = list[3+n:]
	a.compared(r)
	for i := range n {
		if every {
			a.Interactions = append(a.Interactions, list[:i])
			list = list[i:]
		}
	}
	a.Mixtures = list
	if slices.ContainsFunc(list, func(e Effect) bool { return math.IsNaN(e.Value) }) {
		return nil, fmt.Errorf("no game of some mixture counts in %s (want another metric)", m.Word)
	}
	return a, nil
}

// compared gives an attribution the difference of the two rule sets from the table of
// differences: the open games that both have alike count alike. A single part is all of it.
func (a *Attribution) compared(r *Findings) {
	first, second := a.Group.Cell(r.Plan.Ablation.A), a.Group.Cell(r.Plan.Ablation.B)
	p := r.Compared(a.Metric, first, second)
	p.Value = a.Difference.Value // the sum of the parts
	a.Difference = Effect{p.Bounded, p.Sure() < Alpha && !Same(first, second)}
	if len(a.Parts) == 1 {
		a.Parts[0] = a.Difference
	}
}

// estimates estimates figures, which are made of a metric's values under the rule sets of a
// group.
func estimates(r *Findings, g *Group, m Metric, figures func(row []float64) []float64) ([]Effect, error) {
	if m.IsLength() {
		return g.resampled(figures)
	}
	return contrasts(r, g, m, figures), nil
}

// contrasts are the figures of a metric that is a mean: they are sums of the means
// under the rule sets of a group, each with a weight.
func contrasts(r *Findings, g *Group, m Metric, figures func(row []float64) []float64) []Effect {
	weights := make([][]float64, len(g.Cells)) // by cell and figure
	cells := make([]struct{ known, least, most []stats.Cell }, len(g.Cells))
	low, high := m.Extremes()
	open := false
	for i, c := range g.Cells {
		row := make([]float64, len(g.Cells))
		row[i] = 1
		weights[i] = figures(row)
		of := &c.Tally.Openings
		cells[i].known, cells[i].least, cells[i].most = of.cells(m.Ratio), of.cells(low), of.cells(high)
		open = open || m.Turns() && c.N(study.Open) > 0
	}
	contrast := stats.MeanContrast
	if study.AtMostOne(m.Word) {
		contrast = stats.Contrast
	}
	list := make([]Effect, len(weights[0]))
	for k := range list {
		// of is a cell's games as they count with its weight.
		sum := func(of func(i int, w float64) []stats.Cell) stats.Estimate {
			var samples [][][]stats.Cell
			var shares [][]float64
			for _, b := range r.Manifest.Boards {
				var on [][]stats.Cell
				var ws []float64
				for i, c := range g.Cells {
					if w := weights[i][k]; c.Board.ID == b.ID {
						on, ws = append(on, of(i, w)), append(ws, w)
					}
				}
				samples, shares = append(samples, on), append(shares, ws)
			}
			return contrast(samples, shares, Level)
		}
		e := sum(func(i int, _ float64) []stats.Cell { return cells[i].known })
		least, most := e, e
		if open {
			bound := func(sign float64) stats.Estimate {
				return sum(func(i int, w float64) []stats.Cell {
					if w*sign > 0 {
						return cells[i].most
					}
					return cells[i].least
				})
			}
			least, most = bound(-1), bound(1)
		}
		b := Bounded{e, least, most}
		list[k] = Effect{b, b.ShownSign() != 0}
	}
	return list
}

// resampled are the figures of medians, with one set of resamples of the openings for
// all rule sets.
func (g *Group) resampled(figures func(row []float64) []float64) ([]Effect, error) {
	row, clusters := make([]float64, len(g.Cells)), math.MaxInt
	for i, c := range g.Cells {
		row[i], clusters = c.medians.Value, min(clusters, c.medians.Clusters)
	}
	at := figures(row)
	spread := make([][]float64, len(at))
	for n := range stats.Resamples {
		for i, c := range g.Cells {
			if row[i] = c.medians.Resampled[n]; math.IsInf(row[i], 0) {
				return nil, fmt.Errorf("under %s half of the games did not end in every resample (want another metric, or a later horizon)", c.Profile.ID)
			}
		}
		for k, x := range figures(row) {
			spread[k] = append(spread[k], x)
		}
	}
	list := make([]Effect, len(at))
	for k := range at {
		e := stats.Estimate{Value: at[k], Interval: stats.Percentiles(spread[k], clusters, Level)}
		list[k] = Effect{Bounded{e, e, e}, !e.Contains(0)}
	}
	return list, nil
}

// divide makes the attributions of all groups in the metrics that have headlines. A median that
// was not reached is left out.
func divide(r *Findings) {
	if r.Plan.Ablation == nil {
		return
	}
	for _, g := range r.Groups {
		for _, m := range lists.Those(r.PairMetrics(), Metric.Headline) {
			if a, err := r.Attribute(g, m); err == nil && g.Happened(m) {
				r.Attributions = append(r.Attributions, a)
			}
		}
	}
}
