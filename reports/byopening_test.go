package reports

import (
	"math/rand/v2"
	"testing"

	"varlab/sim/stats"
	"varlab/sim/study"

	"github.com/stretchr/testify/require"
)

// Counts by opening are what they are without columns, however great.
func TestCountsByOpening(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1754))
	columns, want := byOpening{n: 50}, make([]study.Counts, 50)
	for range 2000 {
		var c study.Counts
		for k := range c {
			if rng.IntN(3) > 0 {
				c[k] = rng.IntN(1 << rng.IntN(21))
			}
		}
		c[study.Void] = 0 // nothing is counted there
		opening := rng.IntN(49)
		columns.add(opening, &c)
		want[opening].Add(&c)
	}
	for i := range want {
		for k := range want[i] {
			require.Equal(t, want[i][k], columns.at(i, study.Count(k)), "%s of %d", study.Count(k).ID(), i)
		}
	}
	for _, m := range study.Metrics {
		least, most := m.Extremes()
		for _, r := range []study.Ratio{m.Ratio, least, most} {
			for i, cell := range columns.cells(r) {
				sum, n := r.In(&want[i])
				require.Equal(t, stats.Cell{Sum: sum, N: n}, cell, m.Word)
			}
		}
	}
}
