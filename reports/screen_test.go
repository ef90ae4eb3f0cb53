package reports

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"varlab/sim/study"
)

var styles = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Whatever a report has, it fits on a screen, and its colours are all that a terminal does.
func TestScreen(t *testing.T) {
	specs := []string{"search:nodes=20,noise=5", "search:nodes=200,noise=5"}
	beside := func(p *study.Plan) { p.Beside = 20 }
	for name, r := range map[string]*Report{
		"claims": load(t, synthetic(t, "claims", fourRuleSets(), specs[1:], 40, 40, claims)),
		"one":    load(t, synthetic(t, "one", fourRuleSets()[:1], specs[:1], 40, 40)),
		"two":    load(t, synthetic(t, "two", fourRuleSets()[:2], specs, 40, 40)),
		"beside": load(t, synthetic(t, "beside", fourRuleSets(), specs, 40, 40, beside)),
	} {
		for _, width := range []int{60, 80, 120} {
			var coloured, bare strings.Builder
			require.NoError(t, r.WriteScreen(&coloured, Screen{width, true}, "page: report.html"))
			require.NoError(t, r.WriteScreen(&bare, Screen{width, false}, "page: report.html"))
			require.Contains(t, coloured.String(), "\x1b[1m")
			require.Equal(t, bare.String(), styles.ReplaceAllString(coloured.String(), ""))
			lines := strings.Split(strings.TrimSuffix(bare.String(), "\n"), "\n")
			require.LessOrEqual(t, len(lines), 25, "%s, %d columns:\n%s", name, width, bare.String())
			for _, l := range lines {
				require.LessOrEqual(t, utf8.RuneCountInString(l), width, "%s: %s", name, l)
			}
			require.Contains(t, bare.String(), "How sure? ")
			require.Equal(t, "page: report.html", lines[len(lines)-1])
		}
	}
}

// What the strips of a screen show has one unit: a length has none beside points.
func TestStripsHaveOneUnit(t *testing.T) {
	of := func(p *study.Plan) {
		for i, metric := range []string{"drawn", "plies", "first-score"} {
			p.Hypotheses = append(p.Hypotheses, study.Hypothesis{ID: string(rune('F' + i)), Claim: "c", Metric: metric, A: "old-game", B: "new-game", Direction: "less"})
		}
	}
	r := load(t, synthetic(t, "units", fourRuleSets()[:2], []string{"search:nodes=20,noise=5"}, 120, 40, of))
	strip := r.verdictTable(Screen{Width: 80}).columns[2].bar
	require.Contains(t, strip(0, 20).text, "●")
	require.Empty(t, strip(1, 20).text)
	require.Contains(t, strip(2, 20).text, "●")
}

// What qualifies an answer is on a narrow screen too: rows and bars go first.
func TestCaveatsOutliveNarrowScreens(t *testing.T) {
	r := load(t, synthetic(t, "caveats", fourRuleSets(), []string{"search:nodes=20,noise=5", "search:nodes=200,noise=5"}, 40, 40))
	for _, width := range []int{60, 80} {
		var b strings.Builder
		require.NoError(t, r.WriteScreen(&b, Screen{width, false}, "page: report.html"))
		require.Contains(t, strings.Join(strings.Fields(b.String()), " "), strings.Join(strings.Fields(plain(r.answer().Sure)), " "), "%d columns:\n%s", width, b.String())
	}
}
