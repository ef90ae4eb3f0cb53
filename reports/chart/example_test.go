package chart_test

import (
	"fmt"
	"strings"

	"varlab/reports/chart"
)

// One rate with its interval.
func Example() {
	svg := chart.Forest{
		Head: chart.Head{ID: "drawn", Title: "Draw rate"}, Unit: "%",
		Rows: []chart.ForestRow{{Label: "federation", Shown: "18.0 % (14.2 to 22.5)", Value: 18, Low: 14.2, High: 22.5}},
	}.Draw(chart.Column)
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Contains(svg, "18.0 % (14.2 to 22.5)"))
	// Output: true true
}
