package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
)

var update = flag.Bool("update", false, "with VARLAB_DEEP, measure the table of trainings again")

// A spreadRow is how often a difference is found where three trainings of either rule set
// vary by a standard deviation, or do not, and the interval has as much added, or nothing.
type spreadRow struct {
	True  float64 `json:"true"`
	Added float64 `json:"added"`
	Size  float64 `json:"size"`  // of no difference
	Power float64 `json:"power"` // of one that is planned to be found with a chance of 0.8
}

// found simulates 300 openings, with one game each.
func found(spread, added, difference float64) (share float64) {
	const openings, trials = 300, 2000
	rng := rand.New(rand.NewPCG(1754, 3))
	for range trials {
		var samples [2][]Cell
		for s := range samples {
			rates := [3]float64{}
			for k := range rates {
				rates[k] = 0.5 + difference*(0.5-float64(s)) + spread*rng.NormFloat64()
			}
			for i := range openings {
				c := Cell{N: 1}
				if rng.Float64() < rates[i%3] {
					c.Sum = 1
				}
				samples[s] = append(samples[s], c)
			}
		}
		// A third of the variance is left in each rule set's mean.
		e := RateDifference(samples[0], samples[1], true, 0.95).Spread(added*math.Sqrt(2.0/3), 0.95)
		if e.P <= 0.05 {
			share += 1.0 / trials
		}
	}
	return share
}

// Tests find no difference as seldom as they promise, and one that was planned as often,
// where what trainings vary is added; where they vary and nothing is added they do not.
func TestSpread(t *testing.T) {
	const vary = 0.07
	rows := results.Table[[]spreadRow]{
		Name: "trainings", Doc: "calibration.md", Command: "VARLAB_DEEP=1 go test ./sim/stats -run TestSpread -update",
		Measure: func() (rows []spreadRow, err error) {
			for _, r := range []spreadRow{{True: 0}, {True: 0, Added: vary}, {True: vary}, {True: vary, Added: vary}} {
				planned := (NormalQuantile(0.975) + NormalQuantile(0.8)) * math.Sqrt(0.5/300+r.Added*r.Added*2/3)
				r.Size, r.Power = found(r.True, r.Added, 0), found(r.True, r.Added, planned)
				rows = append(rows, r)
			}
			return rows, nil
		},
		Markdown: func(rows []spreadRow) string {
			var b strings.Builder
			b.WriteString("| trainings vary by | added | found where there is none, % | found where planned at 80 %, % |\n| ---: | ---: | ---: | ---: |\n")
			for _, r := range rows {
				fmt.Fprintf(&b, "| %.0f points | %.0f points | %.1f | %.0f |\n", 100*r.True, 100*r.Added, 100*r.Size, 100*r.Power)
			}
			return b.String()
		},
	}.Keep(t, *update)
	require.Len(t, rows, 4)
	for _, r := range rows {
		if r.Added >= r.True {
			require.Less(t, r.Size, 0.06)
			require.Greater(t, r.Power, 0.75)
		}
	}
	require.Greater(t, rows[2].Size, 0.15)
	require.InDelta(t, rows[3].Size, found(vary, vary, 0), 0.02)
}
