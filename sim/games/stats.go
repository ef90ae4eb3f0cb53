package games

import (
	"cmp"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/sim/stats"
)

// Stats describe a collection of games.
type Stats struct {
	Games        int `json:"games"`         // with moves
	WithoutMoves int `json:"without_moves"` // enter no other figure
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
	all []Game // without their turns
	by  map[string]*Counter
}

// Add counts a game, also under each of the values.
func (c *Counter) Add(g *Game, by ...string) {
	counted := *g
	counted.Turns = nil
	c.all = append(c.all, counted)
	for _, value := range by {
		if c.by == nil {
			c.by = map[string]*Counter{}
		}
		if c.by[value] == nil {
			c.by[value] = new(Counter)
		}
		c.by[value].Add(&counted)
	}
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
	var points, captures, turns, forced, promotions []stats.Cell
	var lengths []int
	openings := map[string]int{}
	for i := range c.all {
		g := &c.all[i]
		if g.Moves == 0 {
			s.WithoutMoves++
			continue
		}
		s.Games++
		switch g.Result {
		case rules.FirstWins:
			s.FirstWins++
			points = append(points, stats.Cell{Sum: 1, N: 1})
		case rules.SecondWins:
			s.SecondWins++
			points = append(points, stats.Cell{Sum: 0, N: 1})
		case rules.Draw:
			s.Draws++
			points = append(points, stats.Cell{Sum: 0.5, N: 1})
		}
		if g.Whole {
			lengths = append(lengths, g.Plies)
		}
		x := &g.Course
		captures = append(captures, stats.Cell{Sum: float64(x.Captures), N: x.Turns})
		turns = append(turns, stats.Cell{Sum: float64(x.Playable), N: x.Turns})
		forced = append(forced, stats.Cell{Sum: float64(x.Forced), N: x.Turns})
		promotions = append(promotions, stats.Cell{Sum: float64(x.Promotions), N: min(1, x.Turns)})
		s.Omissions += g.Omissions
		s.Chances += x.Owed
		if x.Opening != "" {
			openings[x.Opening]++
		}
	}
	s.Results = len(points)
	s.DrawRate, s.FirstScore = DrawRate(rate(s.Draws, s.Results)), FirstScore(mean(points))
	s.CapturesPerPly, s.TurnsPerPly = CapturesPerPly(mean(captures)), TurnsPerPly(mean(turns))
	s.ForcedShare, s.Promotions = ForcedShare(share(forced)), Promotions(mean(promotions))
	s.OmissionsHigh = rate(s.Omissions, s.Chances).High
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
