package stats_test

import (
	"fmt"

	"varlab/sim/stats"
)

// 81 of 263 independent games were drawn.
func Example() {
	draws := stats.Rate{K: 81, N: 263}
	interval := draws.Wilson(0.95)
	fmt.Printf("%.3f (%.3f to %.3f)\n", draws.Value(), interval.Low, interval.High)
	// Output: 0.308 (0.255 to 0.366)
}
