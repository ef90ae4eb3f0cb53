package reports

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A ladder of budgets is a curve for each rule set, with the claims whose sign holds.
func TestCurves(t *testing.T) {
	sets := fourRuleSets()[:2]
	r := load(t, synthetic(t, "ladder", sets, []string{"search:nodes=320,noise=5", "search:nodes=20,noise=5", "random", "search:noise=5,nodes=80"}, 200, 200, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: "L", Claim: "c", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}}
	}))
	ladders := r.Ladders()
	require.Len(t, ladders, 1)
	require.Equal(t, []int{20, 80, 320}, ladders[0].Nodes)
	require.Equal(t, "search:noise=5", ladders[0].Spec)
	text := strings.Join(strings.Fields(written(t, r, "text")), " ")
	require.Contains(t, text, "Strength, from 20 to 320 turns looked at")
	require.Contains(t, text, "L: draw rate under The old game, with huffing, compared with The new game, by the curves, whose bands hold for all strengths at once, at both bounds that the open games leave: less at 20 to 320 turns.")
	html := written(t, r, "html")
	require.Contains(t, html, "fig-curve-1-drawn")
	require.Contains(t, html, "fig-strength-drawn")
	require.NotContains(t, html, "fig-curve-1-decisive")
	r.Plan.Hypotheses[0].Metric = "decisive"
	require.Contains(t, written(t, r, "html"), "fig-curve-1-decisive")
	r.Plan.Hypotheses[0].Metric = "drawn"

	// The curve passes near the cells, and a reversal shows where the sign changes.
	for i, c := range r.Groups[0].Cells {
		curves, err := r.Fit(ladders[0], findings.MetricOf("drawn"), -1)
		require.NoError(t, err)
		value, band := curves.At(i, math.Log(320), findings.Level)
		require.InDelta(t, c.Rate(findings.MetricOf("drawn")).Value(), value, 0.03)
		require.True(t, band.Low < value && value < band.High)
	}
	for _, c := range []struct {
		rung int
		want string
	}{
		{0, `: more at 20( to \d+)? turns and less at \d+ to 320 turns;.* It turns from more to less between \d+ and \d+ turns\.`},
		{2, `: more at 20( to \d+)? turns, less at .* turns and more at (\d+ to )?320 turns;.* It turns .* It turns from less to more `},
	} {
		turned := ladders[0].Groups[c.rung]
		turned.Cells[0].Tally.Sums, turned.Cells[1].Tally.Sums = turned.Cells[1].Tally.Sums, turned.Cells[0].Tally.Sums
		curves, err := r.Fit(ladders[0], findings.MetricOf("drawn"), -1)
		require.NoError(t, err)
		found := signsOf(r, ladders[0], findings.MetricOf("drawn"), curves)
		require.Len(t, found, 1)
		require.Regexp(t, c.want, found[0].Text)
	}
	require.Empty(t, four(t).Ladders())

	// What the open games could turn has no sign.
	for horizon, sign := range map[float64]string{0: "by the curves, whose bands hold for all strengths at once: less at 20 to 320 turns.", 0.7: "by the curves, whose bands hold for all strengths at once, at both bounds that the open games leave: no sign is shown at any budget from 20 to 320 turns."} {
		sets[0].horizon, sets[1].horizon = horizon, 0
		r := load(t, synthetic(t, "ladder", sets, []string{"search:nodes=320,noise=5", "search:nodes=20,noise=5", "search:noise=5,nodes=80"}, 200, 200, func(p *study.Plan) {
			p.Hypotheses = []study.Hypothesis{{ID: "L", Claim: "c", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}}
		}))
		text := strings.Join(strings.Fields(written(t, r, "text")), " ")
		require.Contains(t, text, "L: draw rate under The old game, with huffing, compared with The new game, "+sign)
	}
}

// The shares of games ended by each cause and of those going on make up all games.
func TestIncidenceAddsUp(t *testing.T) {
	r := four(t)
	for _, c := range r.Groups[0].Cells {
		causes := map[int]bool{}
		for _, ends := range c.Tally.Ends {
			for _, e := range ends {
				causes[int(e.Cause)] = true
			}
		}
		delete(causes, stats.GoingOn)
		for _, ply := range []int{50, 150, 300} {
			sum := c.Tally.Ends.Lasting(ply).K
			for cause := range causes {
				sum += c.Tally.Ends.By(cause, ply).K
			}
			require.Equal(t, c.N(study.Games), sum)
		}
		require.Equal(t, c.N(study.Cut), c.Tally.Ends.Lasting(300).K)
		require.Equal(t, c.N(study.FirstWins, study.SecondWins), c.Tally.Ends.By(0, 300).K)
	}
	require.Contains(t, written(t, r, "md"), "by cause, per cent")
}

// Players that differ in noise alone say how much a difference depends on it.
func TestNoiseLine(t *testing.T) {
	r := load(t, synthetic(t, "noise", fourRuleSets()[:2], []string{"search:nodes=20,noise=5", "search:nodes=20,noise=20", "random"}, 60, 60, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: "N", Claim: "c", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}}
	}))
	require.Regexp(t, `By the noise of search:nodes=20: [^ ]+ with noise=5 and [^ ]+ with noise=20 points\.`, strings.Join(strings.Fields(written(t, r, "text")), " "))
}
