package stats

import "math"

// Pairs counts pairs of games, in which two players meet from one opening with
// both colours, by what the first player made of the two: 0, ½, 1, 1½ or 2 points.
type Pairs [5]int

func (p Pairs) N() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

// Scores are what one player made of games, from 0 to 1 point each, that fall into
// clusters. The cluster is the unit of chance: games from one opening are alike, and
// where nobody draws they are the same. The zero value has none.
type Scores struct {
	cells []Cell
}

// Add adds n games of a cluster with the points of the player.
func (s *Scores) Add(cluster int, points float64, n int) {
	s.cells = append(s.cells, make([]Cell, max(0, cluster+1-len(s.cells)))...)
	c := &s.cells[cluster]
	c.Sum, c.N = c.Sum+points, c.N+n
}

// Estimate is Mean of the scores.
func (s *Scores) Estimate(level float64) Estimate { return Mean(s.cells, level) }

// Interval is that of the mean of all games: Wilson's, for as many independent trials
// as would give the mean m its cluster-robust variance, m(1-m)/N (design effect as in
// Kish 1965, section 8.2). Clusters whose games are all alike vary most, so there are
// never fewer trials than clusters, or, where they are of unequal size n, than the
// (Σn)²/Σn² of equal size that they are worth (Kish, section 11.7); that is how many
// there are where nothing varied. Quantiles are Student's.
func (s *Scores) Interval(level float64) Interval {
	e := s.Estimate(level)
	if e.Clusters < 2 {
		return Interval{0, 1}
	}
	n, squares := 0.0, 0.0
	for _, c := range s.cells {
		n += float64(c.N)
		squares += float64(c.N) * float64(c.N)
	}
	trials := n * n / squares
	if e.SE > 0 {
		trials = math.Max(trials, e.Value*(1-e.Value)/(e.SE*e.SE))
	}
	return wilson(e.Value, trials, critical(level, e.Clusters-1))
}

// Elo is the difference in strength at which a player is expected to make the
// score s: 400 log10(s/(1-s)), Elo (1978), The Rating of Chessplayers, section
// 8.4 in the logistic form. It is infinite at 0 and 1.
func Elo(s float64) float64 { return 400 * math.Log10(s/(1-s)) }
