package games

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/sim/stats"
)

// Stats describe a collection of games.
type Stats struct {
	Games        int `json:"games"`         // with moves
	WithoutMoves int `json:"without_moves"` // enter no other figure
	Different    int `json:"different"`     // of Games, those that no other begins like: the units of the intervals
	Results      int `json:"results"`       // games with a result
	Draws        int `json:"draws"`
	FirstWins    int `json:"first_wins"`
	SecondWins   int `json:"second_wins"`
	DrawRate
	FirstScore
	CapturesPerPly
	TurnsPerPly
	ForcedShare
	Promotions
	Lengths       []float64         `json:"lengths"`   // quartiles of the plies of whole games; empty if there are none
	Omissions     int               `json:"omissions"` // captures that were due and left
	OmissionsHigh Number            `json:"omissions_high"`
	Chances       int               `json:"chances"`  // plies at which a capture was due
	Openings      []Opening         `json:"openings"` // the commonest
	By            map[string]*Stats `json:"by,omitempty"`
}

// An Opening is the number of games that began with the same turns.
type Opening struct {
	Turns string `json:"turns"`
	Games int    `json:"games"`
}

// mostOpenings is how many openings are listed.
const mostOpenings = 10

// A Counter counts games together, and by the values of each.
type Counter struct {
	all  []counted
	ids  map[uint64]int // of beginnings, the units of chance
	seed maphash.Seed
	by   map[string]*Counter
}

// A counted game is one without its turns, and the unit of chance that it belongs to: games
// that players played on from the same turns are one unit, and so are copies of a game.
type counted struct {
	Game
	unit int
}

// Add counts a game, also under each of the values.
func (c *Counter) Add(g *Game, by ...string) {
	if c.ids == nil {
		c.ids, c.seed = map[uint64]int{}, maphash.MakeSeed()
	}
	given := g.Turns
	if g.From > 0 {
		given = g.Turns[:min(g.From, len(g.Turns))]
	}
	beginning := uint64(0)
	for _, t := range given {
		beginning = maphash.Comparable(c.seed, step{beginning, t})
	}
	unit, known := c.ids[beginning]
	if !known || len(given) == 0 {
		unit = len(c.all)
		c.ids[beginning] = unit
	}
	x := counted{*g, unit}
	x.Turns = nil
	c.all = append(c.all, x)
	for _, value := range by {
		if c.by == nil {
			c.by = map[string]*Counter{}
		}
		if c.by[value] == nil {
			c.by[value] = new(Counter)
		}
		c.by[value].Add(g)
	}
}

type step struct {
	before uint64
	turn   rules.Turn
}

// StatsOf sums games up.
func StatsOf(games []*Game) *Stats {
	var c Counter
	for _, g := range games {
		c.Add(g)
	}
	return c.Stats()
}

// Stats sums the games up.
func (c *Counter) Stats() *Stats {
	s := &Stats{Lengths: []float64{}}
	cells := make([]stats.Cell, 7*len(c.all))
	of := func(k int) []stats.Cell { return cells[k*len(c.all) : (k+1)*len(c.all)] }
	points, draws, captures, turns, forced, promotions, omissions := of(0), of(1), of(2), of(3), of(4), of(5), of(6)
	add := func(cells []stats.Cell, unit int, sum float64, n int) {
		cells[unit].Sum, cells[unit].N = cells[unit].Sum+sum, cells[unit].N+n
	}
	units := map[int]bool{}
	var lengths []int
	openings := map[string]int{}
	for i := range c.all {
		g, unit := &c.all[i].Game, c.all[i].unit
		if g.Moves == 0 {
			s.WithoutMoves++
			continue
		}
		s.Games++
		units[unit] = true
		switch g.Result {
		case rules.FirstWins:
			s.FirstWins++
			add(points, unit, 1, 1)
			add(draws, unit, 0, 1)
		case rules.SecondWins:
			s.SecondWins++
			add(points, unit, 0, 1)
			add(draws, unit, 0, 1)
		case rules.Draw:
			s.Draws++
			add(points, unit, 0.5, 1)
			add(draws, unit, 1, 1)
		}
		if g.Whole {
			lengths = append(lengths, g.Plies)
		}
		x := &g.Course
		add(captures, unit, float64(x.Captures), x.Turns)
		add(turns, unit, float64(x.Playable), x.Turns)
		add(forced, unit, float64(x.Forced), x.Turns)
		add(promotions, unit, float64(x.Promotions), min(1, x.Turns))
		add(omissions, unit, float64(g.Omissions), x.Owed)
		s.Omissions += g.Omissions
		s.Chances += x.Owed
		if x.Opening != "" {
			openings[x.Opening]++
		}
	}
	s.Results, s.Different = s.FirstWins+s.Draws+s.SecondWins, len(units)
	s.DrawRate, s.FirstScore = DrawRate(share(draws)), FirstScore(score(points))
	s.CapturesPerPly, s.TurnsPerPly = CapturesPerPly(mean(captures, 1)), TurnsPerPly(mean(turns, math.Inf(1)))
	s.ForcedShare, s.Promotions = ForcedShare(share(forced)), Promotions(mean(promotions, math.Inf(1)))
	s.OmissionsHigh = share(omissions).High
	if slices.Sort(lengths); len(lengths) > 0 {
		s.Lengths = []float64{quantile(lengths, 0.25), quantile(lengths, 0.5), quantile(lengths, 0.75)}
	}
	for turns, n := range openings {
		s.Openings = append(s.Openings, Opening{turns, n})
	}
	slices.SortFunc(s.Openings, func(a, b Opening) int {
		return cmp.Or(b.Games-a.Games, strings.Compare(a.Turns, b.Turns))
	})
	s.Openings = s.Openings[:min(len(s.Openings), mostOpenings)]
	for value, games := range c.by {
		if s.By == nil {
			s.By = map[string]*Stats{}
		}
		s.By[value] = games.Stats()
	}
	return s
}
