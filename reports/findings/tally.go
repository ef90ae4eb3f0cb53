package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Tally is the counts of one cell. Its memory grows with the number of
// openings and of different endings, not with the number of games.
type Tally struct {
	Sums
	drawn    rules.Result               // as which a drawn game scores
	trained  [study.Trainings + 1]*Sums // by training; none where nobody has learned
	Reasons  map[string]int             // games by reason
	Results  map[Ending]int
	Failures map[string]bool // how players failed
	Ends     stats.Incidence // by opening; causes as ending.cause has them
	Parity   [2]study.Counts // by the side that chooses first
	first    string          // colour of the first mover
}

// sums holds the counts of some games, in all and by opening.
type Sums struct {
	study.Counts
	Openings byOpening
	Lengths  [][]stats.Length
}

func newSums(openings int) Sums {
	return Sums{Openings: byOpening{N: openings}, Lengths: make([][]stats.Length, openings)}
}

func (t *Sums) include(r *record.Record, c *study.Counts, cut bool) {
	t.Add(c)
	t.Openings.add(int(r.Opening), c)
	t.Lengths[r.Opening] = addLength(t.Lengths[r.Opening], int(r.Plies), cut)
}

func (t *Sums) value(m Metric) float64 {
	if m.IsLength() {
		q, _ := stats.KaplanMeierClustered(t.Lengths, Level).Quantile(0.5)
		return q
	}
	sum, n := m.In(&t.Counts)
	return sum / float64(n)
}

// byTraining are the counts of the games with each training; the first has all where
// nobody has learned.
func (t *Tally) byTraining() []*Sums {
	parts := slices.Clone(t.trained[:])
	if t.trained[1] == nil {
		parts[0] = &t.Sums
	}
	return parts
}

func newTally(openings int, drawn rules.Result, first string) *Tally {
	return &Tally{
		drawn: drawn, first: first, Sums: newSums(openings), Ends: make(stats.Incidence, openings),
		Reasons: map[string]int{}, Results: map[Ending]int{}, Failures: map[string]bool{},
	}
}

func (t *Tally) add(r *record.Record, of study.Cell) error {
	if r.Opening < 0 || int(r.Opening) >= t.Openings.N {
		return fmt.Errorf("game %d of cell %d: opening %d is not one of the board's (want 0 to %d)", r.Game, r.Cell, r.Opening, t.Openings.N-1)
	}
	k := PlaceOf(r.Result)
	if k < 0 {
		return fmt.Errorf("game %d of cell %d: unknown result %q", r.Game, r.Cell, r.Result)
	}
	c := r.Counts()
	c[study.Games], c[Results[k].Count] = 1, 1
	if r.Result == record.Forfeited {
		t.Failures[r.Forfeiture()] = true
	}
	reason := r.Reason
	if r.Result == record.Horizon {
		if reason = r.Value; reason == "" {
			reason = record.GoesOn
			if c[study.Open] = 1; r.Stalled() {
				c[study.Stalled], reason = 1, record.Stalled
			}
		} else if k := PlaceOf(r.Value); k >= 0 {
			c[byValue[Results[k].Count]] = 1
		}
	}
	chooser, scored := board.Side(r.OpeningPlies%2), r.Outcome()
	if from := r.From(); from != "" && !strings.EqualFold(from[:1], t.first[:1]) {
		chooser = chooser.Other()
	}
	if scored == rules.Draw {
		switch scored = t.drawn; scored {
		case rules.Draw:
			c[study.Shared] = 1
		case rules.FirstWins:
			c[study.DrawnForFirst] = 1
		}
	}
	if won := board.Side(scored - rules.FirstWins); scored == rules.FirstWins || scored == rules.SecondWins {
		if !of.Both() || (won == board.Second) == of.Turned(int(r.Game)) {
			c[study.LeadWins] = 1
		}
		if won == chooser {
			c[study.ChooserWins] = 1
		}
	}
	cut := Results[k].cut
	t.include(r, &c, cut)
	t.Parity[chooser].Add(&c)
	t.Reasons[r.Reason]++
	t.Results[Ending{r.Result, reason}]++
	t.Ends[r.Opening] = addEnd(t.Ends[r.Opening], stats.End{At: r.Plies, Cause: int32(Ending{r.Result, reason}.Cause()), Games: 1})
	if n := int(r.Training); n > 0 { // in range, as the reader of a record checks
		if t.trained[n] == nil {
			part := newSums(t.Openings.N)
			t.trained[n] = &part
		}
		t.trained[n].include(r, &c, cut)
	}
	return nil
}

// byValue maps a result to the count of unfinished games whose last position has that value.
var byValue = map[study.Count]study.Count{
	study.FirstWins: study.FirstByValue, study.SecondWins: study.SecondByValue, study.Draws: study.DrawnByValue,
}

// settled are the lengths side by side, in the order of the openings: they are read some
// thousand times when clusters are resampled.
func (t *Tally) settled() [][]stats.Length {
	all, out := slices.Concat(t.Lengths...), make([][]stats.Length, len(t.Lengths))
	for i, ls := range t.Lengths {
		out[i], all = all[:len(ls)], all[len(ls):]
	}
	return out
}

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

func addEnd(ends []stats.End, e stats.End) []stats.End {
	i := slices.IndexFunc(ends, func(o stats.End) bool { return o.At == e.At && o.Cause == e.Cause })
	if i < 0 {
		return append(ends, e)
	}
	ends[i].Games += e.Games
	return ends
}
