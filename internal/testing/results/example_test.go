package results_test

import (
	"fmt"
	"testing"

	"varlab/internal/testing/results"
)

// A test keeps the table of docs/runs.md, and measures again where it is asked to.
func Example() {
	var t *testing.T
	update := false
	results.Table[[]float64]{
		Name: "speed", Doc: "runs.md",
		Command:  "VARLAB_DEEP=1 go test ./rules -run Speed -update",
		Measure:  func() ([]float64, error) { return []float64{1.25}, nil },
		Markdown: func(ratios []float64) string { return fmt.Sprintf("| ratio |\n| ---: |\n| %.2f |\n", ratios[0]) },
	}.Keep(t, update)
}
