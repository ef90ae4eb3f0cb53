package rules_test

import (
	"math/rand/v2"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func TestLoosenedRulesAreValidAndDifferInOneAxis(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	loosened := map[string]int{}
	for range 300 {
		p := conformance.RandomProfile(rng)
		for i := range profile.Axes {
			a := &profile.Axes[i]
			q, ok := profile.Loosened(p, a)
			if !ok {
				continue
			}
			if _, err := rules.Compile(q); err != nil {
				require.Equal(t, "promotion.spare_man", a.Key, "%s", err) // men wait in the start
				continue
			}
			loosened[a.Key]++
			require.Equal(t, a.Loosest, a.Get(q))
			for k := range profile.Axes {
				b := &profile.Axes[k]
				gone := !b.Applies(q) || q.Capture.Obligation == profile.Free && b.Key == "capture.precedence"
				if b != a && !gone {
					require.Equal(t, b.Get(p), b.Get(q), "%s loosened, %s", a.Key, b.Key)
				}
			}
			_, again := profile.Loosened(q, a)
			require.False(t, again)
		}
	}
	for i := range profile.Axes {
		if a := &profile.Axes[i]; a.Loosest != nil && a.Key != "draw" {
			require.Positive(t, loosened[a.Key], a.Key)
		}
	}
	p := profile.Default()
	_, ok := profile.Loosened(p, profile.AxisOf("capture.completion"))
	require.False(t, ok, "whole captures are asked for by quantity anyway")
	p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3}}
	q, ok := profile.Loosened(p, profile.AxisOf("draw"))
	require.True(t, ok)
	require.Empty(t, q.Draws)
}
