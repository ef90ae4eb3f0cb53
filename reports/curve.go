package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/rules/profile"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A ladder is the groups whose players differ in nodes alone, from the weakest.
type ladder struct {
	spec   string // without nodes
	groups []*Group
	nodes  []int
}

// leastRungs make a curve: through fewer there is none to be seen.
const leastRungs = 3

// ladders finds them among the groups of one player each.
func (r *findings) ladders() (list []*ladder) {
	for _, g := range r.rungs() {
		nodes, rest := g.budget(), g.first().Of().Without("nodes").String()
		if nodes == 0 {
			continue
		}
		i := slices.IndexFunc(list, func(l *ladder) bool { return l.spec == rest })
		if i < 0 {
			i = len(list)
			list = append(list, &ladder{spec: rest})
		}
		at, _ := slices.BinarySearch(list[i].nodes, nodes)
		list[i].groups, list[i].nodes = slices.Insert(list[i].groups, at, g), slices.Insert(list[i].nodes, at, nodes)
	}
	return those(list, func(l *ladder) bool { return len(l.groups) >= leastRungs })
}

// noises says of verdicts on one claim how the difference varies with the players' noise,
// where some of them differ in nothing else.
func noises(vs []*Verdict) string {
	lines := list(alikeBut("noise", 2, vs), func(vs []*Verdict) string {
		parts := list(vs, func(v *Verdict) string {
			return fmt.Sprintf("%s with noise=%d", signedIn(v.Metric, v.Value), v.Group.first().Of().Number("noise"))
		})
		return fmt.Sprintf("By the noise of %s: %s %s.", vs[0].Group.first().Of().Without("noise"), sentence(parts), vs[0].Metric.Unit.Points)
	})
	return strings.Join(lines, " ")
}

// alikeBut groups verdicts on one claim whose players differ in one option alone, and leaves out
// groups of fewer than least.
func alikeBut(option string, least int, vs []*Verdict) [][]*Verdict {
	by := map[string][]*Verdict{}
	for _, v := range vs {
		if player := v.Group.first().Of(); player.Number(option) > 0 && v.Group.alone() && !v.SameGame {
			rest := player.Without(option).String()
			by[rest] = append(by[rest], v)
		}
	}
	alike := list(sortedKeys(by), func(rest string) []*Verdict { return by[rest] })
	return those(alike, func(vs []*Verdict) bool { return len(vs) >= least })
}

// curved are the rates that curves are of: decisive games only where a claim is about them.
func (r *findings) curved() []Metric {
	words := []string{"drawn", "open"}
	if slices.ContainsFunc(r.Plan.Hypotheses, func(h study.Hypothesis) bool { return h.Metric == "decisive" }) {
		words = append(words, "decisive")
	}
	return metrics(words)
}

// offsets number the first opening of each board among those of all.
func (r *findings) offsets() map[string]int {
	offset, next := map[string]int{}, 0
	for _, b := range r.Manifest.Boards {
		offset[b.ID] = next
		next += b.Span()
	}
	return offset
}

// fit fits the curves of one rate. Openings of different boards are different ones. Open
// games of the rule set high, if there is one, come out as the rate counts; others do not.
func (r *findings) fit(l *ladder, m Metric, high int) (*stats.Curves, error) {
	offset := r.offsets()
	_, most := m.Extremes()
	var cells []stats.CurveCell
	for k, g := range l.groups {
		for i, c := range g.Cells {
			ratio := m.Ratio
			if i == high {
				ratio = most
			}
			cell := stats.CurveCell{RuleSet: i, LogNodes: math.Log(float64(l.nodes[k]))}
			var taught [study.Trainings + 1][]stats.Cell
			for t, part := range c.Tally.byTraining() {
				if part != nil {
					taught[t] = part.openings.cells(ratio)
				}
			}
			for o := range c.Tally.openings.n {
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

// points are the budgets at which curves are shown: the rungs, and some between them.
func (l *ladder) points() (nodes []float64) {
	for i, n := range l.nodes {
		nodes = append(nodes, float64(n))
		for k := 1; k < between && i+1 < len(l.nodes); k++ {
			nodes = append(nodes, float64(n)*math.Pow(float64(l.nodes[i+1])/float64(n), float64(k)/between))
		}
	}
	return nodes
}

func (r *Report) curveSections() (sections []*section) {
	for n, l := range r.ladders() {
		s := &section{
			ID: fmt.Sprintf("curve-%d", n+1), Title: "Strength, from " + count(l.nodes[0]) + " to " + count(l.nodes[len(l.nodes)-1]) + " turns looked at",
			Text: []string{"An outcome is a curve over strength, not a number. The curves are those of log odds over the logarithm of the nodes, a natural spline for each rule set, with openings and trainings as random; the band holds the whole curve with a chance of 95 %. Nothing is said of players beyond the last rung, and no rung is master play."},
		}
		for _, m := range r.curved() {
			curves, err := r.fit(l, m, -1)
			if err != nil {
				s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("No curve of the %s: %v.", strings.ToLower(m.Title), err)})
				continue
			}
			s.Findings = append(s.Findings, r.signs(l, m, curves)...)
			s.add(l, m, curves)
		}
		sections = append(sections, s)
	}
	return sections
}

func (s *section) add(l *ladder, m Metric, curves *stats.Curves) {
	points := l.points()
	lines := chart.Lines{
		Head: chart.Head{ID: "fig-" + s.ID + "-" + m.Word, Title: m.Title + " over nodes, per cent", Desc: "One line for each rule set; the table has the numbers."},
		Unit: "nodes for each choice", Columns: list(points, func(x float64) string { return count(int(x + 0.5)) }),
	}
	t := table{Title: m.Title + " over nodes: the curve with its band, and the check against the cells, per cent", Head: append(append([]string{"rule set"}, lines.Columns...), "curve against cells")}
	for i, c := range l.groups[0].Cells {
		line := chart.LinesRow{Label: c.Profile.Short, Colour: c.Profile.Colour}
		row := []cell{labelled(c)}
		for _, x := range points {
			value, band := curves.At(i, math.Log(x), Level)
			shown := rate(value, band)
			line.Points = append(line.Points, chart.Point{Value: 100 * value, Low: 100 * band.Low, High: 100 * band.High, Shown: shown})
			row = append(row, cell{Text: shown})
		}
		check := none
		if x := curves.Check(i); x.DF > 0 {
			check = fmt.Sprintf("χ² = %s with %d, p %s", fixed(x.ChiSquare, 1), x.DF, chanceWords(x.P))
		}
		lines.Rows, t.Rows = append(lines.Rows, line), append(t.Rows, append(row, cell{Text: check}))
	}
	t.Note = fmt.Sprintf("Trainings vary by a standard deviation of %s in log odds. A small p of the check says that the curve is too smooth for the cells.", fixed(curves.TrainingSD, 2))
	s.More = append(s.More, t)
	s.Figures = append(s.Figures, figure{Chart: lines, Wide: true, Caption: "Natural splines of log odds, with the 95 % band of each whole curve; the points are the rungs and those between them."})
}

// signs says of each claim about the metric from where to where its sign holds: where the
// band of the difference of both curves lies on one side of 0, at both bounds that the open
// games leave.
func (r *Report) signs(l *ladder, m Metric, curves *stats.Curves) (list []Finding) {
	for _, h := range r.Plan.Hypotheses {
		a, b := l.groups[0].index(h.A), l.groups[0].index(h.B)
		if h.Metric != m.Word || a < 0 || b < 0 || h.Adjudicated {
			continue
		}
		all := []*stats.Curves{curves}
		if m.Turns() && slices.ContainsFunc(l.groups, func(g *Group) bool { return g.Cells[a].n(study.Open)+g.Cells[b].n(study.Open) > 0 }) {
			for _, high := range []int{a, b} {
				bound, _ := r.fit(l, m, high) // without one no sign is shown
				all = append(all, bound)
			}
		}
		holds := func(x float64, on func(band stats.Interval) bool) bool {
			return !slices.ContainsFunc(all, func(c *stats.Curves) bool { return c == nil || !on(c.Difference(a, b, math.Log(x), Level)) })
		}
		points := l.points()
		text := fmt.Sprintf("%s: %s under %s, compared with %s, by the curves, whose bands hold for all strengths at once%s: ", plain(h.ID), profile.MidSentence(m.Title), r.nameOf(h.A), r.nameOf(h.B), when(len(all) > 1, ", at both bounds that the open games leave"))
		list = append(list, Finding{Text: text + along(points, func(i int) float64 {
			switch {
			case holds(points[i], func(band stats.Interval) bool { return band.High < 0 }):
				return -1
			case holds(points[i], func(band stats.Interval) bool { return band.Low > 0 }):
				return 1
			}
			return 0
		})})
	}
	return list
}

// along says from where to where along rising budgets a sign is shown, and between which of
// them it turns.
func along(nodes []float64, sign func(i int) float64) string {
	words := map[float64]string{1: "more", -1: "less"}
	at := func(i int) string { return count(int(nodes[i] + 0.5)) }
	var parts, turns []string
	from, last := 0, -1 // last is where a sign was shown last
	for i := range nodes {
		here := sign(i)
		if here == 0 {
			continue
		}
		if last >= 0 && sign(last) != here {
			turns = append(turns, fmt.Sprintf(" It turns from %s to %s between %s and %s turns.", words[sign(last)], words[here], at(last), at(i)))
		}
		if last < i-1 || last < 0 || sign(last) != here {
			from = i
		}
		if i+1 == len(nodes) || sign(i+1) != here {
			parts = append(parts, fmt.Sprintf("%s at %s turns", words[here], at(from)+when(from < i, " to "+at(i))))
		}
		last = i
	}
	if len(parts) == 0 {
		return fmt.Sprintf("no sign is shown at any budget from %s to %s turns.", at(0), at(len(nodes)-1))
	}
	all := len(parts) == 1 && from == 0 && last == len(nodes)-1
	return sentence(parts) + choose(all, ".", "; elsewhere no sign is shown.") + strings.Join(turns, "")
}

// first is the player named first.
func (g *Group) first() study.Player { return study.Player{Spec: g.Players[0]} }

// budget is how many nodes the players of a group look at: 0 where nobody counts them.
func (g *Group) budget() int { return g.first().Of().Number("nodes") }

// climbed are verdicts on one claim between players that differ in nodes alone, from the
// fewest, where that are three or more.
func climbed(vs []*Verdict) [][]*Verdict {
	ladders := alikeBut("nodes", leastRungs, vs)
	for _, rungs := range ladders {
		slices.SortStableFunc(rungs, func(a, b *Verdict) int { return a.Group.budget() - b.Group.budget() })
	}
	return ladders
}

// overStrength says where along a ladder the sign of a claim's difference holds.
func overStrength(rungs []*Verdict) string {
	nodes := list(rungs, func(v *Verdict) float64 { return float64(v.Group.budget()) })
	return "Over strength, from " + count(int(nodes[0])) + " to " + count(int(nodes[len(nodes)-1])) + " turns a choice, each tested alone: " + along(nodes, func(i int) float64 { return rungs[i].shownSign() })
}

// askedAt says at which budgets a claim was asked that was not asked along a ladder.
func askedAt(vs []*Verdict) string {
	if len(climbed(vs)) > 0 {
		return ""
	}
	asked := those(vs, func(v *Verdict) bool { return v.Group.budget() > 0 && v.Group.alone() })
	numbers := sentence(distinct(list(asked, func(v *Verdict) string { return count(v.Group.budget()) })))
	return when(len(asked) > 0, ", at "+numbers+choose(numbers == "1", " turn a choice", " turns a choice"))
}

func (g *Group) index(id string) int {
	return slices.IndexFunc(g.Cells, func(c *Cell) bool { return c.Profile.ID == id })
}
