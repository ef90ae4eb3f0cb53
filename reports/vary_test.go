package reports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// asked is the verdict on a share with an interval ten points wide either way.
func asked(player string, value float64) *findings.Verdict {
	e := stats.Estimate{Value: value, Interval: stats.Interval{Low: value - 0.1, High: value + 0.1}}
	return &findings.Verdict{Group: &findings.Group{Players: [2]string{player, player}}, Pair: &findings.Pair{Metric: findings.MetricOf("drawn"), Bounded: findings.Bounded{Estimate: e, Least: e, Most: e}}}
}

func TestWhereTheSignTurns(t *testing.T) {
	var all []*findings.Verdict
	for i, nodes := range []string{"20", "500", "50", "100", "200"} {
		all = append(all, asked("search:nodes="+nodes+",noise=5", []float64{-0.2, 0.3, -0.15, 0.05, 0.12}[i]))
	}
	rungs := findings.Climbed(append(all, asked("random", 0.3)))
	require.Len(t, rungs, 1)
	require.Equal(t, "Over strength, from 20 to 500 turns a choice, each tested alone: less at 20 to 50 turns and more at 200 to 500 turns; elsewhere no sign is shown. It turns from less to more between 50 and 200 turns.", overStrength(rungs[0]))
	require.Empty(t, askedAt(all))
	require.Empty(t, findings.Climbed(all[:2]))
	require.Equal(t, ", at 20 and 500 turns a choice", askedAt(all[:2]))
	require.Empty(t, askedAt([]*findings.Verdict{asked("random", 0.3)}))
	none := func(int) float64 { return 0 }
	require.Equal(t, "no sign is shown at any budget from 20 to 50 turns.", along([]float64{20, 50}, none))
	gap := func(i int) float64 { return []float64{1, 0, 1}[i] }
	require.Equal(t, "more at 20 turns and more at 100 turns; elsewhere no sign is shown.", along([]float64{20, 50, 100}, gap))
}

// Where the games say the opposite of a claim, so does the head of its section.
func TestTheHeadOfAVariedClaimSaysWhatWasFound(t *testing.T) {
	sets := fourRuleSets()[:2]
	sets[0].draw, sets[1].draw = 0.6, 0.1
	claim := func(id, direction string) study.Hypothesis {
		return study.Hypothesis{ID: id, Claim: "Nobody says how.", Metric: "drawn", A: "old-game", B: "new-game", Direction: direction}
	}
	r := load(t, synthetic(t, "varied", sets, []string{spec}, 100, 100, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{claim("wrong", "less"), claim("right", "greater")}
	}))
	v := Varied{Study: &study.Study{Design: study.Design{Hypotheses: r.Plan.Hypotheses}}, Runs: []*Report{r}}
	wrong, right := v.claims()[0], v.claims()[1]
	require.Regexp(t, "^More games are drawn under .*: holds in one of 1 way of asking$", wrong.head())
	require.Equal(t, right.head(), wrong.head())
	require.Equal(t, right.counted(), wrong.counted())
	require.Contains(t, variedSummary(wrong), "The claim: Nobody says how. Tested: fewer games are drawn under ")

	// A rung whose games another way had is a rung too.
	for _, nodes := range []string{"20", "50", "100"} {
		wrong.All = append(wrong.All, findings.Way{Verdict: asked("search:nodes="+nodes, -0.2), Run: 1})
	}
	require.Contains(t, variedSummary(wrong), "Over strength, from 20 to 100 turns a choice, each tested alone: less at 20 to 100 turns.")
}
