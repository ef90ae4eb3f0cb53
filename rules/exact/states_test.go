package exact_test

import (
	"fmt"
	"testing"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"

	"github.com/stretchr/testify/require"
)

// The values of all states to which play leads are those of a solver that knows states alone,
// and of the tables where a position has one value.
func TestReachedStatesAgree(t *testing.T) {
	for _, position := range []string{"W:WK16,9:BK5", "B:WK16:BK5,10"} {
		for _, limit := range []int{0, 3} { // 0: none
			r := builtIn(t, "frisian", "board.rows=6", "board.columns=6", "board.men_rows=1", fmt.Sprint("king.repeat_limit=", limit))
			n := notation.Of(r.Profile())
			h, _, err := n.Begin(r, position)
			require.NoError(t, err)
			all, err := exact.Reach(t.Context(), r, h.State())
			require.NoError(t, err)
			naive := solveNaively(r, []rules.State{h.State()})
			require.Equal(t, len(naive.states), all.States())
			tables := exact.New(r, "")
			if limit == 0 {
				require.NoError(t, tables.Build(t.Context(), exact.Materials(r, h.Now()), exact.Options{}))
			}
			for i, s := range naive.states {
				value, turns, ok := all.Probe(&s)
				require.True(t, ok)
				require.Equal(t, int(naive.value[i]), value, "%d %s", limit, n.WriteFEN(s.Setup()))
				if value != 0 {
					require.Equal(t, int(naive.turns[i]), turns)
				}
				if limit == 0 {
					v, d, ok := tables.Probe(&s)
					require.Equal(t, []any{value, turns, true}, []any{v, d, ok})
				}
			}
		}
	}
}
