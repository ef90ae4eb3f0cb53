package rules_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/rulestest"
)

func TestLoosenedRulesAreValidAndDifferInOneAxis(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	loosened := map[string]int{}
	for range 300 {
		p := rulestest.RandomProfile(rng)
		for i := range rules.Axes {
			a := &rules.Axes[i]
			q, ok := rules.Loosened(p, a)
			if !ok {
				continue
			}
			loosened[a.Key]++
			_, err := rules.Compile(q)
			require.NoError(t, err)
			require.Equal(t, a.Loosest, a.Get(q))
			for k := range rules.Axes {
				b := &rules.Axes[k]
				free := q.Capture.Obligation == "free" && (b.Key == "capture.precedence" || !b.Applies(q))
				if b != a && !free {
					require.Equal(t, b.Get(p), b.Get(q), "%s loosened, %s", a.Key, b.Key)
				}
			}
			_, again := rules.Loosened(q, a)
			require.False(t, again)
		}
	}
	for i := range rules.Axes {
		if a := &rules.Axes[i]; a.Loosest != nil && a.Key != "draw" {
			require.Positive(t, loosened[a.Key], a.Key)
		}
	}
	p := rules.DefaultProfile()
	_, ok := rules.Loosened(p, rules.AxisOf("capture.completion"))
	require.False(t, ok, "whole captures are asked for by quantity anyway")
	p.Draws = []rules.DrawClause{{Kind: "repetition", Count: 3}}
	q, ok := rules.Loosened(p, rules.AxisOf("draw"))
	require.True(t, ok)
	require.Empty(t, q.Draws)
}
