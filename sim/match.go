package sim

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/record"
	"varlab/sim/stats"
)

// A Meeting is what two players have made of a match, told from the first named.
type Meeting struct {
	Pairs               stats.Pairs // by opening, played with both colours
	Wins, Draws, Losses int         // games; those not decided by a win are draws
	Horizon, Void       int         // of the draws: cut off at the ply limit; broken off
	Forfeits            [2]int      // by player: games lost because it failed
	Failure             string      // how a player failed first
	Plies               int
}

// Meet plays the games of a cell in which two players meet and keeps no records.
// Each opening is played with both colours, and after each such pair of games, in
// the order of the openings, stop is asked whether that is enough. What is
// returned does not depend on the number of workers: pairs that they have begun
// beyond the last are let go. If ctx ends first, the meeting so far comes with the
// error.
func (s *Schedule) Meet(ctx context.Context, cell int, o Options, stop func(*Meeting) bool) (*Meeting, error) {
	if !s.cells[cell].Both() {
		return nil, fmt.Errorf("%q meets itself (want two players)", s.cells[cell].A.Spec)
	}
	m := new(Meeting)
	pairs := s.Manifest.Cells[cell].Games / 2
	if o.Begin != nil {
		o.Begin(2*pairs, 0)
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	type pair struct {
		index int
		games [2]*record.Record
	}
	done := make(chan pair, pairs)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range max(1, min(o.Workers, pairs)) {
		seats, err := s.seat(cell, o.NewPlayer)
		if err != nil {
			cancel(err)
			break
		}
		wg.Go(func() {
			defer seats.close()
			defer context.AfterFunc(inner, seats.close)()
			for i := int(taken.Add(1)) - 1; i < pairs && inner.Err() == nil; i = int(taken.Add(1)) - 1 {
				p := pair{index: i}
				for g := range p.games {
					rec, err := seats.play(inner, 2*i+g)
					if err != nil {
						cancel(err)
						return
					}
					p.games[g] = rec
					if o.Played != nil {
						o.Played()
					}
				}
				done <- p
			}
		})
	}
	defer waitFor(ctx, &wg)
	defer cancel(errEnough)

	waiting := map[int]pair{}
	for next := 0; next < pairs; {
		select {
		case p := <-done:
			waiting[p.index] = p
		case <-inner.Done():
			return m, context.Cause(inner)
		}
		for p, ok := waiting[next]; ok; p, ok = waiting[next] {
			delete(waiting, next)
			next++
			m.add(p.games)
			if stop != nil && stop(m) {
				return m, nil
			}
		}
	}
	return m, nil
}

var errEnough = errors.New("enough was played")

func (m *Meeting) add(games [2]*record.Record) {
	halves := 0
	for g, rec := range games {
		side := board.Side(g) // of the first player
		m.Plies += int(rec.Plies)
		winner, won := rec.Won()
		if loser, failed := rec.Failed(); failed {
			winner, won = loser.Other(), true
			m.Forfeits[side^loser]++
			if m.Failure == "" {
				m.Failure = rec.Failure
			}
		}
		switch {
		case won && winner == side:
			m.Wins++
			halves += 2
		case won:
			m.Losses++
		default:
			m.Draws++
			halves++
			switch rec.Result {
			case record.Horizon:
				m.Horizon++
			case rules.Void.String():
				m.Void++
			}
		}
	}
	m.Pairs[halves]++
}
