package reports

import (
	"slices"

	"varlab/reports/chart"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Metric is one of study.Metrics, and writes its values.
type Metric struct{ study.Metric }

// metrics returns the metrics of the given words, in the order of study.Metrics.
func metrics(words []string) (list []Metric) {
	for _, m := range study.Metrics {
		if slices.Contains(words, m.Word) {
			list = append(list, Metric{m})
		}
	}
	return list
}

// headlines are the metrics of which a report speaks where its study names none.
var headlines = []string{"drawn", "first-score", "plies"}

// pairMetrics are the metrics in which every two rule sets are compared: those that the
// study names, but of draws and decisive games draws alone.
func (r *findings) pairMetrics() []Metric {
	named := r.Plan.Metrics
	usual := !slices.ContainsFunc(study.Metrics, func(m study.Metric) bool { return !m.Asked && !slices.Contains(named, m.Word) })
	return slices.DeleteFunc(metrics(named), func(m Metric) bool {
		return m.Word == "decisive" && slices.Contains(named, "drawn") || usual && !m.Asked && !slices.Contains(headlines, m.Word)
	})
}

func metric(word string) Metric { return metrics([]string{word})[0] }

func fixedIn(m Metric, x float64) string { return fixed(m.Unit.Factor*x, m.Unit.Decimals) }

func signedIn(m Metric, x float64) string { return signed(m.Unit.Factor*x, m.Unit.Decimals) }

// ends writes the interval of a value, and span that of a difference.
func endsIn(m Metric, i stats.Interval) string {
	return fixedIn(m, i.Low) + " to " + fixedIn(m, i.High)
}
func spanIn(m Metric, i stats.Interval) string {
	return signedIn(m, i.Low) + " to " + signedIn(m, i.High)
}

// headline reports whether a report has tables of a metric's differences.
func (m Metric) headline() bool { return m.Word == "drawn" || m.Word == "decisive" || m.IsLength() }

// bracketed writes the interval of a difference for tables.
func bracketed(m Metric, i stats.Interval) string {
	return "[" + signedIn(m, i.Low) + ", " + signedIn(m, i.High) + "]"
}

// row is a value with an interval in a figure.
func forestRow(m Metric, label, shown string, value float64, i stats.Interval, faint bool) chart.ForestRow {
	f := m.Unit.Factor
	return chart.ForestRow{Label: label, Shown: shown, Value: f * value, Low: f * i.Low, High: f * i.High, Faint: faint}
}

func (c *Cell) Rate(m Metric) stats.Rate { return stats.RateOf(c.Tally.openings.cells(m.Ratio)) }

func (c *Cell) Mean(r study.Ratio) stats.Estimate { return c.meanLess(r, 0) }

// meanLess is by how much the mean exceeds a value.
func (c *Cell) meanLess(r study.Ratio, value float64) stats.Estimate {
	cells := c.Tally.openings.cells(r)
	for i := range cells {
		cells[i].Sum -= value * float64(cells[i].N)
	}
	return stats.Mean(cells, Level)
}

var (
	duePerDecision    = study.Per(study.Due, study.Decisions)
	owedPerDecision   = study.Per(study.Owed, study.Decisions)
	capturesPerGame   = study.Per(study.Captures, study.Games)
	promotionsPerGame = study.Per(study.Promotions, study.Games)
)
