package sim

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"varlab/sim/record"
)

// Options say how a run is made; nothing in them changes a byte of what it
// leaves.
type Options struct {
	Dir       string
	Workers   int
	NewPlayer Factory
	// Begin, if set, is told how many games there are and how many of them
	// earlier runs have left.
	Begin func(games, found int)
	// Played, if set, is told after every game, by all workers at once.
	Played func()
}

// An Interrupted error is a run that was stopped before its end. What is
// complete is kept.
type Interrupted struct {
	Shards, Of int // complete; in all
	Cause      error
}

func (e *Interrupted) Error() string {
	return fmt.Sprintf("interrupted with %d of %d shards complete", e.Shards, e.Of)
}

func (e *Interrupted) Unwrap() error { return e.Cause }

// Run plays what is missing of the schedule in the run directory, and leaves
// complete shards only. If ctx ends before the games do, the error is an
// *Interrupted; the same call later goes on.
func (s *Schedule) Run(ctx context.Context, o Options) error {
	run, err := record.Create(o.Dir, s.Manifest)
	if err != nil {
		return err
	}
	defer run.Close()
	missing, err := run.Missing()
	if err != nil {
		return err
	}
	if o.Begin != nil {
		games := run.Manifest.Games()
		found := games
		for _, i := range missing {
			found -= run.Manifest.Shards[i].To - run.Manifest.Shards[i].From
		}
		o.Begin(games, found)
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range max(1, min(o.Workers, len(missing))) {
		wg.Go(func() {
			for inner.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= len(missing) {
					return
				}
				if err := s.playShard(inner, run, missing[k], o); err != nil {
					cancel(err)
					return
				}
				done.Add(1)
			}
		})
	}
	wg.Wait()
	if int(done.Load()) == len(missing) {
		return run.Tidy()
	}
	if cause := context.Cause(inner); !errors.Is(cause, context.Cause(ctx)) {
		return cause
	}
	return &Interrupted{
		Shards: len(run.Manifest.Shards) - len(missing) + int(done.Load()),
		Of:     len(run.Manifest.Shards), Cause: context.Cause(ctx),
	}
}

// playShard plays the games of shard i and writes it.
func (s *Schedule) playShard(ctx context.Context, run *record.Run, i int, o Options) error {
	shard := s.Manifest.Shards[i]
	cell := s.cells[shard.Cell]
	set := s.Plan.RuleSets[cell.RuleSet]
	clusters := s.Manifest.Cells[shard.Cell].Clusters
	board := s.Manifest.Cells[shard.Cell].Board
	book := s.books[board]

	// A player for each side, since what one remembers is not the other's.
	players := map[string][2]Player{}
	for _, spec := range []string{cell.A.Spec, cell.B.Spec} {
		if _, ok := players[spec]; ok {
			continue
		}
		var pair [2]Player
		for side := range pair {
			p, err := o.NewPlayer(set.Rules, spec)
			if err != nil {
				return fmt.Errorf("player %q under %q: %w", spec, set.ID, err)
			}
			pair[side] = p
		}
		players[spec] = pair
	}
	w, err := run.Create(i)
	if err != nil {
		return err
	}
	tb := &table{rules: set.Rules, horizon: s.Plan.HorizonPlies, scribe: record.NewScribe(set.Rules)}
	for g := shard.From; g < shard.To; g++ {
		a := assign(cell, clusters, g)
		for side := range tb.players {
			tb.players[side] = players[a.players[side]][side]
		}
		opening := book.Openings[a.opening]
		rec := &record.Record{
			Cell: int32(shard.Cell), Game: int32(g), Rules: set.ID, PlayHash: set.PlayHash,
			FirstPlayer: a.players[0], SecondPlayer: a.players[1], Board: board,
			Opening: int32(a.opening), Replicate: int32(a.replicate),
		}
		random := stream(s.Plan.Seed, set.PlayHash, a.players[0], a.players[1], opening.Position, a.replicate)
		err := tb.game(ctx, opening, random, rec)
		if err == nil {
			err = w.Write(rec)
		}
		if err != nil {
			w.Abort()
			return err
		}
		if o.Played != nil {
			o.Played()
		}
	}
	return w.Commit()
}
