package reports

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/study"
)

// A report opens with what its study asks, by names; each kind of study has its answer.
func TestAnswers(t *testing.T) {
	answered := func(sets []made, games int, edit ...func(*study.Plan)) *Report {
		return load(t, synthetic(t, "answers", sets, []string{spec}, games, games, edit...))
	}
	sets := func(rates ...float64) []made {
		list := fourRuleSets()[:2]
		list = append(list, fourRuleSets()[1])
		list[2].id, list[2].hash = "third-game", strings.Repeat("0", 63)+"e"
		list[2].content = resolved("The third game", compulsoryAxes, nil)
		for i, rate := range rates {
			list[i].draw = rate
		}
		return list[:len(rates)]
	}

	two := answered(sets(0.1, 0.6), 400).answer()
	require.Regexp(t, `^Fewer games are drawn under The old game, with huffing \([\d.]+ %\) than under The new game \([\d.]+ %\): by [\d.]+ points, [\d.]+ to [\d.]+.* Exploratory: one comparison\.$`, two.Text())
	require.Contains(t, two.Sure, "400 games of each rule set, played by a program that looks at 200 turns.")
	require.Len(t, two.Figures, 1)
	alike := answered(sets(0.3, 0.3, 0.3)[1:], 40).answer()
	require.Regexp(t, `^No difference in draws is shown between `, alike.Text())
	require.Contains(t, alike.Sure, "these games show a difference of")
	odd := answered(sets(0.02, 0.6, 0.6), 600).answer()
	require.Regexp(t, `^Old game is drawn less often \([\d.]+ % of games\) than the other two `, odd.Text())
	one := answered(sets(0.3), 40)
	require.Regexp(t, `^Of the games of The old game, with huffing, [\d.]+ % \(.*; the open games leave [\d.]+ to [\d.]+\) are drawn\.$`, one.answer().Text())
	require.Regexp(t, `[\d.]+ % \(.*; the open games leave .*\) are drawn\.$`, one.Sentences(one.Groups[0])[0].Text)
	require.Contains(t, two.Text(), "the open games leave it from")

	// Those that share a place have bounds of their own.
	level := sets(0, 0.9, 0)
	level[0].horizon, level[1].horizon, level[2].horizon = 0.1, 0, 0.3
	tied := answered(level, 40)
	require.Contains(t, tied.answer().Sure, "% drawn under third game")

	// Which has most and which has fewest, the open games could turn.
	for horizon, turned := range map[float64]bool{0: false, 0.4: true} {
		three := sets(0.3, 0.9, 0.5)
		three[0].horizon, three[1].horizon, three[2].horizon = horizon, 0, 0
		r := answered(three, 400)
		text := r.Sentences(r.Groups[0])[0].Text
		require.Equal(t, turned, strings.Contains(text, "could turn round which has most"), text)
	}

	r := answered(sets(0.1, 0.6), 400, func(p *study.Plan) {
		p.Title, p.Question = "Is it drawn less?", "Is the old game drawn less often?"
		p.Hypotheses = []study.Hypothesis{{ID: "H", Claim: "The old game is drawn less often.", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}}
	})
	a := r.answer()
	require.Regexp(t, `^Fewer games are drawn under The old game, with huffing \([\d.]+ %\) than under The new game \([\d.]+ %\), at 200 turns a choice\. Games last longer`, a.Text())
	require.Equal(t, "“The old game is drawn less often.”", a.Claims[0].Claim)
	require.Equal(t, "fewer games are drawn under old game than under new game", a.Claims[0].Tested)
	require.Equal(t, yes, a.Claims[0].Rulings[0].Stamp)
	require.Regexp(t, `^Supported, [\d.]+ against [\d.]+ % \(−[\d.]+ points, −[\d.]+ to −[\d.]+; the open games leave it from −[\d.]+ to −[\d.]+\)\.$`, a.Claims[0].Rulings[0].String())
	require.Contains(t, r.answer().Sure, "played by a program that looks at 200 turns")
	for _, format := range []string{"text", "html", "md", "qmd"} {
		text := strings.Join(strings.Fields(written(t, r, format)), " ")
		at := strings.Index(text, "Fewer games are drawn under The old game")
		require.Positive(t, at, format)
		require.Less(t, at, strings.Index(text, "“The old game is drawn less often.”"), "%s: the answer first", format)
		require.Contains(t, text, "Is the old game drawn less often?", format)
	}
}

// Where the words of a claim say the opposite of what was tested, no form lends them its verdict.
func TestWordsAgainstWhatWasTested(t *testing.T) {
	r := load(t, synthetic(t, "against", fourRuleSets()[:2], []string{spec}, 400, 400, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: "H", Claim: "More games are drawn under the old game.", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}}
	}))
	a := r.answer()
	require.Equal(t, findings.Supported, r.Verdicts[0].Word)
	require.Regexp(t, `^Fewer games are drawn under The old game`, a.Title)
	require.Contains(t, a.More, "The words of the claim “H” say the opposite of what was tested.")
	require.Equal(t, "Claimed in words that say the opposite of what was tested: “More games are drawn under the old game.”", a.Claims[0].Claim)
	for _, format := range []string{"text", "html", "md"} {
		require.Contains(t, strings.Join(strings.Fields(written(t, r, format)), " "), "opposite of what was tested", format)
	}
}

// With two players each number is said of one of them, in every kind of answer.
func TestAnswersOfTwoPlayers(t *testing.T) {
	players := []string{"search:nodes=50,noise=5", "search:nodes=200,noise=5"}
	weaker, stronger := "a program that looks at 50 turns", "a program that looks at 200 turns"
	answered := func(sets []made, edit ...func(*study.Plan)) answer {
		return load(t, synthetic(t, "two players", sets, players, 80, 40, edit...)).answer()
	}
	sets := fourRuleSets()
	claim := study.Hypothesis{ID: "H", Claim: "c", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}
	for kind, a := range map[string]answer{
		"one rule set": answered(sets[:1]),
		"two":          answered(sets[:2]),
		"a claim":      answered(sets[:2], func(p *study.Plan) { p.Hypotheses = []study.Hypothesis{claim} }),
	} {
		require.Contains(t, a.Text(), "ith "+weaker, kind)
		require.Contains(t, a.Text(), "ith "+stronger, kind)
		require.NotContains(t, a.Sure, "played by "+stronger, kind)
	}
	readings := answered(sets[1:3])
	require.Regexp(t, `^With `+stronger+`: `, readings.Title)
	ranked := answered(append(sets[:2:2], made{id: "third", board: "10x10", content: resolved("Third", compulsoryAxes, nil), draw: 0.4, plies: 70}), func(p *study.Plan) {
		p.Rankings = []study.Ranking{{ID: "R", Metric: "drawn", Base: "old-game", Changes: []string{"new-game", "third"}}}
	})
	require.Contains(t, ranked.More, "With "+stronger+": of the two changes")
}

// The first figure is of the players of the title.
func TestTheFirstFigureIsOfThePlayersOfTheTitle(t *testing.T) {
	r := load(t, synthetic(t, "players", fourRuleSets()[:2], []string{spec, "random"}, 100, 50))
	a := r.answer()
	who := r.who(r.Groups[slices.IndexFunc(r.Groups, func(g *findings.Group) bool { return strings.HasPrefix(a.Title, "With "+r.who(g)) })])
	require.Contains(t, a.Figures[0].Caption, "played by "+who)
}
