package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A Watch is what the games of a run show while others are still to be played,
// by intervals that may be looked at after every game: with the chance that
// their level says, the truth lies in all of them from the first look to the
// last. A run may be stopped for what they show. What a Report says of the same
// claims is sharper, and holds only if how many games there are does not depend
// on what was seen.
//
// Only games in the order of the study count, as far as none is missing: which
// shard is complete first may depend on how its games went.
type Watch struct {
	Manifest *record.Manifest
	Games    int // in order, over all cells
	Claims   []*Watched
}

type Watched struct {
	Hypothesis study.Hypothesis
	Players    string
	// Openings are the clusters that the interval rests on: of a paired claim those
	// that both rule sets have played, else those of the rule set that has fewer.
	Openings int
	// Value and Interval are of the metric in A less that in B, or less
	// Hypothesis.Value; the interval's level leaves each test of the family its
	// part of alpha.
	Value float64
	stats.Interval
	Level float64
	Word  string // Supported, Refuted, Equivalent or Undecided
	// Why is why there is no interval; the claim then waits for the report.
	Why   string
	split bool // what the interval shows does not come out with each training
}

func NewWatch(dir string) (*Watch, error) {
	run, err := record.Open(dir)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	r, cells, err := newReport(run.Manifest)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	w := &Watch{Manifest: run.Manifest}
	missing := run.Missing()
	stopped := make([]bool, len(cells)) // a shard of the cell is missing
	for i, s := range run.Manifest.Shards {
		if stopped[s.Cell] = stopped[s.Cell] || slices.Contains(missing, i); stopped[s.Cell] {
			continue
		}
		w.Games += s.To - s.From
		var fault error
		_, err := run.Games(i, func(rec *record.Record) bool {
			// Of an opening that is played again and again the first game counts, or
			// the first with either colour: the others are no new clusters.
			if rec.Replicate == 0 {
				fault = cells[s.Cell].add(rec)
			}
			return fault == nil
		})
		if err = cmp.Or(err, fault); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	w.judge(r)
	return w, nil
}

func (w *Watch) judge(r *Report) {
	tests := map[string]int{}
	for i := range r.claimed() {
		tests[r.Plan.Hypotheses[i].Family]++
	}
	for i, g := range r.claimed() {
		h := r.Plan.Hypotheses[i]
		c := &Watched{Hypothesis: h, Players: g.Name(), Level: 1 - alpha/float64(tests[h.Family])}
		c.look(g)
		w.Claims = append(w.Claims, c)
	}
}

func (c *Watched) look(g *Group) {
	h := c.Hypothesis
	c.Word, c.Value, c.Interval = Undecided, math.NaN(), stats.Interval{Low: -1, High: 1}
	a, b := g.cell(h.A), g.cell(h.B)
	switch {
	case !metric(h.Metric).IsRate(): // scores, counts and lengths have no sequence here
		c.Why = h.Metric + " is not a share of all games"
		return
	case h.Adjudicated:
		c.Why = "adjudicated: the report reads the same games under both rule sets"
		return
	case b != nil && same(a, b):
		c.Why = "the same game"
		return
	}
	// What the open games would have come to is left open: the interval holds from one
	// extreme to the other.
	m := metric(h.Metric)
	least, most := m.Extremes()
	c.Value, c.Interval = c.between(a, b, m.Ratio, m.Ratio)
	if m.Turns() {
		_, low := c.between(a, b, least, most)
		_, high := c.between(a, b, most, least)
		c.Low, c.High = min(c.Low, low.Low), max(c.High, high.High)
	}
	c.decide()
	value := cmp.Or(h.Value, new(float64))
	if c.split = c.Word != Undecided && !survives(c.Word, c.Value, h.Margin, trained(m, a, b, *value)); c.split {
		c.Word = Undecided
	}
}

// between is the difference of a's metric from b's, or from the number where b is nil.
func (c *Watched) between(a, b *Cell, ofA, ofB study.Ratio) (float64, stats.Interval) {
	x := a.played(ofA)
	if b == nil {
		value := *c.Hypothesis.Value
		for i := range x {
			x[i] -= value
		}
		c.Openings = len(x)
		return sequence(x, -value, 1-value, c.Level)
	}
	y := b.played(ofB)
	c.Openings = min(len(x), len(y))
	if a.Board == b.Board {
		x = x[:c.Openings]
		for i := range x {
			x[i] -= y[i]
		}
		return sequence(x, -1, 1, c.Level)
	}
	// Two sequences, each with half of what the level leaves out: with the chance
	// of the level both hold at every look, and so does their difference.
	p, first := sequence(x, 0, 1, (1+c.Level)/2)
	q, second := sequence(y, 0, 1, (1+c.Level)/2)
	return p - q, stats.Interval{Low: first.Low - second.High, High: first.High - second.Low}
}

// sequence returns the mean of values that lie between low and high, NaN if there
// are none, and the interval of their mean after the last.
func sequence(values []float64, low, high, level float64) (mean float64, i stats.Interval) {
	s := stats.NewMeanSequence(low, high, level)
	i = stats.Interval{Low: low, High: high}
	sum := 0.0
	for _, v := range values {
		sum += v
		i = s.Add(v)
	}
	return sum / float64(len(values)), i
}

func (c *Watched) decide() {
	m := c.Hypothesis.Margin
	switch {
	case m > 0 && c.Low > -m && c.High < m:
		c.Word = Equivalent
	case m > 0 && (c.Low > m || c.High < -m):
		c.Word = Refuted
	case m > 0 || c.Low <= 0 && c.High >= 0:
	case (c.High < 0) == (c.Hypothesis.Direction == "less"):
		c.Word = Supported
	default:
		c.Word = Refuted
	}
}

// played returns the share in each opening that the cell has played, in order.
func (c *Cell) played(of study.Ratio) []float64 {
	var out []float64
	chapters := c.Board.Chapters
	for i, o := range c.Tally.openings.cells(of) {
		if i/len(chapters) >= chapters[i%len(chapters)].Clusters {
			continue // of these plies there are fewer openings
		}
		if o.N < choose(c.Players[0] == c.Players[1], 1, 2) { // with either colour
			break
		}
		out = append(out, o.Sum/float64(o.N))
	}
	return out
}

// Decided reports whether no claim that can be watched is open any more, and
// there is one.
func (w *Watch) Decided() bool {
	watched := slices.DeleteFunc(slices.Clone(w.Claims), func(c *Watched) bool { return c.Why != "" })
	return len(watched) > 0 && !slices.ContainsFunc(watched, func(c *Watched) bool { return c.Word == Undecided })
}

func (w *Watch) Complete() bool { return w.Games == w.Manifest.Games() }

func (w *Watch) Write(out io.Writer, format string) error {
	if format == "json" {
		return WriteJSON(out, of(
			"study", w.Manifest.Study.Name, "study_hash", w.Manifest.StudyHash, "games", w.Games, "of", w.Manifest.Games(), "decided", w.Decided(),
			"claims", list(w.Claims, func(c *Watched) object {
				h := c.Hypothesis
				return append(of("id", h.ID, "players", c.Players, "metric", h.Metric, "a", h.A, "b", less(h), "openings", c.Openings,
					"difference", number(c.Value), "low", number(c.Low), "high", number(c.High), "level", c.Level, "verdict", c.Word),
					some("not_watched", c.Why)...)
			})))
	}
	b := terminal{named: map[int]bool{}}
	b.wrap("", fmt.Sprintf("%s: %s of %s games, counted in the order of the study.", plain(w.Manifest.Study.Name), count(w.Games), count(w.Manifest.Games())))
	switch {
	case len(w.Claims) == 0:
		b.wrap("", "The study claims nothing, so there is nothing to watch.")
	case w.Decided():
		b.wrap("", "Every claim that can be watched is decided: the run may be stopped for it.")
	default:
		b.wrap("", "These intervals hold at every look, so that the run may be stopped for what they show.")
	}
	if len(w.Claims) > 0 {
		t := table{Title: "Claims so far", Head: []string{"claim", "players", "difference", "interval at every look", "openings", "verdict"}, words: true}
		for _, c := range w.Claims {
			m := metric(c.Hypothesis.Metric)
			row := textRow(plain(c.Hypothesis.ID), c.Players, m.signed(c.Value)+" "+m.Unit.Points, m.span(c.Interval), count(c.Openings), c.Word)
			if c.Why != "" {
				row[2].Text, row[3].Text, row[4].Text, row[5].Text = none, none, none, "not watched: "+c.Why
			}
			row[5].Text += when(c.split, ": "+notEach)
			t.Rows = append(t.Rows, row)
		}
		b.table(t)
	}
	_, err := b.WriteTo(out)
	return err
}
