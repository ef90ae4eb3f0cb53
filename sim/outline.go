package sim

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"varlab/internal/plain"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// trialTime is for the trial games of a study in all. Each cell has one game to warm up and
// leastTimed more, unless these take too long: then at least one more.
const (
	trialTime  = 2 * time.Second
	leastTimed = 4
)

// How many seconds of one core a position of a teaching takes, and its match: measured with
// study.Teachings.
const (
	positionTime = 60e-6
	matchTime    = 8
)

// A Pace has bounds that the mean time of many games of a cell should keep, in seconds.
type Pace struct{ Low, High float64 }

// pace is that of some games. On a machine with other work, games take up to twice as long.
func pace(seconds []float64) Pace {
	sorted := slices.Sorted(slices.Values(seconds))
	n := len(sorted)
	sum := 0.0
	for _, s := range sorted {
		sum += s
	}
	median, mean := (sorted[(n-1)/2]+sorted[n/2])/2, sum/float64(n)
	return Pace{min(median, mean) / 1.5, 2 * max(median, mean)}
}

// Times returns the time that games at a pace take.
func (p Pace) Times(games float64) Pace { return Pace{p.Low * games, p.High * games} }

// Plus adds the time of other games.
func (p Pace) Plus(o Pace) Pace { return Pace{p.Low + o.Low, p.High + o.High} }

func (p Pace) String() string { return Lasting(p.Low) + " to " + Lasting(p.High) }

// Paces are those of the cells of a study, by the games that were tried.
type Paces struct {
	Of    []Pace // by cell
	Tried int

	forfeited int
	failure   string // the last
}

// Total is the time of all games of the study with one worker.
func (p *Paces) Total(s *Schedule) (total Pace) {
	for i, c := range s.Manifest.Cells {
		total = total.Plus(p.Of[i].Times(float64(c.Games)))
	}
	return total
}

// Paces tries a few games of each cell.
func (s *Schedule) Paces(ctx context.Context, players Factory) (*Paces, error) {
	p := new(Paces)
	for i, c := range s.Manifest.Cells {
		var each []float64
		began, last := time.Now(), time.Now()
		room := trialTime / time.Duration(len(s.Manifest.Cells))
		n, err := s.Try(ctx, i, players, func(rec *record.Record) bool {
			if rec.Result == record.Forfeited {
				p.forfeited, p.failure = p.forfeited+1, rec.Forfeiture()
			}
			each, last = append(each, time.Since(last).Seconds()), time.Now()
			spent := time.Since(began)
			return int(rec.Game)+1 < c.Games && (len(each) < 2 || spent < room || len(each) <= leastTimed && spent < leastTimed*room)
		})
		if err != nil {
			return nil, err
		}
		p.Of = append(p.Of, pace(each[min(1, len(each)-1):]))
		p.Tried += n
	}
	return p, nil
}

// TeachingTime is how many seconds of one core the teaching of a plan takes, if it has one.
func TeachingTime(p *study.Plan) float64 {
	if p.Teaching == nil {
		return 0
	}
	return float64(len(p.Lessons())) * (float64(p.Teaching.Trainings*p.Teaching.Positions)*positionTime + matchTime)
}

// WriteOutline writes the outline of a study: its cells, games and expected time, and the
// differences that it could show. Without paces it states no time.
func (s *Schedule) WriteOutline(w io.Writer, paces *Paces) error {
	p := s.Plan
	games := s.Manifest.Games()
	fmt.Fprintf(w, "study %s, hash %.12s\n%d cells, %d games in all\n", p.Name, s.Manifest.StudyHash, len(s.Manifest.Cells), games)
	for _, b := range s.Manifest.Boards {
		for _, c := range b.Chapters {
			fmt.Fprintf(w, "openings of %s: %d, of %d %s, from %d positions\n", b.Size, c.Clusters, c.Plies, c.Words(), c.Positions)
		}
	}
	if t := p.Teaching; t != nil {
		fmt.Fprintf(w, "teaching before the games: %s, %d trainings of %d positions each and a match: about %s with one worker\n",
			map[bool]string{true: "1 rule set", false: fmt.Sprint(len(p.Lessons()), " rule sets")}[len(p.Lessons()) == 1], t.Trainings, t.Positions, Lasting(TeachingTime(p)))
	}
	if paces != nil {
		total := paces.Total(s)
		fmt.Fprintf(w, "expected time: %s with one worker, %s with %d (from %d games tried)\n",
			total, total.Times(1/float64(runtime.NumCPU())), runtime.NumCPU(), paces.Tried)
		if paces.forfeited > 0 {
			fmt.Fprintf(w, "forfeited of these: %d; in the last, %s\n", paces.forfeited, paces.failure)
		}
	}
	fmt.Fprintln(w)

	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "RULE SET, PLAYER\tGAMES\tOPENINGS\tEXPECTED")
	names := p.CellNames()
	for i, c := range s.Manifest.Cells {
		lasts := "?"
		if paces != nil {
			lasts = paces.Of[i].Times(float64(c.Games)).String()
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\n", plain.Line(names[i]), c.Games, c.Clusters, lasts)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(p.Hypotheses) > 0 {
		return nil
	}
	var shown []string
	for _, base := range []float64{0.5, 0.2, 0.05} {
		if d, err := (stats.Plan{Base: base, Power: 0.8, Alpha: 0.05, DesignEffect: 1}).Detectable(p.Games); err == nil {
			shown = append(shown, fmt.Sprintf("%.1f points from %.0f %%", 100*d, 100*base))
		}
	}
	if len(shown) > 0 {
		fmt.Fprintf(w, "\nwith a chance of 80 %% one test shows a difference of %s\n", strings.Join(shown, ", or "))
	}
	fmt.Fprintln(w, "no hypotheses: all that the games show is exploratory")
	return nil
}

// Try plays the first games of a cell as the run will, and keeps nothing. After each game more
// says whether to play another. If ctx ends first, Try returns its error.
func (s *Schedule) Try(ctx context.Context, cell int, players Factory, more func(*record.Record) bool) (n int, err error) {
	tried := make(chan int, 1)
	err = work(ctx, 1, 1, func(ctx context.Context, _ int) error {
		seats, err := s.seat(cell, players)
		if err != nil {
			return err
		}
		defer seats.close()
		defer context.AfterFunc(ctx, seats.close)()
		for n := 1; ; n++ {
			rec, err := seats.play(ctx, n-1)
			if err != nil {
				return err
			}
			if !more(rec) {
				tried <- n
				return nil
			}
		}
	})
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, err
	}
	return <-tried, nil
}

// Lasting writes seconds in words.
func Lasting(seconds float64) string {
	switch {
	case seconds >= 2*60*60:
		return fmt.Sprintf("%.0f hours", seconds/60/60)
	case seconds >= 2*60:
		return fmt.Sprintf("%.0f minutes", seconds/60)
	case seconds >= 10:
		return fmt.Sprintf("%.0f seconds", seconds)
	}
	return fmt.Sprintf("%.1f seconds", seconds)
}
