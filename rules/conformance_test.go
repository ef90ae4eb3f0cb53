package rules_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules/profile"
	"varlab/variants"

	"github.com/stretchr/testify/require"
)

// Both generators give the published counts: the fast one up to a million lines
// of play (all of them with VARLAB_DEEP, which may take longer than go test's ten
// minutes: -timeout 2h), the other up to thirty thousand.
func TestPublishedPerft(t *testing.T) {
	const file = "testdata/published.perft"
	text := disk.Read(t, file)
	counts, err := conformance.ReadPerft(file, text)
	require.NoError(t, err)
	require.NotEmpty(t, counts)
	limit := uint64(1_000_000)
	if os.Getenv("VARLAB_DEEP") != "" {
		limit = math.MaxUint64
	}
	for _, c := range counts {
		t.Run(fmt.Sprintf("%s:%d", c.Name, c.Line), func(t *testing.T) {
			p := given.Variant(t, c.Rules, c.Sets...).Profile
			r := given.Compiled(t, p)
			s := r.Start()
			if c.FEN != "" {
				s = given.State(t, r, c.FEN)
			}
			for depth := 1; depth <= c.Depth(limit); depth++ {
				require.EqualValues(t, c.Nodes[depth-1], r.Perft(s, depth, true), "depth %d: %s", depth, c.Command(depth))
			}
			for depth := 1; depth <= c.Depth(30_000); depth++ {
				n, err := conformance.OraclePerft(p, c.FEN, depth)
				require.NoError(t, err)
				require.EqualValues(t, c.Nodes[depth-1], n, "depth %d in the oracle", depth)
			}
		})
	}
}

// Every clause position lists the turns that its clause leaves, in both
// generators.
func TestClausePositions(t *testing.T) {
	blocks, err := conformance.ReadPositions(os.DirFS("testdata"))
	require.NoError(t, err)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		if err := b.Check(given.Variant(t, b.Rules, b.Sets...).Profile); err != nil {
			t.Error(err)
		}
	}
}

// Every clause that an axis of play cites, in any built-in rule set, has a position.
func TestEveryClauseHasAPosition(t *testing.T) {
	blocks, err := conformance.ReadPositions(os.DirFS("testdata"))
	require.NoError(t, err)
	shown := map[string]bool{}
	for _, b := range blocks {
		for _, c := range b.Clauses {
			shown[c] = true
		}
	}
	known := map[string]bool{}
	for _, id := range variants.IDs() {
		v := given.Variant(t, id)
		for _, row := range v.Coverage() {
			known[row.Clause.ID] = true
		}
	}
	for c := range shown {
		require.True(t, known[c], "%s is no clause", c)
	}
	for _, id := range variants.IDs() {
		v := given.Variant(t, id)
		for _, row := range v.Coverage() {
			plays := slices.ContainsFunc(row.Axes, func(key string) bool {
				a := profile.AxisOf(key)
				return a != nil && (a.Plays || strings.HasPrefix(key, "board."))
			})
			if plays && !shown[row.Clause.ID] {
				t.Errorf("%s: %s has no position", id, row.Clause.ID)
			}
		}
	}
}
