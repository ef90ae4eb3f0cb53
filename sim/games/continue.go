package games

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/study"
)

// A Continuation lets players play games on.
type Continuation struct {
	Rules   *rules.Rules
	Player  func(class int) (sim.Player, error) // makes one; each worker has two of a class
	Seats   [][2]int                            // the classes that meet in each game; nil: all are of class 0
	Seed    uint64
	Workers int
	Horizon int    // plies; 0: study.DefaultHorizonPlies
	Spec    string // of the players, as Continue says
	Played  func() // if set, is called after each game
}

// Play continues games from the given openings, one game for each. The games do not depend
// on the number of workers. If a player fails, Play fails.
func (c *Continuation) Play(ctx context.Context, begun []sim.Opening) ([]*Game, error) {
	games := make([]*Game, len(begun))
	type seat struct{ side, class int }
	none := func() (map[seat]sim.Player, error) { return map[seat]sim.Player{}, nil }
	err := sim.Each(ctx, c.Workers, len(begun), none, func(ctx context.Context, made map[seat]sim.Player, i int) (err error) {
		var seats [2]sim.Player
		for side := range seats {
			at := seat{side: side}
			if c.Seats != nil {
				at.class = c.Seats[i][side]
			}
			if made[at] == nil {
				if made[at], err = c.Player(at.class); err != nil {
					return err
				}
			}
			seats[side] = made[at]
		}
		chance := random.NewChance("varlab onward", strconv.FormatUint(c.Seed, 10), strconv.Itoa(i))
		rec, err := sim.PlayOn(ctx, c.Rules, seats, begun[i], cmp.Or(c.Horizon, study.DefaultHorizonPlies), chance)
		if err != nil {
			return err
		}
		if rec.Result == record.Forfeited {
			return fmt.Errorf("game %d: %s", i+1, rec.Forfeiture())
		}
		games[i], err = Recorded(c.Rules, rec)
		if err == nil && c.Played != nil {
			c.Played()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return games, nil
}

// Continued compares real games with the same games continued by players.
type Continued struct {
	Rules   string `json:"rules"`
	Player  string `json:"player"`
	At      *int   `json:"at,omitempty"` // ply; nil: the last position of each game
	LeftOut int    `json:"left_out"`     // games that cannot be followed to that ply; not counted
	Open    int    `json:"open"`         // games that were cut off; they have no result
	*Stats
	Real *Stats `json:"real"` // the same games as people played them
	// Became counts the games by their real result and by the players' result.
	Became map[string]map[string]int `json:"became"`
}

// Continue plays the games of from on, from a ply, or if at is nil from their last positions, and
// compares them with what they were. Games that cannot be followed so far are left out. begin is told
// the number of the others.
func (c *Continuation) Continue(ctx context.Context, from *Collection, at *int, begin func(games int)) (*Continued, error) {
	var was []*Game
	var begun []sim.Opening
	for _, g := range from.Games {
		turns, followed := len(g.Turns), g.Whole
		if at != nil {
			turns, followed = *at, turns >= *at
		}
		if followed {
			was, begun = append(was, g), append(begun, g.Opening(turns))
		}
	}
	switch {
	case len(from.Games) == 0:
		return nil, fmt.Errorf("%s: no game has a move, or sets up a position", from.Name)
	case len(begun) == 0 && at == nil:
		return nil, fmt.Errorf("%s: no game can be followed to its last position (want --at)", from.Name)
	case len(begun) == 0:
		return nil, fmt.Errorf("%s: no game can be played on from there (want a smaller --at)", from.Name)
	}
	begin(len(begun))
	became, err := c.Play(ctx, begun)
	if err != nil {
		return nil, err
	}
	o := compare(was, became)
	o.Rules, o.Player, o.At, o.LeftOut = from.ID, c.Spec, at, len(from.Games)-len(was)
	return o, nil
}

// compare compares real games with their continuations.
func compare(was, became []*Game) *Continued {
	o := &Continued{Stats: StatsOf(became), Real: StatsOf(was), Became: map[string]map[string]int{}}
	for i := range was {
		if became[i].Result == rules.Ongoing {
			o.Open++
		}
		from, to := was[i].Result.String(), became[i].Result.String()
		if o.Became[from] == nil {
			o.Became[from] = map[string]int{}
		}
		o.Became[from][to]++
	}
	return o
}

// A Prediction is the result of games between players of the classes that met.
type Prediction struct {
	At   int    `json:"at"`   // ply at which the players took over from people
	Seed uint64 `json:"seed"` // of the games
	Stop string `json:"stop"` // options of the players for stopping; empty: they do not stop
	Open int    `json:"open"` // games that were cut off: they count as drawn, since nobody won them
	*Stats
	People *Stats `json:"people"` // the collection's own
}

// Begun returns n of the games of a collection that last at plies, one after the other.
func Begun(games []*Game, at, n int) (begun []*Game, err error) {
	for _, g := range games {
		if len(g.Turns) >= at {
			begun = append(begun, g)
		}
	}
	if len(begun) == 0 {
		return nil, fmt.Errorf("no game lasts %d plies (want a smaller --at)", at)
	}
	begun = Spread(begun, n)
	for i := 0; len(begun) < n; i++ {
		begun = append(begun, begun[i])
	}
	return begun, nil
}

// Predict plays games on from a ply, between players of the classes of the people who met.
func Predict(ctx context.Context, c *Continuation, from []*Game, at int) (*Prediction, error) {
	var begun []sim.Opening
	for _, g := range from {
		begun, c.Seats = append(begun, g.Opening(at)), append(c.Seats, g.Class)
	}
	played, err := c.Play(ctx, begun)
	if err != nil {
		return nil, err
	}
	p := &Prediction{At: at, Seed: c.Seed}
	for _, g := range played {
		if g.Result == rules.Ongoing {
			g.Result, g.Scored = rules.Draw, c.Rules.Scored(rules.Draw)
			p.Open++
		}
	}
	p.Stats = StatsOf(played)
	return p, nil
}

// AllowingStops returns the rule set in which players may resign and agree to a draw.
func AllowingStops(r *rules.Rules) (*rules.Rules, error) {
	p := *r.Profile()
	p.Match.Resignation, p.Match.Agreement = profile.StoppingAllowed, profile.StoppingAllowed
	return rules.Compile(&p)
}
