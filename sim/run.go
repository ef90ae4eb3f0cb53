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
	seats, err := s.seat(shard.Cell, o.NewPlayer)
	if err != nil {
		return err
	}
	w, err := run.Create(i)
	if err != nil {
		return err
	}
	for g := shard.From; g < shard.To; g++ {
		rec, err := seats.play(ctx, g)
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

// Try plays the first games of a cell, as the run will, and keeps nothing: to
// see how long they take. It stops before a game for which more says no.
func (s *Schedule) Try(ctx context.Context, cell int, newPlayer Factory, more func(played int) bool) error {
	seats, err := s.seat(cell, newPlayer)
	if err != nil {
		return err
	}
	for g := 0; g < s.Manifest.Cells[cell].Games && more(g); g++ {
		if _, err := seats.play(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// seats are the players of a cell at their table. They are for one goroutine.
type seats struct {
	schedule *Schedule
	index    int
	table    *table
	players  map[string][2]Player // by spec, and side: what one remembers is not the other's
}

func (s *Schedule) seat(index int, newPlayer Factory) (*seats, error) {
	cell := s.cells[index]
	set := s.Plan.RuleSets[cell.RuleSet]
	players := map[string][2]Player{}
	for _, spec := range []string{cell.A.Spec, cell.B.Spec} {
		if _, ok := players[spec]; ok {
			continue
		}
		var pair [2]Player
		for side := range pair {
			p, err := newPlayer(set.Rules, spec)
			if err != nil {
				return nil, fmt.Errorf("player %q under %q: %w", spec, set.ID, err)
			}
			pair[side] = p
		}
		players[spec] = pair
	}
	tb := &table{rules: set.Rules, horizon: s.Plan.HorizonPlies, scribe: record.NewScribe(set.Rules)}
	return &seats{s, index, tb, players}, nil
}

// play plays game g of the cell.
func (t *seats) play(ctx context.Context, g int) (*record.Record, error) {
	s := t.schedule
	cell, mc := s.cells[t.index], s.Manifest.Cells[t.index]
	set := s.Plan.RuleSets[cell.RuleSet]
	a := assign(cell, mc.Clusters, g)
	for side := range t.table.players {
		t.table.players[side] = t.players[a.players[side]][side]
	}
	opening := s.books[mc.Board].Openings[a.opening]
	rec := &record.Record{
		Cell: int32(t.index), Game: int32(g), Rules: set.ID, PlayHash: set.PlayHash,
		FirstPlayer: a.players[0], SecondPlayer: a.players[1], Board: mc.Board,
		Opening: int32(a.opening), Replicate: int32(a.replicate),
	}
	random := stream(s.Plan.Seed, set.PlayHash, a.players[0], a.players[1], opening.Position, a.replicate)
	return rec, t.table.game(ctx, opening, random, rec)
}
