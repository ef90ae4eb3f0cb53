package reports

import (
	"fmt"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/findings"
)

// differenceSection compares the principal rule sets each with each; nil where there is
// one. Of more than few the tables stand in the data alone.
func differenceSection(r *Report, g *findings.Group, cells []*findings.Cell) *section {
	if len(cells) < 2 {
		return nil
	}
	s := &section{ID: "differences", Title: "Differences"}
	var quiet []string
	for _, m := range r.PairMetrics() {
		if !g.Happened(m) {
			quiet = append(quiet, strings.ToLower(m.Title))
			continue
		}
		pairs := g.Only(cells).PairsIn(m)
		if m.Word == "drawn" && len(cells) > 2 {
			s.Figures = append(s.Figures, pairFigure(g, "fig-differences-"+m.Word, m, pairs, r.TestsOf(m)))
		}
		if m.Headline() && len(cells) <= findings.Few {
			s.More = append(s.More, differenceTable(r, m, pairs))
		}
	}
	if len(cells) > findings.Few {
		s.Text = append(s.Text, "The table of results has all pairs and metrics (varlab report --format csv).")
	}
	if len(quiet) > 0 {
		s.Text = append(s.Text, "Not compared, since no game ended so: "+strings.Join(quiet, "; ")+".")
	}
	return s
}

func differenceTable(r *Report, m findings.Metric, pairs []*findings.Pair) table {
	t := table{
		Title: fmt.Sprintf("%s: %s (%s)", m.Title, m.Means, m.Unit.Points),
		Note:  fmt.Sprintf("The first rule set minus the second. A tilde (~) says that no difference is shown: p, adjusted by Holm, is %s or more at the estimate or at one of the bounds that the open games leave. Identical: games that went the same way under both rule sets, from the same opening and with the same random numbers. Detectable: the size that a single test would have shown with a chance of %.0f %%. Openings: their number behind the row.", fixed(findings.Alpha, 2), 100*findings.Power),
		Head:  []string{"rule sets", "shown", "difference", "95 %, unadjusted", "open games leave", "p", "p, Holm", "detectable", "identical", "openings"},
	}
	for _, p := range pairs {
		a, b := p.A.Profile, p.B.Profile
		both := cell{Text: labelOf(a) + " − " + labelOf(b), Terminal: typedOf(a) + " − " + typedOf(b), Short: fmt.Sprintf("%d − %d", a.Number, b.Number), Warnings: r.marks(p)}
		cells := row(both, lists.Choose(p.Shown(), lists.Choose(p.Value < 0, "less", "more"), "~"), differenceOf(p), intervalOf(p), pairLeaves(p), chance(p.P), chance(p.Holm), fixedIn(p.Metric, p.Seen), identicalShare(p.Alike), count(p.Clusters))
		for k := range cells[1:] {
			cells[1+k].Faint = !p.Shown()
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
