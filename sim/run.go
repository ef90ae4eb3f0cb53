package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/record"
	"varlab/sim/study"
)

// Options say how a run is made. Nothing in them changes a byte outside its log.
type Options struct {
	Dir       string
	Workers   int
	NewPlayer Factory
	// Only, if not nil, lists the shards that this worker of a cluster plays if they are
	// missing. If it is nil, the whole run is played, and by no other process.
	Only []int
	// Begin, if set, is called with the number of games and the number that earlier runs have
	// played.
	Begin func(games, found int)
	// Played, if set, is called after every game, and Seen with its record, by all workers at
	// once.
	Played func()
	Seen   func(*record.Record)
	// After this number of consecutive forfeited games in one cell the run stops, and a run in
	// which all games were forfeited is an error; 0: neither. Forfeited, if set, is called for
	// each forfeited game.
	Forfeits  int
	Forfeited func()
	// Note, if set, is told of damage and what was done about it.
	Note func(text string)
	// Root, if set, is called with the root of the whole run once it is complete.
	Root func(root string)
}

// An Interrupted error stops a run before its end. Complete shards are kept.
type Interrupted struct {
	Shards, Of int // complete; in all
	Cause      error
}

func (e *Interrupted) Error() string {
	if e.Shards == 0 {
		return fmt.Sprintf("interrupted before the first of %d shards was complete", e.Of)
	}
	return fmt.Sprintf("interrupted; %d of %d shards are complete and kept", e.Shards, e.Of)
}

func (e *Interrupted) Unwrap() error { return e.Cause }

// A Forfeits error stops a run whose players fail, or ends one in which every game was
// forfeited. Complete shards are kept.
type Forfeits struct {
	Games int    // in a row between the same players under one rule set, or all
	All   bool   // that were played
	Under string // the rule set of the last
	Last  string // how the last one failed
}

func (e *Forfeits) Error() string {
	if e.All {
		return fmt.Sprintf("all %d games that were played were forfeited; in the last, under %q, %s", e.Games, e.Under, e.Last)
	}
	return fmt.Sprintf("stopped: %d games in a row were forfeited under %q; in the last, %s", e.Games, e.Under, e.Last)
}

// failures counts the games of a run that were forfeited.
type failures struct {
	mu     sync.Mutex
	games  int
	failed int
	inARow map[int32]int // by cell
	last   Forfeits
}

// grace is the time that players have for their turn after a run is stopped.
const grace = 2 * time.Second

// Run plays what is missing of the schedule in the run directory, or damaged, and
// leaves complete shards only. If ctx ends before the games do, the error is an
// *Interrupted; the same call later goes on.
func (s *Schedule) Run(ctx context.Context, o Options) error {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if err := s.taught(); err != nil {
		return fmt.Errorf("%s: %w", o.Dir, err)
	}
	begin := record.Play
	if o.Only != nil {
		begin = record.Create
	}
	run, err := begin(o.Dir, s.Manifest)
	if err != nil {
		return err
	}
	defer run.Close()
	open, err := s.prepare(ctx, run, o)
	if err != nil {
		return err
	}
	if o.Begin != nil {
		count := func(list []int) (games int) {
			for _, i := range list {
				games += run.Manifest.Shards[i].To - run.Manifest.Shards[i].From
			}
			return games
		}
		games, left := run.Manifest.Games(), count(open)
		if o.Only != nil {
			games = count(o.Only)
		}
		o.Begin(games, games-left)
	}
	if len(open) > 0 {
		err = s.playShards(ctx, run, open, o)
	}
	if err != nil {
		return err
	}
	if o.Only != nil || o.Root == nil {
		return nil
	}
	root, err := run.Root()
	if err == nil {
		o.Root(root)
	}
	return err
}

// Play plays all games, which it returns in the order of the manifest, and keeps no file. Dir,
// Only, Note and Root of the options mean nothing. If ctx ends before the games do, they are
// lost, and the error is its cause.
func (s *Schedule) Play(ctx context.Context, o Options) ([]*record.Record, error) {
	if err := s.taught(); err != nil {
		return nil, err
	}
	if o.Begin != nil {
		o.Begin(s.Manifest.Games(), 0)
	}
	shards := s.sideBySide(nil)
	games := make([][]*record.Record, len(shards))
	var failed failures
	err := work(ctx, o.Workers, len(shards), func(ctx context.Context, k int) error {
		i := shards[k]
		_, err := s.playShard(ctx, i, o, &failed, func(rec *record.Record) error {
			games[i] = append(games[i], rec)
			return nil
		})
		return err
	})
	if err = cmp.Or(err, o.ended(&failed)); err != nil {
		return nil, err
	}
	s.Manifest.Hash = s.Manifest.Sum()
	return slices.Concat(games...), nil
}

// taught is an error if somebody is still to be taught.
func (s *Schedule) taught() error {
	if s.Plan.Teaching != nil && s.Manifest.Taught == nil {
		return errors.New("nobody was taught yet (want varlab run, which does that first)")
	}
	return nil
}

// prepare returns the shards that are to be played, and sets damaged ones aside. In a run
// of another program there must be none: only that program may play them.
func (s *Schedule) prepare(ctx context.Context, run *record.Run, o Options) ([]int, error) {
	survey, err := run.Survey(ctx, o.Only...)
	if err != nil {
		if ctx.Err() != nil {
			err = interrupted(ctx, run)
		}
		return nil, err
	}
	if err := run.Refuses(s.Manifest.Program, survey.Open()); err != nil {
		return nil, err
	}
	for k, i := range survey.Damaged {
		kept, err := run.SetAside(i)
		if err != nil {
			return nil, err
		}
		o.Note(fmt.Sprintf("%v; kept as %s, and its games are played again", survey.Damages[k], kept))
	}
	return survey.Open(), nil
}

// sideBySide orders shards, or all of them, so that the cells grow side by side: then a run can
// be watched and its remaining time be told while it goes on.
func (s *Schedule) sideBySide(shards []int) []int {
	if shards = slices.Clone(shards); shards == nil {
		for i := range s.Manifest.Shards {
			shards = append(shards, i)
		}
	}
	slices.SortStableFunc(shards, func(i, k int) int {
		return cmp.Compare(s.Manifest.Shards[i].From, s.Manifest.Shards[k].From)
	})
	return shards
}

func (s *Schedule) playShards(ctx context.Context, run *record.Run, open []int, o Options) error {
	open = s.sideBySide(open)
	workers := max(1, min(o.Workers, len(open)))
	log := run.NewLog(record.Entry{Time: time.Now(), Program: s.Manifest.Program, Workers: workers})
	defer log.Close()
	var done atomic.Int64
	var failed failures
	err := work(ctx, workers, len(open), func(ctx context.Context, k int) error {
		i := open[k]
		began := time.Now()
		w := run.Create(i)
		var err error
		if w.Tables, err = s.playShard(ctx, i, o, &failed, w.Write); err == nil {
			err = w.Commit()
		}
		if err != nil {
			return err
		}
		done.Add(1)
		shard := run.Manifest.Shards[i]
		log.Add(record.Entry{
			Time: time.Now(), Shard: shard.File, Games: shard.To - shard.From,
			Seconds: time.Since(began).Seconds(),
		})
		return nil
	})
	if err != nil && !errors.Is(err, context.Cause(ctx)) {
		return err
	}
	if ctx.Err() == nil || int(done.Load()) == len(open) {
		return o.ended(&failed)
	}
	return interrupted(ctx, run)
}

func interrupted(ctx context.Context, run *record.Run) error {
	n := len(run.Manifest.Shards)
	return &Interrupted{Shards: n - len(run.Missing()), Of: n, Cause: context.Cause(ctx)}
}

// work runs n tasks on workers, begun in order. The first error stops all and is returned; so
// is the cause if ctx ends.
func work(ctx context.Context, workers, n int, do func(ctx context.Context, i int) error) error {
	none := func() (struct{}, error) { return struct{}{}, nil }
	return Each(ctx, workers, n, none, func(ctx context.Context, _ struct{}, i int) error { return do(ctx, i) })
}

// Each runs n tasks on workers, begun in order. Every worker makes a tool of its own for do.
// The first error stops all and is returned; so is the cause if ctx ends.
func Each[T any](ctx context.Context, workers, n int, tool func() (T, error), do func(ctx context.Context, tool T, i int) error) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range min(max(1, workers), max(1, n)) {
		wg.Go(func() {
			t, err := tool()
			if err != nil {
				cancel(err)
			}
			if c, ok := any(t).(interface{ close() }); ok {
				defer c.close()
			}
			for i := int(taken.Add(1)) - 1; i < n && inner.Err() == nil; i = int(taken.Add(1)) - 1 {
				if err := do(inner, t, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	waitFor(inner, &wg)
	return context.Cause(inner)
}

// waitFor waits for all workers; after the end of ctx only for the time of grace, since a
// player may think for hours.
func waitFor(ctx context.Context, wg *sync.WaitGroup) {
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(grace):
	}
}

// playShard plays the games of a shard, and returns the sums of the tables that gave values.
func (s *Schedule) playShard(ctx context.Context, i int, o Options, failed *failures, keep func(*record.Record) error) (map[string]string, error) {
	shard := s.Manifest.Shards[i]
	seats, err := s.seat(shard.Cell, o.NewPlayer)
	if err != nil {
		return nil, err
	}
	defer seats.close()
	defer context.AfterFunc(ctx, seats.close)()
	for g := shard.From; g < shard.To; g++ {
		rec, err := seats.play(ctx, g)
		if err == nil {
			err = keep(rec)
		}
		if err == nil {
			err = o.tell(rec, failed)
		}
		if err != nil {
			return nil, err
		}
	}
	return seats.table.sums(ctx)
}

// tell counts a played game. It returns an error if too many consecutive games of a cell were
// forfeited.
func (o *Options) tell(rec *record.Record, f *failures) error {
	if o.Played != nil {
		o.Played()
	}
	if o.Seen != nil {
		o.Seen(rec)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.games++
	if rec.Result != record.Forfeited {
		delete(f.inARow, rec.Cell)
		return nil
	}
	if o.Forfeited != nil {
		o.Forfeited()
	}
	if f.inARow == nil {
		f.inARow = map[int32]int{}
	}
	f.failed++
	f.inARow[rec.Cell]++
	f.last = Forfeits{Games: f.inARow[rec.Cell], Under: rec.Rules, Last: rec.Forfeiture()}
	if last := f.last; o.Forfeits > 0 && last.Games >= o.Forfeits {
		return &last
	}
	return nil
}

// ended returns an error if every game was forfeited.
func (o *Options) ended(f *failures) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if last := f.last; o.Forfeits > 0 && f.failed > 0 && f.failed == f.games {
		last.Games, last.All = f.failed, true
		return &last
	}
	return nil
}

// seats are the players of a cell at their table. They serve one goroutine, except for close.
type seats struct {
	schedule  *Schedule
	index     int
	newPlayer Factory
	table     *table

	mu      sync.Mutex // close may come while a game is played
	players map[seated]Player
}

// A seated player plays one side. The other side has another player even if the spec is the
// same, so that neither remembers what the other has seen.
type seated struct {
	spec, weights string
	side          board.Side
}

func (s *Schedule) seat(index int, newPlayer Factory) (*seats, error) {
	cell := s.cells[index]
	set := s.Plan.RuleSets[cell.RuleSet]
	t := &seats{schedule: s, index: index, newPlayer: newPlayer, players: map[seated]Player{}, table: s.table(&set)}
	if s.Plan.Adjudicates(cell) {
		t.table.adjudicates = s.Plan.Exact.Pieces
	}
	// Whether the players can be made is known before the first game.
	_, err := t.sit(0)
	return t, err
}

// table is the table for games of a rule set.
func (s *Schedule) table(set *study.RuleSet) *table {
	return &table{
		read:  map[string]bool{},
		rules: set.Rules, horizon: s.Plan.HorizonPlies,
		history: rules.NewHistory(set.Rules, set.Rules.Start()), notation: notation.Of(set.Rules.Profile()),
		values: sync.OnceValues(func() (Endings, error) {
			known, err := s.endings(set.Rules)
			if err != nil {
				err = fmt.Errorf("exact values under %q: %w", set.ID, err)
			}
			return known, err
		}),
	}
}

// sit seats the players of game g.
func (t *seats) sit(g int) (a record.Assignment, err error) {
	s, cell := t.schedule, t.schedule.cells[t.index]
	set := s.Plan.RuleSets[cell.RuleSet]
	b, err := s.Manifest.BoardOf(s.Manifest.Cells[t.index])
	if err != nil {
		return a, err
	}
	if a, err = s.Manifest.Assign(cell, b, g); err != nil {
		return a, err
	}
	for side, player := range a.Players {
		who := seated{player.Spec, a.Weights[side], board.Side(side)}
		p := t.players[who]
		if p == nil {
			if p, err = t.newPlayer(set.Rules, who.spec, who.weights); err != nil {
				return a, fmt.Errorf("player %q under %q: %w", who.spec, set.ID, err)
			}
			t.mu.Lock()
			t.players[who] = p
			t.mu.Unlock()
		}
		t.table.players[side] = p
	}
	return a, nil
}

func (t *seats) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all sync.WaitGroup // an engine may take its time to end
	for _, p := range t.players {
		all.Go(func() { shut(p) })
	}
	all.Wait()
}

func shut(p Player) {
	if c, ok := p.(io.Closer); ok {
		c.Close()
	}
}

func (t *seats) play(ctx context.Context, g int) (*record.Record, error) {
	a, err := t.sit(g)
	if err != nil {
		return nil, err
	}
	return t.table.play(ctx, t.schedule, t.index, g, a)
}

// play plays a game of the schedule between the seated players.
func (tb *table) play(ctx context.Context, s *Schedule, cell, g int, a record.Assignment) (*record.Record, error) {
	opening := s.books[s.Manifest.Cells[cell].Board].Opening(a.Opening)
	rec := new(record.Record)
	s.Manifest.Begin(rec, cell, g, &a)
	return rec, tb.game(ctx, opening, chance(s.Plan.Seed, opening.Position, a.Replicate), rec)
}
