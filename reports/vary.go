package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/study"
)

// A Varied is the claims of one study asked in many ways, each a run of its own.
type Varied struct {
	Study *study.Study // as it was written
	Runs  []*Report
}

// A specification is one way of asking a claim.
type specification struct {
	*findings.Verdict
	run *Report
}

// A varied claim has its specifications in the order of the runs; by are those whose games are
// not those of an earlier one.
type variedClaim struct {
	study.Hypothesis
	all, by []specification
}

func (v *Varied) claims() (all []*variedClaim) {
	for _, h := range v.Study.Hypotheses {
		c := &variedClaim{Hypothesis: h}
		for _, r := range v.Runs {
			for _, x := range r.Verdicts {
				if x.Hypothesis.ID == h.ID {
					s := specification{x, r}
					if c.all = append(c.all, s); !slices.ContainsFunc(c.by, func(o specification) bool {
						return o.Value == s.Value && o.Interval == s.Interval && o.Group.Name() == s.Group.Name()
					}) {
						c.by = append(c.by, s)
					}
				}
			}
		}
		if len(c.by) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// A choice is the value of one key in a specification.
type choice struct {
	key   string
	value any
}

func choiceWords(x choice) string {
	return fmt.Sprintf("%s %v", strings.ReplaceAll(x.key, "_", " "), x.value)
}

func (s specification) chosen() chosenJSON {
	player := s.Group.First().Of()
	number := func(key string) *int {
		if !player.Has(key) {
			return nil
		}
		n := player.Number(key)
		return &n
	}
	c := chosenJSON{
		player.Without("nodes").Without("noise").Without("weights").Without("training").String(), number("nodes"), number("noise"),
		s.run.Plan.Weights, "each in turn", s.run.Plan.Openings.String(), s.run.Plan.HorizonPlies,
	}
	if player.Has("weights") {
		c.Weights = fmt.Sprint(player.Number("weights"))
	}
	if player.Has("training") {
		c.Training = player.Number("training")
	}
	return c
}

func (s specification) choices() (list []choice) {
	of := reflect.ValueOf(s.chosen())
	for i := range of.NumField() {
		key, _, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
		if value := reflect.Indirect(of.Field(i)); value.IsValid() {
			list = append(list, choice{key, value.Interface()})
		}
	}
	return list
}

// sign is that of the difference which the claim names or, where it names none, of most
// specifications.
func (c *variedClaim) sign() float64 {
	switch c.Direction {
	case "greater":
		return 1
	case "less":
		return -1
	}
	sum := 0.0
	for _, s := range c.by {
		sum += direction(s.Value)
	}
	return cmp.Or(direction(sum), 1)
}

func direction(x float64) float64 {
	if x == 0 || math.IsNaN(x) {
		return 0
	}
	return math.Copysign(1, x)
}

// agreeing is how many of specifications have the sign of the claim.
func (c *variedClaim) agreeing(by []specification) int {
	return len(lists.Those(by, func(s specification) bool { return direction(s.Value) == c.sign() }))
}

// summary says how the specifications of a claim agree.
func variedSummary(c *variedClaim) string {
	m := c.by[0].Metric
	low, high := math.Inf(1), math.Inf(-1)
	verdicts := map[string]int{}
	for _, s := range c.by {
		low, high = min(low, s.Value), max(high, s.Value)
		verdicts[s.Word]++
	}
	n := len(c.by)
	sign := map[float64]string{1: "more", -1: "less"}[c.sign()]
	whose := lists.Choose(c.Direction == "", "of most", "claimed")
	text := fmt.Sprintf("%s: in %d of %s the difference has the sign %s (%s under %s). It is anything from %s to %s %s. ",
		plain(c.ID), c.agreeing(c.by), plural(n, "specification", "specifications"), whose, sign, c.by[0].run.nameOf(c.A), signedIn(m, low), signedIn(m, high), m.Unit.Points)
	text += "Each by itself: " + sentence(list(lists.Those(findings.VerdictWords, func(w string) bool { return verdicts[w] > 0 }),
		func(w string) string {
			return fmt.Sprintf("%d %s", verdicts[w], w) + when(len(verdicts) > 1 && verdicts[w] <= 3, " ("+madeBy(c, w)+")")
		})) + "."
	if n := len(c.all) - len(c.by); n > 0 {
		text += " " + plural(n, "further way changed no game and is", "further ways changed no game and are") + " not counted."
	}
	for by := c.by; len(by) > 0; {
		n := slices.IndexFunc(by, func(s specification) bool { return s.run != by[0].run })
		if n < 0 {
			n = len(by)
		}
		for _, rungs := range findings.Climbed(list(by[:n], func(s specification) *findings.Verdict { return s.Verdict })) {
			text += " " + overStrength(rungs)
		}
		by = by[n:]
	}
	return text
}

// made says by which choices, that most others do not make, specifications come to a verdict.
func madeBy(c *variedClaim, word string) string {
	often := map[choice]int{}
	for _, s := range c.by {
		for _, x := range s.choices() {
			often[x]++
		}
	}
	var ways []string
	for _, s := range c.by {
		if s.Word != word {
			continue
		}
		var odd []string
		for _, x := range s.choices() {
			if 2*often[x] < len(c.by) {
				odd = append(odd, choiceWords(x))
			}
		}
		ways = append(ways, cmp.Or(strings.Join(odd, ", "), "as asked"))
	}
	return strings.Join(ways, "; ")
}

// varying are the choices that not all specifications make, key by key in the order in which
// they are met; numbers ascend.
func (c *variedClaim) varying() (all []choice) {
	made := lists.Distinct(slices.Concat(list(c.by, specification.choices)...))
	for _, key := range lists.Distinct(list(made, func(x choice) string { return x.key })) {
		of := lists.Those(made, func(x choice) bool { return x.key == key })
		slices.SortStableFunc(of, func(x, y choice) int {
			a, numberA := x.value.(int)
			b, numberB := y.value.(int)
			return lists.Choose(numberA && numberB, a-b, 0)
		})
		if len(of) > 1 {
			all = append(all, of...)
		}
	}
	return all
}

func variedFigure(c *variedClaim, id string) figure {
	m := c.by[0].Metric
	choices := c.varying()
	curve := chart.Specifications{Unit: m.Title + ", difference in " + m.Unit.Points, Choices: list(choices, choiceWords), Faint: "no sign is shown", Head: chart.Head{
		ID: id, Title: plain(c.ID) + ": the difference, asked in many ways",
		Desc: "One column for each way of asking, in the order of the difference, with its interval; below, a mark for each choice made. The table has the numbers.",
	}}
	sorted := slices.Clone(c.by)
	slices.SortStableFunc(sorted, func(a, b specification) int { return cmp.Compare(a.Value, b.Value) })
	for _, s := range sorted {
		curve.Columns = append(curve.Columns, chart.Specification{
			Label: signedIn(m, s.Value) + " (" + spanIn(m, s.Interval) + ")", Value: m.Unit.Factor * s.Value, Low: m.Unit.Factor * s.Low, High: m.Unit.Factor * s.High, Faint: s.ShownSign() == 0,
			Made: list(choices, func(x choice) bool { return slices.Contains(s.choices(), x) }),
		})
	}
	return figure{Chart: curve, Wide: true, Caption: fmt.Sprintf("%s; each is %s of each rule set, with the 95 %% interval of the difference by itself.", sentenceCase(plural(len(c.by), "specification", "specifications")), plural(c.by[0].run.Games, "game", "games"))}
}

func variedTable(c *variedClaim) table {
	t := table{Title: plain(c.ID) + ", " + plain(c.Claim), Head: []string{"players", "openings", "horizon", "weights", "difference", "95 % interval", "open games leave", "verdict"}, words: true}
	for _, s := range c.by {
		t.Rows = append(t.Rows, textRow(s.Group.Name(), s.run.Plan.Openings.String()+" plies", fmt.Sprint(s.run.Plan.HorizonPlies), s.run.Plan.Weights,
			signedIn(s.Metric, s.Value), spanIn(s.Metric, s.Interval), leavesOf(&s.Verdict.Bounded, s.Metric), s.Word))
	}
	return t
}

func (v *Varied) document() *document {
	title := plain(v.Study.Called())
	d := &document{Title: title + lists.Choose(strings.HasSuffix(title, "?"), " The claims", ": the claims") + ", asked in many ways", Question: plain(v.Study.Question)}
	for i, c := range v.claims() {
		s := &section{ID: fmt.Sprintf("claim-%d", i+1), Title: plain(c.Claim), Findings: []Finding{{Text: variedSummary(c)}}, Figures: []figure{variedFigure(c, fmt.Sprintf("fig-claim-%d", i+1))}, More: []table{variedTable(c)}}
		d.Sections = append(d.Sections, s)
		if i == 0 {
			d.Answer.Title = variedSummary(c)
		}
	}
	d.Answer.Sure = "Exploratory: intervals are of each specification by itself, games are shared where a choice does not change them, and nothing is adjusted for how many ways were tried. Nothing is said of players beyond the last budget."
	d.Answer.Sure += " Where the weights are base both sides have the same, which for one of them are mostly borrowed."
	if out := lists.Those(v.Study.Hypotheses, func(h study.Hypothesis) bool { return h.B == "" }); len(out) > 0 {
		d.Answer.Sure += " Left out, since they compare no two rule sets: " + sentence(list(out, func(h study.Hypothesis) string { return plain(h.ID) })) + "."
	}
	d.number()
	return d
}

// VariedFormats are the forms of a Varied.
var VariedFormats = []string{"text", "json", "md", "html"}

func (v *Varied) Write(w io.Writer, format string) error {
	if format == "json" {
		return WriteJSON(w, v.json())
	}
	d := v.document()
	if format == "text" {
		b := terminal{}
		b.wrap("", d.Title)
		for _, s := range d.Sections {
			b.WriteString("\n")
			b.wrap("", s.Title+".")
			b.wrap("", s.Findings[0].Text)
		}
		b.WriteString("\n")
		b.wrap("", d.Answer.Sure)
		_, err := w.Write(b.Bytes())
		return err
	}
	return writeFor(v.Runs[0], w, d, format, VariedFormats)
}
