package reports

import (
	"fmt"
	"math"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/stats"
)

// noises says of verdicts on one claim how the difference varies with the players' noise,
// where some of them differ in nothing else.
func noises(vs []*findings.Verdict) string {
	lines := list(findings.AlikeBut("noise", 2, vs), func(vs []*findings.Verdict) string {
		parts := list(vs, func(v *findings.Verdict) string {
			return fmt.Sprintf("%s with noise=%d", signedIn(v.Metric, v.Value), v.Group.First().Of().Number("noise"))
		})
		return fmt.Sprintf("By the noise of %s: %s %s.", vs[0].Group.First().Of().Without("noise"), sentence(parts), vs[0].Metric.Unit.Points)
	})
	return strings.Join(lines, " ")
}

func curveSections(r *Report) (sections []*section) {
	for n, l := range r.Ladders() {
		s := &section{
			ID: fmt.Sprintf("curve-%d", n+1), Title: "Strength, from " + count(l.Nodes[0]) + " to " + count(l.Nodes[len(l.Nodes)-1]) + " turns looked at",
			Text: []string{"An outcome is a curve over strength, not a number. The curves are those of log odds over the logarithm of the nodes, a natural spline for each rule set, with openings and trainings as random; the band holds the whole curve with a chance of 95 %. Nothing is said of players beyond the last rung, and no rung is master play."},
		}
		for _, m := range r.Curved() {
			curves, err := r.Fit(l, m, -1)
			if err != nil {
				s.Findings = append(s.Findings, Finding{Text: fmt.Sprintf("No curve of the %s: %v.", strings.ToLower(m.Title), err)})
				continue
			}
			s.Findings = append(s.Findings, signsOf(r, l, m, curves)...)
			s.add(l, m, curves)
		}
		sections = append(sections, s)
	}
	return sections
}

func (s *section) add(l *findings.Ladder, m findings.Metric, curves *stats.Curves) {
	points := l.Points()
	lines := chart.Lines{
		Head: chart.Head{ID: "fig-" + s.ID + "-" + m.Word, Title: m.Title + " over nodes, per cent", Desc: "One line for each rule set; the table has the numbers."},
		Unit: "nodes for each choice", Columns: list(points, func(x float64) string { return count(int(x + 0.5)) }),
	}
	t := table{Title: m.Title + " over nodes: the curve with its band, and the check against the cells, per cent", Head: append(append([]string{"rule set"}, lines.Columns...), "curve against cells")}
	for i, c := range l.Groups[0].Cells {
		line := chart.LinesRow{Label: c.Profile.Short, Colour: c.Profile.Colour}
		row := []cell{labelled(c)}
		for _, x := range points {
			value, band := curves.At(i, math.Log(x), findings.Level)
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

// signsOf says of each claim about the metric from where to where its sign holds.
func signsOf(r *Report, l *findings.Ladder, m findings.Metric, curves *stats.Curves) []Finding {
	return list(r.Courses(l, m, curves), func(c findings.Course) Finding {
		return Finding{Text: fmt.Sprintf("%s: %s under %s, compared with %s, by the curves, whose bands hold for all strengths at once%s: ", plain(c.ID), m.Noun(), r.nameOf(c.A), r.nameOf(c.B), when(c.Bounded, ", at both bounds that the open games leave")) +
			along(c.Nodes, func(i int) float64 { return c.Signs[i] })}
	})
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
	return sentence(parts) + lists.Choose(all, ".", "; elsewhere no sign is shown.") + strings.Join(turns, "")
}

// overStrength says where along a ladder the sign of a claim's difference holds.
func overStrength(rungs []*findings.Verdict) string {
	nodes := list(rungs, func(v *findings.Verdict) float64 { return float64(v.Group.Budget()) })
	return "Over strength, from " + count(int(nodes[0])) + " to " + count(int(nodes[len(nodes)-1])) + " turns a choice, each tested alone: " + along(nodes, func(i int) float64 { return rungs[i].ShownSign() })
}

// askedAt says at which budgets a claim was asked that was not asked along a ladder.
func askedAt(vs []*findings.Verdict) string {
	if len(findings.Climbed(vs)) > 0 {
		return ""
	}
	asked := lists.Those(vs, func(v *findings.Verdict) bool { return v.Group.Budget() > 0 && v.Group.Alone() })
	numbers := sentence(lists.Distinct(list(asked, func(v *findings.Verdict) string { return count(v.Group.Budget()) })))
	return when(len(asked) > 0, ", at "+numbers+lists.Choose(numbers == "1", " turn a choice", " turns a choice"))
}
