package sim

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"varlab/sim/stats"
	"varlab/sim/study"
)

// trialTime is how long the trial games of a study take in all, at least one in
// each cell.
const trialTime = 2 * time.Second

// WriteOutline writes what a study comes to: its cells, games and expected time, and
// the differences that it could show.
func (s *Schedule) WriteOutline(ctx context.Context, players Factory, w io.Writer) error {
	p := s.Plan
	seconds := make([]float64, len(s.Manifest.Cells)) // a game
	tried := 0
	for i, c := range s.Manifest.Cells {
		began := time.Now()
		n, err := s.try(ctx, i, players, func(played int) bool {
			return played < c.Games && (played == 0 || time.Since(began) < trialTime/time.Duration(len(seconds)))
		})
		if err != nil {
			return err
		}
		seconds[i] = time.Since(began).Seconds() / float64(n)
		tried += n
	}
	total, games := 0.0, 0
	for i, c := range s.Manifest.Cells {
		total += seconds[i] * float64(c.Games)
		games += c.Games
	}
	fmt.Fprintf(w, "study %s, hash %.12s\n%d cells, %d games in all\n", p.Name, s.Manifest.StudyHash, len(seconds), games)
	for _, b := range s.Manifest.Boards {
		fmt.Fprintf(w, "openings of %s: %d, of %s, from %d positions\n", b.Size, b.Clusters, b.Way(), b.Positions)
	}
	fmt.Fprintf(w, "expected time: %s with one worker, %s with %d (from %d games tried)\n\n",
		lasting(total), lasting(total/float64(runtime.NumCPU())), runtime.NumCPU(), tried)

	named := namer(p)
	for i, set := range p.RuleSets {
		if named(set.ID) != set.ID {
			fmt.Fprintf(w, "(%d) %s\n", i+1, set.ID)
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "RULE SET\tPLAYERS\tGAMES\tOPENINGS\tMS A GAME\tEXPECTED")
	for i, c := range s.Manifest.Cells {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.1f\t%s\n", named(c.RuleSet), p.Cells()[i].Name(), c.Games, c.Clusters, 1000*seconds[i], lasting(seconds[i]*float64(c.Games)))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\na single test between two cells shows a rate that differs\n")
	t = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, base := range []float64{0.5, 0.2, 0.05} {
		fmt.Fprintf(t, "  from %v\tby %s\n", base, points(base, p.Games, 1))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "with a chance of 0.8 (two-sided, level 0.95), if games from one opening are no more\nalike than others and pairing gains nothing\n")
	return hypotheses(p, w)
}

// try plays the first games of a cell, as the run will, as long as more says so, and
// keeps nothing.
func (s *Schedule) try(ctx context.Context, cell int, players Factory, more func(played int) bool) (n int, err error) {
	seats, err := s.seat(cell, players)
	if err != nil {
		return 0, err
	}
	defer seats.close()
	for ; err == nil && more(n); n++ {
		_, err = seats.play(ctx, n)
	}
	return n, err
}

// hypotheses writes what the study claims and what its games could show of that.
func hypotheses(p *study.Plan, w io.Writer) error {
	if len(p.Hypotheses) == 0 {
		_, err := fmt.Fprintln(w, "\nno hypotheses: all that the games show is exploratory")
		return err
	}
	tests := map[string]int{}
	count := func(h study.Hypothesis) int {
		if h.Players != "" {
			return 1
		}
		return len(p.Rungs())
	}
	for _, h := range p.Hypotheses {
		tests[h.Family] += count(h)
	}
	named := namer(p)
	fmt.Fprintf(w, "\nhypotheses, with what is shown of a rate near 0.5 if all tests of the family count\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, h := range p.Hypotheses {
		against := named(h.B)
		if h.Value != nil {
			against = fmt.Sprint(*h.Value)
		}
		family := h.Family
		if family == "" {
			family = "unnamed family"
		}
		m := tests[h.Family]
		var claim, shows string
		if h.Margin > 0 {
			claim = fmt.Sprintf("within %v of", h.Margin)
			plan := stats.Plan{Base: 0.5, Power: 0.8, Alpha: 0.05 / float64(m), DesignEffect: 1}
			if n, err := plan.GamesForMargin(math.Min(h.Margin, 1), 0); err == nil {
				shows = fmt.Sprintf("needs %d games a cell, has %d", n, p.Games)
			}
		} else {
			claim = h.Direction + " than"
			shows = points(0.5, p.Games, m)
		}
		if !study.AtMostOne(h.Metric) {
			shows = "no share: known when it has been played"
		}
		fmt.Fprintf(t, "%s\t%s\t%s %s %s\t%d of %d tests, %s\t%s\n", h.ID, h.Metric, named(h.A), claim, against, count(h), m, family+" by "+p.Adjust(h.Family), shows)
	}
	return t.Flush()
}

// namer returns what tables of the plan call a rule set.
func namer(p *study.Plan) func(id string) string {
	const longest = 60
	return func(id string) string {
		short := study.Short(id, longest)
		if short == id {
			return id
		}
		i := slices.IndexFunc(p.RuleSets, func(s study.RuleSet) bool { return s.ID == id })
		return fmt.Sprintf("%s (%d)", short, i+1)
	}
}

// points says which difference from the base rate n games show where so many
// tests count.
func points(base float64, n, tests int) string {
	d, err := stats.Plan{Base: base, Power: 0.8, Alpha: 0.05 / float64(tests), DesignEffect: 1}.Detectable(n)
	if err != nil {
		return "no size"
	}
	return fmt.Sprintf("%.1f points", 100*d)
}

// lasting writes seconds for people.
func lasting(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d < time.Hour:
		return d.Round(time.Second).String()
	}
	return d.Round(time.Minute).String()
}
