package games

import (
	"encoding/json"
	"math"

	"varlab/sim/stats"
)

// level is the confidence of all intervals here.
const level = 0.95

// A Number becomes null in JSON if it is infinite or not a number.
type Number float64

// MarshalJSON writes the number.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// A Figure is an estimate with its interval of 95 %; null in JSON if there is none.
type Figure struct {
	Value Number `json:"value"` // what is counted; share
	Low   Number `json:"low"`   // of the interval; share
	High  Number `json:"high"`  // of the interval; share
}

// A figure in JSON is three fields of the object to which it belongs. These are figures with
// the names of their fields.
type (
	DrawRate struct { // share of games with a result
		Value Number `json:"draw_rate"`
		Low   Number `json:"draw_rate_low"`
		High  Number `json:"draw_rate_high"`
	}
	FirstScore struct { // of them: the first mover's share of the points
		Value Number `json:"first_score"`
		Low   Number `json:"first_score_low"`
		High  Number `json:"first_score_high"`
	}
	CapturesPerPly struct {
		Value Number `json:"captures_per_ply"`
		Low   Number `json:"captures_per_ply_low"`
		High  Number `json:"captures_per_ply_high"`
	}
	TurnsPerPly struct { // playable ones
		Value Number `json:"turns_per_ply"`
		Low   Number `json:"turns_per_ply_low"`
		High  Number `json:"turns_per_ply_high"`
	}
	ForcedShare struct { // of plies: one turn was playable
		Value Number `json:"forced_share"`
		Low   Number `json:"forced_share_low"`
		High  Number `json:"forced_share_high"`
	}
	Promotions struct { // a game
		Value Number `json:"promotions"`
		Low   Number `json:"promotions_low"`
		High  Number `json:"promotions_high"`
	}
	LossPerPly struct { // of expected score, points of a hundred
		Value Number `json:"loss_per_ply"`
		Low   Number `json:"loss_per_ply_low"`
		High  Number `json:"loss_per_ply_high"`
	}
	Blunders struct { // share of plies
		Value Number `json:"blunders"`
		Low   Number `json:"blunders_low"`
		High  Number `json:"blunders_high"`
	}
)

var nothing = Figure{Number(math.NaN()), Number(math.NaN()), Number(math.NaN())}

// figure is an estimate from n things, if there are any.
func figure(n int, value float64, i stats.Interval) Figure {
	if n == 0 {
		return nothing
	}
	return Figure{Number(value), Number(i.Low), Number(i.High)}
}

// score is a mean of points of 0 to 1, with openings as clusters.
func score(cells []stats.Cell) Figure {
	var s stats.Scores
	for i, c := range cells {
		s.Add(i, c.Sum, c.N)
	}
	e := s.Estimate(level)
	return figure(e.Clusters, e.Value, s.Interval(level))
}

// share is that of trials with openings as clusters.
func share(cells []stats.Cell) Figure {
	r := stats.RateOf(cells)
	return figure(r.N, r.Value(), r.Wilson(level))
}

// mean is a ratio of sums, from 0 to most, with openings as clusters. It has no interval where
// all are alike.
func mean(cells []stats.Cell, most float64) Figure {
	e := stats.Mean(cells, level)
	i := e.Within(0, most)
	if e.Clusters == 1 || e.Flat {
		i = stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	return figure(e.Clusters, e.Value, i)
}

// quantile interpolates between neighbours: definition 7 of Hyndman and Fan (1996), The
// American Statistician 50, p. 363.
func quantile(sorted []int, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return float64(sorted[low]) + (at-float64(low))*float64(sorted[high]-sorted[low])
}
