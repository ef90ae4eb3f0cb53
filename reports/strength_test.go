package reports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/study"
)

// Made-up games that do not depend on who plays show no interaction; games that
// do, do.
func TestStrength(t *testing.T) {
	sets := fourRuleSets()[1:3]
	r := load(t, synthetic(t, "rungs", sets, []string{"random", spec}, 300, 100))
	tests := r.strengths()
	require.Len(t, tests, 2)
	for _, s := range tests {
		require.False(t, s.Separated)
		require.Equal(t, 1, s.DF)
		require.Equal(t, 100, s.Clusters)
		require.Greater(t, s.P, 0.001)
	}
	html := written(t, r, "html")
	require.Contains(t, html, "fig-strength-drawn")
	require.Contains(t, html, "the draw rate depend on who plays")

	// Half of one cell's draws become wins: the rule sets now differ for those
	// players alone.
	c := r.Groups[1].Cells[0].Tally
	for i := range c.Openings {
		o, draws := &c.Openings[i], 0
		if i%10 == 0 {
			draws = 1
		}
		turned := o[study.Draws] - draws
		o[study.FirstWins], o[study.Draws] = o[study.FirstWins]+turned, draws
		c.Counts[study.FirstWins] += turned
		c.Counts[study.Draws] -= turned
	}
	s := r.strengths()[1]
	require.Less(t, s.P, 1e-6)
	require.Contains(t, s.text(), "depend on who plays")

	sets = fourRuleSets()[:2]
	sets[0].horizon = 0
	r = load(t, synthetic(t, "no draw", sets, []string{"random", spec}, 100, 100))
	require.True(t, r.strengths()[1].Separated, "no draw under old-game")
	require.NotContains(t, written(t, r, "json"), "NaN")
	require.Empty(t, four(t).strengths(), "one strength")
}

func TestApart(t *testing.T) {
	for _, c := range []struct{ specs, want []string }{
		{[]string{"search:nodes=20,noise=5", "search:nodes=500,noise=5"}, []string{"nodes=20", "nodes=500"}},
		{[]string{"search:nodes=20", "search:nodes=20,touch=10"}, []string{"search", "touch=10"}},
		{[]string{"random", "greedy", "search:nodes=20"}, []string{"random", "greedy", "search,nodes=20"}},
		{[]string{"random", "random against greedy"}, []string{"random", "random against greedy"}},
	} {
		require.Equal(t, c.want, apart(c.specs))
	}
}
