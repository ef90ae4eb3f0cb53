package findings

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// Draws is the share of games that are drawn, 0 to 1.
func (c *Cell) Draws() stats.Rate { return c.Rate(MetricOf("drawn")) }

// ShareOf is k of n as a share, 0 to 1; NaN if n is 0.
func ShareOf(k, n int) float64 { return stats.Rate{K: k, N: n}.Value() }

// ExtremeCells are those in which most and fewest games are drawn.
func ExtremeCells(cells []*Cell) (most, fewest []*Cell) {
	compare := func(a, b *Cell) int { return cmp.Compare(a.Draws().Value(), b.Draws().Value()) }
	low, high := slices.MinFunc(cells, compare), slices.MaxFunc(cells, compare)
	return lists.Those(cells, func(c *Cell) bool { return compare(c, high) == 0 }), lists.Those(cells, func(c *Cell) bool { return compare(c, low) == 0 })
}

// Turnable reports whether the open games could have another cell be that in which most games
// are drawn, or fewest.
func Turnable(cells []*Cell) bool {
	most, fewest := ExtremeCells(cells)
	passes := func(upper, lower *Cell) bool {
		least, _ := upper.Extremes(MetricOf("drawn"))
		_, highest := lower.Extremes(MetricOf("drawn"))
		return upper.Draws().Value() > lower.Draws().Value() && highest > least
	}
	return slices.ContainsFunc(cells, func(c *Cell) bool {
		return slices.ContainsFunc(most, func(top *Cell) bool { return passes(top, c) }) ||
			slices.ContainsFunc(fewest, func(low *Cell) bool { return passes(c, low) })
	})
}

// Advantage is by how much the first mover's score exceeds one half, from −0.5 to 0.5, with what
// the open games leave.
func (c *Cell) Advantage() *Bounded {
	m := MetricOf("first-score")
	low, high := m.Extremes()
	return &Bounded{c.meanLess(m.Ratio, 0.5), c.meanLess(low, 0.5), c.meanLess(high, 0.5)}
}

// Rate is a share of the games, 0 to 1, with what its interval needs.
func (c *Cell) Rate(m Metric) stats.Rate { return stats.RateOf(c.Tally.Openings.cells(m.Ratio)) }

// Mean is the mean of a ratio over the games, with an interval at Level whose clusters are the
// openings.
func (c *Cell) Mean(r study.Ratio) stats.Estimate { return c.meanLess(r, 0) }

// meanLess is by how much the mean exceeds a value.
func (c *Cell) meanLess(r study.Ratio, value float64) stats.Estimate {
	cells := c.Tally.Openings.cells(r)
	for i := range cells {
		cells[i].Sum -= value * float64(cells[i].N)
	}
	return stats.Mean(cells, Level)
}

var (
	DuePerDecision    = study.Per(study.Due, study.Decisions)
	OwedPerDecision   = study.Per(study.Owed, study.Decisions)
	CapturesPerGame   = study.Per(study.Captures, study.Games)
	PromotionsPerGame = study.Per(study.Promotions, study.Games)
)

// A result is how a game can end, with the count of such games.
type Result struct {
	ID    string
	Count study.Count
	cut   bool // the game could have gone on
}

var Results = []Result{
	{rules.FirstWins.String(), study.FirstWins, false},
	{rules.SecondWins.String(), study.SecondWins, false},
	{rules.Draw.String(), study.Draws, false},
	{record.Horizon, study.Cut, true},
	{rules.Void.String(), study.Void, false},
	{record.Forfeited, study.Forfeited, true},
}

// PlaceOf returns the place of a result among results, or -1 if it is unknown.
func PlaceOf(id string) int {
	return slices.IndexFunc(Results, func(r Result) bool { return r.ID == id })
}

// An Ending is how a game ended: its result, and the reason.
type Ending struct{ Result, Reason string }

// MarshalText is "draw repetition": a key of JSON.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.Result + " " + e.Reason), nil }

// Place returns the place of a reason among record.Reasons, or -1 if it is unknown.
func (e Ending) Place() int {
	return slices.IndexFunc(record.Reasons, func(r rules.NamedReason) bool { return string(r.Reason) == e.Reason })
}

// Endings are those of the games of a group, each once, in the order of results and reasons.
func (g *Group) Endings() []Ending {
	var list []Ending
	for _, c := range g.Cells {
		for e := range c.Tally.Results {
			if !slices.Contains(list, e) {
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b Ending) int {
		return cmp.Or(PlaceOf(a.Result)-PlaceOf(b.Result), a.Place()-b.Place(), PlaceOf(a.Reason)-PlaceOf(b.Reason), strings.Compare(a.Reason, b.Reason))
	})
	return list
}

// Extremes are the least and the most that a metric comes to, in its unit, however the open games
// end.
func (c *Cell) Extremes(m Metric) (least, most float64) {
	low, high := m.Extremes()
	of := func(r study.Ratio) float64 {
		sum, n := r.In(&c.Tally.Counts)
		return sum / float64(n)
	}
	return of(low), of(high)
}

// Cause numbers why games end, for the incidence of causes: wins together, draws and
// games broken off by reason.
func (e Ending) Cause() int {
	switch e.Result {
	case record.Horizon:
		return stats.GoingOn
	case rules.FirstWins.String(), rules.SecondWins.String():
		return 0
	}
	return 1 + PlaceOf(e.Result)*len(record.Reasons) + e.Place()
}

// Median is the ply after which half of the games are over.
func (c *Cell) Median() float64 {
	half, _ := c.Curve.Quantile(0.5)
	return half
}

// Scored is the mean of a score from 0 to 1, with an interval that keeps to that range.
func (c *Cell) Scored(word string) stats.Estimate {
	e := c.Mean(MetricOf(word).Ratio)
	if e.Clusters >= 2 {
		e.Interval = e.Within(0, 1)
	}
	return e
}

// Value is a metric under the rule set: a share or score from 0 to 1, a median in plies, or a count
// a game.
func (c *Cell) Value(m Metric) float64 {
	return lists.Choose(m.IsLength(), c.medians.Value, c.Mean(m.Ratio).Value)
}

// Spread is the interval, at Level, of what Value returns, in its unit.
func (c *Cell) Spread(m Metric) stats.Interval {
	switch {
	case m.IsLength():
		_, i := c.Curve.Quantile(0.5)
		return i
	case m.IsRate():
		return c.Rate(m).Wilson(Level)
	}
	return c.Mean(m.Ratio).Interval
}

// A Cell is the games of two players under one rule set, counted.
type Cell struct {
	Profile *Profile
	Players [2]string
	Weights []Weights // of the players, one if they are the same; none where they have no use for any
	Board   *record.Board
	Tally   *Tally

	Curve    stats.Curve
	Exercise *Exercise // nil where the rules could not be compiled again
	Exact    *Exact    // nil where nobody asked what endings were worth
	Warnings []Warning
	medians  stats.QuantileSample
	Kept     *kept // nil where the report shows no games
	course   course
	board    *notation.Board // nil where the rules could not be compiled again
	Study    study.Cell
	Donors   [][]string // by which players play who have learned; nil where none has
}

func (c *Cell) add(r *record.Record) error { return c.Tally.add(r, c.Study) }

// N is how many of the games are counted under any of some counts.
func (c *Cell) N(of ...study.Count) int { return c.Tally.Sum(of...) }

// Share is N as a share of all games, 0 to 1.
func (c *Cell) Share(of ...study.Count) float64 { return ShareOf(c.N(of...), c.N(study.Games)) }

// A Part of a difference in draws is what one ending adds to it.
type Part struct {
	Ending
	Share float64
}

// MadeOf are the endings that make a difference in draws, turned as value is: those that add or
// take away a quarter of it or more, the largest first.
func MadeOf(value float64, a, b *Cell) (parts []Part) {
	if value*(a.Draws().Value()-b.Draws().Value()) < 0 {
		a, b = b, a
	}
	const much = 0.25
	add := func(e Ending, share func(*Cell) float64) {
		if d := share(a) - share(b); math.Abs(d) >= much*math.Abs(value) {
			parts = append(parts, Part{e, d})
		}
	}
	add(Ending{record.Horizon, record.Horizon}, func(c *Cell) float64 { return c.Share(study.DrawnByValue) })
	for _, reason := range record.Reasons {
		e := Ending{rules.Draw.String(), string(reason.Reason)}
		add(e, func(c *Cell) float64 { return ShareOf(c.Tally.Results[e], c.N(study.Games)) })
	}
	slices.SortStableFunc(parts, func(p, q Part) int { return cmp.Compare(math.Abs(q.Share), math.Abs(p.Share)) })
	return parts
}
