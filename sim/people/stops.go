package people

import (
	"context"
	"fmt"
	"math"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/player"
)

// Stops are where people stopped: medians over the last positions of games that were not
// over on the board, as a judge values them, in percent.
type Stops struct {
	Won, Drawn int // games
	Resign     int // expected score of the side that lost
	Agree      int // in a drawn game, that of the side that stood better
	Few        int // and the pieces that were left of those at the start
}

// Options are those of a player who stops where people did. A side resigns at an expected
// score below a half only.
func (s Stops) Options() string {
	return fmt.Sprintf("resign=%d,agree=%d,few=%d", min(s.Resign, 49), s.Agree, s.Few)
}

// Mean is the mean of several collections, each with the same weight.
func Mean(list []Stops) (m Stops) {
	mean := func(of func(Stops) int) int {
		sum := 0
		for _, s := range list {
			sum += of(s)
		}
		return int(math.Round(float64(sum) / float64(len(list))))
	}
	for _, s := range list {
		m.Won, m.Drawn = m.Won+s.Won, m.Drawn+s.Drawn
	}
	m.Resign = mean(func(s Stops) int { return s.Resign })
	m.Agree = mean(func(s Stops) int { return s.Agree })
	m.Few = mean(func(s Stops) int { return s.Few })
	return m
}

// Stopped looks where games with results stopped.
func Stopped(ctx context.Context, r *rules.Rules, s *player.Spec, games []*Played, results []rules.Result, workers int) (Stops, error) {
	type last struct {
		open             bool
		expected, pieces float64
	}
	found := make([]last, len(games))
	judges := make([]*Judge, max(1, workers))
	err := each(ctx, workers, len(games), func(_ context.Context, worker, i int) (err error) {
		if judges[worker] == nil {
			if judges[worker], err = NewJudge(r, s); err != nil {
				return err
			}
		}
		j := judges[worker]
		h := rules.NewHistory(r, r.Start())
		for _, t := range games[i].Turns {
			h.Play(t)
		}
		if h.Outcome().Over() {
			return nil
		}
		j.eye.NewGame()
		now := h.Now()
		mover := now.Mover()
		left := now.Pieces(board.First).Len() + now.Pieces(board.Second).Len()
		_, e, err := j.eye.Look(h)
		switch results[i] {
		case rules.WinOf(mover):
			e = 1 - e
		case rules.Draw:
			e = max(e, 1-e)
		}
		found[i] = last{true, e, float64(left) / float64(j.pieces)}
		return err
	})
	if err != nil {
		return Stops{}, err
	}
	var lost, drawn, few []float64
	for i, x := range found {
		switch {
		case !x.open || results[i] == rules.Ongoing:
		case results[i] == rules.Draw:
			drawn, few = append(drawn, x.expected), append(few, x.pieces)
		default:
			lost = append(lost, x.expected)
		}
	}
	if len(lost) == 0 || len(drawn) == 0 {
		return Stops{}, fmt.Errorf("%d games that were given up and %d that were agreed drawn (want some of each)", len(lost), len(drawn))
	}
	percent := func(list []float64) int {
		slices.Sort(list)
		return int(math.Round(100 * list[len(list)/2]))
	}
	return Stops{len(lost), len(drawn), percent(lost), percent(drawn), percent(few)}, nil
}
