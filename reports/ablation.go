package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"varlab/reports/chart"
	"varlab/sim/stats"
	"varlab/sim/study"
)

type Attribution struct {
	Metric Metric
	Group  *Group
	A, B   estimate // the metric under either
	// Difference is A less B.
	Difference estimate
	// Parts are the effects of A's value of each part, in the order of the ablation.
	// Their sum is Difference.
	Parts []estimate
	// Interactions are how much more two parts of A add together than each alone;
	// nil where not all mixtures were played. Only j < i.
	Interactions [][]estimate
	// Mixtures are the metric under each mixture, in the order of the ablation.
	Mixtures []estimate
}

type estimate struct {
	Bounded
	Shown bool // neither its interval nor an interval of the bounds contains 0
}

const fewForParts = 50

// Attribute makes the attribution of a metric from a group's games, of a run that is an
// ablation. It is an error if a median was not reached.
func (r *findings) Attribute(g *Group, m Metric) (*Attribution, error) {
	ab := r.Plan.Ablation
	column := map[int]int{}
	for _, x := range ab.Mixtures {
		if column[x.FromB] = g.index(x.RuleSet); column[x.FromB] < 0 {
			return nil, fmt.Errorf("%s plays no games", x.RuleSet)
		}
	}
	n, every := len(ab.Parts), len(ab.Orders) == 0
	// all that is estimated from one set of values: A, B, their difference, parts,
	// interactions, mixtures
	figures := func(row []float64) (out []float64) {
		v := func(set int) float64 { return row[column[set]] }
		a, b := v(0), v(1<<n-1)
		out = append(out, a, b, a-b)
		phi := stats.ShapleyOf(n, ab.Orders, v)
		if every {
			phi = stats.Shapley(n, v)
		}
		for _, x := range phi {
			out = append(out, 0-x) // not -0
		}
		if every { // the same for what is taken from A as for what is taken from B
			for i, row := range stats.Interactions(n, v) {
				out = append(out, row[:i]...)
			}
		}
		for _, x := range ab.Mixtures {
			out = append(out, v(x.FromB))
		}
		return out
	}
	list, err := r.estimates(g, m, figures)
	if err != nil {
		return nil, err
	}
	a := &Attribution{Metric: m, Group: g, A: list[0], B: list[1], Difference: list[2], Parts: list[3 : 3+n : 3+n]}
	list = list[3+n:]
	a.compared(r)
	for i := range n {
		if every {
			a.Interactions = append(a.Interactions, list[:i])
			list = list[i:]
		}
	}
	a.Mixtures = list
	if slices.ContainsFunc(list, func(e estimate) bool { return math.IsNaN(e.Value) }) {
		return nil, fmt.Errorf("no game of some mixture counts in %s (want another metric)", m.Word)
	}
	return a, nil
}

// compared has the difference of an attribution be that of the two rule sets, as the table of
// differences has it: the open games that both have alike count alike. A single part is all
// of it.
func (a *Attribution) compared(r *findings) {
	first, second := a.Group.cell(r.Plan.Ablation.A), a.Group.cell(r.Plan.Ablation.B)
	p := r.compared(a.Metric, first, second)
	p.Value = a.Difference.Value // of which the parts are the sum
	a.Difference = estimate{p.Bounded, p.sure() < alpha && !same(first, second)}
	if len(a.Parts) == 1 {
		a.Parts[0] = a.Difference
	}
}

// estimates estimates figures, which are made of a metric's values under the rule sets of a
// group.
func (r *findings) estimates(g *Group, m Metric, figures func(row []float64) []float64) ([]estimate, error) {
	if m.IsLength() {
		return g.resampled(figures)
	}
	return r.contrasts(g, m, figures), nil
}

// contrasts are the figures of a metric that is a mean: they are sums of the means
// under the rule sets of a group, each with a weight.
func (r *findings) contrasts(g *Group, m Metric, figures func(row []float64) []float64) []estimate {
	weights := make([][]float64, len(g.Cells)) // by cell and figure
	cells := make([]struct{ known, least, most []stats.Cell }, len(g.Cells))
	low, high := m.Extremes()
	open := false
	for i, c := range g.Cells {
		row := make([]float64, len(g.Cells))
		row[i] = 1
		weights[i] = figures(row)
		of := &c.Tally.openings
		cells[i].known, cells[i].least, cells[i].most = of.cells(m.Ratio), of.cells(low), of.cells(high)
		open = open || m.Turns() && c.n(study.Open) > 0
	}
	contrast := stats.MeanContrast
	if study.AtMostOne(m.Word) {
		contrast = stats.Contrast
	}
	list := make([]estimate, len(weights[0]))
	for k := range list {
		// of is a cell's games as they count with its weight.
		sum := func(of func(i int, w float64) []stats.Cell) stats.Estimate {
			var samples [][][]stats.Cell
			var shares [][]float64
			for _, b := range r.Manifest.Boards {
				var on [][]stats.Cell
				var ws []float64
				for i, c := range g.Cells {
					if w := weights[i][k]; c.Board.ID == b.ID {
						on, ws = append(on, of(i, w)), append(ws, w)
					}
				}
				samples, shares = append(samples, on), append(shares, ws)
			}
			return contrast(samples, shares, Level)
		}
		e := sum(func(i int, _ float64) []stats.Cell { return cells[i].known })
		least, most := e, e
		if open {
			bound := func(sign float64) stats.Estimate {
				return sum(func(i int, w float64) []stats.Cell {
					if w*sign > 0 {
						return cells[i].most
					}
					return cells[i].least
				})
			}
			least, most = bound(-1), bound(1)
		}
		b := Bounded{e, least, most}
		list[k] = estimate{b, b.shownSign() != 0}
	}
	return list
}

// resampled are the figures of medians, with one set of resamples of the openings for
// all rule sets.
func (g *Group) resampled(figures func(row []float64) []float64) ([]estimate, error) {
	row, clusters := make([]float64, len(g.Cells)), math.MaxInt
	for i, c := range g.Cells {
		row[i], clusters = c.medians.Value, min(clusters, c.medians.Clusters)
	}
	at := figures(row)
	spread := make([][]float64, len(at))
	for n := range stats.Resamples {
		for i, c := range g.Cells {
			if row[i] = c.medians.Resampled[n]; math.IsInf(row[i], 0) {
				return nil, fmt.Errorf("under %s half of the games did not end in every resample (want another metric, or a later horizon)", c.Profile.ID)
			}
		}
		for k, x := range figures(row) {
			spread[k] = append(spread[k], x)
		}
	}
	list := make([]estimate, len(at))
	for k := range at {
		e := stats.Estimate{Value: at[k], Interval: stats.Percentiles(spread[k], clusters, Level)}
		list[k] = estimate{Bounded{e, e, e}, !e.Contains(0)}
	}
	return list, nil
}

func (r *Report) ablationAnswer(x *Attribution) answer {
	ab, m := r.Plan.Ablation, x.Metric
	first, second := r.nameOf(ab.A), r.nameOf(ab.B)
	a := answer{Figures: []figure{r.partsFigure("fig-answer", x)}, table: func(Screen) screenTable { return partsScreen(x, ab.Parts) }}
	var shown []string
	for i, p := range ab.Parts {
		if x.Parts[i].Shown {
			shown = append(shown, fmt.Sprintf("%s (%s%s)", partWords(p), signedIn(m, x.Parts[i].Value), leaving(leavesOf(&x.Parts[i].Bounded, m))))
		}
	}
	d, what, of := x.Difference, strings.ToLower(m.Title), spanIn(m, x.Difference.Interval)
	a.Text = fmt.Sprintf("The %s is %s %s %s under %s than under %s (%s)", what, fixedIn(m, math.Abs(d.Value)), m.Unit.Points, choose(d.Value < 0, "lower", "higher"), first, second, of)
	if !d.Shown {
		a.Text = fmt.Sprintf("No difference in the %s is shown between %s and %s (%s %s, %s)", what, first, second, signedIn(m, d.Value), m.Unit.Points, of)
	}
	a.Text += choose(len(shown) > 0, "; what is shown to contribute is "+sentence(shown)+".", "; no single part is shown to contribute.") +
		fmt.Sprintf(" Exploratory: %s.", plural(len(ab.Parts), "part, whose interval is not adjusted", "parts, whose intervals are not adjusted"))
	a.Sure = fmt.Sprintf("%s, with %s between the two.", sentenceCase(r.byWhom(x.Group)), plural(len(ab.Mixtures), "mixture", "mixtures"))
	if b := leavesOf(&d.Bounded, m); b != none {
		a.Sure += " The open games leave the difference from " + b + " " + m.Unit.Points + "."
	}
	a.Sure += r.playedWith(x.Group.Cells) + otherPlayers
	return a
}

func partWords(p study.Part) string {
	text := axisWords(p.Axes[0])
	if n := len(p.Axes) - 1; n > 0 {
		text += ", with " + plural(n, "rule", "rules") + " that cannot be changed apart from it"
	}
	return text
}

func (r *Report) ablationSections() []*section {
	var list []*section
	for _, a := range r.Attributions {
		title := r.titled("What the clauses contribute: "+strings.ToLower(a.Metric.Title), a.Group)
		s := r.ablationSection(fmt.Sprintf("attribution-%s-%d", a.Metric.Word, len(list)+1), title, a)
		if len(list) == 0 {
			s.Figures = nil // it is the answer
		}
		list = append(list, s)
	}
	return list
}

// divide makes the attributions of all groups in the metrics that have headlines. A median that
// was not reached is left out.
func (r *findings) divide() {
	if r.Plan.Ablation == nil {
		return
	}
	for _, g := range r.Groups {
		for _, m := range those(r.pairMetrics(), Metric.headline) {
			if a, err := r.Attribute(g, m); err == nil && g.happened(m) {
				r.Attributions = append(r.Attributions, a)
			}
		}
	}
}

func (r *Report) ablationSection(id, title string, a *Attribution) *section {
	ab := r.Plan.Ablation
	m, unit := a.Metric, a.Metric.Unit.Points
	first, second := r.nameOf(ab.A), r.nameOf(ab.B)
	name := func(p study.Part) cell { return cell{Text: sentenceCase(partWords(p)), Terminal: p.Name} }
	size := func(e estimate) string { return signedIn(m, e.Value) }
	span := func(e estimate) string { return spanIn(m, e.Interval) }
	s := &section{ID: id, Title: title}
	how := choose(len(ab.Orders) > 0, fmt.Sprintf("%s between the two were played, those of %d orders, and each part has the mean of what %s’s value of it adds in these (an estimate of Shapley’s value; the intervals do not cover what other orders would have given).", plural(len(ab.Mixtures), "mixture", "mixtures"), len(ab.Orders), first), fmt.Sprintf("All %s between the two were played, and each part gets the mean, over all orders, of what %s’s value of it adds (Shapley’s value).", plural(len(ab.Mixtures), "mixture", "mixtures"), first))
	s.Text = []string{how + " The parts add up to the difference."}
	s.Text[0] += when(m.IsLength(), " Intervals are percentiles of "+count(stats.Resamples)+" resamples of the openings, the same for all mixtures.")
	if n := slices.MinFunc(a.Group.Cells, func(x, y *Cell) int { return x.clusters() - y.clusters() }).clusters(); n < fewForParts {
		s.Text = append(s.Text, fmt.Sprintf("Only %s stand behind some mixture. With fewer than %d the intervals of parts are uncertain themselves.", plural(n, "opening", "openings"), fewForParts))
	}
	var shown, not []string
	for i, p := range ab.Parts {
		words := fmt.Sprintf("%s: %s (%s)", partWords(p), size(a.Parts[i]), span(a.Parts[i])) + leaving(leavesOf(&a.Parts[i].Bounded, m))
		if !a.Parts[i].Shown {
			not = append(not, words)
		} else {
			shown = append(shown, words)
		}
	}
	text := fmt.Sprintf("%s, %s minus %s: %s %s (%s%s).", a.Metric.Title, first, second, size(a.Difference), unit, span(a.Difference), leaving(leavesOf(&a.Difference.Bounded, m)))
	text += when(len(shown) > 0, " Of this come from "+strings.Join(shown, "; ")+".")
	text += when(len(not) > 0, " Not shown to add or take anything: "+strings.Join(not, "; ")+".")
	s.Findings = []Finding{{Text: text}}

	t := table{Title: "Attribution: " + a.Metric.Title + " (" + unit + ")", Head: []string{"part", first + " adds", "95 % interval", "open games leave"}}
	parts := table{Head: []string{"part", "axes"}, words: true}
	for i, p := range ab.Parts {
		e := a.Parts[i]
		t.Rows = append(t.Rows, row(name(p), size(e), span(e), leavesOf(&e.Bounded, m)))
		parts.Rows = append(parts.Rows, row(name(p), strings.Join(list(p.Axes, axisWords), "; ")))
	}
	t.Rows = append(t.Rows, textRow("together", size(a.Difference), span(a.Difference), leavesOf(&a.Difference.Bounded, m)))
	s.Figures = []figure{r.partsFigure("fig-"+id, a)}
	s.More = []table{t}
	if slices.ContainsFunc(ab.Parts, func(p study.Part) bool { return len(p.Axes) > 1 }) {
		s.Folded = []folded{{Title: "The parts", Tables: []table{parts}}}
	}
	if len(a.Interactions) > 1 {
		t := table{Title: "Interactions: how much more two parts add together than each alone (" + unit + ")", Head: []string{"parts", "interaction", "95 % interval", "open games leave"}}
		for i, others := range a.Interactions {
			for j, e := range others {
				both := cell{Text: sentenceCase(partWords(ab.Parts[j])) + "; with " + partWords(ab.Parts[i]), Terminal: ab.Parts[j].Name + " with " + ab.Parts[i].Name}
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

func (r *Report) partsFigure(id string, a *Attribution) figure {
	m := a.Metric
	c := chart.Forest{Unit: m.Unit.Points, Faint: "nothing is shown to be added or taken", Head: chart.Head{
		ID: id, Title: m.Title + ": what the parts add from " + r.nameOf(r.Plan.Ablation.B) + " to " + r.nameOf(r.Plan.Ablation.A) + ", " + m.Unit.Points,
		Desc: "One row for each part of the first rule set, and one for all of them together.",
	}}
	add := func(name string, e estimate) {
		c.Rows = append(c.Rows, forestRow(m, name, signedIn(m, e.Value), e.Value, e.Interval, !e.Shown))
	}
	for i, p := range r.Plan.Ablation.Parts {
		add(sentenceCase(partWords(p)), a.Parts[i])
	}
	add("Together", a.Difference)
	return figure{Chart: c, Wide: true, Caption: fmt.Sprintf("What each part adds (Shapley’s value over %s), with 95 %% intervals; %s each.", plural(len(a.Mixtures), "mixture", "mixtures"), plural(r.Games, "game", "games"))}
}

func partNames(ab *study.Ablation, set int) []string {
	return list(study.Chosen(ab.Parts, set), func(p study.Part) string { return p.Name })
}

func endsJSON(e estimate) object {
	return of("low", number(e.Low), "high", number(e.High), "least", number(e.Least.Value), "most", number(e.Most.Value))
}

// attributionParts returns the effects of the parts, not rounded, so that they add up.
func (r *Report) attributionParts(a *Attribution) []object {
	var parts []object
	for i, p := range r.Plan.Ablation.Parts {
		parts = append(parts, append(of("name", p.Name, "axes", p.Axes, "attribution", a.Parts[i].Value), endsJSON(a.Parts[i])...))
	}
	return parts
}

func (r *Report) attributionJSON(a *Attribution) object {
	ab, openings := r.Plan.Ablation, 0
	for _, b := range r.Manifest.Boards {
		openings = max(openings, b.Clusters())
	}
	interactions, mixtures := []object{}, []object{}
	for i, others := range a.Interactions {
		for k, e := range others {
			interactions = append(interactions, append(of("a", ab.Parts[k].Name, "b", ab.Parts[i].Name, "value", number(e.Value)), endsJSON(e)...))
		}
	}
	for i, x := range ab.Mixtures {
		e := a.Mixtures[i]
		mixtures = append(mixtures, append(of("rule_set", x.RuleSet, "hash", a.Group.cell(x.RuleSet).Profile.PlayHash, "from_b", partNames(ab, x.FromB), "value", number(e.Value)), endsJSON(e)...))
	}
	return slices.Concat(
		of("study_hash", r.Manifest.StudyHash, "a", ab.A, "b", ab.B, "players", a.Group.Players, "games", r.Plan.Games, "openings", openings,
			"metric", a.Metric.Word, "a_value", number(a.A.Value), "b_value", number(a.B.Value), "difference", a.Difference.Value),
		endsJSON(a.Difference),
		of("clauses", r.attributionParts(a), "interactions", interactions, "mixtures", mixtures, "orders", len(ab.Orders), "level", number(Level)))
}

// Divided is the report that speaks of one metric taken apart, before all of the first players.
func (r *Report) Divided(word string) (*Report, error) {
	some := *r.findings
	some.Attributions = nil
	for _, g := range r.Groups {
		if a, err := r.Attribute(g, metric(word)); err == nil {
			some.Attributions = append(some.Attributions, a)
		} else if len(some.Attributions) == 0 {
			return nil, err
		}
	}
	d := *r
	d.findings, d.divided = &some, word
	return &d, nil
}

// WriteAttribution writes the first attribution as JSON.
func (r *Report) WriteAttribution(w io.Writer) error {
	return WriteJSON(w, r.attributionJSON(r.Attributions[0]))
}
