package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports"
	"varlab/sim/record"
	"varlab/variants"
)

// Under their own draw clauses games end as they did, and as soon; under none,
// those that a clause ended are unfinished; under others, they end sooner or not.
func TestAdjudicate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ids := []string{"international", "polonaise-souffler", "polonaise-souffler+broken-off-is-void", "regle-moderne+repetition-on-claim", "thai"}
	var out, err bytes.Buffer
	args := append([]string{"compare", "--games", "100", "--player", "random", "--out", dir, "--format", "json"}, ids...)
	require.NoError(t, run(context.Background(), args, &out, &err), err.String())
	clauses := 0
	for _, id := range ids {
		v, e := variants.Load(id, nil)
		require.NoError(t, e)
		a, e := reports.Adjudicate(dir, id, v.Profile.Draws)
		require.NoError(t, e)
		for _, c := range a.Cells {
			if c.RuleSet != id {
				require.Zero(t, c.Found["first"]-c.Changed["first"]["first"], "nothing but the board makes a winner")
				continue
			}
			for was, now := range c.Changed {
				require.Equal(t, map[string]int{was: c.Played[was]}, now, "%s, %s", id, was)
			}
			require.Equal(t, c.Played, c.Found)
			clauses += c.Played["draw"] + c.Played["void"]
		}
	}
	require.Greater(t, clauses, 20, "draw clauses have ended games")
	none, e := reports.Adjudicate(dir, "none", nil)
	require.NoError(t, e)
	for _, c := range none.Cells {
		require.Equal(t, c.Played["draw"]+c.Played["void"], c.Found[record.Unfinished], c.RuleSet)
		require.Equal(t, c.Played["first"], c.Found["first"])
		require.Equal(t, c.Played["horizon"], c.Found["horizon"])
	}
}
