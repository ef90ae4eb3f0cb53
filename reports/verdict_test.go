package reports

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// Each word is given where it is due, and p is adjusted within the family alone.
func TestVerdicts(t *testing.T) {
	sets := fourRuleSets()[:3]
	twin := sets[1]
	twin.id, twin.hash = "twin", "bb"
	sets[1].hash = "bb"
	sets = append(sets, twin)
	r := load(t, synthetic(t, "verdicts", sets, []string{"random", spec}, 400, 400, func(p *study.Plan) {
		h := func(id, metric, a, b, direction string, margin float64, players, family string) {
			p.Hypotheses = append(p.Hypotheses, study.Hypothesis{ID: id, Claim: "c", Metric: metric, A: a, B: b, Direction: direction, Margin: margin, Players: players, Family: family})
		}
		p.Families = []study.Family{{ID: "one", Adjust: "holm"}}
		h("less", "drawn", "old-game", "new-game", "less", 0, spec, "one")
		h("more", "decisive", "old-game", "new-game", "less", 0, spec, "one")
		h("near", "drawn", "new-game+stop", "new-game", "", 0.3, spec, "one")
		h("far", "drawn", "old-game", "new-game", "", 0.1, spec, "one")
		h("fine", "drawn", "new-game+stop", "new-game", "", 0.06, spec, "one")
		h("all", "drawn", "old-game", "new-game", "less", 0, "", "")
		h("same", "drawn", "twin", "new-game", "less", 0, spec, "")
		h("same too", "drawn", "twin", "new-game", "", 0.01, spec, "")
		h("lengths", "plies", "old-game", "new-game", "greater", 0, spec, "")
		h("lengths near", "plies", "new-game+stop", "new-game", "", 40, spec, "")
		h("voids", "void", "old-game", "new-game", "less", 0, spec, "")
		h("huffs", "huffed", "old-game", "new-game", "greater", 0, spec, "")
	}))
	words := map[string]string{}
	for _, v := range r.Verdicts {
		words[v.Hypothesis.ID+" "+v.Group.Name()] = v.Word
	}
	s := " " + spec
	require.Equal(t, map[string]string{
		"less" + s: findings.Supported, "more" + s: findings.Refuted, "near" + s: findings.Equivalent, "far" + s: findings.Refuted, "fine" + s: findings.Undecided,
		"all random": findings.Supported, "all" + s: findings.Supported, "same" + s: findings.Refuted, "same too" + s: findings.Equivalent,
		"lengths" + s: findings.Supported, "lengths near" + s: findings.Equivalent, "voids" + s: findings.Undecided, "huffs" + s: findings.Supported,
	}, words)
	byID := map[string]*findings.Verdict{}
	for _, v := range r.Verdicts {
		byID[v.Hypothesis.ID] = v
	}
	require.Equal(t, 5, byID["less"].Tests, "the family named")
	require.Equal(t, 6, byID["voids"].Tests, "those that name none, without the same game")
	require.GreaterOrEqual(t, byID["fine"].Adjusted, byID["fine"].P)
	require.Greater(t, byID["fine"].Seen, 0.06, "what was undecided could not have been seen")
	require.Equal(t, byID["huffs"].Clusters-1, byID["huffs"].DF)
	text := written(t, r, "text")
	require.Contains(t, text, "the same game")
	for _, format := range Formats {
		require.NotContains(t, written(t, r, format), "NaN")
	}
	require.Contains(t, strings.Join(deviations(r), " "), "The claim “same” was not tested")
}

// ab are rule sets called a and b on ten rows, which differ in how their games end.
func ab(sets ...made) []made {
	for i := range sets {
		sets[i].id, sets[i].board, sets[i].plies = string(rune('a'+i)), "10x10", 70
		sets[i].content = resolved(sets[i].id, compulsoryAxes, nil)
	}
	return sets
}

// What is the same game for one player may not be for another.
func TestOnePlayerMayKnowTheSameGame(t *testing.T) {
	strict, none := maps.Clone(compulsoryAxes), maps.Clone(compulsoryAxes)
	strict["conduct.touch_move"] = "strict"
	const hash = "abababababababababababababababababababababababababababababababab"
	sets := []made{
		{id: "strict", board: "10x10", hash: hash, content: resolved("Strict", strict, nil), draw: 0.1, plies: 70},
		{id: "none", board: "10x10", hash: hash, content: resolved("None", none, nil), draw: 0.5, plies: 70},
	}
	r := load(t, synthetic(t, "people", sets, []string{"random", "random:touch=30"}, 200, 200, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: "people 0", Claim: "c", Metric: "drawn", A: "strict", B: "none", Direction: "less"}}
		for i := range 3 {
			p.Hypotheses = append(p.Hypotheses, study.Hypothesis{ID: fmt.Sprint("people ", i+1), Claim: "c", Metric: "drawn", A: "strict", B: "none", Margin: 0.01 * float64(i+1)})
		}
	}))
	require.Regexp(t, `^people 0: refuted and supported\. Claimed: “c\.” Tested: fewer games are drawn under strict than under none\. A player that moves at random \(random\): refuted: both are the same game\. A player that moves at random \(random:touch=30\): supported, 8\.0 against [\d.]+ % \(−`, verdictText(r, r.Verdicts[:2]))
	require.Equal(t, "The claim “people 0” was not tested with random: strict and none are the same game.", deviations(r)[0])
	require.Len(t, deviations(r), 4)
	require.Regexp(t, `^Of four claims three are equivalent and one is refuted with a player that moves at random \(random\); one is supported and three are refuted with `, r.answer().Text())
	claim := r.answer().Claims[0]
	require.Equal(t, []stamp{no, yes}, []stamp{claim.Rulings[0].Stamp, claim.Rulings[1].Stamp}, "each player has a stamp")
	require.Regexp(t, `^A player that moves at random \(random:touch=30\): supported, 8\.0 against [\d.]+ % `, claim.Rulings[1].String())
	require.Contains(t, strings.Join(strings.Fields(written(t, r, "md")), " "), "refuted where both are the same game")
}

// At a look the p of a claim allows for the others, that of an equivalence as the one-sided
// p that it is, and that of a difference, beyond a margin or without one, as a two-sided one.
func TestVerdictsAtALook(t *testing.T) {
	r := load(t, synthetic(t, "looks", ab(made{draw: 0.3}, made{draw: 0.2}), []string{spec}, 400, 400, func(p *study.Plan) {
		p.Looks = []int{300, 400}
		h := func(id string, margin float64, direction string) study.Hypothesis {
			return study.Hypothesis{ID: id, Claim: "c", Metric: "drawn", A: "a", B: "b", Margin: margin, Direction: direction}
		}
		p.Hypotheses = []study.Hypothesis{h("near", 0.15, ""), h("beyond", 0.01, ""), h("greater", 0, "greater")}
	}))
	require.Equal(t, 2, r.Look)
	looks := stats.Looks{0.75, 1}
	near, beyond, greater := r.Verdicts[0], r.Verdicts[1], r.Verdicts[2]
	p := near.Equivalence(0.15)
	require.InEpsilon(t, looks.Adjust(1, 2*p)/2, near.P, 1e-6)
	require.Greater(t, math.Abs(looks.Adjust(1, p)/near.P-1), 1e-3, "a two-sided p would be another")
	require.InEpsilon(t, looks.Adjust(1, beyond.Estimate.Beyond(0.01)), beyond.P, 1e-6)
	require.InEpsilon(t, looks.Adjust(1, r.Compared(greater.Metric, greater.Group.Cells[0], greater.Group.Cells[1]).P), greater.P, 1e-6)
	require.Equal(t, greater.Estimate.At(1-looks.Levels(findings.Alpha)[1]), greater.Interval)
}

// A claim is decided by its p adjusted for its family, and not by its own, nor by that of all
// claims.
func TestVerdictsAreByFamily(t *testing.T) {
	r := load(t, synthetic(t, "families", ab(made{draw: 0.3}, made{draw: 0.3}), []string{spec}, 400, 400, func(p *study.Plan) {
		for k := range 20 {
			h := study.Hypothesis{ID: fmt.Sprint("near ", k), Claim: "c", Metric: "drawn", A: "a", B: "b", Margin: 0.04 + 0.004*float64(k), Family: "one"}
			p.Hypotheses = append(p.Hypotheses, h)
			h.ID, h.Family = fmt.Sprint("alone ", k), fmt.Sprint("alone ", k)
			p.Hypotheses = append(p.Hypotheses, h)
		}
	}))
	family, all := 0, 0
	for _, v := range r.Verdicts {
		require.Equal(t, v.Adjusted < findings.Alpha, v.Word == findings.Equivalent, v.Hypothesis.ID)
		require.Equal(t, v.Together < findings.Alpha, v.WithAll == findings.Equivalent, v.Hypothesis.ID)
		if v.P < findings.Alpha && v.Adjusted >= findings.Alpha {
			family++
		}
		if v.Adjusted < findings.Alpha && v.Together >= findings.Alpha {
			all++
		}
	}
	require.Positive(t, family)
	require.Positive(t, all)
}

// What trainings vary in the mean of a rule set falls with their number.
func TestTrainingsVaryLessTogether(t *testing.T) {
	for _, trained := range [][]float64{{0.2}, {0.2, 0.2, 0.2}} {
		c := load(t, synthetic(t, "trained", ab(made{trained: trained}), []string{spec}, 60, 60)).Groups[0].Cells[0]
		require.InDelta(t, study.TrainingSpread.Own*study.TrainingSpread.Own/float64(len(trained)), c.TrainingVariance(nil), 1e-12)
	}
}

// What a claim of no difference could have shown is a margin.
func TestMarginsAreCalledSo(t *testing.T) {
	r := load(t, synthetic(t, "margins", fourRuleSets()[1:3], []string{spec}, 40, 40, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: "near", Claim: "c", Metric: "drawn", A: "new-game", B: "new-game+stop", Margin: 0.02}}
	}))
	ruled := r.answer().Claims[0].Rulings[0]
	require.Equal(t, notShown, ruled.Stamp)
	require.Regexp(t, `^Undecided, .*; if the two were equal, they would have been shown to lie within [\d.]+ points\.$`, ruled.String())
}

// A claim of being no worse looks to the one side: a great deal better is no worse, and what
// is worse by more than the margin refutes it.
func TestNoWorse(t *testing.T) {
	for _, c := range []struct {
		a, b      float64
		direction string
		word      string
		stamp     stamp
		found     string
	}{
		{0.1, 0.4, "less", findings.NotWorse, notWorse, "lies at most 10.0 points above that under"},
		{0.3, 0.3, "less", findings.NotWorse, notWorse, "lies at most 10.0 points above that under"},
		{0.6, 0.3, "less", findings.Refuted, no, "lies more than 10.0 points above that under"},
		{0.6, 0.3, "greater", findings.NotWorse, notWorse, "lies at most 10.0 points below that under"},
		{0.1, 0.4, "greater", findings.Refuted, no, "lies more than 10.0 points below that under"},
		{0.4, 0.3, "less", findings.Undecided, notShown, "t is not shown whether"},
	} {
		r := load(t, synthetic(t, "worse", ab(made{draw: c.a}, made{draw: c.b}), []string{spec}, 900, 900, func(p *study.Plan) {
			p.Hypotheses = []study.Hypothesis{{ID: "H", Claim: "c", Metric: "drawn", A: "a", B: "b", Direction: c.direction, NoWorse: 0.1}}
		}))
		v := r.Verdicts[0]
		require.Equal(t, c.word, v.Word, c)
		answer := r.answer()
		require.Equal(t, c.stamp, answer.Claims[0].Rulings[0].Stamp)
		require.Contains(t, answer.Title, c.found)
		require.Contains(t, answer.Claims[0].Tested, "lies at most 10.0 points")
		inside, _ := v.NoWorse(v.Seen, c.direction == "less")
		require.Positive(t, inside)
	}
}

// mixtures are the rule sets of an ablation.
func mixtures() (sets []made, ablation func(*study.Plan)) {
	sets = fourRuleSets()
	sets[3].board = "10x10"
	withDraws := func(axes, of map[string]any) map[string]any {
		axes = maps.Clone(axes)
		delete(axes, "draw")
		if draws, ok := of["draw"]; ok {
			axes["draw"] = draws
		}
		return axes
	}
	sets[2].content = resolved("No huffs", withDraws(compulsoryAxes, claimableAxes), nil)
	sets[3].content = resolved("Draws", withDraws(claimableAxes, compulsoryAxes), nil)
	ab := study.Ablation{
		A: "old-game", B: "new-game",
		Parts: []study.Part{study.PartOf([]string{"capture.obligation", "claim.remedies"}), study.PartOf([]string{"draw"})},
	}
	sets[2].id, sets[3].id = ab.Mixed(1), ab.Mixed(2)
	for set, id := range []string{ab.A, sets[2].id, sets[3].id, ab.B} {
		ab.Mixtures = append(ab.Mixtures, study.Mixture{FromB: set, RuleSet: id})
	}
	return sets, func(p *study.Plan) { p.Ablation = &ab }
}

// What the open games of a study of mixtures could turn is not shown by its attribution,
// nor by its table of differences.
func TestOpenGamesAmongMixtures(t *testing.T) {
	for _, c := range []struct {
		horizon float64
		shown   bool
	}{{0, true}, {0.1, true}, {0.33, false}, {0.6, false}} {
		sets, ablation := mixtures()
		sets[0].horizon = c.horizon
		r := load(t, synthetic(t, "open", sets, []string{spec}, 200, 200, ablation))
		a, err := r.Attribute(r.Groups[0], findings.MetricOf("drawn"))
		require.NoError(t, err)
		require.Negative(t, a.Difference.High)
		require.LessOrEqual(t, a.Difference.Least.Value, a.Difference.Value)
		for _, p := range r.Groups[0].Pairs {
			if p.Metric.Word == "drawn" {
				require.Equal(t, []float64{p.Least.Value, p.Most.Value}, []float64{a.Difference.Least.Value, a.Difference.Most.Value})
				require.Equal(t, p.Interval, a.Difference.Interval)
				require.Equal(t, c.shown, p.Shown(), c.horizon)
			}
		}
		require.Equal(t, c.shown, a.Difference.Shown, "%v: %v", c.horizon, a.Difference)
	}
}

// What the open games could turn is no finding.
func TestFirstMovesFinding(t *testing.T) {
	const found = "The first mover scores more than half"
	say := func(horizon float64) string {
		sets := fourRuleSets()[1:2]
		sets[0].horizon = horizon
		r := load(t, synthetic(t, "first", sets, []string{"random"}, 2000, 500))
		return strings.Join(strings.Fields(written(t, r, "text")), " ")
	}
	require.Contains(t, say(0), found)
	require.NotContains(t, say(0.8), found)
}

func TestMixturesWithoutCountedGames(t *testing.T) {
	sets, ablation := mixtures()
	sets[1].horizon, sets[1].void = 0, 1
	r := load(t, synthetic(t, "void", sets, []string{spec}, 200, 50, ablation))
	_, err := r.Divided("first-score")
	require.ErrorContains(t, err, "no game of some mixture counts in first-score")
	_, err = r.Divided("drawn")
	require.NoError(t, err)
	require.NotContains(t, written(t, r, "json"), "NaN")
}

// An ablation's parts add up, in the numbers and in every form.
func TestAttribution(t *testing.T) {
	sets, ablation := mixtures()
	dir := synthetic(t, "ablate", sets, []string{spec}, 200, 50, ablation)
	r := load(t, dir)
	require.Len(t, r.Groups[0].Pairs, 3, "only the two are compared")
	for _, word := range []string{"drawn", "decisive", "first-score", "plies", "playable"} {
		a, err := r.Attribute(r.Groups[0], findings.MetricOf(word))
		require.NoError(t, err)
		require.InDelta(t, a.Difference.Value, a.Parts[0].Value+a.Parts[1].Value, 1e-12)
		require.InDelta(t, a.A.Value-a.B.Value, a.Difference.Value, 1e-12)
		for _, e := range append(a.Parts, a.Difference) {
			require.LessOrEqual(t, e.Low, e.Value)
			require.GreaterOrEqual(t, e.High, e.Value)
		}
		// two parts: half the sum of what each adds first and last
		v := func(set int) float64 { return a.Mixtures[set].Value }
		require.InDelta(t, (v(0)-v(1)+v(2)-v(3))/2, a.Parts[0].Value, 1e-12)
		require.InDelta(t, v(0)-v(1)-v(2)+v(3), a.Interactions[1][0].Value, 1e-12)
	}
	for _, format := range []string{"text", "html", "md", "json"} {
		text := written(t, r, format)
		require.NotContains(t, text, "NaN")
		require.Regexp(t, "capture.obligation|enforces a capture that is owed", text)
	}
	require.Contains(t, written(t, r, "html"), "fig-attribution-plies")
	require.NotContains(t, written(t, r, "html"), "stand behind some mixture")
	require.Contains(t, written(t, r, "html"), "<title>"+r.Card().Title+"</title>", "a list of runs names it as its page does")
	few := load(t, synthetic(t, "ablate", sets, []string{spec}, 40, 40, func(p *study.Plan) { p.Ablation = r.Plan.Ablation }))
	require.Contains(t, written(t, few, "html"), "Only 40 openings stand behind some mixture.")
}

// A verdict holds at both bounds that the open games leave.
func TestVerdictsThatDoNotHold(t *testing.T) {
	for _, c := range []struct {
		name   string
		a, b   made
		margin float64
		word   string
		why    findings.Why
	}{
		{"shown", made{draw: 0.3}, made{draw: 0.1}, 0, findings.Supported, findings.ByNumber},
		{"open games", made{draw: 0.3}, made{draw: 0.1, horizon: 0.4}, 0, findings.Undecided, findings.OpenDecide},
		{"taught three times", made{trained: []float64{0.4, 0.4, 0.3}}, made{trained: []float64{0.2, 0.2, 0.2}}, 0, findings.Supported, findings.ByNumber},
		{"alike", made{draw: 0.2}, made{draw: 0.2}, 0.15, findings.Equivalent, findings.ByNumber},
		{"alike but for the open games", made{draw: 0.2}, made{draw: 0.16, horizon: 0.3}, 0.15, findings.Undecided, findings.OpenDecide},
	} {
		r := load(t, synthetic(t, "bounds", ab(c.a, c.b), []string{spec}, 900, 900, func(p *study.Plan) {
			h := study.Hypothesis{ID: "H", Claim: "c", Metric: "drawn", A: "a", B: "b", Direction: "greater", Margin: c.margin}
			if c.margin > 0 {
				h.Direction = ""
			}
			p.Hypotheses = []study.Hypothesis{h}
		}))
		v := r.Verdicts[0]
		require.Equal(t, c.word, v.Word, c.name)
		require.Equal(t, c.why, v.Why, c.name)
		require.LessOrEqual(t, v.Least.Value, v.Value)
		require.GreaterOrEqual(t, v.Most.Value, v.Value)
		require.Len(t, v.Trained, len(c.a.trained))
		require.Contains(t, strings.Join(strings.Fields(written(t, r, "text")), " "), whyWords(v))
	}
}

// Who plays without chance plays an opening alike from any seed: then no report says that
// nobody could see the games.
func TestGamesWithoutChanceCanBeForeseen(t *testing.T) {
	report := func(games, openings int, random bool) *Report {
		return load(t, synthetic(t, "foreseen", fourRuleSets()[:3], []string{spec}, games, openings, func(p *study.Plan) {
			p.Hypotheses = []study.Hypothesis{{ID: "less", Claim: "c", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less"}}
			p.Players[0].Random, p.Confirmatory = random, true
			p.Seed = p.ClaimedSeed()
		}))
	}
	r := report(100, 100, true)
	require.NotContains(t, standingOf(r), "without chance")
	require.Contains(t, r.answer().Sure, "so games that were seen before cannot test them")
	r = report(100, 100, false)
	require.Contains(t, standingOf(r), "alike from any seed: only the choice of openings is new, here 100 of 1574. ")
	require.NotContains(t, r.answer().Sure, "seen before")
	require.Contains(t, r.answer().Sure, "here 100 of 1574. ")
	require.Empty(t, deviations(r))
	r.Manifest.Boards[0].Chapters[0].Wild = true
	require.Contains(t, standingOf(r), "here 100. ", "nobody knows from how many")
	r.Manifest.Boards[0].Chapters[0].Wild = false
	for i := range r.Manifest.Boards[0].Chapters {
		r.Manifest.Boards[0].Chapters[i].Positions = 50
	}
	require.Contains(t, standingOf(r), "here all 100. ")
	require.Contains(t, deviations(r)[0], "could be seen before")
}
