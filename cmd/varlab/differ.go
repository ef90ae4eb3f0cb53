package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// A differing compares the exact values of positions under two rule sets: diff --exact.
type differing struct {
	flags  *ruleFlags
	tables tableFlags
	study  study.Study
	rules  [2]*rules.Rules
	known  [2]*exact.Tables
	found  endings.Differing
}

func (d *differing) add(cmd *cobra.Command, flags *ruleFlags) {
	d.flags = flags
	d.study = study.Study{
		Heading: study.Heading{Name: "positions"},
		Players: []string{comparePlayer},
		Design:  study.Design{Weights: study.Base, HorizonPlies: study.DefaultHorizonPlies},
	}
	d.study.Openings.Plies = study.DefaultOpeningPlies
	f := cmd.Flags()
	f.IntVar(&d.found.Pieces, "exact", 0, "the positions of at most `N` pieces, 2 to 5, whose value differs")
	f.IntVar(&d.study.Games, "games", 0, "with --exact: also those that come up in `N` games of each rule set")
	f.StringVar(&d.study.Players[0], "player", comparePlayer, "with --games: who plays, against itself: `SPEC`")
	seedFlag(cmd, &d.study.Seed)
	d.tables.add(cmd)
}

func (d *differing) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(outside("exact", d.found.Pieces, 2, study.MaxExactPieces), outside("games", d.study.Games, 0, 0)); err != nil {
		return err
	}
	if err := d.open(args); err != nil {
		return err
	}
	if d.study.Games > 0 {
		if err := d.sample(cmd.Context(), args); err != nil {
			return err
		}
	}
	return write(cmd, d.found, func(w io.Writer) { d.found.WriteText(w) })
}

// open makes the tables of both rule sets, of the materials that both can have, and
// counts their positions.
func (d *differing) open(args []string) error {
	vs, rs, err := d.flags.Two([2]string(args))
	if err != nil {
		return err
	}
	d.rules = rs
	if rs[0].Grid() != rs[1].Grid() {
		return fmt.Errorf("%s and %s: %w", vs[0].ID, vs[1].ID, exact.ErrBoards)
	}
	var ms []exact.Material
	for i, r := range rs {
		d.found.Rules[i] = vs[i].ID
		if r.Profile().Capture.Obligation == profile.Claimable {
			d.found.Omissions = append(d.found.Omissions, endings.Omitted{Rules: vs[i].ID})
		}
		theirs, refused, err := exact.New(r, "").Accepted(d.found.Pieces)
		if err != nil {
			return fmt.Errorf("%s: %w", vs[i].ID, err)
		}
		if refused != nil {
			remark(d.tables.cmd.ErrOrStderr(), "%s: %v", vs[i].ID, refused)
		}
		if i > 0 {
			theirs = slices.DeleteFunc(theirs, func(m exact.Material) bool { return !slices.Contains(ms, m) })
		}
		ms = theirs
	}
	for i, r := range rs {
		if d.known[i], err = d.tables.build(r, ms); err != nil {
			return fmt.Errorf("%s: %w", vs[i].ID, err)
		}
	}
	return d.tables.cut(d.found.Over(d.tables.cmd.Context(), d.known, ms, d.tables.workers))
}

// sample plays games of both rule sets from the same openings, and asks what the
// positions are worth that they came to.
func (d *differing) sample(ctx context.Context, args []string) error {
	d.study.Rules = args
	schedule, err := d.flags.lab().LayOut(&d.study)
	if err != nil {
		return err
	}
	for cell, c := range schedule.Manifest.Cells {
		i := slices.Index(d.found.Rules[:], c.RuleSet)
		s := newSampling(d.found.Rules[i])
		o := newSampling(d.found.Rules[i])
		if err := d.games(ctx, schedule, cell, i, s, o); err != nil {
			return err
		}
		d.found.Games = append(d.found.Games, s.sampled())
		for k := range d.found.Omissions {
			if d.found.Omissions[k].Rules == c.RuleSet {
				d.found.Omissions[k].Games = append(d.found.Omissions[k].Games, o.sampled())
			}
		}
	}
	return nil
}

// games plays a cell, under rule set i: values are compared in s, and those of omissions
// in o.
func (d *differing) games(ctx context.Context, schedule *sim.Schedule, cell, i int, s, o *sampling) error {
	r, t := d.rules[i], d.known[i]
	squares := notation.NewBoard(&d.rules[0].Profile().Board)
	var failed error
	_, err := schedule.Try(ctx, cell, lab.NewPlayer, func(rec *record.Record) bool {
		if rec.Result == record.Forfeited {
			failed = fmt.Errorf("game %d: a player failed: %s", rec.Game, rec.Forfeiture())
			return false
		}
		s.Games, o.Games = s.Games+1, o.Games+1
		seen := map[board.Setup]bool{}
		_, failed = record.Walk(r, rec, func(h *rules.History, _ int, _ *rules.Turn) {
			state := h.State()
			at := state.Setup()
			n := [2]int{at.Pieces(0).Len(), at.Pieces(1).Len()}
			if state.Pending() || seen[at] || n[0] == 0 || n[1] == 0 || n[0]+n[1] > d.found.Pieces {
				return
			}
			seen[at] = true
			values, ok := endings.Values(d.known, at)
			if !ok {
				return
			}
			s.note(rec.Opening, squares, at, values)
			if dutiful, ok := t.Dutiful(&state); ok {
				o.note(rec.Opening, squares, at, [2]int{values[i], dutiful})
			}
		})
		return failed == nil && s.Games < d.study.Games
	})
	if err == nil {
		err = failed
	}
	return err
}

// A sampling counts positions by the openings of their games.
type sampling struct {
	endings.Sampled
	cells map[int32]stats.Cell
}

func newSampling(id string) *sampling {
	return &sampling{endings.Sampled{Rules: id, High: 1}, map[int32]stats.Cell{}}
}

func (s *sampling) note(opening int32, squares *notation.Board, at board.Setup, values [2]int) {
	c, before := s.cells[opening], s.Changed.Changed
	s.Note(squares, at, values)
	c.N++
	c.Sum += float64(s.Changed.Changed - before)
	s.cells[opening] = c
}

func (s *sampling) sampled() endings.Sampled {
	var cells []stats.Cell
	for _, opening := range slices.Sorted(maps.Keys(s.cells)) {
		cells = append(cells, s.cells[opening])
	}
	if s.Openings = len(cells); s.Positions > 0 {
		rate := stats.RateOf(cells)
		limits := rate.Wilson(0.95)
		s.Share, s.Low, s.High = rate.Value(), limits.Low, limits.High
	}
	return s.Sampled
}
