package reports

import (
	"cmp"
	"fmt"
	"slices"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/study"
)

// likely is the chance from which a change is named as the one that does most.
const likely = 0.5

func rankingWords(x *findings.Ranking) string {
	m := x.Metric
	top := slices.MaxFunc(x.Changes, func(a, b findings.Ranked) int { return cmp.Compare(a.Chance, b.Chance) })
	of := fmt.Sprintf("of the %s changes to %s", InNumber(len(x.Changes)), x.Base.Profile.Name)
	if x.Direction != "" && (top.Value < 0) != (x.Direction == "less") {
		return fmt.Sprintf("None %s seems to %s the %s.", of, doesOf(x), m.Noun())
	}
	does := fmt.Sprintf("%s %s, unadjusted %s", signedIn(m, top.Value), m.Unit.Points, spanIn(m, top.Interval))
	near := when(study.AtMostOne(m.Word) && top.Near-top.Chance > 0.005, fmt.Sprintf(", and that it does or lies within %s %s of what does, %s", fixedIn(m, findings.Within), m.Unit.Points, outOf(top.Near)))
	one, most := "does most to the "+m.Noun(), "do most to the "+m.Noun()
	if x.Direction != "" {
		most = doesOf(x) + " the " + m.Noun() + " most"
		one = doesOf(x) + "s the " + m.Noun() + " most"
	}
	if top.Chance < likely {
		return fmt.Sprintf("Which %s %s is not shown: the likeliest, “%s” (%s), does with a chance of %s%s.",
			of, one, top.Cell.Profile.Name, does, outOf(top.Chance), near)
	}
	return fmt.Sprintf("%s, “%s” seems to %s (%s); the chance that it does is %s%s.",
		sentenceCase(of), top.Cell.Profile.Name, most, does, outOf(top.Chance), near)
}

// allOf says what each change does to draws, the first mover's score and lengths.
func allOf(r *Report, x *findings.Ranking) table {
	t := table{Title: r.titled("What each change does, less "+x.Base.Profile.Name, x.Group), Head: []string{"change"}}
	metrics := list(findings.Headlines, findings.MetricOf)
	for _, m := range metrics {
		t.Head = append(t.Head, m.Noun()+", "+m.Unit.Points)
	}
	for _, c := range x.Changes {
		values := row(r.name(c.Cell))
		for _, m := range metrics {
			p := r.Compared(m, c.Cell, x.Base)
			values = append(values, cell{Text: signedIn(m, p.Value) + " " + bracketed(m, p.Interval)})
		}
		t.Rows = append(t.Rows, values)
	}
	return t
}

// doesOf is what a ranking asks of a change: to lower the metric, or to raise it.
func doesOf(x *findings.Ranking) string { return lists.Choose(x.Direction == "less", "lower", "raise") }

// outOf writes a chance that was counted in draws.
func outOf(p float64) string {
	return lists.Choose(p > 0.99, "over 99", lists.Choose(p < 0.01, "under 1", fixed(100*p, 0))) + " %"
}

func rankingSection(r *Report) *section {
	s := &section{ID: "ranking", Title: "Which change does most", Text: []string{fmt.Sprintf(
		"The estimates are less the base; whichever way a change goes, the greater one does more, unless the study asks for one direction. In the chances large estimates are drawn towards 0, as far as the changes together do not bear them out. Intervals are of %.0f %% each. This is exploratory, and a chance is no test.", 100*findings.Level)}}
	for i, x := range r.Rankings {
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
		if !slices.ContainsFunc(r.Rankings[:i], func(o *findings.Ranking) bool {
			return o.Group == x.Group && o.Base == x.Base && len(o.Changes) == len(x.Changes)
		}) {
			s.Tables = append(s.Tables, allOf(r, x))
		}
	}
	return lists.Choose(len(s.Tables) > 0, s, nil)
}
