package reports

import (
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/study"
)

func strengthSection(r *Report) *section {
	rungs := r.Rungs()
	if len(rungs) < 2 || len(rungs[0].Cells) < 2 {
		return nil
	}
	t := table{Title: "Draw rate by players, per cent", Head: append([]string{"rule set"}, list(rungs, (*findings.Group).Name)...)}
	for i, c := range rungs[0].Cells {
		row := []cell{labelled(c)}
		for _, g := range rungs {
			c := g.Cells[i]
			row = append(row, cell{Text: shown(c.Draws()) + when(c.N(study.Open) > 0, ", with the open games "+boundsOf(c)), Warnings: r.marks(c)})
		}
		t.Rows = append(t.Rows, row)
	}
	s := &section{ID: "strength", Title: "Rule sets and strength of play", More: []table{t}}
	if asksMore(r) {
		s.Text = []string{"Each line is a rule set, from the first players of the study to the last."}
		s.Figures = []figure{strengthFigure(r, "fig-strength-drawn")}
	}
	return s
}

// strengthFigure shows how often games are drawn by players of rising strength.
func strengthFigure(r *Report, id string) figure {
	rungs := r.Rungs()
	lines := chart.Lines{
		Head: chart.Head{ID: id, Title: "Draw rate by strength, per cent", Desc: "One line for each rule set; the table has the numbers."},
		Unit: "players, in the order of the study", Columns: list(rungs, r.brief),
	}
	for i, c := range rungs[0].Cells {
		line := chart.LinesRow{Label: c.Profile.Short, Colour: c.Profile.Colour}
		for _, g := range rungs {
			x := g.Cells[i].Draws()
			w := x.Wilson(findings.Level)
			line.Points = append(line.Points, chart.Point{Value: 100 * x.Value(), Low: 100 * w.Low, High: 100 * w.High, Shown: rate(x.Value(), w)})
		}
		lines.Rows = append(lines.Rows, line)
	}
	return figure{Chart: lines, Wide: true, Caption: gamesEach(rungs[0].Cells) + " and player, with Wilson’s 95 % intervals."}
}
