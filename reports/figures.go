package reports

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"varlab/internal/files"
	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A figure is a chart with what must be known to read it away from its page.
type figure struct {
	chart.Chart
	Caption string // n, what the bars are, how it was tested
	Number  int    // in the document, from 1
	Wide    bool   // has the whole width where there is room
}

// byDraws are cells, the most drawn first.
func byDraws(cells []*findings.Cell) []*findings.Cell {
	return slices.SortedStableFunc(slices.Values(cells), func(a, b *findings.Cell) int {
		return cmp.Compare(b.Draws().Value(), a.Draws().Value())
	})
}

// drawsFigure shows how often games are drawn, beside the first rule set.
func drawsFigure(r *Report, g *findings.Group, cells []*findings.Cell) figure {
	base := cells[0]
	f := chart.Forest{
		Head: chart.Head{ID: "fig-answer", Title: "Games drawn, per cent", Desc: "The share of games drawn under each rule set with its 95 % interval, the most drawn first."},
		Unit: "% of games" + when(len(cells) > 1, "; dashed: "+base.Profile.Short), Reference: lists.Choose(len(cells) > 1, 100*base.Draws().Value(), 0),
	}
	for _, c := range byDraws(cells) {
		v, in := c.Draws().Value(), c.Spread(findings.MetricOf("drawn"))
		f.Rows = append(f.Rows, chart.ForestRow{Label: c.Profile.Short, Colour: c.Profile.Colour, Shown: rate(v, in), Value: 100 * v, Low: 100 * in.Low, High: 100 * in.High})
	}
	return figure{Chart: f, Wide: true, Caption: fmt.Sprintf("%s, played by %s. Drawn in play or, where the horizon cut a game off, by its exact value; with Wilson’s 95 %% intervals.", gamesEach(cells), r.who(g))}
}

// outcomeFigure shows what part of games was won, drawn and left open, rule set by rule
// set.
func outcomeFigure(r *Report, g *findings.Group, cells []*findings.Cell) figure {
	cells = byDraws(cells)
	s := chart.Shares{Head: chart.Head{ID: "fig-outcomes", Title: "How games ended, per cent of games", Desc: "For each rule set the share of games won by either side, drawn and left open, each as a bar with its 95 % interval; the tables have the numbers."}}
	s.Rows = list(cells, func(c *findings.Cell) chart.SharesRow {
		return chart.SharesRow{Label: c.Profile.Short, Colour: c.Profile.Colour}
	})
	add := func(title string, of func(*findings.Cell) (float64, stats.Interval)) {
		s.Columns = append(s.Columns, title)
		for i, c := range cells {
			v, ends := of(c)
			s.Rows[i].Cells = append(s.Rows[i].Cells, chart.Share{Value: v, Low: ends.Low, High: ends.High, Shown: percent(v)})
		}
	}
	rated := func(word string) func(*findings.Cell) (float64, stats.Interval) {
		return func(c *findings.Cell) (float64, stats.Interval) {
			return c.Rate(findings.MetricOf(word)).Value(), c.Spread(findings.MetricOf(word))
		}
	}
	counted := func(k study.Count) func(*findings.Cell) (float64, stats.Interval) {
		return func(c *findings.Cell) (float64, stats.Interval) {
			return c.Share(k), stats.Interval{Low: c.Share(k), High: c.Share(k)}
		}
	}
	add("drawn", rated("drawn"))
	add("won by either side", rated("decisive"))
	add("open", counted(study.Open))
	for _, x := range findings.Results {
		if (x.Count == study.Forfeited || x.Count == study.Void) && slices.ContainsFunc(cells, func(c *findings.Cell) bool { return c.N(x.Count) > 0 }) {
			add(outcomes[x.Count], counted(x.Count))
		}
	}
	return figure{Chart: s, Wide: true, Caption: fmt.Sprintf("%s, played by %s, the most drawn first. Drawn and won: in play or, where the horizon cut a game off, by its exact value; lines are Wilson’s 95 %% intervals. Open: cut off in a position of unknown value.", gamesEach(cells), r.who(g))}
}

func gamesEach(cells []*findings.Cell) string {
	games := list(cells, func(c *findings.Cell) int { return c.N(study.Games) })
	least, most := slices.Min(games), slices.Max(games)
	return when(least < most, count(least)+" to ") + plural(most, "game", "games") + " of each rule set"
}

func scoreFigure(g *findings.Group, cells []*findings.Cell) figure {
	f := chart.Forest{
		Head: chart.Head{ID: "fig-score", Title: "First mover’s score, per cent", Desc: "Wins and half the draws of the side that moves first; one row for each rule set."},
		Unit: "% of points; dashed: an even game", Reference: 50,
	}
	for _, c := range cells {
		e := c.Scored("first-score")
		row := chart.ForestRow{Label: c.Profile.Short, Colour: c.Profile.Colour, Shown: scoreOf(c, "first-score"), Value: 100 * e.Value, Low: 100 * e.Low, High: 100 * e.High}
		if c.N(study.Played...) == 0 || math.IsInf(e.Low, 0) {
			row.Value, row.Low, row.High = math.NaN(), math.NaN(), math.NaN()
		}
		f.Rows = append(f.Rows, row)
	}
	return figure{Chart: f, Caption: fmt.Sprintf("Wins and half the draws of the side that moves first, open games as half a point; 95 %% intervals over %s.", plural(cells[0].Clusters(), "opening", "openings"))}
}

// bandFrom is how many games must have ended before the band of a curve begins, and how
// many must be going on where it stops: beyond, it says next to nothing, and reaches far.
const bandFrom = 5

func lengthFigure(cells []*findings.Cell) figure {
	f := chart.Curves{XLabel: "plies", Low: 20, Head: chart.Head{
		ID: "fig-lengths", Title: "Games still going on, per cent, by ply",
		Desc: "A falling curve for each rule set with the 95 % band that holds all of it; a bar at its end says that the games left were cut off there.",
	}}
	for _, c := range cells {
		f.High = max(f.High, float64(c.Curve.Last))
		curve := chart.Curve{Label: c.Profile.Short, Colour: c.Profile.Colour, Last: float64(c.Curve.Last)}
		band := c.Curve.Band(findings.Level)
		for i, s := range c.Curve.Steps {
			step := chart.CurveStep{X: float64(s.At), Y: s.Lasting, Low: band[i].Low, High: band[i].High}
			n := float64(c.N(study.Games))
			if n*(1-s.Lasting) < bandFrom || s.AtRisk < bandFrom {
				step.Low, step.High = math.NaN(), math.NaN()
			}
			curve.Steps = append(curve.Steps, step)
		}
		f.Series = append(f.Series, curve)
	}
	return figure{Chart: f, Wide: true, Caption: fmt.Sprintf("Kaplan–Meier, over plies on a logarithmic scale; %s. Band (on a screen point at a curve to see it, in print each curve has a panel): Hall and Wellner’s, of 95 %%, from the end of the %dth game while %d or more go on. A bar: the games left were cut off.",
		gamesEach(cells), bandFrom, bandFrom)}
}

// pairFigure shows the differences of one metric, the largest first. Of more than mostPairs
// it has the significant ones, or else the largest. They were adjusted over the number of
// tests given.
func pairFigure(g *findings.Group, id string, m findings.Metric, pairs []*findings.Pair, tests int) figure {
	pairs = lists.Those(pairs, func(p *findings.Pair) bool { return !math.IsNaN(p.Value) })
	slices.SortStableFunc(pairs, func(p, q *findings.Pair) int { return cmp.Compare(math.Abs(q.Value), math.Abs(p.Value)) })
	caption := fmt.Sprintf("The first rule set minus the second, with intervals adjusted as p is, the largest first. Filled: shown, with p below %s by Holm over %s, at both bounds that the open games leave.", fixed(findings.Alpha, 2), plural(tests, "test", "tests"))
	if n := len(pairs); n > mostPairs {
		few := slices.Clone(pairs)
		slices.SortStableFunc(few, findings.ShownFirst)
		pairs = slices.DeleteFunc(pairs, func(p *findings.Pair) bool { return !slices.Contains(few[:mostPairs], p) })
		caption += fmt.Sprintf(" %d of %d, those shown before others; all stand in the data.", mostPairs, n)
	}
	f := chart.Forest{
		Head: chart.Head{ID: id, Title: m.Title + ": differences, " + m.Unit.Points, Desc: "One row for each two rule sets."},
		Unit: m.Unit.Points, Faint: "no difference shown",
	}
	for _, p := range pairs {
		p = p.LargerFirst()
		f.Rows = append(f.Rows, forestRow(m, p.A.Profile.Short+" − "+p.B.Profile.Short, signedIn(m, p.Value), p.Value, p.Adjusted.Interval, !p.Shown()))
	}
	return figure{Chart: f, Caption: caption}
}

const mostPairs = 12

var figureWidths = []int{84, 174}

// Figures are the files of each figure of the report, in the folder to: as SVG for either
// width, with its font, and its data as CSV.
func (r *Report) Figures(to string) (all []files.File) {
	for _, f := range r.document().figures() {
		for _, width := range figureWidths {
			all = append(all, files.File{Path: filepath.Join(to, f.file(width)), Write: func(w io.Writer) error {
				_, err := io.WriteString(w, chart.File(f.Chart, float64(width)))
				return err
			}})
		}
		all = append(all, files.File{Path: filepath.Join(to, f.name()+".csv"), Write: f.writeCSV})
	}
	return all
}

func (f figure) name() string {
	return fmt.Sprintf("figure-%d-%s", f.Number, strings.TrimPrefix(f.Heading().ID, "fig-"))
}

// file is the name of the figure as SVG, of a width in millimetres.
func (f figure) file(width int) string { return fmt.Sprintf("%s-%dmm.svg", f.name(), width) }

// decimal is how figures write numbers.
var decimal = regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+)?$`)

func (f figure) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	for _, row := range f.Data() {
		c.Write(list(row, func(s string) string {
			if decimal.MatchString(s) {
				return s
			}
			return inColumn(s)
		}))
	}
	c.Flush()
	return c.Error()
}

func (d *document) figures() (all []*figure) {
	for i := range d.Answer.Figures {
		all = append(all, &d.Answer.Figures[i])
	}
	for _, s := range d.Sections {
		for i := range s.Figures {
			all = append(all, &s.Figures[i])
		}
	}
	return all
}

func (d *document) number() {
	for i, f := range d.figures() {
		f.Number = i + 1
	}
}
