package findings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/stats"
	"varlab/sim/study"
)

func TestVary(t *testing.T) {
	way := func(value float64, alone string) *Findings {
		return &Findings{Verdicts: []*Verdict{{
			Hypothesis: study.Hypothesis{ID: "a"}, Alone: alone, Group: &Group{Players: [2]string{"random", "random"}},
			Pair: &Pair{Bounded: Bounded{Estimate: stats.Estimate{Value: value}}},
		}}}
	}
	runs := []*Findings{way(-0.2, Undecided), way(0.3, Refuted), way(0.1, Refuted), way(0.1, Refuted), way(-0.1, Supported)}
	all := Vary([]study.Hypothesis{{ID: "a", Direction: "less"}, {ID: "none"}}, runs)
	require.Len(t, all, 1)
	c := all[0]
	require.Len(t, c.All, 5)
	require.Len(t, c.By, 4) // the fourth run changed no game
	require.Equal(t, []int{2, 2}, []int{c.Agreeing(c.By), c.Agreeing(c.All)})
	direction, holds, fails := c.Most()
	require.Equal(t, []any{"greater", 2, 1}, []any{direction, holds, fails})
	c.Direction, c.Margin = "", 0.1
	require.Equal(t, 2, c.Agreeing(c.By), "those of the sign of most, or the first of two")
	direction, holds, fails = c.Most()
	require.Equal(t, []any{"", 1, 2}, []any{direction, holds, fails})
}
