package reports

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/sim/stats"
)

func (g *Group) countTable() table {
	t := table{Title: "Results", Head: []string{"rule set", "games", "won by first", "won by second", "drawn", "horizon", "void", "forfeited"}}
	for _, c := range g.Cells {
		n := c.Tally
		row := []cell{c.name()}
		for _, k := range []int{n.Games, n.First, n.Second, n.Draws, n.Horizon, n.Void, n.Forfeited} {
			row = append(row, cell{Text: count(k)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *Group) rateTable() table {
	t := table{
		Title: "Rates in per cent, with 95 % intervals",
		Head:  []string{"rule set", "decisive", "drawn", "drawn of ended", "drawn, bounds", "first mover’s score"},
		Note:  "Shares are of all games; drawn of ended leaves out horizon and void, and the score is of games won or drawn. The draw rate would lie within its bounds, had the games cut off at the horizon gone on. Rates have Wilson’s interval, the score an interval over openings.",
	}
	repeated := slices.ContainsFunc(g.Cells, func(c *Cell) bool { return c.Repeated })
	if repeated {
		t.Head = append(t.Head, "design effect of drawn")
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, word := range []string{"decisive", "drawn", "drawn-ended"} {
			x := c.Rate(metric(word))
			row = append(row, cell{Text: rate(x.Value(), x.Wilson(Level))})
		}
		n := c.Tally
		row = append(row, cell{Text: percent(share1(n.Draws, n.Games)) + " to " + percent(share1(n.Draws+n.Horizon, n.Games))}, cell{Text: c.score()})
		if repeated {
			row = append(row, cell{Text: fixed(c.Rate(metric("drawn")).DesignEffect, 2)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (c *Cell) score() string {
	if c.Tally.Scored() == 0 {
		return none
	}
	e := c.firstScore()
	if e.Clusters < 2 || e.Flat {
		return percent(e.Value)
	}
	return rate(e.Value, e.Interval)
}

// firstScore is the first mover's score, with its interval as far as scores go.
func (c *Cell) firstScore() stats.Estimate {
	e := c.Mean(metric("first-score").of)
	if e.Clusters >= 2 {
		e.Interval = e.Within(0, 1)
	}
	return e
}

// An ending is a result with its reason.
type ending struct{ result, reason string }

var resultOrder = []string{"first", "second", "draw", "horizon", "void", "forfeited"}

var reasonOrder = []string{
	string(rules.NoPieces), string(rules.NoMoves), string(rules.BothBlocked), string(rules.Repetition), string(rules.QuietPlies),
	string(rules.Material), string(rules.Stop), string(rules.Dead), "agreement", "adjudication", "horizon", "forfeit",
}

// endings lists the endings that occurred in the group, in a fixed order.
func (g *Group) endings() []ending {
	var list []ending
	for _, c := range g.Cells {
		for key := range c.Tally.Results {
			result, reason, _ := strings.Cut(key, " ")
			if e := (ending{result, reason}); !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b ending) int {
		x, y := slices.Index(resultOrder, a.result), slices.Index(resultOrder, b.result)
		if x != y {
			return x - y
		}
		x, y = slices.Index(reasonOrder, a.reason), slices.Index(reasonOrder, b.reason)
		if x != y {
			return x - y
		}
		return strings.Compare(a.reason, b.reason)
	})
	return list
}

var reasonWords = map[string]string{
	"no-pieces": "no pieces left", "no-moves": "no move left", "both-blocked": "both blocked",
	"repetition": "repetition", "quiet": "quiet plies", "material": "little material",
	"stop": "broken off", "dead": "no capture possible",
	"agreement": "agreement", "adjudication": "adjudication",
}

func (e ending) String() string {
	reason := reasonWords[e.reason]
	if reason == "" {
		reason = plain(e.reason)
	}
	switch e.result {
	case "first":
		return "first won: " + reason
	case "second":
		return "second won: " + reason
	case "draw":
		return "drawn: " + reason
	case "void":
		return "void: " + reason
	}
	return e.result
}

func (g *Group) reasonTable() table {
	t := table{Title: "Games by result and reason", Head: []string{"rule set"}}
	endings := g.endings()
	for _, e := range endings {
		t.Head = append(t.Head, e.String())
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, e := range endings {
			row = append(row, cell{Text: count(c.Tally.Results[e.result+" "+e.reason])})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *Group) lengthTable(horizon int) table {
	t := table{
		Title: "Plies after which a share of games is over, with 95 % intervals (Kaplan–Meier)",
		Head:  []string{"rule set", "a quarter", "half", "three quarters", fmt.Sprintf("going on at ply %d, %%", horizon)},
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, q := range quantiles {
			v, i := c.Curve.Quantile(q)
			row = append(row, cell{Text: plies(v, c.Curve.Last) + " [" + plies(i.Low, c.Curve.Last) + ", " + plies(i.High, c.Curve.Last) + "]"})
		}
		at := c.Curve.At(horizon)
		going := rate(at.Lasting, at.Interval)
		if at.Low == at.High { // nothing had ended, so that nothing varied
			going = percent(at.Lasting)
		}
		row = append(row, cell{Text: going})
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *Group) courseTable() table {
	t := table{
		Title: "Per turn and per game, with 95 % intervals over openings",
		Head:  []string{"rule set", "playable turns", "due turns", "turns with a capture due", "captures a game", "promotions a game"},
		Note:  "The first three per turn that a player chose, the opening left out. Playable counts claims and defaults; due counts those turns, without claim, that leave no due capture untaken.",
	}
	for _, c := range g.Cells {
		row := []cell{c.name()}
		for _, of := range []func(*Counts) (float64, int){playablePerDecision, duePerDecision, owedPerDecision, capturesPerGame, promotionsPerGame} {
			row = append(row, cell{Text: mean(c.Mean(of))})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// claimTable counts defaults and claims; false where no rule set knows them and
// none occurred.
func (g *Group) claimTable() (table, bool) {
	t := table{
		Title: "Defaults and claims",
		Head:  []string{"rule set", "due", "missed", "partial", "weaker", "defaults a game", "huffed", "compelled", "let pass", "corrected"},
		Note:  "Due: turns in which a capture was due. Missed: a quiet move though a capture was due. Partial: a capture broken off. Weaker: a whole capture that precedence does not leave. Let pass: the opponent’s turn made no claim. Corrected: an illegal intention put right at no cost.",
	}
	any := false
	for _, c := range g.Cells {
		n := c.Tally
		if !c.Profile.claimable() && n.Defaults()+n.Corrected == 0 {
			continue
		}
		any = true
		row := []cell{c.name()}
		for _, k := range []int{n.Owed, n.Missed, n.Partial, n.Weaker} {
			row = append(row, cell{Text: count(k)})
		}
		row = append(row, cell{Text: mean(c.Mean(defaultsPerGame))})
		for _, k := range []int{n.Huffed, n.Compelled, n.Waived, n.Corrected} {
			row = append(row, cell{Text: count(k)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t, any
}

// happened reports whether a metric could differ: something of it occurred.
func (g *Group) happened(m Metric) bool {
	if m.IsLength() {
		return true
	}
	for _, c := range g.Cells {
		if sum, _ := m.of(&c.Tally.Counts); sum > 0 {
			return true
		}
	}
	return false
}
