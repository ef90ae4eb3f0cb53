package reports

import (
	"fmt"
	"slices"

	"varlab/internal/lists"
	"varlab/reports/findings"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A look is how results stand in figures and tables.
var outcomes = map[study.Count]string{
	study.FirstWins:  "first won",
	study.SecondWins: "second won",
	study.Draws:      "drawn",
	study.Cut:        "unfinished",
	study.Void:       "void",
	study.Forfeited:  "forfeited",
}

func resultIDs() []string {
	return list(findings.Results, func(r findings.Result) string { return r.ID })
}

func endingWords(e findings.Ending) string {
	k := findings.PlaceOf(e.Result)
	if k < 0 || e.Result == record.Forfeited {
		return e.Result
	}
	if e.Result == record.Horizon {
		if of := findings.PlaceOf(e.Reason); of >= 0 {
			return "unfinished: " + outcomes[findings.Results[of].Count] + " by value"
		}
		return "unfinished: " + e.Reason
	}
	if i := e.Place(); i >= 0 && record.Reasons[i].Words != "" {
		return outcomes[findings.Results[k].Count] + ": " + record.Reasons[i].Words
	}
	return outcomes[findings.Results[k].Count] + ": " + plain(e.Reason)
}

type column struct {
	head string
	of   func(*findings.Cell) string
}

func (t table) by(cells []*findings.Cell, name func(*findings.Cell) cell, columns []column) table {
	t.Head = append([]string{"rule set"}, list(columns, func(col column) string { return col.head })...)
	t.Rows = list(cells, func(c *findings.Cell) []cell {
		return row(name(c), list(columns, func(col column) string { return col.of(c) })...)
	})
	return t
}

func counted(of ...study.Count) []column {
	return list(of, func(k study.Count) column {
		return column{k.Title(), func(c *findings.Cell) string { return count(c.N(k)) }}
	})
}

func averaged(head string, r study.Ratio) column {
	return column{head, func(c *findings.Cell) string { return mean(c.Mean(r)) }}
}

func countTable(r *Report, g *findings.Group) table {
	columns := append([]study.Count{study.Games}, list(findings.Results, func(r findings.Result) study.Count { return r.Count })...)
	return table{Title: "Results"}.by(g.Cells, r.name, counted(columns...))
}

// bounds are those that the open games leave to the draw rate.
func boundsOf(c *findings.Cell) string {
	least, most := c.Extremes(findings.MetricOf("drawn"))
	return percent(least) + " to " + percent(most)
}

func rateTable(r *Report, g *findings.Group) table {
	columns := []column{
		{"drawn", func(c *findings.Cell) string { return shown(c.Draws()) }},
		{"drawn, bounds", boundsOf},
		{"first mover’s score", func(c *findings.Cell) string { return scoreOf(c, "first-score") }},
	}
	if !g.Alone() {
		columns = append(columns, column{"score of the player named first", func(c *findings.Cell) string { return scoreOf(c, "player-score") }})
	}
	if g.Repeated() {
		columns = append(columns, column{"design effect of drawn", func(c *findings.Cell) string { return fixed(c.Draws().DesignEffect, 2) }})
	}
	return table{
		Title: "Rates in per cent, with 95 % intervals",
		Note:  "Shares are of all games, won or drawn in play or, where the horizon cut them off, by exact value. The bounds say where a rate could lie had the open games gone on; in the score each of them is half a point. Rates have Wilson’s interval, the score an interval over openings.",
	}.by(g.Cells, r.name, columns)
}

// scoreTable divides the first mover's score by who chooses first; its Rows are nil
// where all openings leave the same side to move.
func scoreTable(r *Report, g *findings.Group) table {
	t := table{
		Title: "First mover’s score by who chooses first, per cent",
		Note:  "After an opening with an even number of plies the first mover is on move and chooses first, after an odd number the other side. The last column is the score of whichever side that is.",
	}
	if slices.ContainsFunc(g.Cells, findings.SameMover) {
		return t
	}
	of := func(counts *study.Counts) string {
		sum, n := findings.MetricOf("first-score").In(counts)
		return percent(sum / float64(n))
	}
	return t.by(g.Cells, r.name, []column{
		{"first mover chooses", func(c *findings.Cell) string { return of(&c.Tally.Parity[0]) }},
		{"second mover chooses", func(c *findings.Cell) string { return of(&c.Tally.Parity[1]) }},
		{"side that chooses first", func(c *findings.Cell) string { return scoreOf(c, "choice-score") }},
	})
}

func reasonTable(r *Report, g *findings.Group) table {
	columns := list(g.Endings(), func(e findings.Ending) column {
		return column{endingWords(e), func(c *findings.Cell) string { return count(c.Tally.Results[e]) }}
	})
	t := table{Title: "Games by result and reason"}
	if slices.ContainsFunc(g.Cells, func(c *findings.Cell) bool { return c.N(study.Cut) > 0 }) {
		t.Note = "Unfinished by value: by perfect play from the position in which a game was cut off, from exact tables; a win counts if it takes no longer than the draw clauses that count by then leave. Open: no value is known. Stalled: no value is known, and neither capture, huff, promotion nor man’s move came in the last 100 plies."
	}
	return t.by(g.Cells, r.name, columns)
}

// incidenceTable says by which ply which share of games had ended, and why.
func incidenceTable(r *Report, g *findings.Group, horizon int) table {
	plies := lists.Those([]int{50, 100, 150, 200, 300, 500}, func(n int) bool { return n < horizon })
	plies = append(plies, horizon)
	t := table{
		Title: "Share of games ended by a ply, by cause, per cent with 95 % intervals (Aalen–Johansen)",
		Note:  "Causes compete: a game ends for one only, and the causes of a line and the games going on add up to 100. Won: before the horizon, not by the value of a position there.",
		Head:  append([]string{"rule set", "cause"}, list(plies, func(n int) string { return fmt.Sprintf("by ply %d", n) })...),
	}
	for _, c := range g.Cells {
		seen := map[int]bool{}
		name := r.name(c)
		row := func(words string, of func(ply int) stats.Rate) {
			cells := []cell{name, {Text: words}}
			for _, n := range plies {
				cells = append(cells, cell{Text: shown(of(n))})
			}
			t.Rows = append(t.Rows, cells)
			name = cell{Text: "″"}
		}
		for _, e := range g.Endings() {
			cause := e.Cause()
			if cause == stats.GoingOn || seen[cause] || c.Tally.Results[e] == 0 && cause != 0 {
				continue
			}
			seen[cause] = true
			words := endingWords(e)
			if cause == 0 {
				words = "won"
			}
			row(words, func(n int) stats.Rate { return c.Tally.Ends.By(cause, n) })
		}
		row("going on", c.Tally.Ends.Lasting)
	}
	return t
}

func lengthTable(r *Report, g *findings.Group, horizon int) table {
	var columns []column
	for i, head := range []string{"a quarter", "half", "three quarters"} {
		columns = append(columns, column{head, func(c *findings.Cell) string {
			v, ends := c.Curve.Quantile(quantiles[i])
			return plies(v, c.Curve.Last) + " [" + plies(ends.Low, c.Curve.Last) + ", " + plies(ends.High, c.Curve.Last) + "]"
		}})
	}
	columns = append(columns, column{fmt.Sprintf("going on at ply %d, %%", horizon), func(c *findings.Cell) string {
		at := c.Curve.At(horizon)
		if at.Low == at.High { // nothing had ended, so that nothing varied
			return percent(at.Lasting)
		}
		return rate(at.Lasting, at.Interval)
	}})
	return table{Title: "Plies after which a share of games is over, with 95 % intervals (Kaplan–Meier)"}.by(g.Cells, r.name, columns)
}

func courseTable(r *Report, g *findings.Group) table {
	return table{
		Title: "Per turn and per game, with 95 % intervals over openings",
		Note:  "The first three columns are means over the turns that players chose; opening turns do not count. Playable turns include claims and omissions. Due turns are those without a claim and without an omission.",
	}.by(g.Cells, r.name, []column{
		averaged("playable turns", findings.MetricOf("playable").Ratio),
		averaged("due turns", findings.DuePerDecision),
		averaged("turns with a capture due", findings.OwedPerDecision),
		averaged("captures a game", findings.CapturesPerGame),
		averaged("promotions a game", findings.PromotionsPerGame),
	})
}

func claimTable(r *Report, g *findings.Group) table {
	cells := lists.Those(g.Cells, func(c *findings.Cell) bool {
		return c.Profile.Claimable() || c.N(study.Omissions...)+c.N(study.Corrected) > 0
	})
	return table{
		Title: "Omissions and claims",
		Note:  "Due: turns in which a capture was due. Missed: a quiet move though a capture was due. Partial: a capture broken off. Weaker: a whole capture that precedence does not leave. Let pass: the opponent’s turn made no claim. Corrected: an illegal intention, corrected at no cost.",
	}.by(cells, r.name, slices.Concat(
		counted(study.Owed, study.Missed, study.Partial, study.Weaker),
		[]column{averaged("omissions a game", findings.MetricOf("omissions").Ratio)},
		counted(study.Huffed, study.Compelled, study.Waived, study.Corrected)))
}

func scoreOf(c *findings.Cell, word string) string {
	if c.N(study.Played...) == 0 {
		return none
	}
	e := c.Scored(word)
	return lists.Choose(e.Clusters < 2 || e.Flat, percent(e.Value), rate(e.Value, e.Interval))
}
