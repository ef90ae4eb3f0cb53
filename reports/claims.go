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

// claimsAnswer gives the verdicts: of few claims each, of more their number.
func claimsAnswer(r *Report) answer {
	const few = 3
	words, differ := map[string]int{}, 0 // claims that come out so with all players, and those that do not
	var parts, decided []string
	claims := r.ByClaim()
	alike := lists.Distinct(list(claims, askedAt)) // is said once
	for _, vs := range claims {
		last := vs[len(vs)-1]
		text := yesWord(last)
		others := lists.Those(lists.Distinct(list(vs, verdictWord)), func(w string) bool { return w != verdictWord(last) })
		switch {
		case len(others) > 0:
			differ++
			text += " with " + r.who(last.Group) + ", with others " + sentence(others)
		case len(vs) > 1:
			text += " with every player"
		}
		if len(others) == 0 {
			words[last.Word]++
		}
		text += when(len(alike) > 1 || len(parts) == 0 && len(claims) <= few, askedAt(vs)) + ": “" + claimOf(last) + "”" + valuesOf(r, last)
		for _, rungs := range findings.Climbed(vs) {
			text += ". " + strings.TrimSuffix(overStrength(rungs), ".")
		}
		if parts = append(parts, text+"."); last.WithAll != findings.Undecided || len(others) > 0 {
			decided = append(decided, text+".")
		}
	}
	a := answer{Parts: parts, Sure: sureOfClaims(r), Figures: stripFigures(r), table: r.verdictTable}
	if len(parts) > few {
		var counts []string
		for _, w := range findings.VerdictWords {
			if words[w] > 0 {
				counts = append(counts, inNumber(words[w])+" "+forms(words[w], "is ", "are ")+w)
			}
		}
		if differ > 0 {
			counts = append(counts, inNumber(differ)+" "+forms(differ, "comes", "come")+" out differently with different players")
		}
		first := fmt.Sprintf("Of %s claims%s %s.", inNumber(len(parts)), when(len(alike) == 1 && alike[0] != "", alike[0]+","), sentence(counts)) + togetherWords(r)
		a.Parts = append([]string{first}, decided[:min(few, len(decided))]...)
	}
	if g := r.Last(); len(r.Profiles) == 2 && len(g.Cells) == 2 {
		a.Parts[len(a.Parts)-1] += longer(g, g.Cells[0], g.Cells[1])
	}
	a.Text = strings.Join(a.Parts, " ")
	return a
}

// sureOfClaims says how sure the verdicts are: which games they rest on, which endings make the
// largest difference in draws, and why a claim is undecided.
func sureOfClaims(r *Report) string {
	text := sentenceCase(r.byWhom(r.Verdicts[len(r.Verdicts)-1].Group))
	if drawn, of := r.Foreseen(); !r.Plan.Confirmatory {
		text += ". Exploratory: the games may have been seen before the claims were written"
	} else {
		text += ". Confirmatory: their seed was made from the claims and the design" + lists.Choose(drawn > 0, ", but "+alikeFromAnySeed(drawn, of), ", so games that were seen before cannot test them")
	}
	made, why, most := "", "", 0.0
	var claimed []*findings.Cell
	for _, v := range slices.Backward(r.Verdicts) { // the last player is that of the answer
		cells := r.Sides(v)
		claimed = append(claimed, cells...)
		if v.Group != r.Last() {
			continue
		}
		name := plain(v.Hypothesis.ID)
		if size := math.Abs(v.Value); v.Metric.Word == "drawn" && v.Word != findings.Undecided && v.Hypothesis.Margin == 0 && len(cells) == 2 && size > most {
			most, made = size, madeOf(r, cells[0], cells[1], " of "+name)
		}
		switch {
		case v.Word != findings.Undecided:
		case v.Why != findings.ByNumber:
			why = fmt.Sprintf(" %s is undecided, since %s.", name, whyWords(v))
		case seenSize(v) == none:
		case v.Hypothesis.Margin > 0:
			why = fmt.Sprintf(" %s is undecided: these games show equal ones to lie only within %s.", name, seenSize(v))
		default:
			why = fmt.Sprintf(" %s is undecided: these games show only differences from %s up.", name, seenSize(v))
		}
	}
	return text + "." + made + why + playedWith(r, claimed) + otherPlayers
}

// together says how many verdicts would be undecided were all tests of the study one family.
func togetherWords(r *Report) string {
	n := len(lists.Those(r.Verdicts, func(v *findings.Verdict) bool { return v.WithAll != v.Word }))
	return when(n > 0, fmt.Sprintf(" With all %d tests of the study as one family, %s of the verdicts would be undecided.", r.Verdicts[0].Claims, inNumber(n)))
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
		label := sentenceCase(v.Word) + when(v.Number != claim, ": "+claimOf(v)) + when(len(r.Groups) > 1, " ("+r.who(v.Group)+")")
		claim = v.Number
		row := forestRow(m, label, signedIn(m, v.Value)+" "+bracketed(m, v.Interval), v.Value, v.Interval, v.Word == findings.Undecided)
		row.To = m.Unit.Factor * v.Hypothesis.Margin
		row.From = -row.To
		charts[at].Rows = append(charts[at].Rows, row)
	}
	return list(charts, func(c chart.Forest) figure {
		return figure{Chart: c, Wide: true, Caption: fmt.Sprintf("The difference of which each claim speaks, with its 95 %% interval; %s a rule set and player. Filled: supported, refuted or equivalent, adjusted for the family.", plural(r.Games, "game", "games"))}
	})
}
