package exact_test

import (
	"slices"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"

	"github.com/stretchr/testify/require"
)

// The values of all states to which play leads are those of a solver that knows states alone,
// and of the tables where a position has one value.
func TestReachedStatesAgree(t *testing.T) {
	small := []string{"board.rows=6", "board.columns=6", "board.men_rows=1"}
	for _, c := range []struct {
		id, set, fen string
		tables       bool
	}{
		{"frisian", "king.repeat_limit=0", "W:WK16,9:BK5", true},
		{"frisian", "king.repeat_limit=3", "W:WK16,9:BK5", false},
		{"frisian", "king.repeat_limit=3", "B:WK16:BK5,10", false},
		{"polonaise-souffler", `claim.lapse="next-move"`, "W:WK16:BK1", true},
		{"polonaise-souffler", `claim.lapse="once"`, "W:WK16:BK1", false},
	} {
		r := given.Rules(t, c.id, append(slices.Clone(small), c.set)...)
		n := notation.Of(r.Profile())
		h, _, err := n.Begin(r, c.fen)
		require.NoError(t, err)
		all, err := exact.Reach(t.Context(), r, h.State())
		require.NoError(t, err)
		naive := solveNaively(r, []rules.State{h.State()})
		require.Equal(t, len(naive.states), all.States())
		tables := exact.New(r, "")
		if c.tables {
			require.NoError(t, tables.Build(t.Context(), exact.Materials(r, h.Now()), exact.Options{}))
		}
		for i, s := range naive.states {
			value, turns, ok := all.Probe(&s)
			require.True(t, ok)
			require.Equal(t, int(naive.value[i]), value, "%s %s", c.set, n.WriteFEN(s.Setup()))
			if value != 0 {
				require.Equal(t, int(naive.turns[i]), turns)
			}
			if c.tables {
				v, d, ok := tables.Probe(&s)
				require.Equal(t, []any{value, turns, true}, []any{v, d, ok})
			}
		}
	}
}
