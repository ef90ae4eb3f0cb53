package reports

import (
	"varlab/reports/chart"
	"varlab/sim/study"
)

func (r *findings) rungs() []*Group {
	return those(r.Groups, (*Group).alone)
}

func (r *Report) strengthSection() *section {
	rungs := r.rungs()
	if len(rungs) < 2 || len(rungs[0].Cells) < 2 {
		return nil
	}
	t := table{Title: "Draw rate by players, per cent", Head: append([]string{"rule set"}, list(rungs, (*Group).Name)...)}
	for i, c := range rungs[0].Cells {
		row := []cell{labelled(c)}
		for _, g := range rungs {
			c := g.Cells[i]
			row = append(row, cell{Text: shown(c.draws()) + when(c.n(study.Open) > 0, ", with the open games "+boundsOf(c)), Warnings: r.marks(c)})
		}
		t.Rows = append(t.Rows, row)
	}
	s := &section{ID: "strength", Title: "Rule sets and strength of play", More: []table{t}}
	if r.asksMore() {
		s.Text = []string{"Each line is a rule set, from the first players of the study to the last."}
		s.Figures = []figure{r.strengthFigure("fig-strength-drawn")}
	}
	return s
}

// strengthFigure shows how often games are drawn by players of rising strength.
func (r *Report) strengthFigure(id string) figure {
	rungs := r.rungs()
	lines := chart.Lines{
		Head: chart.Head{ID: id, Title: "Draw rate by strength, per cent", Desc: "One line for each rule set; the table has the numbers."},
		Unit: "players, in the order of the study", Columns: list(rungs, r.brief),
	}
	for i, c := range rungs[0].Cells {
		line := chart.LinesRow{Label: c.Profile.Short, Colour: c.Profile.Colour}
		for _, g := range rungs {
			x := g.Cells[i].draws()
			w := x.Wilson(Level)
			line.Points = append(line.Points, chart.Point{Value: 100 * x.Value(), Low: 100 * w.Low, High: 100 * w.High, Shown: rate(x.Value(), w)})
		}
		lines.Rows = append(lines.Rows, line)
	}
	return figure{Chart: lines, Wide: true, Caption: gamesEach(rungs[0].Cells) + " and player, with Wilson’s 95 % intervals."}
}
