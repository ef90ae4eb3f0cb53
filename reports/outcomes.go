package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

type result struct {
	id     string
	count  study.Count
	title  string
	cut    bool // the game could have gone on
	colour int  // in figures
}

var results = []result{
	{rules.FirstWins.String(), study.FirstWins, "first won", false, 0},
	{rules.SecondWins.String(), study.SecondWins, "second won", false, 5},
	{rules.Draw.String(), study.Draws, "drawn", false, 4},
	{record.Horizon, study.Cut, "unfinished", true, 7},
	{rules.Void.String(), study.Void, "void", false, 3},
	{record.Forfeited, study.Forfeited, "forfeited", true, 1},
}

// placeOf returns the place of a result among results, or -1 if it is unknown.
func placeOf(id string) int {
	return slices.IndexFunc(results, func(r result) bool { return r.id == id })
}

func resultIDs() []string { return list(results, func(r result) string { return r.id }) }

type ending struct{ result, reason string }

// MarshalText is "draw repetition": a key of JSON.
func (e ending) MarshalText() ([]byte, error) { return []byte(e.result + " " + e.reason), nil }

// place returns the place of a reason among record.Reasons, or -1 if it is unknown.
func (e ending) place() int {
	return slices.IndexFunc(record.Reasons, func(r rules.NamedReason) bool { return string(r.Reason) == e.reason })
}

func endingWords(e ending) string {
	k := placeOf(e.result)
	if k < 0 || e.result == record.Forfeited {
		return e.result
	}
	if e.result == record.Horizon {
		if of := placeOf(e.reason); of >= 0 {
			return "unfinished: " + results[of].title + " by value"
		}
		return "unfinished: " + e.reason
	}
	if i := e.place(); i >= 0 && record.Reasons[i].Words != "" {
		return results[k].title + ": " + record.Reasons[i].Words
	}
	return results[k].title + ": " + plain(e.reason)
}

func (g *Group) endings() []ending {
	var list []ending
	for _, c := range g.Cells {
		for e := range c.Tally.Results {
			if !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b ending) int {
		return cmp.Or(placeOf(a.result)-placeOf(b.result), a.place()-b.place(), placeOf(a.reason)-placeOf(b.reason), strings.Compare(a.reason, b.reason))
	})
	return list
}

type column struct {
	head string
	of   func(*Cell) string
}

func (t table) by(cells []*Cell, name func(*Cell) cell, columns []column) table {
	t.Head = append([]string{"rule set"}, list(columns, func(col column) string { return col.head })...)
	t.Rows = list(cells, func(c *Cell) []cell {
		return row(name(c), list(columns, func(col column) string { return col.of(c) })...)
	})
	return t
}

func counted(of ...study.Count) []column {
	return list(of, func(k study.Count) column { return column{k.Title(), func(c *Cell) string { return count(c.n(k)) }} })
}

func averaged(head string, r study.Ratio) column {
	return column{head, func(c *Cell) string { return mean(c.Mean(r)) }}
}

func (r *Report) countTable(g *Group) table {
	columns := append([]study.Count{study.Games}, list(results, func(r result) study.Count { return r.count })...)
	return table{Title: "Results"}.by(g.Cells, r.name, counted(columns...))
}

// unfinishedTable says what is known of the games that the horizon cut off; its Rows are
// nil where there are none.
func (r *Report) unfinishedTable(g *Group) table {
	t := table{
		Title: "Unfinished games",
		Note:  "By value: by perfect play from the position in which a game was cut off, from exact tables; a win counts if it takes no longer than the draw clauses that count by then leave. Open: no value is known. Stalled: of the open ones, those without capture, huff, promotion or man’s move in their last 100 plies.",
	}
	if !slices.ContainsFunc(g.Cells, func(c *Cell) bool { return c.n(study.Cut) > 0 }) {
		return t
	}
	return t.by(g.Cells, r.name, counted(study.Cut, study.FirstByValue, study.SecondByValue, study.DrawnByValue, study.Open, study.Stalled))
}

// bounds are those that the open games leave to the draw rate.
func boundsOf(c *Cell) string {
	least, most := c.extremes(metric("drawn"))
	return percent(least) + " to " + percent(most)
}

func (c *Cell) extremes(m Metric) (least, most float64) {
	low, high := m.Extremes()
	of := func(r study.Ratio) float64 {
		sum, n := r.In(&c.Tally.Counts)
		return sum / float64(n)
	}
	return of(low), of(high)
}

func (r *Report) rateTable(g *Group) table {
	columns := []column{
		{"drawn", func(c *Cell) string { return shown(c.draws()) }},
		{"drawn, bounds", boundsOf},
		{"first mover’s score", func(c *Cell) string { return scoreOf(c, "first-score") }},
	}
	if !g.alone() {
		columns = append(columns, column{"score of the player named first", func(c *Cell) string { return scoreOf(c, "player-score") }})
	}
	if g.repeated() {
		columns = append(columns, column{"design effect of drawn", func(c *Cell) string { return fixed(c.draws().DesignEffect, 2) }})
	}
	return table{
		Title: "Rates in per cent, with 95 % intervals",
		Note:  "Shares are of all games, won or drawn in play or, where the horizon cut them off, by exact value. The bounds say where a rate could lie had the open games gone on; in the score each of them is half a point. Rates have Wilson’s interval, the score an interval over openings.",
	}.by(g.Cells, r.name, columns)
}

// scoreTable divides the first mover's score by who chooses first; its Rows are nil
// where all openings leave the same side to move.
func (r *Report) scoreTable(g *Group) table {
	t := table{
		Title: "First mover’s score by who chooses first, per cent",
		Note:  "After an opening with an even number of plies the first mover is on move and chooses first, after an odd number the other side. The last column is the score of whichever side that is.",
	}
	if slices.ContainsFunc(g.Cells, func(c *Cell) bool {
		return c.Tally.parity[0][study.Games] == 0 || c.Tally.parity[1][study.Games] == 0
	}) {
		return t
	}
	of := func(counts *study.Counts) string {
		sum, n := metric("first-score").In(counts)
		return percent(sum / float64(n))
	}
	return t.by(g.Cells, r.name, []column{
		{"first mover chooses", func(c *Cell) string { return of(&c.Tally.parity[0]) }},
		{"second mover chooses", func(c *Cell) string { return of(&c.Tally.parity[1]) }},
		{"side that chooses first", func(c *Cell) string { return scoreOf(c, "choice-score") }},
	})
}

func (r *Report) reasonTable(g *Group) table {
	columns := list(g.endings(), func(e ending) column {
		return column{endingWords(e), func(c *Cell) string { return count(c.Tally.Results[e]) }}
	})
	return table{Title: "Games by result and reason"}.by(g.Cells, r.name, columns)
}

// cause numbers why games end, for the incidence of causes: wins together, draws and
// games broken off by reason.
func (e ending) cause() int {
	switch e.result {
	case record.Horizon:
		return stats.GoingOn
	case rules.FirstWins.String(), rules.SecondWins.String():
		return 0
	}
	return 1 + placeOf(e.result)*len(record.Reasons) + e.place()
}

// incidenceTable says by which ply which share of games had ended, and why.
func (r *Report) incidenceTable(g *Group, horizon int) table {
	plies := those([]int{50, 100, 150, 200, 300, 500}, func(n int) bool { return n < horizon })
	plies = append(plies, horizon)
	t := table{
		Title: "Share of games ended by a ply, by cause, per cent with 95 % intervals (Aalen–Johansen)",
		Note:  "Causes compete: a game ends for one only, and those of a line with what goes on make 100. Won: before the horizon, not by what a position there is worth.",
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
		for _, e := range g.endings() {
			cause := e.cause()
			if cause == stats.GoingOn || seen[cause] || c.Tally.Results[e] == 0 && cause != 0 {
				continue
			}
			seen[cause] = true
			words := endingWords(e)
			if cause == 0 {
				words = "won"
			}
			row(words, func(n int) stats.Rate { return c.Tally.ends.By(cause, n) })
		}
		row("going on", c.Tally.ends.Lasting)
	}
	return t
}

// median is the ply after which half of the games are over.
func (c *Cell) median() float64 {
	half, _ := c.Curve.Quantile(0.5)
	return half
}

func (r *Report) lengthTable(g *Group, horizon int) table {
	var columns []column
	for i, head := range []string{"a quarter", "half", "three quarters"} {
		columns = append(columns, column{head, func(c *Cell) string {
			v, ends := c.Curve.Quantile(quantiles[i])
			return plies(v, c.Curve.Last) + " [" + plies(ends.Low, c.Curve.Last) + ", " + plies(ends.High, c.Curve.Last) + "]"
		}})
	}
	columns = append(columns, column{fmt.Sprintf("going on at ply %d, %%", horizon), func(c *Cell) string {
		at := c.Curve.At(horizon)
		if at.Low == at.High { // nothing had ended, so that nothing varied
			return percent(at.Lasting)
		}
		return rate(at.Lasting, at.Interval)
	}})
	return table{Title: "Plies after which a share of games is over, with 95 % intervals (Kaplan–Meier)"}.by(g.Cells, r.name, columns)
}

func (r *Report) courseTable(g *Group) table {
	return table{
		Title: "Per turn and per game, with 95 % intervals over openings",
		Note:  "The first three columns are means over the turns that players chose; opening turns do not count. Playable turns include claims and omissions. Due turns are those without a claim and without an omission.",
	}.by(g.Cells, r.name, []column{
		averaged("playable turns", metric("playable").Ratio),
		averaged("due turns", duePerDecision),
		averaged("turns with a capture due", owedPerDecision),
		averaged("captures a game", capturesPerGame),
		averaged("promotions a game", promotionsPerGame),
	})
}

func (r *Report) claimTable(g *Group) table {
	cells := those(g.Cells, func(c *Cell) bool {
		return c.Profile.claimable() || c.n(study.Omissions...)+c.n(study.Corrected) > 0
	})
	return table{
		Title: "Omissions and claims",
		Note:  "Due: turns in which a capture was due. Missed: a quiet move though a capture was due. Partial: a capture broken off. Weaker: a whole capture that precedence does not leave. Let pass: the opponent’s turn made no claim. Corrected: an illegal intention, corrected at no cost.",
	}.by(cells, r.name, slices.Concat(
		counted(study.Owed, study.Missed, study.Partial, study.Weaker),
		[]column{averaged("omissions a game", metric("omissions").Ratio)},
		counted(study.Huffed, study.Compelled, study.Waived, study.Corrected)))
}

func scoreOf(c *Cell, word string) string {
	if c.n(study.Played...) == 0 {
		return none
	}
	e := c.scored(word)
	return choose(e.Clusters < 2 || e.Flat, percent(e.Value), rate(e.Value, e.Interval))
}

func (c *Cell) scored(word string) stats.Estimate {
	e := c.Mean(metric(word).Ratio)
	if e.Clusters >= 2 {
		e.Interval = e.Within(0, 1)
	}
	return e
}

// happened reports whether a metric could differ: something of it occurred.
func (g *Group) happened(m Metric) bool {
	return m.IsLength() || slices.ContainsFunc(g.Cells, func(c *Cell) bool { return c.n(m.Of...)+c.n(m.Halves...) > 0 })
}
