package people

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"varlab/rules"
	"varlab/sim"
	"varlab/sim/random"
	"varlab/sim/record"
)

// Horizon is the ply at which games that players play on are cut off.
const Horizon = 1000

// A Continuation is what becomes of games that players play on.
type Continuation struct {
	Rules   *rules.Rules
	Players func() (sim.Player, error) // makes one; each worker has two
	Seed    uint64
	Workers int
	Horizon int    // plies; 0: Horizon
	Played  func() // if set, is called after each game
}

// Play plays games on that began with the turns given, one game for each list; none of it
// depends on the number of workers. A player that fails is an error.
func (c *Continuation) Play(ctx context.Context, begun [][]rules.Turn) ([]Game, error) {
	seats := make([][2]sim.Player, max(1, c.Workers))
	games := make([]Game, len(begun))
	horizon := c.Horizon
	if horizon == 0 {
		horizon = Horizon
	}
	err := each(ctx, c.Workers, len(begun), func(ctx context.Context, worker, i int) error {
		for side := range seats[worker] {
			if seats[worker][side] == nil {
				p, err := c.Players()
				if err != nil {
					return err
				}
				seats[worker][side] = p
			}
		}
		chance := random.NewChance("varlab onward", strconv.FormatUint(c.Seed, 10), strconv.Itoa(i))
		rec, err := sim.PlayOn(ctx, c.Rules, seats[worker], begun[i], horizon, chance)
		if err != nil {
			return err
		}
		if rec.Result == record.Forfeited {
			return fmt.Errorf("game %d: %s", i+1, rec.Failure)
		}
		games[i], _, err = Recorded(c.Rules, rec)
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

// An Onward says how real games would have come out between players.
type Onward struct {
	Rules   string
	Player  string
	At      int    // ply; negative: the last position of each game
	LeftOut int    // games that cannot be followed to there, and count for nothing here
	Open    int    // games that were cut off; they have no result
	Real    *Stats // the same games as they were
	*Stats
	// Became counts the games by their real result and by that of the players.
	Became map[string]map[string]int
}

// NewOnward compares games as they were with what players made of them.
func NewOnward(was, became []Game) *Onward {
	var before, after Games
	o := &Onward{Became: map[string]map[string]int{}}
	for i := range was {
		before.Add(was[i])
		after.Add(became[i])
		if became[i].Result == rules.Ongoing {
			o.Open++
		}
		from, to := was[i].Result.String(), became[i].Result.String()
		if o.Became[from] == nil {
			o.Became[from] = map[string]int{}
		}
		o.Became[from][to]++
	}
	o.Real, o.Stats = before.Stats(), after.Stats()
	return o
}

// MarshalJSON writes the figures of the games as played on, and under real those of the
// games as they were.
func (o *Onward) MarshalJSON() ([]byte, error) {
	var f fields
	f.put("rules", o.Rules)
	f.put("player", o.Player)
	if o.At >= 0 {
		f.put("at", o.At)
	}
	f.put("left_out", o.LeftOut)
	f.put("open", o.Open)
	o.Stats.fields(&f)
	real, err := json.Marshal(o.Real)
	if err != nil {
		return nil, err
	}
	f.put("real", json.RawMessage(real))
	f.put("became", o.Became)
	return f.object(), nil
}

// WriteText writes it for people.
func (o *Onward) WriteText(w io.Writer) {
	at, others := "their last positions", "games with a move that is illegal or not given"
	if o.At >= 0 {
		at, others = fmt.Sprintf("ply %d", o.At), "games that cannot be followed so far"
	}
	fmt.Fprintf(w, "%d games under %s, played on from %s by %s\n", o.Games, o.Rules, at, o.Player)
	if o.LeftOut > 0 {
		fmt.Fprintf(w, "left out: %d %s\n", o.LeftOut, others)
	}
	if o.Open > 0 {
		fmt.Fprintf(w, "%d games were cut off and have no result\n", o.Open)
	}
	fmt.Fprintln(w)
	results := []rules.Result{rules.FirstWins, rules.Draw, rules.SecondWins}
	words := map[rules.Result]string{rules.Ongoing: "cut off", rules.FirstWins: "won by the first mover", rules.Draw: "drawn", rules.SecondWins: "won by the second"}
	for _, from := range results {
		row := o.Became[from.String()]
		total := 0
		for _, n := range row {
			total += n
		}
		if total == 0 {
			continue
		}
		fmt.Fprintf(w, "of %d %s:", total, words[from])
		sep := " "
		for _, to := range append(results, rules.Ongoing) {
			if n := row[to.String()]; n > 0 {
				fmt.Fprintf(w, "%s%d %s", sep, n, words[to])
				sep = ", "
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nAs they were")
	o.Real.WriteText(w)
	fmt.Fprintln(w, "\nAs played on")
	o.Stats.WriteText(w)
}
