package main

import (
	"fmt"
	"math"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/games"
	"varlab/sim/player"
)

// stopping is where people stopped: medians over the last positions of games that were not
// over on the board, as a judge values them, in percent.
type stopping struct {
	Won, Drawn int // games
	Resign     int // expected score of the side that lost
	Agree      int // in a drawn game, that of the side that stood better
	Few        int // and the pieces that were left of those at the start
}

// options are those of a player who stops where people did. A side resigns at an expected
// score below a half only.
func (s stopping) options() string {
	return fmt.Sprintf("resign=%d,agree=%d,few=%d", min(s.Resign, 49), s.Agree, s.Few)
}

// meanStops is the mean of several collections, each with the same weight.
func meanStops(list []stopping) (m stopping) {
	mean := func(of func(stopping) int) int {
		sum := 0
		for _, s := range list {
			sum += of(s)
		}
		return int(math.Round(float64(sum) / float64(len(list))))
	}
	for _, s := range list {
		m.Won, m.Drawn = m.Won+s.Won, m.Drawn+s.Drawn
	}
	m.Resign = mean(func(s stopping) int { return s.Resign })
	m.Agree = mean(func(s stopping) int { return s.Agree })
	m.Few = mean(func(s stopping) int { return s.Few })
	return m
}

// stoppedIn looks where games with results stopped.
func stoppedIn(r *rules.Rules, s *player.Spec, list []*games.Game) (stopping, error) {
	eye, err := s.Appraiser(r)
	if err != nil {
		return stopping{}, err
	}
	pieces := func(s *rules.State) float64 {
		return float64(s.Pieces(board.First).Len() + s.Pieces(board.Second).Len())
	}
	start := r.Start()
	var lost, drawn, few []float64
	for _, g := range list {
		h := rules.NewHistory(r, start)
		for _, t := range g.Turns {
			h.Play(t)
		}
		if h.Outcome().Over() || g.Result == rules.Ongoing {
			continue
		}
		eye.NewGame()
		_, e := eye.Look(h)
		switch g.Result {
		case rules.Draw:
			drawn, few = append(drawn, max(e, 1-e)), append(few, pieces(h.Now())/pieces(&start))
		case rules.WinOf(h.Now().Mover()):
			lost = append(lost, 1-e)
		default:
			lost = append(lost, e)
		}
	}
	if len(lost) == 0 || len(drawn) == 0 {
		return stopping{}, fmt.Errorf("%d games that were given up and %d that were agreed drawn (want some of each)", len(lost), len(drawn))
	}
	percent := func(list []float64) int {
		slices.Sort(list)
		return int(math.Round(100 * list[len(list)/2]))
	}
	return stopping{len(lost), len(drawn), percent(lost), percent(drawn), percent(few)}, nil
}
