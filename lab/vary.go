package lab

import (
	"fmt"
	"io"
	"runtime"

	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/study"
)

// A Variation is a study.Variation laid out. It asks once with each of its players.
type Variation struct {
	Name string
	*sim.Schedule
}

// Vary lays out the variations of a study that can be played, with a number of games of each rule
// set, and says why others are left out. The study itself was laid out as the plan.
func (l *Lab) Vary(s *study.Study, as *study.Plan, games int) (all []Variation, ways int, left []string, err error) {
	asked := *s
	asked.Weights = as.Weights
	list, err := asked.Vary(games)
	for _, v := range list {
		switch schedule, err := l.LayOut(&v.Study); {
		case err != nil:
			left = append(left, fmt.Sprintf("%s is left out: %v", v.Name, err))
		case v.Study.Weights != as.Weights && schedule.Plan.Weights == as.Weights: // whose weights play is the same
		default:
			all, ways = append(all, Variation{v.Name, schedule}), ways+len(v.Study.Players)
		}
	}
	return all, ways, left, err
}

// WriteVaryTime says how long varlab vary takes with a study, with a number of games of each
// rule set: games at the pace of its own, longer in proportion to the turns that players look
// at, and before them each teaching once.
func (l *Lab) WriteVaryTime(s *study.Study, schedule *sim.Schedule, paces []sim.Pace, games int, w io.Writer) {
	turns := func(spec string) float64 {
		if s, err := player.Parse(spec); err == nil && s.Kind.Name == "search" {
			return float64(s.Get("nodes"))
		}
		return 0
	}
	variations, ways, _, err := l.Vary(s, schedule.Plan, games)
	if err != nil {
		return // it has no claim that can be varied
	}
	each, total, timed := sim.Pace{}, sim.Pace{}, 0.0
	for i, c := range schedule.Manifest.Cells {
		if n := turns(c.Players[0]); n > 0 {
			each, timed = each.Plus(paces[i].Times(1/n)), timed+1
		}
	}
	if timed == 0 {
		return
	}
	taught, teaching := map[study.Teaching]bool{}, 0.0
	for _, v := range variations {
		if t := v.Plan.Teaching; t != nil && !taught[*t] {
			taught[*t], teaching = true, teaching+sim.TeachingTime(v.Plan)
		}
		for _, c := range v.Manifest.Cells {
			total = total.Plus(each.Times(turns(c.Players[0]) / timed * float64(c.Games)))
		}
	}
	n := runtime.NumCPU()
	fmt.Fprintf(w, "\nvarlab vary would ask in %d ways, with %d games of each rule set: %s with %d workers", ways, games, total.Times(1/float64(n)), n)
	if teaching > 0 {
		fmt.Fprintf(w, ", and about %s of teaching", sim.Lasting(teaching/float64(n)))
	}
	fmt.Fprintln(w)
}
