package lab

import (
	"fmt"

	"varlab/sim"
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
