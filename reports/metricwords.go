package reports

import (
	"fmt"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/stats"
)

func fixedIn(m findings.Metric, x float64) string { return fixed(m.Unit.Factor*x, m.Unit.Decimals) }

func signedIn(m findings.Metric, x float64) string { return signed(m.Unit.Factor*x, m.Unit.Decimals) }

// ends writes the interval of a value, and span that of a difference.
func endsIn(m findings.Metric, i stats.Interval) string {
	return fixedIn(m, i.Low) + " to " + fixedIn(m, i.High)
}

func spanIn(m findings.Metric, i stats.Interval) string {
	return signedIn(m, i.Low) + " to " + signedIn(m, i.High)
}

// bracketed writes the interval of a difference for tables.
func bracketed(m findings.Metric, i stats.Interval) string {
	return "[" + signedIn(m, i.Low) + ", " + signedIn(m, i.High) + "]"
}

// row is a value with an interval in a figure.
func forestRow(m findings.Metric, label, shown string, value float64, i stats.Interval, faint bool) chart.ForestRow {
	f := m.Unit.Factor
	return chart.ForestRow{Label: label, Shown: shown, Value: f * value, Low: f * i.Low, High: f * i.High, Faint: faint}
}

func leavesOf(b *findings.Bounded, m findings.Metric) string {
	least, most := signedIn(m, b.Least.Value), signedIn(m, b.Most.Value)
	return lists.Choose(least == most, none, least+" to "+most)
}

func pairLeaves(p *findings.Pair) string { return leavesOf(&p.Bounded, p.Metric) }

// leaving continues a sentence with the bounds that leaves returns; it is empty where there
// are none.
func leaving(bounds string) string {
	return when(bounds != none, "; the open games leave it from "+bounds)
}

func identicalShare(a *findings.Alike) string {
	if a == nil || a.Games == 0 {
		return none
	}
	text := percent(findings.ShareOf(a.Identical, a.Games)) + " %"
	text += when(a.Parted > 0, fmt.Sprintf(" (others part at %d)", a.Parted))
	return text
}
