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
	players "varlab/sim/spec"
	"varlab/sim/study"
)

// A Varied is the claims of one study asked in many ways, each a run of its own.
type Varied struct {
	Study *study.Study // as it was written
	Runs  []*Report
}

// A specification is one way of asking a claim, with its run.
type specification struct {
	findings.Way
	run *Report
}

// A variedClaim is a claim with its ways of asking, those whose games are others, and its players
// as they are told apart.
type variedClaim struct {
	*findings.VariedClaim
	by     []specification
	called map[string]string
}

func (v *Varied) claims() []*variedClaim {
	found := findings.Vary(v.Study.Hypotheses, list(v.Runs, func(r *Report) *findings.Findings { return r.Findings }))
	return list(found, func(c *findings.VariedClaim) *variedClaim {
		by, called := v.specifications(c.By), map[string]string{}
		specs := lists.Distinct(list(by, func(s specification) string { return s.chosen().Player }))
		for i, name := range players.Brief(specs...) {
			called[specs[i]] = name
		}
		return &variedClaim{c, by, called}
	})
}

func (v *Varied) specifications(ways []findings.Way) []specification {
	return list(ways, func(w findings.Way) specification { return specification{w, v.Runs[w.Run]} })
}

// A choice is the value of one key in a specification.
type choice struct {
	key   string
	value any
}

var choiceForms = map[string]string{"nodes": "%v turns a choice", "depth": "to depth %v", "opening_plies": "openings of %v plies", "horizon": "cut off after %v plies"}

func (c *variedClaim) words(x choice) string {
	if x.key == "player" {
		return c.called[fmt.Sprint(x.value)]
	}
	return fmt.Sprintf(cmp.Or(choiceForms[x.key], x.key+" %v"), x.value)
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
		player.Without("nodes").Without("depth").Without("noise").Without("weights").Without("training").String(), number("nodes"), number("depth"), number("noise"),
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

// said is the statement for which most speaks: that which is tested, or its opposite where that
// is shown more often; with the ways of asking in which it holds, and those in which it fails.
func (c *variedClaim) said() (text string, holds, fails int) {
	v := *c.By[0].Verdict
	v.Hypothesis.Direction, holds, fails = c.Most()
	return sentenceCase(testedIn(&v)), holds, fails
}

// counted says in how many ways of asking a statement holds, is undecided and fails, each judged
// by itself.
func (c *variedClaim) counted() string {
	text, holds, fails := c.said()
	ways := func(n int) string { return lists.Choose(n > 0, InNumber(n), "none") }
	return fmt.Sprintf("%s: that holds in %s of %s of asking, is undecided in %s and fails in %s", text, ways(holds), plural(len(c.by), "way", "ways"), ways(c.With(findings.Undecided)), ways(fails))
}

// head says what was found of a claim.
func (c *variedClaim) head() string {
	text, holds, _ := c.said()
	return fmt.Sprintf("%s: %s of %s of asking", text, lists.Choose(holds > 0, "holds in "+InNumber(holds), "undecided in "+InNumber(c.With(findings.Undecided))), plural(len(c.by), "way", "ways"))
}

// variedSummary says what was found in the ways of asking a claim.
func variedSummary(c *variedClaim) string {
	m := c.by[0].Metric
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range c.by {
		low, high = min(low, s.Value), max(high, s.Value)
	}
	text := fmt.Sprintf("The claim: %s. Tested: %s. The difference is anything from %s to %s %s", strings.TrimSuffix(plain(c.Claim), "."), testedIn(c.by[0].Verdict), signedIn(m, low), signedIn(m, high), m.Unit.Points)
	text += when(c.Direction != "", fmt.Sprintf("; %d of %d have the sign that is tested", c.Agreeing(c.By), len(c.by))) + "."
	for _, w := range findings.VerdictWords {
		if n := c.With(w); n > 0 && n < len(c.by) && n <= 3 {
			text += fmt.Sprintf(" %s: %s.", sentenceCase(w), madeBy(c, w))
		}
	}
	if n := len(c.All) - len(c.by); n > 0 {
		text += " " + plural(n, "further way changed no game and is", "further ways changed no game and are") + " not counted."
	}
	var climbers, signs []string
	for all := c.All; len(all) > 0; { // a rung that another way repeats is a rung too
		n := slices.IndexFunc(all, func(w findings.Way) bool { return w.Run != all[0].Run })
		if n < 0 {
			n = len(all)
		}
		for _, rungs := range findings.Climbed(list(all[:n], func(w findings.Way) *findings.Verdict { return w.Verdict })) {
			climbers, signs = append(climbers, all[0].Group.First().Of().Without("nodes").String()), append(signs, overStrength(rungs))
		}
		all = all[n:]
	}
	for i, name := range players.Brief(climbers...) {
		text += " " + strings.Replace(signs[i], "Over strength", "Over strength"+when(len(climbers) > 1, " with "+name), 1)
	}
	return text
}

// madeBy says by which choices, that not most make, specifications come to a verdict.
func madeBy(c *variedClaim, word string) string {
	often := map[choice]int{}
	for _, s := range c.by {
		for _, x := range s.choices() {
			often[x]++
		}
	}
	var ways []string
	for _, s := range c.by {
		if s.Alone != word {
			continue
		}
		var odd []string
		for _, x := range s.choices() {
			if 2*often[x] <= len(c.by) {
				odd = append(odd, c.words(x))
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
	curve := chart.Specifications{Unit: m.Title + ", difference in " + m.Unit.Points, Choices: list(choices, c.words), Faint: "undecided by itself", Head: chart.Head{
		ID: id, Title: plain(c.ID) + ": the difference, asked in many ways",
		Desc: "One column for each way of asking, in the order of the difference, with its interval; below, a mark for each choice made. The table has the numbers.",
	}}
	sorted := slices.Clone(c.by)
	slices.SortStableFunc(sorted, func(a, b specification) int { return cmp.Compare(a.Value, b.Value) })
	for _, s := range sorted {
		curve.Columns = append(curve.Columns, chart.Specification{
			Label: signedIn(m, s.Value) + " (" + spanIn(m, s.Interval) + ")", Value: m.Unit.Factor * s.Value, Low: m.Unit.Factor * s.Low, High: m.Unit.Factor * s.High, Faint: s.Alone == findings.Undecided,
			Made: list(choices, func(x choice) bool { return slices.Contains(s.choices(), x) }),
		})
	}
	return figure{Chart: curve, Wide: true, Caption: fmt.Sprintf("%s; each is %s of each rule set, with the 95 %% interval of the difference by itself.", sentenceCase(plural(len(c.by), "specification", "specifications")), plural(c.by[0].run.Games, "game", "games"))}
}

// variedTable has a column for each key whose value is not the same in all specifications.
func variedTable(c *variedClaim) table {
	keys := lists.Distinct(list(c.varying(), func(x choice) string { return x.key }))
	t := table{Title: plain(c.ID) + ", " + plain(c.Claim), Head: append(list(keys, func(key string) string { return strings.ReplaceAll(key, "_", " ") }), "difference", "95 % interval", "open games leave", "verdict"), words: true}
	for _, s := range c.by {
		made := s.choices()
		row := list(keys, func(key string) string {
			i := slices.IndexFunc(made, func(x choice) bool { return x.key == key })
			if i < 0 {
				return "–"
			}
			return fmt.Sprint(made[i].value)
		})
		t.Rows = append(t.Rows, textRow(append(row, signedIn(s.Metric, s.Value), spanIn(s.Metric, s.Interval), leavesOf(&s.Verdict.Bounded, s.Metric), s.Alone)...))
	}
	return t
}

func (v *Varied) document() *document {
	title := plain(v.Study.Called())
	d := &document{Title: title + lists.Choose(strings.HasSuffix(title, "?"), " The claims", ": the claims") + ", asked in many ways", Question: plain(v.Study.Question)}
	claims := v.claims()
	for i, c := range claims {
		s := &section{ID: fmt.Sprintf("claim-%d", i+1), Title: c.head(), Findings: []Finding{{Text: variedSummary(c)}}, Figures: []figure{variedFigure(c, fmt.Sprintf("fig-claim-%d", i+1))}, More: []table{variedTable(c)}}
		d.Sections = append(d.Sections, s)
	}
	if len(claims) > 0 {
		d.Answer.Title = strings.Join(list(claims, (*variedClaim).counted), "; ") + "."
	}
	d.Answer.Sure = "Exploratory: intervals and verdicts are of each way by itself, adjusted for nothing; games are shared where a choice does not change them. Nothing is said of players beyond the last budget."
	d.Answer.Sure += " Where the weights are base both sides have the same, which for one of them are mostly borrowed."
	if out := lists.Those(v.Study.Hypotheses, func(h study.Hypothesis) bool { return h.B == "" }); len(out) > 0 {
		d.Answer.Sure += " Left out, since they compare no two rule sets: " + sentence(list(out, func(h study.Hypothesis) string { return plain(h.ID) })) + "."
	}
	d.number()
	return d
}

// VariedFormats are the forms of a Varied.
var VariedFormats = []string{"text", "json", "md", "html"}

// Write writes the variation as text, HTML, Markdown or JSON. The error is one of w.
func (v *Varied) Write(w io.Writer, format string) error {
	if format == "json" {
		return WriteJSON(w, v.json())
	}
	d := v.document()
	if format == "text" {
		b := terminal{}
		b.wrap("", plain(d.Title))
		b.WriteString("\n")
		b.wrap("", plain(d.Answer.Title))
		for _, s := range d.Sections {
			b.WriteString("\n")
			b.wrap("", plain(s.Title)+".")
			b.wrap("", s.Findings[0].Text)
		}
		b.WriteString("\n")
		b.wrap("", d.Answer.Sure)
		_, err := w.Write(b.Bytes())
		return err
	}
	return writeFor(v.Runs[0], w, d, format, VariedFormats)
}
