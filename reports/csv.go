package reports

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strings"

	"varlab/internal/lists"
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
	{"direction", "string", "", "of a verdict: less or greater, which is claimed of rule_set against base"},
	{"margin", "number", "", "of a verdict: within which equality to base is claimed, or by which rule_set may be worse, direction being the better way"},
	{"base", "string", "", "of a verdict: what rule_set is compared with, a rule set or a number"},
	{"verdict", "string", "", "supported, refuted, equivalent, not worse or undecided"},
	{"verdict_all", "string", "", "the same with all claims of the study as one family"},
	{"family", "string", "id", "of a verdict: whose tests are adjusted together"},
	{"weights", "string", "", "whose weights players have: own (learned for the rule set), taught (the same, before these games), quick (a little further, before these games), borrowed (of another rule set: the rates hang on them) or plain (nobody's)"},
	{"part", "string", "", "of an attribution: the axes that it is of"},
}

// asColumn gives the columns of what JSON has under another key.
var asColumn = map[string]string{
	"a": "rule_set", "b": "less_rule_set", "metric": "measure", "difference": "value", "matters": "shown",
	"no_worse": "margin", "tests": "n", "attribution": "value", "name": "part",
}

// writeCSV writes one table, a number a row: counts, rates, means, lengths and
// differences (of rule_set less less_rule_set). Units are as in JSON; what
// does not apply is empty. Text that a spreadsheet would take for a formula
// begins with an apostrophe.
func (r *Report) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w) // errors stay with it until Flush
	c.Write(list(resultColumns, func(f dataField) string { return f.Name }))
	row := func(kind string, more map[string]any, of ...any) {
		row := map[string]string{"kind": kind}
		for _, form := range of {
			columns(row, reflect.ValueOf(form))
		}
		for column, value := range more {
			row[column] = inColumn(value)
		}
		c.Write(list(resultColumns, func(f dataField) string { return row[f.Name] }))
	}
	for _, g := range r.Groups {
		for _, cell := range g.Cells {
			for _, x := range cellRows(jsonOfCell(r, g, cell)) {
				row(x.kind, map[string]any{
					"rule_set": cell.Profile.ID, "measure": x.measure, "players": g.Name(), "warnings": r.marks(cell), "weights": weighed(cell),
				}, x.numbers)
			}
		}
		for _, p := range g.Pairs {
			row("difference", map[string]any{"players": g.Name()}, jsonOfPair(r, p, g))
		}
	}
	for _, v := range r.Verdicts {
		row("verdict", map[string]any{"hypothesis": v.Hypothesis.ID, "less_rule_set": baseFor(v.Hypothesis), "base": baseFor(v.Hypothesis), "players": v.Group.Name()}, jsonOfVerdict(r, v))
	}
	for _, set := range r.Readings {
		for _, x := range set.Readings {
			for _, e := range effects(x) {
				row("reading", map[string]any{"rule_set": x.Cell.Profile.ID, "less_rule_set": set.Base.Profile.ID, "players": set.Group.Name()}, e)
			}
		}
	}
	for _, a := range r.Attributions {
		for _, part := range jsonOfParts(r, a) {
			row("attribution", map[string]any{"rule_set": r.Plan.Ablation.A, "less_rule_set": r.Plan.Ablation.B, "measure": a.Metric.Word, "players": a.Group.Name()}, part)
		}
	}
	for i, text := range r.Notes {
		row("warning", map[string]any{"k": i + 1, "measure": text})
	}
	c.Flush()
	return c.Error()
}

// columns puts the fields of a form of JSON into the columns of a row.
func columns(row map[string]string, form reflect.Value) {
	for i := range form.NumField() {
		if form.Type().Field(i).Anonymous {
			columns(row, form.Field(i))
			continue
		}
		key, _, _ := strings.Cut(form.Type().Field(i).Tag.Get("json"), ",")
		row[cmp.Or(asColumn[key], key)] = inColumn(form.Field(i).Interface())
	}
}

// A cellRow is a number of a cell.
type cellRow struct {
	kind, measure string
	numbers       any
}

type countJSON struct {
	Value int `json:"value"`
}

// cellRows are the numbers of a cell, kind by kind.
func cellRows(j cellJSON) (rows []cellRow) {
	add := func(kind, measure string, numbers any) { rows = append(rows, cellRow{kind, measure, numbers}) }
	share := func(kind, measure string, k, n int) {
		add(kind, measure, struct {
			countJSON
			K int `json:"k"`
			N int `json:"n"`
		}{countJSON{k}, k, n})
	}
	outcomes := reflect.ValueOf(j.outcomesJSON)
	for i := range outcomes.NumField() {
		share("games", outcomes.Type().Field(i).Tag.Get("json"), int(outcomes.Field(i).Int()), j.Games)
	}
	for _, e := range j.Endings {
		share("games", e.Result+": "+e.Reason, e.Games, j.Games)
	}
	for _, id := range lists.SortedKeys(j.Counts) {
		add("count", id, countJSON{j.Counts[id]})
	}
	add("rate", "decisive", j.Decisive.rateJSON)
	add("rate", "drawn", j.Drawn.rateJSON)
	if e := j.Exact; e != nil && e.Refused == "" {
		for _, id := range resultIDs() {
			share("exact", id, e.Perfect[id], e.Games)
		}
		share("exact", "gave value away", e.Blundered(), e.Chances)
	}
	type bounds struct {
		Low  number `json:"low"`
		High number `json:"high"`
	}
	bound := func(measure string, b boundsJSON) { add("bounds", measure, bounds{b.Least, b.Most}) }
	bound("decisive", j.Decisive.boundsJSON)
	bound("drawn", j.Drawn.boundsJSON)
	bound("first-score", j.FirstScore.boundsJSON)
	if j.PlayerScore != nil {
		bound("player-score", j.PlayerScore.boundsJSON)
	}
	add("mean", "first-score", j.FirstScore.meanJSON)
	if j.PlayerScore != nil {
		add("mean", "player-score", j.PlayerScore.meanJSON)
	}
	add("mean", "playable_per_decision", j.Playable)
	add("mean", "due_per_decision", j.Due)
	add("mean", "owed_per_decision", j.Owed)
	add("mean", "captures_per_game", j.Captures)
	add("mean", "promotions_per_game", j.Promotions)
	add("mean", "omissions_per_game", j.Omissions)
	for _, x := range j.Lengths {
		add("length", "plies until "+x.Share.String()+" are over", intervalJSON{x.Plies, x.Low, x.High})
	}
	add("length", "going on at horizon", struct {
		Value number `json:"value"`
	}{j.Going})
	return rows
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
