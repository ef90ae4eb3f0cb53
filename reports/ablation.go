package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/rules/profile"
	"varlab/sim/stats"
	"varlab/sim/study"
)

const fewForParts = 50

func ablationAnswer(r *Report, x *findings.Attribution) answer {
	ab := r.Plan.Ablation
	a := answer{Figures: []figure{partsFigure(r, "fig-answer", x)}, table: func(Screen) screenTable { return partsScreen(r, x, ab.Parts) }}
	a.Title, _ = dividedTold(r, x)
	a.More = fmt.Sprintf("Exploratory: %s.", plural(len(ab.Parts), "part, whose interval is not adjusted", "parts, whose intervals are not adjusted"))
	a.Sure = fmt.Sprintf("%s, with %s between the two.", sentenceCase(r.byWhom(x.Group)), plural(len(ab.Mixtures), "mixture", "mixtures"))
	a.Sure += playedWith(r, x.Group.Cells) + otherPlayers
	return a
}

// dividedTold says how large a difference is and which parts are shown to make it, and which are
// not.
func dividedTold(r *Report, x *findings.Attribution) (title, rest string) {
	ab, m, d := r.Plan.Ablation, x.Metric, x.Difference
	first, second, what := r.nameOf(ab.A), r.nameOf(ab.B), strings.ToLower(m.Title)
	ends := func(e findings.Effect) string { return spanIn(m, e.Interval) + leaving(leavesOf(&e.Bounded, m)) }
	parts := map[bool][]string{} // by whether they are shown
	for i, p := range ab.Parts {
		e := x.Parts[i]
		parts[e.Shown] = append(parts[e.Shown], fmt.Sprintf("%s (%s, %s)", partWords(r, p), signedIn(m, e.Value), ends(e)))
	}
	title = fmt.Sprintf("The %s is %s %s %s under %s than under %s (%s)", what, fixedIn(m, math.Abs(d.Value)), m.Unit.Points, lists.Choose(d.Value < 0, "lower", "higher"), first, second, ends(d))
	if !d.Shown {
		title = fmt.Sprintf("No difference in the %s is shown between %s and %s (%s %s, %s)", what, first, second, signedIn(m, d.Value), m.Unit.Points, ends(d))
	}
	title += lists.Choose(len(parts[true]) > 0, "; what is shown to contribute is "+sentence(parts[true])+".", "; no single part is shown to contribute.")
	return title, when(len(parts[false]) > 0, " Not shown to add or take anything: "+strings.Join(parts[false], "; ")+".")
}

// partWords name a part of an ablation by its first rule, with the values that it has under the two.
func partWords(r *Report, p study.Part) string {
	text := axisWords(p.Axes[0])
	values := list([]string{r.Plan.Ablation.A, r.Plan.Ablation.B}, func(id string) string {
		value, _ := r.Profile(id).Value(profile.AxisOf(p.Axes[0]))
		return strings.ReplaceAll(fmt.Sprint(value), "-", " ")
	})
	const long = 40
	if all := values[0] + values[1]; len(all) <= long && !strings.ContainsAny(all, "[{<") {
		text += fmt.Sprintf(" (%s, not %s)", values[0], values[1])
	}
	if n := len(p.Axes) - 1; n > 0 {
		text += ", with " + plural(n, "rule", "rules") + " that cannot be changed apart from it"
	}
	return text
}

func ablationSections(r *Report) []*section {
	var list []*section
	for _, a := range r.Attributions {
		title := r.titled("What the clauses contribute: "+strings.ToLower(a.Metric.Title), a.Group)
		s := ablationSection(r, fmt.Sprintf("attribution-%s-%d", a.Metric.Word, len(list)+1), title, a)
		if len(list) == 0 {
			s.Figures = nil // it is the answer
		}
		list = append(list, s)
	}
	return list
}

func ablationSection(r *Report, id, head string, a *findings.Attribution) *section {
	ab := r.Plan.Ablation
	m, unit := a.Metric, a.Metric.Unit.Points
	first, second := r.nameOf(ab.A), r.nameOf(ab.B)
	name := func(p study.Part) cell { return cell{Text: sentenceCase(partWords(r, p)), Terminal: p.Name} }
	size := func(e findings.Effect) string { return signedIn(m, e.Value) }
	span := func(e findings.Effect) string { return spanIn(m, e.Interval) }
	s := &section{ID: id, Title: head}
	how := lists.Choose(len(ab.Orders) > 0, fmt.Sprintf("%s between the two were played, those of %d orders. A part’s share is the mean, over these orders, of the change when it takes the value of %s (an estimate of Shapley’s value; the intervals do not cover other orders).", plural(len(ab.Mixtures), "mixture", "mixtures"), len(ab.Orders), first), fmt.Sprintf("All %s between the two were played. A part’s share is the mean, over all orders, of the change when it takes the value of %s (Shapley’s value).", plural(len(ab.Mixtures), "mixture", "mixtures"), first))
	s.Text = []string{how + " The parts add up to the difference."}
	s.Text[0] += when(m.IsLength(), " Intervals are percentiles of "+count(stats.Resamples)+" resamples of the openings, the same for all mixtures.")
	if n := slices.MinFunc(a.Group.Cells, func(x, y *findings.Cell) int { return x.Clusters() - y.Clusters() }).Clusters(); n < fewForParts {
		s.Text = append(s.Text, fmt.Sprintf("Only %s stand behind some mixture. With fewer than %d the intervals of parts are uncertain themselves.", plural(n, "opening", "openings"), fewForParts))
	}
	title, rest := dividedTold(r, a)
	s.Findings = []Finding{{Text: title + rest}}
	t := table{Title: "Attribution: " + a.Metric.Title + " (" + unit + ")", Head: []string{"part", first + " adds", "95 % interval", "open games leave"}}
	parts := table{Head: []string{"part", "axes"}, words: true}
	for i, p := range ab.Parts {
		e := a.Parts[i]
		t.Rows = append(t.Rows, row(name(p), size(e), span(e), leavesOf(&e.Bounded, m)))
		parts.Rows = append(parts.Rows, row(name(p), strings.Join(list(p.Axes, axisWords), "; ")))
	}
	t.Rows = append(t.Rows, textRow("together", size(a.Difference), span(a.Difference), leavesOf(&a.Difference.Bounded, m)))
	s.Figures = []figure{partsFigure(r, "fig-"+id, a)}
	s.More = []table{t}
	if slices.ContainsFunc(ab.Parts, func(p study.Part) bool { return len(p.Axes) > 1 }) {
		s.Folded = []folded{{Title: "The parts", Tables: []table{parts}}}
	}
	if len(a.Interactions) > 1 {
		t := table{Title: "Interactions: how much more two parts add together than each alone (" + unit + ")", Head: []string{"parts", "interaction", "95 % interval", "open games leave"}}
		for i, others := range a.Interactions {
			for j, e := range others {
				both := cell{Text: sentenceCase(partWords(r, ab.Parts[j])) + "; with " + partWords(r, ab.Parts[i]), Terminal: ab.Parts[j].Name + " with " + ab.Parts[i].Name}
				t.Rows = append(t.Rows, row(both, size(e), span(e), leavesOf(&e.Bounded, m)))
			}
		}
		s.More = append(s.More, t)
	}
	t = table{Title: "Mixtures: " + a.Metric.Title, Head: []string{"parts as under " + second, "rule set", m.Unit.Words, "95 % interval", "open games leave"}, words: true}
	for i, x := range ab.Mixtures {
		e, leaves := a.Mixtures[i], none
		if least, most := e.Least.Value, e.Most.Value; least != most {
			leaves = endsIn(m, stats.Interval{Low: least, High: most})
		}
		t.Rows = append(t.Rows, textRow(cmp.Or(strings.Join(partNames(ab, x.FromB), ", "), "none"), r.nameOf(x.RuleSet), fixedIn(m, e.Value), endsIn(m, e.Interval), leaves))
	}
	s.More = append(s.More, t)
	return s
}

func partsFigure(r *Report, id string, a *findings.Attribution) figure {
	m := a.Metric
	c := chart.Forest{Unit: m.Unit.Points, Faint: "nothing is shown to be added or taken", Head: chart.Head{
		ID: id, Title: m.Title + ": what the rules of " + r.nameOf(r.Plan.Ablation.A) + " add, less " + r.nameOf(r.Plan.Ablation.B) + ", " + m.Unit.Points,
		Desc: "One row for each part of the first rule set, and one for all of them together.",
	}}
	add := func(name string, e findings.Effect) {
		c.Rows = append(c.Rows, forestRow(m, name, signedIn(m, e.Value), e.Value, e.Interval, !e.Shown))
	}
	for i, p := range r.Plan.Ablation.Parts {
		add(sentenceCase(partWords(r, p)), a.Parts[i])
	}
	add("Together", a.Difference)
	return figure{Chart: c, Wide: true, Caption: fmt.Sprintf("What each part adds (Shapley’s value over %s), with 95 %% intervals; %s each.", plural(len(a.Mixtures), "mixture", "mixtures"), plural(r.Games, "game", "games"))}
}

func partNames(ab *study.Ablation, set int) []string {
	return list(study.Chosen(ab.Parts, set), func(p study.Part) string { return p.Name })
}

// Divided is the report that speaks of one metric taken apart, before all of the first players.
func (r *Report) Divided(word string) (*Report, error) {
	some := *r.Findings
	some.Attributions = nil
	for _, g := range r.Groups {
		if a, err := r.Attribute(g, findings.MetricOf(word)); err == nil {
			some.Attributions = append(some.Attributions, a)
		} else if len(some.Attributions) == 0 {
			return nil, err
		}
	}
	d := *r
	d.Findings, d.divided = &some, word
	return &d, nil
}

// WriteAttribution writes the first attribution as JSON.
func (r *Report) WriteAttribution(w io.Writer) error {
	return WriteJSON(w, jsonOfAttribution(r, r.Attributions[0]))
}
