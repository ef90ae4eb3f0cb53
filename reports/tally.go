package reports

import (
	"cmp"
	"fmt"
	"slices"

	"varlab/rules/board"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Tally is the counts of one cell. Its memory grows with the number of
// openings and of different endings, not with the number of games.
type Tally struct {
	sums
	trained  [study.Trainings + 1]*sums // by training; none where nobody has learned
	Reasons  map[string]int             // games by reason
	Results  map[ending]int
	Failures map[string]bool // how players failed
	ends     stats.Incidence // by opening; causes as ending.cause has them
	parity   [2]study.Counts // by the side that chooses first
}

// sums holds the counts of some games, in all and by opening.
type sums struct {
	study.Counts
	openings byOpening
	lengths  [][]stats.Length
}

func newSums(openings int) sums {
	return sums{openings: byOpening{n: openings}, lengths: make([][]stats.Length, openings)}
}

func (t *sums) include(r *record.Record, c *study.Counts, cut bool) {
	t.Add(c)
	t.openings.add(int(r.Opening), c)
	t.lengths[r.Opening] = addLength(t.lengths[r.Opening], int(r.Plies), cut)
}

func (t *sums) value(m Metric) float64 {
	if m.IsLength() {
		q, _ := stats.KaplanMeierClustered(t.lengths, Level).Quantile(0.5)
		return q
	}
	sum, n := m.In(&t.Counts)
	return sum / float64(n)
}

// byTraining are the counts of the games with each training; the first has all where
// nobody has learned.
func (t *Tally) byTraining() []*sums {
	parts := slices.Clone(t.trained[:])
	if t.trained[1] == nil {
		parts[0] = &t.sums
	}
	return parts
}

func newTally(openings int) *Tally {
	return &Tally{
		sums: newSums(openings), ends: make(stats.Incidence, openings),
		Reasons: map[string]int{}, Results: map[ending]int{}, Failures: map[string]bool{},
	}
}

func (t *Tally) add(r *record.Record, of study.Cell) error {
	if r.Opening < 0 || int(r.Opening) >= t.openings.n {
		return fmt.Errorf("game %d of cell %d: opening %d is not one of the board's (want 0 to %d)", r.Game, r.Cell, r.Opening, t.openings.n-1)
	}
	k := placeOf(r.Result)
	if k < 0 {
		return fmt.Errorf("game %d of cell %d: unknown result %q", r.Game, r.Cell, r.Result)
	}
	c := r.Counts()
	c[study.Games], c[results[k].count] = 1, 1
	if r.Result == record.Forfeited {
		t.Failures[r.Failure] = true
	}
	reason := r.Reason
	if r.Result == record.Horizon {
		if reason = r.Value; reason == "" {
			reason = record.GoesOn
			if c[study.Open] = 1; r.Stalled() {
				c[study.Stalled], reason = 1, record.Stalled
			}
		} else if k := placeOf(r.Value); k >= 0 {
			c[byValue[results[k].count]] = 1
		}
	}
	chooser := board.Side(r.OpeningPlies % 2)
	if won, ok := r.Won(); ok {
		if !of.Both() || (won == board.Second) == of.Turned(int(r.Game)) {
			c[study.LeadWins] = 1
		}
		if won == chooser {
			c[study.ChooserWins] = 1
		}
	}
	cut := results[k].cut
	t.include(r, &c, cut)
	t.parity[chooser].Add(&c)
	t.Reasons[r.Reason]++
	t.Results[ending{r.Result, reason}]++
	t.ends[r.Opening] = addEnd(t.ends[r.Opening], stats.End{At: r.Plies, Cause: int32(ending{r.Result, reason}.cause()), Games: 1})
	if n := int(r.Training); n > 0 { // in range, as the reader of a record checks
		if t.trained[n] == nil {
			part := newSums(t.openings.n)
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

func (c *Cell) n(of ...study.Count) int { return c.Tally.Sum(of...) }

func (c *Cell) share(of ...study.Count) float64 { return share1(c.n(of...), c.n(study.Games)) }

// settled are the lengths side by side, in the order of the openings: they are read some
// thousand times when clusters are resampled.
func (t *Tally) settled() [][]stats.Length {
	all, out := slices.Concat(t.lengths...), make([][]stats.Length, len(t.lengths))
	for i, ls := range t.lengths {
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
