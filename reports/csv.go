package reports

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

var csvHead = []string{
	"kind", "players", "rule_set", "less_rule_set", "measure", "value", "low", "high",
	"k", "n", "clusters", "design_effect", "p", "p_adjusted", "p_bh", "shown", "would_be_seen", "warnings",
	"hypothesis", "verdict", "family", "part",
}

// WriteCSV writes one table, a number a row: counts, rates, means, lengths and
// differences (of rule_set less less_rule_set). Units are as in WriteJSON; what
// does not apply is empty. Text that a spreadsheet would take for a formula
// begins with an apostrophe.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write(csvHead)
	for _, g := range r.Groups {
		for _, cell := range g.Cells {
			g.csvCell(c, cell, r.Plan.HorizonPlies)
		}
		for _, p := range g.Pairs {
			row := row{"kind": "difference", "players": text(g.Name()), "rule_set": text(p.A.Profile.ID), "less_rule_set": text(p.B.Profile.ID), "measure": p.Metric.Word}
			j := p.json(g)
			row.interval(j.Difference, j.Low, j.High)
			row["clusters"] = strconv.Itoa(j.Clusters)
			row["design_effect"] = j.DesignEffect.String()
			row["p"], row["p_adjusted"], row["p_bh"] = j.P.String(), j.PAdjusted.String(), j.PBH.String()
			row["shown"], row["would_be_seen"] = strconv.FormatBool(j.Shown), j.WouldBeSeen.String()
			row["warnings"] = numbers(j.Warnings)
			row.write(c)
		}
	}
	r.csvAnswers(c)
	for i, text := range r.Warnings {
		row{"kind": "warning", "k": strconv.Itoa(i + 1), "measure": safe(text)}.write(c)
	}
	c.Flush()
	return c.Error()
}

func (g *Group) csvCell(w *csv.Writer, cell *Cell, horizon int) {
	j := cell.json(g, horizon)
	put := func(kind, measure string, fill func(row)) {
		r := row{"kind": kind, "players": text(g.Name()), "rule_set": text(j.ID), "measure": measure, "warnings": numbers(j.Warnings)}
		fill(r)
		r.write(w)
	}
	games := func(measure string, k int) {
		put("games", measure, func(r row) { r["value"], r["k"], r["n"] = strconv.Itoa(k), strconv.Itoa(k), strconv.Itoa(j.Games) })
	}
	games("games", j.Games)
	games("first_wins", j.FirstWins)
	games("second_wins", j.SecondWins)
	games("draws", j.Draws)
	games("horizon", j.Horizon)
	games("void", j.Void)
	games("forfeited", j.Forfeited)
	for _, e := range j.Endings {
		games(text(e.Result+": "+e.Reason), e.Games)
	}
	for _, name := range sortedKeys(j.Counts) {
		put("count", name, func(r row) { r["value"] = strconv.Itoa(j.Counts[name]) })
	}
	for _, x := range []struct {
		name string
		rate jsonRate
	}{{"decisive", j.Decisive}, {"drawn", j.Drawn}, {"drawn-ended", j.DrawnEnded}} {
		put("rate", x.name, func(r row) {
			r.interval(x.rate.Value, x.rate.Low, x.rate.High)
			r["k"], r["n"], r["clusters"] = strconv.Itoa(x.rate.K), strconv.Itoa(x.rate.N), strconv.Itoa(x.rate.Clusters)
			r["design_effect"] = x.rate.DesignEffect.String()
		})
	}
	if e := j.Exact; e != nil && e.Refused == "" {
		for _, result := range resultOrder {
			put("exact", result, func(r row) {
				r["value"], r["k"], r["n"] = strconv.Itoa(e.Perfect[result]), strconv.Itoa(e.Perfect[result]), strconv.Itoa(e.Games)
			})
		}
		put("exact", "gave value away", func(r row) {
			r["value"], r["k"], r["n"] = strconv.Itoa(e.blunders()), strconv.Itoa(e.blunders()), strconv.Itoa(e.Chances)
		})
	}
	put("bounds", "drawn", func(r row) { r["low"], r["high"] = j.DrawnLow.String(), j.DrawnHigh.String() })
	for _, x := range []struct {
		name string
		mean jsonMean
	}{
		{"first-score", j.FirstScore},
		{"playable_per_decision", j.Playable},
		{"due_per_decision", j.Due},
		{"owed_per_decision", j.Owed},
		{"captures_per_game", j.Captures},
		{"promotions_per_game", j.Promotions},
		{"defaults_per_game", j.Defaults},
	} {
		put("mean", x.name, func(r row) {
			r.interval(x.mean.Value, x.mean.Low, x.mean.High)
			r["clusters"] = strconv.Itoa(x.mean.Clusters)
		})
	}
	for _, q := range j.Lengths {
		put("length", "plies until "+q.Share.String()+" are over", func(r row) { r.interval(q.Plies, q.Low, q.High) })
	}
	put("length", "going on at horizon", func(r row) { r["value"] = j.Going.String() })
}

// quantiles of lengths that are reported.
var quantiles = []float64{0.25, 0.5, 0.75}

// A row is a line of the table, by column.
type row map[string]string

func (r row) interval(value, low, high number) {
	r["value"], r["low"], r["high"] = value.String(), low.String(), high.String()
}

func (r row) write(w *csv.Writer) {
	line := make([]string, len(csvHead))
	for i, name := range csvHead {
		line[i] = plain(r[name])
	}
	w.Write(line) // errors stay with the writer until Flush
}

// text is foreign text as CSV has it.
func text(s string) string { return safe(plain(s)) }

// safe keeps a spreadsheet from taking text for a formula.
func safe(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}
