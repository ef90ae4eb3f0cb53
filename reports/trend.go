package reports

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Trend is the straight line through the values of a metric under rule sets in order
// of time, by least squares with equal weights: the years are those of the texts, known
// without error, and the rule sets are those named, not a sample of any others. What is
// uncertain is the games.
type Trend struct {
	Players  string    `json:"players"`
	Metric   string    `json:"metric"`
	Editions []Edition `json:"editions"` // the earliest first
	// Slope is the change in a century, with its 95 % interval.
	Slope float64 `json:"slope"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// Least and Most are what the slope could be, whatever the open games came to.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	P     float64 `json:"p"`
}

// An Edition is a rule set, with the first year of its earliest text.
type Edition struct {
	Rules string  `json:"rules"`
	Year  int     `json:"year"`
	Value float64 `json:"value"`
	// Least and Most are what it could be, whatever the open games came to.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// Trends are those of a metric, one for each of the players. A slope is a contrast of
// the rule sets: its interval is that of Contrast and MeanContrast.
func (r *Report) Trends(word string) (trends []Trend, err error) {
	if err := study.CheckMetric(word); err != nil {
		return nil, err
	}
	m := metric(word)
	if m.IsLength() {
		return nil, fmt.Errorf("%q is a median, and has no trend here (want another metric, such as decisive)", word)
	}
	for _, g := range r.Groups {
		t := Trend{Players: g.Name(), Metric: word}
		var years []float64
		mean := 0.0
		for _, c := range g.Cells {
			year := c.Profile.year()
			if year == 0 {
				return nil, fmt.Errorf("%s names no text with a year (want rule sets that do)", c.Profile.ID)
			}
			value := stats.Mean(c.Tally.openings.cells(m.Ratio), Level).Value
			if math.IsNaN(value) || m.OfPairs() && g.alone() {
				return nil, fmt.Errorf("%s has no %s in the games of %s (want another metric)", c.Profile.ID, word, g.Name())
			}
			years = append(years, float64(year))
			mean += float64(year)
			least, most := c.extremes(m)
			t.Editions = append(t.Editions, Edition{c.Profile.ID, year, value, least, most})
		}
		mean /= float64(len(years)) // of whole numbers, so that years of one are exactly it
		spread := 0.0
		for _, y := range years {
			spread += (y - mean) * (y - mean)
		}
		if len(years) < 3 || spread == 0 {
			return nil, errors.New("no trend through fewer than three rule sets, or of one year (want three, of years that differ)")
		}
		weights := make([]float64, len(years))
		for i, y := range years {
			weights[i] = 100 * (y - mean) / spread
		}
		e := g.slope(m, weights, m.Ratio, m.Ratio)
		t.Slope, t.Low, t.High, t.P = e.Value, e.Low, e.High, e.P
		least, most := m.Extremes()
		t.Least, t.Most = g.slope(m, weights, least, most).Value, g.slope(m, weights, most, least).Value
		slices.SortStableFunc(t.Editions, func(a, b Edition) int { return cmp.Compare(a.Year, b.Year) })
		trends = append(trends, t)
	}
	return trends, nil
}

// slope is the sum of the cells' values times their weights, of up where that is above 0
// and of down where it is below. Cells of one board share their openings.
func (g *Group) slope(m Metric, weights []float64, up, down study.Ratio) stats.Estimate {
	var boards []string
	var groups [][][]stats.Cell
	var each [][]float64
	for i, c := range g.Cells {
		k := slices.Index(boards, c.Board.ID)
		if k < 0 {
			k = len(boards)
			boards, groups, each = append(boards, c.Board.ID), append(groups, nil), append(each, nil)
		}
		of := up
		if weights[i] < 0 {
			of = down
		}
		groups[k] = append(groups[k], c.Tally.openings.cells(of))
		each[k] = append(each[k], weights[i])
	}
	if m.IsRate() {
		return stats.Contrast(groups, each, Level)
	}
	return stats.MeanContrast(groups, each, Level)
}

// year is the first of the earliest text; 0 if none has one.
func (p *Profile) year() (earliest int) {
	for _, s := range p.Sources {
		if y, err := strconv.Atoi(s.Year[:min(4, len(s.Year))]); err == nil && (earliest == 0 || y < earliest) {
			earliest = y
		}
	}
	return earliest
}

// WriteTrends writes them in a form of text or json.
func (r *Report) WriteTrends(w io.Writer, word, format string) error {
	trends, err := r.Trends(word)
	if err != nil || format == "json" {
		if err == nil {
			err = WriteJSON(w, trends)
		}
		return err
	}
	m := metric(word)
	for _, t := range trends {
		fmt.Fprintf(w, "%s, %s\n", word, t.Players)
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, e := range t.Editions {
			fmt.Fprintf(tw, "  %d\t%s\t%s", e.Year, e.Rules, m.fixed(e.Value))
			if e.Least != e.Most {
				fmt.Fprintf(tw, "\t%s by the open games", m.ends(stats.Interval{Low: e.Least, High: e.Most}))
			}
			fmt.Fprintln(tw)
		}
		tw.Flush()
		fmt.Fprintf(w, "  %s %s in a century (%s), p %s", m.signed(t.Slope), m.Unit.Points, m.span(stats.Interval{Low: t.Low, High: t.High}), chanceWords(t.P))
		if t.Least != t.Most {
			fmt.Fprintf(w, ", and %s whatever the open games came to", m.span(stats.Interval{Low: t.Least, High: t.Most}))
		}
		fmt.Fprintln(w)
	}
	return nil
}
