package findings

import (
	"math"
	"slices"

	"varlab/internal/lists"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A ladder is the groups whose players differ in nodes alone, from the weakest.
type Ladder struct {
	Spec   string // without nodes
	Groups []*Group
	Nodes  []int
}

// leastRungs make a curve: through fewer there is none to be seen.
const leastRungs = 3

// Ladders finds them among the groups of one player each.
func (r *Findings) Ladders() (list []*Ladder) {
	for _, g := range r.Rungs() {
		nodes, rest := g.Budget(), g.First().Of().Without("nodes").String()
		if nodes == 0 {
			continue
		}
		i := slices.IndexFunc(list, func(l *Ladder) bool { return l.Spec == rest })
		if i < 0 {
			i = len(list)
			list = append(list, &Ladder{Spec: rest})
		}
		at, _ := slices.BinarySearch(list[i].Nodes, nodes)
		list[i].Groups, list[i].Nodes = slices.Insert(list[i].Groups, at, g), slices.Insert(list[i].Nodes, at, nodes)
	}
	return lists.Those(list, func(l *Ladder) bool { return len(l.Groups) >= leastRungs })
}

// AlikeBut groups verdicts on one claim whose players differ in one option alone, and leaves out
// groups of fewer than least.
func AlikeBut(option string, least int, vs []*Verdict) [][]*Verdict {
	by := map[string][]*Verdict{}
	for _, v := range vs {
		if player := v.Group.First().Of(); player.Number(option) > 0 && v.Group.Alone() && !v.SameGame {
			rest := player.Without(option).String()
			by[rest] = append(by[rest], v)
		}
	}
	alike := list(lists.SortedKeys(by), func(rest string) []*Verdict { return by[rest] })
	return lists.Those(alike, func(vs []*Verdict) bool { return len(vs) >= least })
}

// Curved are the rates that curves are of: decisive games only where a claim is about them.
func (r *Findings) Curved() []Metric {
	words := []string{"drawn", "open"}
	if slices.ContainsFunc(r.Plan.Hypotheses, func(h study.Hypothesis) bool { return h.Metric == "decisive" }) {
		words = append(words, "decisive")
	}
	return MetricsOf(words)
}

// offsets number the first opening of each board among those of all.
func offsets(r *Findings) map[string]int {
	offset, next := map[string]int{}, 0
	for _, b := range r.Manifest.Boards {
		offset[b.ID] = next
		next += b.Span()
	}
	return offset
}

// Fit fits the curves of one rate. Openings of different boards are different ones. Open
// games of the rule set high, if there is one, come out as the rate counts; others do not.
func (r *Findings) Fit(l *Ladder, m Metric, high int) (*stats.Curves, error) {
	offset := offsets(r)
	_, most := m.Extremes()
	var cells []stats.CurveCell
	for k, g := range l.Groups {
		for i, c := range g.Cells {
			ratio := m.Ratio
			if i == high {
				ratio = most
			}
			cell := stats.CurveCell{RuleSet: i, LogNodes: math.Log(float64(l.Nodes[k]))}
			var taught [study.Trainings + 1][]stats.Cell
			for t, part := range c.Tally.byTraining() {
				if part != nil {
					taught[t] = part.Openings.cells(ratio)
				}
			}
			for o := range c.Tally.Openings.N {
				for t, by := range taught {
					if by != nil && by[o].N > 0 {
						cell.Counts = append(cell.Counts, stats.CurveCount{Opening: offset[c.Board.ID] + o, Training: t, K: int(by[o].Sum), N: by[o].N})
					}
				}
			}
			cells = append(cells, cell)
		}
	}
	return stats.FitCurves(cells)
}

// between is how many points of a curve are shown from one rung to the next.
const between = 2

// Points are the budgets at which curves are shown: the rungs, and some between them.
func (l *Ladder) Points() (nodes []float64) {
	for i, n := range l.Nodes {
		nodes = append(nodes, float64(n))
		for k := 1; k < between && i+1 < len(l.Nodes); k++ {
			nodes = append(nodes, float64(n)*math.Pow(float64(l.Nodes[i+1])/float64(n), float64(k)/between))
		}
	}
	return nodes
}

// A Course is the sign of a claim's difference along the points of a ladder: that side of 0 on which
// the band of the difference of both curves lies, 0 where it lies on both.
type Course struct {
	*study.Hypothesis
	Nodes   []float64
	Signs   []float64
	Bounded bool // a sign holds at both bounds that the open games leave
}

// Courses are those of the claims about m between rule sets of the ladder, by its curves.
func (r *Findings) Courses(l *Ladder, m Metric, curves *stats.Curves) (list []Course) {
	for i := range r.Plan.Hypotheses {
		h := &r.Plan.Hypotheses[i]
		a, b := l.Groups[0].index(h.A), l.Groups[0].index(h.B)
		if h.Metric != m.Word || a < 0 || b < 0 || h.Adjudicated {
			continue
		}
		c := Course{Hypothesis: h, Nodes: l.Points()}
		all := []*stats.Curves{curves}
		if m.Turns() && slices.ContainsFunc(l.Groups, func(g *Group) bool { return g.Cells[a].N(study.Open)+g.Cells[b].N(study.Open) > 0 }) {
			c.Bounded = true
			for _, high := range []int{a, b} {
				bound, _ := r.Fit(l, m, high) // without one no sign is shown
				all = append(all, bound)
			}
		}
		for _, x := range c.Nodes {
			holds := func(on func(band stats.Interval) bool) bool {
				return !slices.ContainsFunc(all, func(c *stats.Curves) bool { return c == nil || !on(c.Difference(a, b, math.Log(x), Level)) })
			}
			sign := 0.0
			switch {
			case holds(func(band stats.Interval) bool { return band.High < 0 }):
				sign = -1
			case holds(func(band stats.Interval) bool { return band.Low > 0 }):
				sign = 1
			}
			c.Signs = append(c.Signs, sign)
		}
		list = append(list, c)
	}
	return list
}

// Climbed are verdicts on one claim between players that differ in nodes alone, from the
// fewest, where that are three or more.
func Climbed(vs []*Verdict) [][]*Verdict {
	ladders := AlikeBut("nodes", leastRungs, vs)
	for _, rungs := range ladders {
		slices.SortStableFunc(rungs, func(a, b *Verdict) int { return a.Group.Budget() - b.Group.Budget() })
	}
	return ladders
}
