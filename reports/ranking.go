package reports

import (
	"cmp"
	"fmt"
	"slices"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// likely is the chance from which a change is named as the one that does most.
const likely = 0.5

func rankingWords(x *findings.Ranking) string {
	m := x.Metric
	top := slices.MaxFunc(x.Changes, func(a, b findings.Ranked) int { return cmp.Compare(a.Chance, b.Chance) })
	of := fmt.Sprintf("of the %s changes to %s", inNumber(len(x.Changes)), x.Base.Profile.Name)
	does := fmt.Sprintf("%s %s, unadjusted %s", signedIn(m, top.Value), m.Unit.Points, spanIn(m, top.Interval))
	near := when(study.AtMostOne(m.Word) && top.Near-top.Chance > 0.005, fmt.Sprintf(", and that it does or lies within %s %s of what does, %s", fixedIn(m, findings.Within), m.Unit.Points, outOf(top.Near)))
	if top.Chance < likely {
		return fmt.Sprintf("Which %s does most to the %s is not shown: the likeliest, “%s” (%s), does with a chance of %s%s.",
			of, profile.MidSentence(m.Title), top.Cell.Profile.Name, does, outOf(top.Chance), near)
	}
	return fmt.Sprintf("%s, “%s” seems to do most to the %s (%s); the chance that it does is %s%s.",
		sentenceCase(of), top.Cell.Profile.Name, profile.MidSentence(m.Title), does, outOf(top.Chance), near)
}

// outOf writes a chance that was counted in draws.
func outOf(p float64) string {
	return lists.Choose(p > 0.99, "over 99", lists.Choose(p < 0.01, "under 1", fixed(100*p, 0))) + " %"
}

func rankingSection(r *Report) *section {
	s := &section{ID: "ranking", Title: "Which change does most", Text: []string{fmt.Sprintf(
		"The estimates are less the base; whichever way a change goes, the greater one does more. In the chances large estimates are drawn towards 0, as far as the changes together do not bear them out. Intervals are of %.0f %% each. This is exploratory, and a chance is no test.", 100*findings.Level)}}
	for _, x := range r.Rankings {
		m := x.Metric
		s.Findings = append(s.Findings, Finding{when(len(r.Groups) > 1, sentenceCase(r.who(x.Group))+": ") + when(x.Question != "", plain(x.Question)+" ") + rankingWords(x), r.marks(x.Base, x.Changes[0].Cell)})
		t := table{Title: r.titled("Which does most: "+m.Title+", less "+x.Base.Profile.Name+" ("+m.Unit.Points+")", x.Group), Head: []string{"change, or two", "difference", "95 % interval", "open games leave", "does most, or more"}}
		for _, c := range slices.Concat(x.Changes, x.Pairs) {
			name := r.name(c.Cell)
			if c.Lesser != nil {
				name = cell{Text: c.Cell.Profile.Name + " more than " + c.Lesser.Profile.Name, Terminal: typedOf(c.Cell.Profile) + " more than " + typedOf(c.Lesser.Profile)}
			}
			t.Rows = append(t.Rows, row(name, signedIn(m, c.Value), spanIn(m, c.Interval), leavesOf(&c.Effect.Bounded, m), outOf(c.Chance)))
		}
		s.Tables = append(s.Tables, t)
	}
	return lists.Choose(len(s.Tables) > 0, s, nil)
}
