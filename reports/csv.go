package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"varlab/sim/record"
)

var resultColumns = []dataField{
	{"kind", "string", "", "what the row is: games, count, rate, bounds, mean, length, difference, verdict, reading, attribution or warning"},
	{"players", "string", "spec", "whose games"},
	{"rule_set", "string", "id", "rule set, with readings and overrides"},
	{"less_rule_set", "string", "id", "of a difference: what is subtracted"},
	{"measure", "string", "", "what is measured; of a warning its text"},
	{"value", "number", "", "estimate: shares from 0 to 1, lengths in plies"},
	{"low", "number", "", "lower end of the 95 % interval; empty where it has none"},
	{"high", "number", "", "upper end"},
	{"least", "number", "", "of a difference, verdict, reading or attribution: what it could be, whatever the open games came to"},
	{"most", "number", "", "the same at the other end"},
	{"k", "integer", "games", "games counted; of a warning its number"},
	{"n", "integer", "games", "games in all; of a verdict the tests of its family"},
	{"clusters", "integer", "openings", "openings behind the number"},
	{"design_effect", "number", "", "factor by which clustering multiplies the variance"},
	{"p", "number", "", "of a single test"},
	{"p_adjusted", "number", "", "adjusted for its family, by Holm"},
	{"p_all", "number", "", "of a verdict: adjusted by Holm for all claims of the study"},
	{"shown", "boolean", "", "whether a difference is more than chance explains"},
	{"would_be_seen", "number", "", "size that would have been shown with a chance of 80 %"},
	{"warnings", "string", "", "numbers of the warnings that bear on it"},
	{"hypothesis", "string", "id", "of a verdict: the claim"},
	{"verdict", "string", "", "supported, refuted, equivalent or undecided"},
	{"verdict_all", "string", "", "the same with all claims of the study as one family"},
	{"family", "string", "id", "of a verdict: whose tests are adjusted together"},
	{"weights", "string", "", "whose weights players have: own (learned for the rule set), taught (the same, before these games), quick (a little further, before these games), borrowed (of another rule set: the rates hang on them) or plain (nobody's)"},
	{"part", "string", "", "of an attribution: the axes that it is of"},
}

// asColumn gives the columns of what JSON has under another key.
var asColumn = map[string]string{
	"a": "rule_set", "b": "less_rule_set", "metric": "measure", "difference": "value", "matters": "shown",
	"tests": "n", "attribution": "value", "name": "part",
}

// WriteCSV writes one table, a number a row: counts, rates, means, lengths and
// differences (of rule_set less less_rule_set). Units are as in JSON; what
// does not apply is empty. Text that a spreadsheet would take for a formula
// begins with an apostrophe.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w) // errors stay with it until Flush
	c.Write(list(resultColumns, func(f dataField) string { return f.Name }))
	row := func(kind string, parts ...object) {
		row := map[string]string{"kind": kind}
		for _, o := range parts {
			for _, m := range o {
				key := m.key
				if to := asColumn[key]; to != "" {
					key = to
				}
				row[key] = inColumn(m.value)
			}
		}
		c.Write(list(resultColumns, func(f dataField) string { return row[f.Name] }))
	}
	for _, g := range r.Groups {
		players := of("players", g.Name())
		for _, cell := range g.Cells {
			s := sheetOf(r, g, cell)
			for _, x := range s.rows {
				row(x.kind, of("rule_set", cell.Profile.ID, "measure", x.measure, "warnings", r.marks(cell), "weights", weighed(cell)), x.object, players)
			}
		}
		for _, p := range g.Pairs {
			row("difference", pairJSON(r, p, g), players)
		}
	}
	for _, v := range r.Verdicts {
		row("verdict", verdictJSON(r, v), of("hypothesis", v.Hypothesis.ID, "less_rule_set", less(v.Hypothesis), "players", v.Group.Name(), "weights", weighed(r.Sides(v)...)))
	}
	for _, set := range r.Readings {
		for _, x := range set.Readings {
			for _, e := range effects(x) {
				row("reading", e, of("rule_set", x.Cell.Profile.ID, "less_rule_set", set.Base.Profile.ID, "players", set.Group.Name()))
			}
		}
	}
	for _, a := range r.Attributions {
		for _, part := range attributionParts(r, a) {
			row("attribution", part, of("rule_set", r.Plan.Ablation.A, "less_rule_set", r.Plan.Ablation.B, "measure", a.Metric.Word, "players", a.Group.Name()))
		}
	}
	for i, text := range r.Notes {
		row("warning", of("k", i+1, "measure", text))
	}
	c.Flush()
	return c.Error()
}

// inColumn writes a value of JSON. Text may be foreign.
func inColumn(v any) string {
	switch v := v.(type) {
	case string:
		return record.Safe(v)
	case float64:
		return number(v).String()
	case []int:
		return strings.Trim(fmt.Sprint(v), "[]")
	}
	return fmt.Sprint(v)
}
