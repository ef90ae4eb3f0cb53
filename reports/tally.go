package reports

import (
	"cmp"
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/sim/record"
	"varlab/sim/stats"
)

// Counts are what games add up to: all of a cell, or those of one opening.
type Counts struct {
	Games, First, Second, Draws, Horizon, Void, Forfeited int

	Plies, Decisions, Playable, Due, Owed int

	Captures, MenTaken, KingsTaken, Promotions     int
	Missed, Partial, Weaker                        int
	Huffed, Compelled, Waived, Corrected, Replayed int

	LeadWins int // by the player named first
}

// Ended are the games that neither horizon nor void cut off.
func (c *Counts) Ended() int { return c.Games - c.Horizon - c.Void }

// Decisive are the games that one side won.
func (c *Counts) Decisive() int { return c.First + c.Second }

// Scored are the games won or drawn.
func (c *Counts) Scored() int { return c.First + c.Second + c.Draws }

// Defaults are due captures left untaken, of whatever kind.
func (c *Counts) Defaults() int { return c.Missed + c.Partial + c.Weaker }

// A Tally is the counts of one cell. Its memory grows with the number of
// openings and of different lengths, not with the number of games.
type Tally struct {
	Counts
	Openings []Counts         // by opening; those of a board that the cell does not use are zero
	Reasons  map[string]int   // games by reason
	Results  map[string]int   // games by result and reason: "draw repetition"
	Failures map[string]int   // forfeited games by who failed and how
	lengths  [][]stats.Length // by opening
	lead     string           // spec of the player named first
}

func newTally(openings int) *Tally {
	return &Tally{
		Openings: make([]Counts, openings),
		Reasons:  map[string]int{}, Results: map[string]int{}, Failures: map[string]int{},
		lengths: make([][]stats.Length, openings),
	}
}

// add counts one game.
func (t *Tally) add(r *record.Record) error {
	if r.Opening < 0 || int(r.Opening) >= len(t.Openings) {
		return fmt.Errorf("game %d of cell %d: opening %d is not one of the board's (want 0 to %d)", r.Game, r.Cell, r.Opening, len(t.Openings)-1)
	}
	var c Counts
	c.Games = 1
	cut := false
	switch r.Result {
	case rules.FirstWins.String():
		c.First = 1
	case rules.SecondWins.String():
		c.Second = 1
	case rules.Draw.String():
		c.Draws = 1
	case rules.Void.String():
		c.Void, cut = 1, true
	case record.Horizon:
		c.Horizon, cut = 1, true
	case record.Forfeited:
		c.Forfeited, cut = 1, true
		t.Failures[r.Failure]++
	default:
		return fmt.Errorf("game %d of cell %d: unknown result %q", r.Game, r.Cell, r.Result)
	}
	if r.FirstPlayer == t.lead {
		c.LeadWins = c.First
	} else {
		c.LeadWins = c.Second
	}
	c.Plies, c.Decisions = int(r.Plies), int(r.Decisions)
	c.Playable, c.Due = int(r.Playable), int(r.Due)
	c.Owed = int(r.OwedFirst + r.OwedSecond)
	c.Captures = int(r.CapturesFirst + r.CapturesSecond)
	c.MenTaken = int(r.MenTakenFirst + r.MenTakenSecond)
	c.KingsTaken = int(r.KingsTakenFirst + r.KingsTakenSecond)
	c.Promotions = int(r.PromotionsFirst + r.PromotionsSecond)
	c.Missed = int(r.MissedFirst + r.MissedSecond)
	c.Partial = int(r.PartialFirst + r.PartialSecond)
	c.Weaker = int(r.WeakerFirst + r.WeakerSecond)
	c.Huffed = int(r.HuffedFirst + r.HuffedSecond)
	c.Compelled = int(r.CompelledFirst + r.CompelledSecond)
	c.Waived = int(r.WaivedFirst + r.WaivedSecond)
	c.Corrected = int(r.CorrectedFirst + r.CorrectedSecond)
	c.Replayed = int(r.Replayed)
	t.Counts.plus(&c)
	t.Openings[r.Opening].plus(&c)
	t.Reasons[r.Reason]++
	t.Results[r.Result+" "+r.Reason]++
	t.lengths[r.Opening] = addLength(t.lengths[r.Opening], int(r.Plies), cut)
	return nil
}

// settle lays the lengths side by side, in the order of the openings: they are
// read some thousand times when clusters are resampled.
func (t *Tally) settle() {
	n := 0
	for _, ls := range t.lengths {
		n += len(ls)
	}
	all := make([]stats.Length, 0, n)
	for i, ls := range t.lengths {
		all = append(all, ls...)
		t.lengths[i] = all[len(all)-len(ls):]
	}
}

// addLength counts one game among lengths in ascending order.
func addLength(ls []stats.Length, plies int, cut bool) []stats.Length {
	i, found := slices.BinarySearchFunc(ls, int32(plies), func(l stats.Length, at int32) int { return cmp.Compare(l.At, at) })
	if !found {
		ls = slices.Insert(ls, i, stats.Length{At: int32(plies)})
	}
	if cut {
		ls[i].Censored++
	} else {
		ls[i].Ended++
	}
	return ls
}

// cells gives each opening's part of a ratio, as clusters.
func (t *Tally) cells(of func(*Counts) (sum float64, n int)) []stats.Cell {
	out := make([]stats.Cell, len(t.Openings))
	for i := range t.Openings {
		out[i].Sum, out[i].N = of(&t.Openings[i])
	}
	return out
}

// plus adds d to c.
func (c *Counts) plus(d *Counts) {
	c.Games += d.Games
	c.First += d.First
	c.Second += d.Second
	c.Draws += d.Draws
	c.Horizon += d.Horizon
	c.Void += d.Void
	c.Forfeited += d.Forfeited
	c.Plies += d.Plies
	c.Decisions += d.Decisions
	c.Playable += d.Playable
	c.Due += d.Due
	c.Owed += d.Owed
	c.Captures += d.Captures
	c.MenTaken += d.MenTaken
	c.KingsTaken += d.KingsTaken
	c.Promotions += d.Promotions
	c.Missed += d.Missed
	c.Partial += d.Partial
	c.Weaker += d.Weaker
	c.Huffed += d.Huffed
	c.Compelled += d.Compelled
	c.Waived += d.Waived
	c.Corrected += d.Corrected
	c.Replayed += d.Replayed
	c.LeadWins += d.LeadWins
}
