package findings

import (
	"slices"

	"varlab/sim/study"
)

// A Metric is one of study.Metrics, and writes its values.
type Metric struct{ study.Metric }

// metrics returns the metrics of the given words, in the order of study.Metrics.
func MetricsOf(words []string) (list []Metric) {
	for _, m := range study.Metrics {
		if slices.Contains(words, m.Word) {
			list = append(list, Metric{m})
		}
	}
	return list
}

// Headlines are the metrics of a report whose study names none.
var Headlines = []string{"drawn", "first-score", "plies"}

// PairMetrics are the metrics in which every two rule sets are compared: those that the
// study names, but of draws and decisive games draws alone.
func (r *Findings) PairMetrics() []Metric {
	named := r.Plan.Metrics
	usual := !slices.ContainsFunc(study.Metrics, func(m study.Metric) bool { return !m.Asked && !slices.Contains(named, m.Word) })
	return slices.DeleteFunc(MetricsOf(named), func(m Metric) bool {
		return m.Word == "decisive" && slices.Contains(named, "drawn") || usual && !m.Asked && !slices.Contains(Headlines, m.Word)
	})
}

// MetricOf is the metric with that word. It panics if there is none.
func MetricOf(word string) Metric { return MetricsOf([]string{word})[0] }

// Headline reports whether a report has tables of a metric's differences.
func (m Metric) Headline() bool { return m.Word == "drawn" || m.Word == "decisive" || m.IsLength() }
