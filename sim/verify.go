package sim

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"varlab/rules"
	"varlab/sim/random"
	"varlab/sim/record"
)

type Verification struct {
	Dir       string
	Workers   int
	NewPlayer Factory
	// Sample is the share of the games that are replayed, at least one a shard;
	// Seed draws them.
	Sample float64
	Seed   uint64
	// Repeats reports whether the player of a spec plays the same again from the
	// same seed. If it is nil, all do.
	Repeats func(spec string) bool
	Begin   func(games, found int)
	Done    func(games int) // told by all workers at once
}

type Verified struct {
	Shards   int      `json:"shards"`   // in all
	Whole    int      `json:"whole"`    // every byte and every row as written
	Games    int      `json:"games"`    // in whole shards
	Replayed int      `json:"replayed"` // games whose turns were played again: all legal, and the end as recorded
	Repeated int      `json:"repeated"` // of these, games that the players played again from the seed, turn for turn
	Missing  []string `json:"missing"`
	Faults   []string `json:"faults"`
}

// Verify reads every shard of the run that is there, replays a sample of its games
// under the rules, and has the players play them again. What is wrong is in the
// result; an error is what kept it from being looked at. Nothing is written.
func (s *Schedule) Verify(ctx context.Context, v Verification) (*Verified, error) {
	run, err := record.Open(v.Dir)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	if err := run.Fits(s.Manifest); err != nil {
		return nil, err
	}
	if v.Begin != nil {
		v.Begin(run.Manifest.Games(), 0)
	}
	shards := run.Manifest.Shards
	results := make([]Verified, len(shards))
	var taken atomic.Int64
	next := func() (int, bool, error) {
		i := int(taken.Add(1)) - 1
		return i, i < len(shards), nil
	}
	err = work(ctx, max(1, v.Workers), next, func(ctx context.Context, i int) error {
		err := s.verifyShard(ctx, run, i, v, &results[i])
		if err == nil && v.Done != nil {
			v.Done(shards[i].To - shards[i].From)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all := &Verified{Shards: len(shards), Missing: []string{}, Faults: []string{}}
	for i := range results {
		r := &results[i]
		all.Whole += r.Whole
		all.Games += r.Games
		all.Replayed += r.Replayed
		all.Repeated += r.Repeated
		all.Missing = append(all.Missing, r.Missing...)
		all.Faults = append(all.Faults, r.Faults...)
	}
	return all, nil
}

func (s *Schedule) verifyShard(ctx context.Context, run *record.Run, i int, v Verification, found *Verified) error {
	shard := s.Manifest.Shards[i]
	fault := func(format string, args ...any) { found.Faults = append(found.Faults, fmt.Sprintf(format, args...)) }
	err := run.Check(i)
	if errors.Is(err, fs.ErrNotExist) {
		found.Missing = append(found.Missing, shard.File)
		return nil
	}
	sample := s.sample(i, v)
	var drawn []*record.Record
	if err == nil {
		_, err = run.Games(i, func(rec *record.Record) bool {
			if slices.Contains(sample, int(rec.Game)) {
				copied := *rec
				drawn = append(drawn, &copied)
			}
			return true
		})
	}
	if err != nil {
		fault("%v", err)
		return nil
	}
	found.Whole, found.Games = 1, shard.To-shard.From

	cell := s.cells[shard.Cell]
	set := s.Plan.RuleSets[cell.RuleSet]
	repeats := v.Repeats == nil || v.Repeats(cell.A.Spec) && v.Repeats(cell.B.Spec)
	endings, err := s.endings(set.Rules)
	if err != nil {
		return err
	}
	var seats *seats
	if repeats {
		if seats, err = s.seat(shard.Cell, v.NewPlayer); err != nil {
			return err
		}
		defer seats.close()
	}
	for _, rec := range drawn {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		found.Replayed++
		if err := check(set.Rules, rec, s.Plan.HorizonPlies, endings); err != nil {
			fault("%s: game %d: %v", shard.File, rec.Game, err)
			continue
		}
		if !repeats {
			continue
		}
		found.Repeated++
		again, err := seats.play(ctx, int(rec.Game))
		if err != nil {
			return err
		}
		if *again != *rec {
			column, was, is := record.Difference(rec, again)
			fault("%s: game %d: played again it is another: %s is %s (recorded %s)", shard.File, rec.Game, column, short(is), short(was))
		}
	}
	return nil
}

func (s *Schedule) sample(i int, v Verification) []int {
	shard := s.Manifest.Shards[i]
	var games []int
	for g := shard.From; g < shard.To; g++ {
		games = append(games, g)
	}
	random.Shuffle(random.New("varlab sample", strconv.FormatUint(v.Seed, 10), s.Manifest.StudyHash, strconv.Itoa(i)), games)
	n := int(math.Ceil(v.Sample * float64(len(games))))
	return games[:min(max(n, 1), len(games))]
}

func check(r *rules.Rules, rec *record.Record, horizon int, endings Endings) error {
	h, err := record.Replay(r, rec)
	if err != nil {
		return err
	}
	if h.Plies() != int(rec.Plies) {
		return fmt.Errorf("%d plies were recorded, its turns are %d", rec.Plies, h.Plies())
	}
	o := h.Outcome()
	result, reason := o.Result.String(), string(o.Reason)
	value, known := "", false
	if endings != nil {
		value, known = adjudicated(endings, h.State())
	}
	switch {
	case rec.Result == record.Forfeited && !o.Over():
		return nil
	case !o.Over() && known:
		result, reason = value, record.Adjudication
	case !o.Over() && h.Plies() >= horizon:
		result, reason = record.Horizon, record.Horizon
	case !o.Over():
		result, reason = "none", "the game goes on"
	}
	if result != rec.Result || reason != rec.Reason {
		return fmt.Errorf("%s (%s) was recorded, its turns come to %s (%s)", rec.Result, rec.Reason, result, reason)
	}
	return nil
}

func short(v any) string {
	text := fmt.Sprint(v)
	if len(text) > 60 {
		text = text[:60] + "…"
	}
	return text
}
