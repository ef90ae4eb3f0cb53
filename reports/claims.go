package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
)

// A claimAnswer is a claim in its author's words, what was tested of it, and what was found of that.
type claimAnswer struct {
	Claim, Tested string
	Rulings       []ruling
}

// claimWords are the words of a claim, and whether they say the opposite of what was tested.
func claimWords(v *findings.Verdict) string {
	if v.Hypothesis.Against() != "" {
		return "Claimed in words that say the opposite of what was tested: “" + claimOf(v) + ".”"
	}
	return "“" + claimOf(v) + ".”"
}

// A ruling is what was found of a claim with a player: none is named where there is one only, or
// where it is of all of a ladder.
type ruling struct {
	Stamp        stamp
	Player, Text string
}

// String is the ruling without its stamp.
func (x ruling) String() string {
	if x.Player == "" {
		return sentenceCase(x.Text)
	}
	return x.Player + ": " + x.Text
}

// fewClaims are answered one by one.
const fewClaims = 3

// claimsAnswer gives the verdicts: of few claims each, of more their number.
func claimsAnswer(r *Report) answer {
	claims := r.ByClaim()
	a := answer{Sure: sureOfClaims(r), Figures: stripFigures(r), table: r.verdictTable}
	ofMargins := slices.ContainsFunc(r.Verdicts, func(v *findings.Verdict) bool { return v.Hypothesis.Within() > 0 })
	if seen := lists.Distinct(list(r.Verdicts, seenSize)); len(seen) == 1 && seen[0] != none && !ofMargins {
		a.Seen = seen[0]
	}
	if len(claims) == 1 {
		a.Title = sentenceCase(foundWords(r, claims[0])) + "."
	} else {
		a.Title = countedWords(claims)
		if n := len(r.Groups); n > 1 && n <= mostAnswered && !slices.ContainsFunc(claims, func(vs []*findings.Verdict) bool { return len(vs) != n }) {
			a.Title = countedByPlayer(r, claims)
		} else if len(claims) <= fewClaims {
			lasts := list(claims, func(vs []*findings.Verdict) *findings.Verdict { return vs[len(vs)-1] })
			a.Title = sentenceCase(when(len(r.Groups) > 1, "with "+r.who(r.Last())+" ")+strings.Join(list(lasts, func(v *findings.Verdict) string { return foundIn(r, v) }), "; ")) + "."
			a.More = " " + countedWords(claims)
		}
		a.More += togetherWords(r)
	}
	open := func(vs []*findings.Verdict) int { // the decided come first
		return lists.Choose(slices.ContainsFunc(vs, func(v *findings.Verdict) bool { return v.WithAll != findings.Undecided }), 0, 1)
	}
	if len(claims) > fewClaims {
		slices.SortStableFunc(claims, func(x, y []*findings.Verdict) int { return open(x) - open(y) })
		a.More += " The first that are decided stand below."
	}
	for _, vs := range claims[:min(fewClaims, len(claims))] {
		a.Claims = append(a.Claims, answerOf(r, vs, false))
	}
	for _, vs := range claims {
		a.More += when(vs[0].Hypothesis.Against() != "", fmt.Sprintf(" The words of the claim “%s” say the opposite of what was tested.", plain(vs[0].Hypothesis.ID)))
	}
	if g := r.Last(); len(r.Profiles) == 2 && len(g.Cells) == 2 {
		a.More += longer(g, g.Cells[0], g.Cells[1])
	}
	return a
}

// countedByPlayer counts claims by what came out with each of few players.
func countedByPlayer(r *Report, claims [][]*findings.Verdict) string {
	return "Of " + InNumber(len(claims)) + " claims " + strings.Join(list(r.Groups, func(g *findings.Group) string {
		words := map[string]int{}
		for _, vs := range claims {
			for _, v := range vs {
				words[v.Word] += lists.Choose(v.Group == g, 1, 0)
			}
		}
		return sentence(verdictCounts(words, len(claims))) + " with " + r.who(g)
	}), "; ") + "."
}

// verdictCounts says how many of some claims have each verdict.
func verdictCounts(words map[string]int, of int) []string {
	return list(lists.Those(findings.VerdictWords, func(w string) bool { return words[w] > 0 }), func(w string) string {
		return lists.Choose(words[w] == of, lists.Choose(of == 2, "both", "all"), InNumber(words[w])) + " " + forms(words[w], "is ", "are ") + w
	})
}

// countedWords counts claims by what came out, and those that came out differently with different
// players.
func countedWords(claims [][]*findings.Verdict) string {
	words, differ := map[string]int{}, 0
	for _, vs := range claims {
		if len(lists.Distinct(list(vs, verdictWord))) > 1 {
			differ++
		} else {
			words[vs[0].Word]++
		}
	}
	counts := verdictCounts(words, len(claims))
	if differ > 0 {
		counts = append(counts, InNumber(differ)+" "+forms(differ, "comes", "come")+" out differently with different players")
	}
	at := ""
	if alike := lists.Distinct(list(claims, askedAt)); len(alike) == 1 { // it is said once
		at = alike[0]
	}
	if len(words) == 1 && differ == 0 {
		return fmt.Sprintf("%s claims are %s%s.", lists.Choose(len(claims) == 2, "Both", "All "+InNumber(len(claims))), lists.SortedKeys(words)[0], at)
	}
	return fmt.Sprintf("Of %s claims%s %s.", InNumber(len(claims)), when(at != "", at+","), sentence(counts))
}

// foundWords says what the games have of a claim, with each of few players or else with the last.
func foundWords(r *Report, vs []*findings.Verdict) string {
	if len(vs) == 1 {
		return foundIn(r, vs[0]) + askedAt(vs)
	}
	last := vs[len(vs)-1]
	text := "with " + r.who(last.Group) + " " + foundIn(r, last)
	if len(vs) > mostAnswered {
		others := lists.Those(lists.Distinct(list(vs, verdictWord)), func(w string) bool { return w != verdictWord(last) })
		return text + when(len(others) > 0, "; with others the claim is "+sentence(others))
	}
	for _, v := range slices.Backward(vs[:len(vs)-1]) {
		text += "; with " + r.who(v.Group) + " " + foundShortly(r, v)
	}
	return text
}

// foundIn says what the games of one player have of a claim.
func foundIn(r *Report, v *findings.Verdict) string {
	switch {
	case v.SameGame:
		return sentence([]string{r.nameOf(v.Hypothesis.A), r.nameOf(v.Hypothesis.B)}) + " are the same game"
	case v.Word == findings.Undecided:
		return "it is not shown whether " + claimedOf(v, r.nameOf)
	}
	return statementOf(v, func(id string) string {
		c := lists.Choose(id == v.Hypothesis.A, v.A, v.B)
		return c.Profile.Name + " (" + valueIn(v.Metric, c.Value(v.Metric)) + ")"
	}, v.Value < 0, v.Word != findings.Refuted)
}

// foundShortly is the same where another player's words stand before it.
func foundShortly(r *Report, v *findings.Verdict) string {
	switch {
	case v.Word == findings.Undecided:
		return "that is not shown" + valuesOf(r, v, "")
	case v.Word == findings.Equivalent || v.Word == findings.NotWorse:
		return "it does" + valuesOf(r, v, "")
	case v.SameGame:
		return "both are the same game"
	case v.Hypothesis.Within() > 0:
		return "it does not" + valuesOf(r, v, "")
	}
	return v.Metric.Says(v.Value < 0) + valuesOf(r, v, "")
}

// answerOf answers a claim with each of few players; of more those are named together that came
// out alike, unless it tells all of them in full.
func answerOf(r *Report, vs []*findings.Verdict, full bool) claimAnswer {
	a := claimAnswer{Claim: claimWords(vs[0]), Tested: testedIn(vs[0])}
	for _, rungs := range findings.Climbed(vs) {
		a.Rulings = append(a.Rulings, ruling{Text: overStrength(rungs)})
	}
	named := vs
	if len(vs) > mostAnswered && !full {
		named = vs[len(vs)-1:]
		for _, word := range lists.Distinct(list(vs, verdictWord)) {
			alike := lists.Those(vs[:len(vs)-1], func(v *findings.Verdict) bool { return verdictWord(v) == word })
			if len(alike) > 0 {
				a.Rulings = append(a.Rulings, ruling{stamps[alike[0].Word], sentenceCase(word), sentence(list(alike, func(v *findings.Verdict) string { return r.brief(v.Group) })) + "."})
			}
		}
	}
	for _, v := range named {
		who := when(len(vs) > 1, sentenceCase(r.who(v.Group)))
		a.Rulings = append(a.Rulings, ruling{stamps[v.Word], who, rulingText(r, v, full)})
	}
	return a
}

var stamps = map[string]stamp{findings.Supported: yes, findings.Equivalent: equal, findings.NotWorse: notWorse, findings.Refuted: no, findings.Undecided: notShown}

// sureOfClaims says how sure the verdicts are: which games they rest on, what is adjusted, and
// which endings make the largest difference in draws.
func sureOfClaims(r *Report) string {
	text := sentenceCase(r.byWhom(r.Verdicts[len(r.Verdicts)-1].Group))
	if len(r.Groups) > 1 {
		text = sentenceCase(r.howMany()) + " and player"
	}
	if drawn, of := r.Foreseen(); !r.Plan.Confirmatory {
		text += ". Exploratory: the games may have been seen before the claims were written"
	} else {
		text += ". Confirmatory: their seed was made from the claims and the design" + lists.Choose(drawn > 0, ", but "+alikeFromAnySeed(drawn, of), ", so games that were seen before cannot test them")
	}
	if n := slices.Max(list(r.Verdicts, func(v *findings.Verdict) int { return v.Tests })); n > 1 {
		text += fmt.Sprintf(". Verdicts are adjusted for up to %d tests, intervals are not", n)
	}
	made, most := "", 0.0
	var claimed []*findings.Cell
	for _, v := range slices.Backward(r.Verdicts) { // the last player is that of the answer
		cells := v.Sides()
		claimed = append(claimed, cells...)
		size := math.Abs(v.Value)
		if v.Group == r.Last() && v.Metric.Word == "drawn" && v.Word != findings.Undecided && v.Hypothesis.Within() == 0 && len(cells) == 2 && size > most {
			most, made = size, madeOf(r, v.Value, cells[0], cells[1], " between "+cells[0].Profile.Short+" and "+cells[1].Profile.Short+when(len(r.Groups) > 1, " with "+r.who(v.Group)))
		}
	}
	return text + "." + made + playedWith(r, claimed) + otherPlayers
}

// together says how many verdicts would be undecided were all tests of the study one family.
func togetherWords(r *Report) string {
	n := len(lists.Those(r.Verdicts, func(v *findings.Verdict) bool { return v.WithAll != v.Word }))
	return when(n > 0, fmt.Sprintf(" With all %d tests of the study as one family, %s of the verdicts would be undecided.", r.Verdicts[0].Claims, InNumber(n)))
}

// stripFigures draw a row for each claim: the difference, its interval and, where one was
// stated, the margin. Claims in points and claims in plies have figures of their own.
func stripFigures(r *Report) []figure {
	var charts []chart.Forest
	claim := -1
	for _, v := range r.Verdicts {
		if v.SameGame || math.IsNaN(v.Value) {
			continue
		}
		m := v.Metric
		at := slices.IndexFunc(charts, func(c chart.Forest) bool { return c.Unit == m.Unit.Points })
		if at < 0 {
			at = len(charts)
			charts = append(charts, chart.Forest{Unit: m.Unit.Points, Open: "the margin within which a difference counts as none", Faint: "undecided", Head: chart.Head{
				ID: "fig-verdicts" + when(at > 0, fmt.Sprintf("-%d", at+1)), Title: "What was claimed and what was found, " + m.Unit.Points,
				Desc: "One row for each claim and player: the difference with its interval, and the margin of a claim of no difference.",
			}})
		}
		label := sentenceCase(v.Word) + when(v.Number != claim, ": "+testedIn(v)) + when(len(r.Groups) > 1, " ("+r.who(v.Group)+")")
		claim = v.Number
		row := forestRow(m, label, signedIn(m, v.Value)+" "+bracketed(m, v.Interval), v.Value, v.Interval, v.Word == findings.Undecided)
		row.To = m.Unit.Factor * v.Hypothesis.Within()
		row.From = -row.To
		if v.Hypothesis.NoWorse > 0 { // to the worse side alone
			row.From, row.To = lists.Choose(v.Hypothesis.Less(), 0, row.From), lists.Choose(v.Hypothesis.Less(), row.To, 0)
		}
		charts[at].Rows = append(charts[at].Rows, row)
	}
	return list(charts, func(c chart.Forest) figure {
		return figure{Chart: c, Wide: true, Caption: fmt.Sprintf("The difference that each claim is about, with its 95 %% interval; %s a rule set and player. Filled: supported, refuted or equivalent, adjusted for the family.", plural(r.Games, "game", "games"))}
	})
}
