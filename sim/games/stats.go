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
	Different    int `json:"different"`     // of Games, those with a beginning of their own: the units of the intervals
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

// mostOpenings is the number of openings that are listed.
const mostOpenings = 10

// A counter counts games together, and apart by a value that each has.
type counter struct {
	all []counted
	ids map[uint64]int // of beginnings, the units of chance
	by  map[string]*counter
}

func newCounter() *counter { return &counter{ids: map[uint64]int{}, by: map[string]*counter{}} }

// A counted game is one without its turns, and the unit of chance that it belongs to: games
// that players played on from the same turns are one unit, and so are copies of a game.
type counted struct {
	Game
	unit int
}

var seed = maphash.MakeSeed()

// add counts a game, also under a value that is not empty.
func (c *counter) add(g *Game, by string) {
	given := g.Turns
	if g.From > 0 || g.Setup != nil {
		given = g.Turns[:min(g.From, len(g.Turns))]
	}
	type step struct {
		before uint64
		turn   rules.Turn
	}
	beginning := uint64(0)
	if g.Setup != nil {
		beginning = maphash.Comparable(seed, *g.Setup)
	}
	for _, t := range given {
		beginning = maphash.Comparable(seed, step{beginning, t})
	}
	unit, known := c.ids[beginning]
	if !known || len(given) == 0 && g.Setup == nil {
		unit = len(c.all)
		c.ids[beginning] = unit
	}
	x := counted{*g, unit}
	x.Turns = nil
	c.all = append(c.all, x)
	if by == "" {
		return
	}
	if c.by[by] == nil {
		c.by[by] = newCounter()
	}
	c.by[by].add(g, "")
}

// StatsOf sums games up.
func StatsOf(games []*Game) *Stats {
	c := newCounter()
	for _, g := range games {
		c.add(g, "")
	}
	return c.stats()
}

// stats sums the games up.
func (c *counter) stats() *Stats {
	s := &Stats{Lengths: []float64{}, By: map[string]*Stats{}}
	cells := func() []stats.Cell { return make([]stats.Cell, len(c.all)) } // by unit
	points, draws, captures, turns, forced, promotions, omissions := cells(), cells(), cells(), cells(), cells(), cells(), cells()
	add := func(cells []stats.Cell, unit int, sum float64, n int) {
		cells[unit].Sum, cells[unit].N = cells[unit].Sum+sum, cells[unit].N+n
	}
	// What each result is worth to the first mover.
	worth := map[rules.Result]float64{rules.FirstWins: 1, rules.Draw: 0.5, rules.SecondWins: 0}
	results, units, openings := map[rules.Result]int{}, map[int]bool{}, map[string]int{}
	var lengths []int
	for i := range c.all {
		g, unit := &c.all[i].Game, c.all[i].unit
		if g.Moves == 0 {
			s.WithoutMoves++
			continue
		}
		s.Games++
		units[unit] = true
		results[g.Result]++
		if w, ok := worth[g.Scored]; ok {
			add(points, unit, w, 1)
			add(draws, unit, map[bool]float64{true: 1}[g.Result == rules.Draw], 1)
		}
		if g.Whole && g.Setup == nil {
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
	s.FirstWins, s.Draws, s.SecondWins = results[rules.FirstWins], results[rules.Draw], results[rules.SecondWins]
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
		s.By[value] = games.stats()
	}
	return s
}
