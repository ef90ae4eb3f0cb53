package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/sim/record"
	"varlab/sim/study"
)

type figure struct {
	Title string
	SVG   string
}

func (g *Group) outcomeFigure(id string) figure {
	b := chart.Bars{ID: id, Title: "Results by reason, per cent of games", Desc: "One bar for each rule set, divided among results; the table of results has the numbers."}
	endings := g.endings()
	used := map[string]int{}
	for _, e := range endings {
		r := results[placeOf(e.result)]
		pattern := used[e.result]
		if e.result == record.Horizon || e.result == "second" { // so that grey and blue are not mistaken for another
			pattern = (pattern + r.pattern) % chart.Patterns
		}
		b.Parts = append(b.Parts, chart.Part{Label: e.String(), Colour: r.colour, Pattern: pattern})
		used[e.result]++
	}
	for _, c := range g.Cells {
		row := chart.BarsRow{Label: c.Profile.label(), Shown: plural(c.n(study.Games), "game", "games")}
		for _, e := range endings {
			k := c.Tally.Results[e.key()]
			share := share1(k, c.n(study.Games))
			row.Shares = append(row.Shares, share)
			row.Tips = append(row.Tips, fmt.Sprintf("%s, %s: %s of %s games, %s %%", c.Profile.ID, e, count(k), count(c.n(study.Games)), percent(share)))
		}
		b.Rows = append(b.Rows, row)
	}
	return figure{b.Title, b.SVG()}
}

func (g *Group) rateFigure(id string, m Metric) figure {
	f := chart.Forest{
		ID: id, Title: m.Title + ", per cent with 95 % interval", Unit: "% of games",
		Desc: m.Means + "; one row for each rule set, the square the estimate, the line its 95 % interval.",
	}
	for _, c := range g.Cells {
		r := c.Rate(m)
		i := r.Wilson(Level)
		row := chart.ForestRow{Label: c.Profile.label(), Shown: rate(r.Value(), i), Value: 100 * r.Value(), Low: 100 * i.Low, High: 100 * i.High}
		if m.Turns() && c.n(study.Open) > 0 {
			least, most := c.extremes(m)
			row.From, row.To = 100*least, 100*most
			f.Open = "where the rate could lie, had games not been cut off"
		}
		f.Rows = append(f.Rows, row)
	}
	return figure{f.Title, f.SVG()}
}

func (g *Group) scoreFigure(id string) figure {
	half := 50.0
	f := chart.Forest{
		ID: id, Title: "First mover’s score, per cent with 95 % interval", Unit: "% of points; dashed: an even game", Reference: &half,
		Desc: "Wins and half the draws of the side that moves first; one row for each rule set.",
	}
	for _, c := range g.Cells {
		e := c.firstScore()
		row := chart.ForestRow{Label: c.Profile.label(), Shown: c.score(), Value: 100 * e.Value, Low: 100 * e.Low, High: 100 * e.High}
		if c.n(study.Played...) == 0 || math.IsInf(e.Low, 0) {
			row.Value, row.Low, row.High = math.NaN(), math.NaN(), math.NaN()
		}
		f.Rows = append(f.Rows, row)
	}
	if !slices.ContainsFunc(f.Rows, func(r chart.ForestRow) bool { return !math.IsNaN(r.Value) }) {
		f.Low, f.High = 0, 100
	}
	return figure{f.Title, f.SVG()}
}

func (g *Group) lengthFigure(id string) figure {
	f := chart.Curves{
		ID: id, Title: "Games still going on, by ply", XLabel: "plies",
		Desc: "One falling curve for each rule set with the 95 % band that holds all of it; a bar at its end says that what was left was cut off there.",
	}
	for _, c := range g.Cells {
		f.High = max(f.High, float64(c.Curve.Last))
		curve := chart.Curve{Label: strings.TrimPrefix(c.Profile.label(), fmt.Sprint(c.Profile.Number, " ")), Number: c.Profile.Number, Last: float64(c.Curve.Last)}
		band := c.Curve.Band(Level)
		for i, s := range c.Curve.Steps {
			curve.Steps = append(curve.Steps, chart.CurveStep{X: float64(s.At), Y: s.Lasting, Low: band[i].Low, High: band[i].High})
		}
		f.Series = append(f.Series, curve)
	}
	return figure{f.Title, f.SVG()}
}

func (g *Group) matrixFigure(id string, m Metric) figure {
	f := chart.Matrix{
		ID: id, Title: m.Title + ": row less column, points",
		Desc: "The difference of each two rule sets, with its interval; the table has the numbers.",
		Note: "~ no difference shown",
	}
	n := len(g.Cells)
	if n <= chart.MatrixRanges {
		f.Note += "; in small figures the 95 % interval"
	}
	f.Cells = make([][]chart.MatrixCell, n)
	at := map[*Cell]int{}
	for i, c := range g.Cells {
		f.Labels = append(f.Labels, c.Profile.ID)
		f.Cells[i] = make([]chart.MatrixCell, n)
		at[c] = i
	}
	for _, p := range g.pairs(m) {
		i, k := at[p.A], at[p.B]
		tip := fmt.Sprintf("%s less %s: %s", p.A.Profile.ID, p.B.Profile.ID, p.words())
		f.Cells[i][k] = matrixCell(p, 1, tip)
		f.Cells[k][i] = matrixCell(p, -1, tip)
	}
	return figure{f.Title, f.SVG()}
}

func matrixCell(p *Pair, sign float64, tip string) chart.MatrixCell {
	m, low, high := p.Metric, p.Low, p.High
	if sign < 0 {
		low, high = high, low
	}
	c := chart.MatrixCell{
		Shown: m.signed(sign * p.Value), Range: m.signed(sign*low) + "\u2009…\u2009" + m.signed(sign*high),
		Tip: tip, Value: sign * p.Value, Clear: p.Shown(),
	}
	if !p.Shown() {
		c.Shown = "~"
	}
	return c
}
