package reports

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/study"
)

// Two rule sets compared the other way round come out the other way round: every number, sentence,
// row of a figure and verdict.
func TestOneDirectionOneSign(t *testing.T) {
	source := rand.New(rand.NewPCG(1754, 8))
	for range 20 {
		sets := fourRuleSets()[:2]
		for i := range sets {
			sets[i].draw, sets[i].horizon, sets[i].plies = source.Float64(), 0.3*source.Float64(), 40+source.IntN(80)
		}
		claim := func(id, a, b, direction string) study.Hypothesis {
			return study.Hypothesis{ID: id, Claim: "c", Metric: "drawn", A: a, B: b, Direction: direction}
		}
		r := load(t, synthetic(t, "turned", sets, []string{spec}, 100, 100, func(p *study.Plan) {
			p.Hypotheses = []study.Hypothesis{claim("one", "old-game", "new-game", "less"), claim("other", "new-game", "old-game", "greater")}
		}))
		g := r.Last()
		a, b := g.Cells[0], g.Cells[1]
		for _, m := range r.PairMetrics() {
			p, q := r.Compared(m, a, b), r.Compared(m, b, a)
			for _, x := range [][2]findings.Bounded{{p.Bounded, q.Turned().Bounded}, {p.Turned().Bounded, q.Bounded}} {
				require.Equal(t, numbersIn(x[0]), numbersIn(x[1]), m.Word)
			}
			require.Equal(t, differenceTold(p.LargerFirst(), true), differenceTold(q.LargerFirst(), true))
			if p.Value != 0 { // else either may stand first
				require.Equal(t, rowsOf(pairFigure(g, "f", m, []*findings.Pair{p}, 1)), rowsOf(pairFigure(g, "f", m, []*findings.Pair{q}, 1)))
			}
		}
		require.Equal(t, r.Verdicts[0].Word, r.Verdicts[1].Word)
		require.Equal(t, r.Verdicts[0].Word, r.Verdicts[1].Word)
		require.Equal(t, swapped(foundIn(r, r.Verdicts[0])), foundIn(r, r.Verdicts[1]))
		require.Equal(t, swapped(testedIn(r.Verdicts[0])), testedIn(r.Verdicts[1]))

		one := drawsAnswer(r, g)
		for i, p := range g.Pairs {
			g.Pairs[i] = p.Turned()
		}
		require.Equal(t, swapped(one.Title), drawsAnswer(r, g).Title)
	}
}

func numbersIn(b findings.Bounded) (all []float64) {
	for _, x := range []float64{b.Value, b.Low, b.High, b.P, b.Least.Value, b.Least.Low, b.Most.Value, b.Most.High} {
		all = append(all, math.Round(1e9*x)/1e9)
	}
	return all
}

func rowsOf(f figure) []chart.ForestRow { return f.Chart.(chart.Forest).Rows }

var (
	ofTwo = regexp.MustCompile(`^(.*?)(fewer|Fewer|more|More)( games are drawn under )(.*) than under (.*?)(: by .*|)$`)
	ofOne = regexp.MustCompile(`^No difference in draws is shown between (.*) and (.*?): (\S+) points, (\S+) to ([^;]+?)(?:; the open games leave it from (\S+) to (\S+))?\.$`)
)

func minus(number string) string {
	return strings.NewReplacer("+", "−", "−", "+").Replace(number)
}

// swapped is a sentence about two rule sets the other way round.
func swapped(text string) string {
	if m := ofOne.FindStringSubmatch(text); m != nil {
		text = "No difference in draws is shown between " + m[2] + " and " + m[1] + ": " + minus(m[3]) + " points, " + minus(m[5]) + " to " + minus(m[4])
		return text + when(m[6] != "", "; the open games leave it from "+minus(m[7])+" to "+minus(m[6])) + "."
	}
	m := ofTwo.FindStringSubmatch(text)
	other := map[string]string{"fewer": "more", "Fewer": "More", "more": "fewer", "More": "Fewer"}
	return strings.Join(slices.Concat([]string{m[1], other[m[2]], m[3], m[5], " than under ", m[4], m[6]}), "")
}
