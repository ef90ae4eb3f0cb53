package stats

// An End counts the games that ended at one length for one cause. Causes are
// numbers from 0; those that still went on at the horizon have GoingOn.
type End struct {
	At, Cause, Games int32
}

const GoingOn = -1

// An Incidence says by which ply which share of games had ended for which cause,
// where a game ends for one only: cumulative incidences (Aalen and Johansen 1978,
// Scandinavian Journal of Statistics 5, pp. 141-150). All games have the same
// horizon and nothing else cuts one off. Up to the horizon that estimator is then
// the share itself (Kalbfleisch and Prentice 2002, The Statistical Analysis of
// Failure Time Data, 2nd ed., section 8.2), whose variance sums the games' influence
// within clusters, as for any rate. The ends are by cluster, in any order.
type Incidence [][]End

// By is the share of all games that had ended for the cause by the ply.
func (n Incidence) By(cause, ply int) Rate {
	return n.rate(func(e End) bool { return int(e.Cause) == cause && int(e.At) <= ply })
}

// Lasting is the share that had not ended by the ply: with those of all causes its
// K add up to N.
func (n Incidence) Lasting(ply int) Rate {
	return n.rate(func(e End) bool { return e.Cause == GoingOn || int(e.At) > ply })
}

func (n Incidence) rate(of func(End) bool) Rate {
	cells := make([]Cell, len(n))
	for i, ends := range n {
		for _, e := range ends {
			cells[i].N += int(e.Games)
			if of(e) {
				cells[i].Sum += float64(e.Games)
			}
		}
	}
	return RateOf(cells)
}
