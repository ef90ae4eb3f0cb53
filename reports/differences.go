package reports

import (
	"fmt"
	"strings"
)

// differenceSection compares the principal rule sets each with each; nil where there is
// one. Of more than few the tables stand in the data alone.
func (r *Report) differenceSection(title string, g *Group, cells []*Cell) *section {
	if len(cells) < 2 {
		return nil
	}
	s := &section{
		ID: "differences", Title: title,
	}
	var quiet []string
	for _, m := range r.pairMetrics() {
		if !g.happened(m) {
			quiet = append(quiet, strings.ToLower(m.Title))
			continue
		}
		pairs := g.only(cells).pairs(m)
		headline := m.Word == "drawn" || m.Word == "decisive" || m.IsLength()
		if headline && len(cells) > 2 {
			s.Figures = append(s.Figures, g.pairFigure("fig-differences-"+m.Word, m, pairs, r.testsOf(m)))
		}
		if len(cells) > few {
			continue
		}
		if headline {
			s.More = append(s.More, differenceTable(m, pairs))
		}
	}
	if len(cells) > few {
		s.Text = append(s.Text, "The table of results has all pairs and metrics (varlab report --format csv).")
	}
	if len(quiet) > 0 {
		s.Text = append(s.Text, "Not compared, since no game ended so: "+strings.Join(quiet, "; ")+".")
	}
	return s
}

func differenceTable(m Metric, pairs []*Pair) table {
	t := table{
		Title: fmt.Sprintf("%s: %s (%s)", m.Title, m.Means, m.Unit.Points),
		Note:  fmt.Sprintf("The first rule set minus the second. A tilde (~) says that no difference is shown: p, adjusted by Holm, is not below %s, be it at the estimate or at one of the bounds that the open games leave. Identical: games that went the same way under both rule sets, from the same opening and with the same random numbers. Detectable: the size that a single test would have shown with a chance of %.0f %%. Openings: those that stand behind the row.", fixed(alpha, 2), 100*Power),
		Head:  []string{"rule sets", "shown", "difference", "95 %, unadjusted", "open games leave", "p", "p, Holm", "detectable", "identical", "openings"},
	}
	for _, p := range pairs {
		t.Rows = append(t.Rows, p.row(p.mark(), p.difference(), p.interval(), p.leaves(), chance(p.P), chance(p.Holm), p.Metric.fixed(p.Seen), p.Alike.share(), count(p.Clusters)))
	}
	return t
}

func both(a, b *Cell, warnings []int) cell {
	return cell{Text: a.Profile.label() + " − " + b.Profile.label(), Terminal: a.Profile.typed() + " − " + b.Profile.typed(), Short: fmt.Sprintf("%d − %d", a.Profile.Number, b.Profile.Number), Warnings: warnings}
}

func (p *Pair) row(words ...string) []cell {
	row := []cell{both(p.A, p.B, p.Warnings)}
	for _, w := range words {
		row = append(row, cell{Text: w, Faint: !p.Shown()})
	}
	return row
}

// mark says in one character whether a difference is shown, and which way.
func (p *Pair) mark() string {
	switch {
	case !p.Shown():
		return "~"
	case p.Value < 0:
		return "less"
	}
	return "more"
}

// testsOf counts the differences of a metric that are adjusted together, of all players.
func (r *Report) testsOf(m Metric) (n int) {
	for _, g := range r.Groups {
		for _, p := range g.pairs(m) {
			if !same(p.A, p.B) {
				n++
			}
		}
	}
	return n
}
