package reports

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"varlab/sim/stats"
	"varlab/sim/study"
)

const (
	Supported  = "supported"
	Refuted    = "refuted"
	Equivalent = "equivalent"
	Undecided  = "undecided"
)

// A Verdict is what the games of one group say of a hypothesis that was written
// down before they were played.
type Verdict struct {
	Hypothesis study.Hypothesis
	Number     int // of the hypothesis in the study, from 0
	Group      *Group
	Metric     Metric
	Word       string // Supported, Refuted, Equivalent or Undecided
	// Estimate is of the metric in A less that in B, or less Value; its P is that
	// of the test: two-sided of no difference where a direction is claimed, else
	// the lesser of those of equivalence (one-sided) and of a difference beyond
	// the margin (two-sided).
	stats.Estimate
	Adjusted float64 // P, adjusted for the family
	Adjust   string  // how
	Tests    int     // of the family
	// Seen is the least difference, or margin, that the games would have shown with
	// the chance Power had they been the only claim tested at the level that the
	// family leaves to each: alpha over Tests.
	Seen float64
	// SameGame says that A and B do not differ in play, so that nothing is tested.
	SameGame bool
	Paired   bool
	Warnings []int
	beyond   bool // P is that of a difference beyond the margin
}

func (r *Report) judge() {
	byFamily := map[string][]*Verdict{}
	for i, g := range r.claimed() {
		h := r.Plan.Hypotheses[i]
		v := &Verdict{Hypothesis: h, Number: i, Group: g, Metric: metric(h.Metric)}
		r.test(v)
		r.Verdicts = append(r.Verdicts, v)
		byFamily[h.Family] = append(byFamily[h.Family], v)
	}
	for name, family := range byFamily {
		how := r.Plan.Adjust(name)
		var tested []*Verdict
		for _, v := range family {
			v.Adjust, v.Adjusted = how, 1
			if !v.SameGame {
				tested = append(tested, v)
			}
		}
		by := stats.Holm
		if how == "bh" {
			by = stats.BenjaminiHochberg
		}
		adjust(tested, by, func(v *Verdict) (float64, *float64) { return v.P, &v.Adjusted })
		for _, v := range tested {
			v.Tests = len(tested)
			v.see()
		}
		for _, v := range family {
			v.decide()
		}
	}
}

// claimed yields the number of each hypothesis with each group that it is about.
func (r *Report) claimed() iter.Seq2[int, *Group] {
	return func(yield func(int, *Group) bool) {
		for i, h := range r.Plan.Hypotheses {
			for _, g := range r.Groups {
				if (h.Players == "" || h.Players == g.Name()) && !yield(i, g) {
					return
				}
			}
		}
	}
}

func (r *Report) test(v *Verdict) {
	a, b := v.Group.cell(v.Hypothesis.A), v.Group.cell(v.Hypothesis.B)
	if b == nil {
		v.againstNumber(a, *v.Hypothesis.Value)
		v.Warnings = a.Warnings
		return
	}
	v.Paired = a.Board == b.Board
	v.Warnings = union(a.Warnings, b.Warnings)
	if same(a, b) {
		v.SameGame, v.P = true, 1
		return
	}
	p := compare(v.Metric, a, b)
	v.Estimate = p.Estimate
	v.lesser()
}

// lesser takes the p of the test of a margin that shows more, where there is one.
func (v *Verdict) lesser() {
	if m := v.Hypothesis.Margin; m > 0 {
		equivalent, outside := v.Equivalence(m), v.Estimate.Beyond(m)
		v.P, v.beyond = min(equivalent, outside), outside < equivalent
	}
}

func (v *Verdict) againstNumber(c *Cell, value float64) {
	if v.Metric.IsRate() {
		v.Estimate = stats.RateAgainst(c.Tally.cells(v.Metric.In), value, Level)
	} else {
		v.Estimate = c.Mean(func(k *study.Counts) (float64, int) {
			sum, n := v.Metric.In(k)
			return sum - value*float64(n), n
		})
	}
	v.lesser()
}

func (v *Verdict) see() {
	each := alpha / float64(max(1, v.Tests))
	if v.Hypothesis.Margin > 0 {
		v.Seen = v.DetectableMargin(each, Power)
	} else {
		v.Seen = v.Detectable(1-each, Power)
	}
}

func (v *Verdict) decide() {
	shown := v.Adjusted < alpha
	switch {
	case v.SameGame && v.Hypothesis.Margin > 0:
		v.Word = Equivalent
	case v.SameGame:
		v.Word = Refuted
	case !shown:
		v.Word = Undecided
	case v.Hypothesis.Margin > 0 && v.beyond:
		v.Word = Refuted
	case v.Hypothesis.Margin > 0:
		v.Word = Equivalent
	case (v.Value < 0) == (v.Hypothesis.Direction == "less"):
		v.Word = Supported
	default:
		v.Word = Refuted
	}
}

func (g *Group) cell(id string) *Cell {
	if i := slices.IndexFunc(g.Cells, func(c *Cell) bool { return c.Profile.ID == id }); i >= 0 {
		return g.Cells[i]
	}
	return nil
}

func (v *Verdict) against() string {
	if v.Hypothesis.Value != nil {
		return number(*v.Hypothesis.Value).String()
	}
	return v.Group.cell(v.Hypothesis.B).Profile.named()
}

func (v *Verdict) first() string { return v.Group.cell(v.Hypothesis.A).Profile.named() }

func (v *Verdict) difference() string { return v.Metric.signed(v.Value) + " " + v.Metric.Unit.Points }

func (v *Verdict) seen() string {
	if math.IsNaN(v.Seen) || math.IsInf(v.Seen, 0) {
		return none
	}
	return v.Metric.fixed(v.Seen) + " " + v.Metric.Unit.Points
}

func (v *Verdict) margin() string {
	return "within " + v.Metric.fixed(v.Hypothesis.Margin) + " " + v.Metric.Unit.Points
}

func (v *Verdict) asked() string {
	if v.Hypothesis.Margin > 0 {
		return fmt.Sprintf("%s: %s %s of %s", v.Metric.Word, v.first(), v.margin(), v.against())
	}
	return fmt.Sprintf("%s: %s %s than %s", v.Metric.Word, v.first(), v.Hypothesis.Direction, v.against())
}

func verdictText(vs []*Verdict) string {
	v := vs[0]
	words := []string{}
	for _, x := range vs {
		if !slices.Contains(words, x.word()) {
			words = append(words, x.word())
		}
	}
	text := sentence(words)
	text = strings.ToUpper(text[:1]) + text[1:] + ": " + plain(v.Hypothesis.ID) + ". " + strings.TrimSuffix(plain(v.Hypothesis.Claim), ".") + ". "
	if v.SameGame {
		return text + fmt.Sprintf("%s and %s are the same game: between these players they differ in nothing that changes a turn or an ending.", v.first(), v.against())
	}
	text += fmt.Sprintf("%s, %s less %s: ", v.Metric.Title, v.first(), v.against())
	if len(vs) == 1 {
		return text + v.numbers() + "."
	}
	parts := list(vs, func(x *Verdict) string {
		return fmt.Sprintf("%s between %s, %s", x.Word, x.Group.Name(), x.numbers())
	})
	return text + strings.Join(parts, "; ") + "."
}

// word is the verdict, with the margin where that belongs to it.
func (v *Verdict) word() string {
	if v.Word != Equivalent {
		return v.Word
	}
	return "equivalent " + v.margin()
}

func (v *Verdict) numbers() string {
	text := fmt.Sprintf("%s (%s, p %s, adjusted for %s %s)", v.difference(), v.Metric.span(v.Interval), chanceWords(v.P), plural(v.Tests, "test", "tests"), chanceWords(v.Adjusted))
	switch {
	case v.Word != Undecided || v.seen() == none:
	case v.Hypothesis.Margin > 0:
		text += fmt.Sprintf(", where this number of games would have shown equal ones to lie within %s with a chance of %.0f %%", v.seen(), 100*Power)
	default:
		text += fmt.Sprintf(", where differences from %s up would have been shown with a chance of %.0f %%", v.seen(), 100*Power)
	}
	return text
}

func chanceWords(p float64) string {
	s := chance(p)
	if strings.HasPrefix(s, "<") {
		return s
	}
	return "= " + s
}

// confirmatory is the section of verdicts; nil where nothing was claimed.
func (r *Report) confirmatory() *section {
	if len(r.Verdicts) == 0 {
		return nil
	}
	s := &section{
		ID: "verdicts", Title: "What was claimed before the games were played",
		Text: []string{fmt.Sprintf("The games were made from the study with hash %s, which states these claims: they were written down first. Everything else in this report is exploratory. "+
			"A claim of a direction is supported or refuted where the adjusted two-sided p is below %s; a claim of no difference is called equivalent where two one-sided tests place the difference within the margin, and refuted where it lies beyond. What is undecided is not refuted: the table says what this number of games would have shown.",
			short(r.Manifest.StudyHash), fixed(alpha, 2))},
	}
	t := table{
		Title: "Verdicts",
		Head:  []string{"claim", "verdict", "asked", "players", "difference", "95 % interval", "p", "p, adjusted", "family", "would have been seen", "openings"},
		words: true,
	}
	for i := 0; i < len(r.Verdicts); {
		next := i
		var warnings []int
		for next < len(r.Verdicts) && r.Verdicts[next].Number == r.Verdicts[i].Number {
			warnings = union(warnings, r.Verdicts[next].Warnings)
			next++
		}
		s.Findings = append(s.Findings, Finding{verdictText(r.Verdicts[i:next]), warnings})
		i = next
	}
	for _, v := range r.Verdicts {
		family := fmt.Sprintf("%s by %s", plural(v.Tests, "test", "tests"), map[string]string{"holm": "Holm", "bh": "Benjamini–Hochberg"}[v.Adjust])
		if v.Hypothesis.Family != "" {
			family = plain(v.Hypothesis.Family) + ": " + family
		}
		row := textRow(plain(v.Hypothesis.ID), v.Word, v.asked(), v.Group.Name(), v.difference(), v.Metric.span(v.Interval), chance(v.P), chance(v.Adjusted), family, v.seen(), count(v.Clusters))
		if v.SameGame {
			for i := 4; i < len(row); i++ {
				row[i].Text = none
			}
			row[5].Text = "the same game"
		}
		row[0].Warnings = v.Warnings
		t.Rows = append(t.Rows, row)
	}
	s.Tables = []table{t}
	if d := r.deviations(); len(d) > 0 {
		s.Text = append(s.Text, "Deviations from the plan: "+strings.Join(d, " "))
	} else {
		s.Text = append(s.Text, "There were no deviations from the plan: every game was played, and every claim tested as it was written.")
	}
	return s
}

func (r *Report) deviations() []string {
	var list []string
	for _, b := range r.Manifest.Boards {
		if b.OpeningPlies != r.Plan.Openings.Plies {
			list = append(list, fmt.Sprintf("Openings on %s have %s instead of %d, which did not give enough positions.", strings.ReplaceAll(b.Size, "x", "×"), b.Way(), r.Plan.Openings.Plies))
		}
	}
	for _, g := range r.Groups {
		for _, c := range g.Cells {
			if n := c.n(study.Forfeited); n > 0 {
				list = append(list, fmt.Sprintf("%s of %s were forfeited under %s.", plural(n, "game", "games"), count(c.n(study.Games)), c.Profile.ID))
			}
		}
	}
	for _, v := range r.Verdicts {
		if v.SameGame {
			list = append(list, fmt.Sprintf("%s was not tested: %s and %s are the same game.", plain(v.Hypothesis.ID), v.first(), v.against()))
		}
	}
	return list
}
