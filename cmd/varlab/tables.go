package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"
)

// tableFlags say where exact tables are kept and how they are made.
type tableFlags struct {
	dir     string
	workers int
	told    bool // that tables are not kept
}

func (f *tableFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "tables", "", "where tables are kept: `DIR` (if not stated, varlab/tables in the user's cache; \"none\" keeps nothing)")
	cmd.Flags().IntVar(&f.workers, "workers", runtime.NumCPU(), "goroutines: `W`; the tables are the same whatever it is")
}

// folder is where tables are kept; empty if nowhere.
func (f *tableFlags) folder() string {
	switch f.dir {
	case "":
		if cache, err := os.UserCacheDir(); err == nil {
			return filepath.Join(cache, "varlab", "tables")
		}
		return ""
	case "none":
		return ""
	}
	return f.dir
}

// keeping is folder, but empty with a remark where nobody asked for tables to be kept
// and they cannot be.
func (f *tableFlags) keeping(stderr io.Writer) string {
	dir := f.folder()
	if f.dir == "" && dir != "" {
		if err := writable(dir); err != nil {
			if !f.told {
				remark(stderr, "tables are not kept: %v", err)
			}
			f.told = true
			return ""
		}
	}
	return dir
}

// writable reports why nothing can be written into a folder that is made if need be.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// tables returns the tables of the given materials under r, those that are missing
// made.
func (f *tableFlags) tables(ctx context.Context, r *rules.Rules, ms []exact.Material, stderr io.Writer, command string) (*exact.Tables, error) {
	if f.workers < 1 {
		return nil, usageError{fmt.Errorf("--workers %d (want at least 1)", f.workers)}
	}
	t, err := exact.New(r, f.keeping(stderr))
	if err != nil {
		return nil, err
	}
	line := &progress{what: "positions", out: stderr}
	err = t.Build(ctx, ms, exact.Options{Workers: f.workers, Done: line.add, Begin: func(total, found int) {
		if found < total {
			line.begin(total, found)
		}
	}})
	line.end()
	if err != nil {
		return nil, f.cut(ctx, errors.Join(err, t.Close()), command)
	}
	return t, nil
}

// cut says of work on tables that did not come to its end what is left of it, and how
// to go on with a command.
func (f *tableFlags) cut(ctx context.Context, err error, command string) error {
	kept, on := "; the tables that are complete are kept", "to go on: "
	if f.folder() == "" || f.told {
		kept, on = "", "to begin again: "
	}
	switch {
	case err == nil, command == "", errors.As(err, new(hinted)):
		return err
	case ctx.Err() != nil:
		return hinted{fmt.Errorf("stopped: %w%s", ctx.Err(), kept), on + command}
	case noRoom(err):
		return hinted{fmt.Errorf("%w%s", err, kept), "when there is room, " + on + command}
	}
	return err
}

// accepted returns the materials of at most so many pieces that have tables under r,
// and why others have none, or why none has.
func accepted(r *rules.Rules, pieces int) (ms []exact.Material, refused, err error) {
	t, err := exact.New(r, "")
	if err != nil {
		return nil, err, err
	}
	return t.Accepted(pieces)
}

// shelf keeps open tables, for all games and reports of the program.
var shelf struct {
	sync.Mutex
	tables map[string]*exact.Tables
}

// known returns the tables of all endings under r with at most so many pieces that
// can have tables.
func (f *tableFlags) known(ctx context.Context, r *rules.Rules, pieces int, stderr io.Writer, command string) (*exact.Tables, error) {
	ms, _, err := accepted(r, pieces)
	if err != nil {
		return nil, err
	}
	shelf.Lock()
	defer shelf.Unlock()
	key := fmt.Sprint(pieces, " ", f.folder(), " ", exact.Hash(r))
	if t := shelf.tables[key]; t != nil {
		return t, nil
	}
	t, err := f.tables(ctx, r, ms, stderr, command)
	if err != nil {
		return nil, err
	}
	if shelf.tables == nil {
		shelf.tables = map[string]*exact.Tables{}
	}
	shelf.tables[key] = t
	return t, nil
}

// endings gives reports what is known of endings with at most so many pieces.
func (f *tableFlags) endings(ctx context.Context, pieces int, stderr io.Writer, command string) reports.Endings {
	return func(r *rules.Rules) (known record.Prober, refused string, err error) {
		ms, why, _ := accepted(r, pieces)
		if why != nil {
			refused = why.Error()
		}
		if len(ms) == 0 {
			return nil, refused, nil
		}
		known, err = f.known(ctx, r, pieces, stderr, command)
		return known, refused, err
	}
}

// layOut lays a plan out as this program plays it, with the weights that it has for
// the players. One that adjudicates under a rule set of which there are
// no tables is a fault of the study.
func layOut(plan *study.Plan) (*sim.Schedule, error) {
	s, err := sim.NewSchedule(plan)
	if err != nil {
		return nil, err
	}
	s.Manifest.Program = build().program()
	for i, c := range plan.Cells() {
		cell := &s.Manifest.Cells[i]
		cell.Weights = weightsOf(plan.RuleSets[c.RuleSet].Rules, cell.Players[:])
	}
	if e := plan.Exact; e != nil && e.Adjudicate {
		var faults study.Faults
		for _, set := range plan.RuleSets {
			if _, _, err := accepted(set.Rules, e.Pieces); err != nil {
				faults = append(faults, study.Fault{Key: "exact.adjudicate", Msg: fmt.Sprintf("no exact values under %s: %v", set.ID, err)})
			}
		}
		if len(faults) > 0 {
			return nil, faults
		}
	}
	s.Endings = func(r *rules.Rules, pieces int) (sim.Endings, error) {
		f := tableFlags{workers: 1}
		return f.known(context.Background(), r, pieces, io.Discard, "")
	}
	return s, nil
}
