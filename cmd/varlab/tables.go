package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/sim/record"
)

// tableFlags say where exact tables are kept and how they are made.
type tableFlags struct {
	dir     string
	workers int
	told    bool           // that tables are not kept
	cmd     *cobra.Command // whom to tell, and who can interrupt
}

func (f *tableFlags) add(cmd *cobra.Command) {
	f.cmd = cmd
	cmd.Flags().StringVar(&f.dir, "tables", "", "where tables are kept: `DIR` (otherwise varlab/tables in the user's cache; \"none\" keeps nothing)")
	cmd.Flags().IntVar(&f.workers, "workers", runtime.NumCPU(), "goroutines: `W`; any number gives the same tables")
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
func (f *tableFlags) keeping() string {
	dir := f.folder()
	if f.dir == "" && dir != "" {
		if err := writable(dir); err != nil {
			if !f.told {
				remark(f.cmd.ErrOrStderr(), "tables are not kept: %v", err)
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

// build returns the tables of the given materials under r, those that are missing
// made.
func (f *tableFlags) build(r *rules.Rules, ms []exact.Material) (*exact.Tables, error) {
	if err := outside("workers", f.workers, 1, 0); err != nil {
		return nil, err
	}
	t, err := exact.New(r, f.keeping())
	if err != nil {
		return nil, err
	}
	line := &progress{what: "positions", out: f.cmd.ErrOrStderr()}
	err = t.Build(f.cmd.Context(), ms, exact.Options{Workers: f.workers, Done: line.add, Begin: func(total, found int) {
		if found < total {
			line.begin(total, found)
		}
	}})
	line.end()
	if err != nil {
		return nil, f.cut(errors.Join(err, t.Close()))
	}
	return t, nil
}

// cut says of work on tables that did not come to its end what is left of it, and how
// to go on.
func (f *tableFlags) cut(err error) error {
	if err == nil || errors.As(err, new(hinted)) {
		return err
	}
	kept, on := "; the tables that are complete are kept", "to go on: "
	if f.folder() == "" || f.told {
		kept, on = "", "to begin again: "
	}
	switch ctx := f.cmd.Context(); {
	case ctx.Err() != nil:
		return hinted{fmt.Errorf("stopped: %w%s", ctx.Err(), kept), on + again(f.cmd, "")}
	case noRoom(err):
		return hinted{fmt.Errorf("%w%s", err, kept), "when there is room, " + on + again(f.cmd, "")}
	}
	return err
}

// accepted returns the materials of at most that many pieces that have tables under r,
// and why others have none, or why none has.
func accepted(r *rules.Rules, pieces int) (ms []exact.Material, refused, err error) {
	t, err := exact.New(r, "")
	if err != nil {
		return nil, err, err
	}
	return t.Accepted(pieces)
}

// shelf keeps open tables, for all games and reports of the program.
var shelf = struct {
	sync.Mutex
	tables map[string]*exact.Tables
}{tables: map[string]*exact.Tables{}}

// known returns the tables of all endings under r with at most that many pieces that
// can have tables.
func (f *tableFlags) known(r *rules.Rules, pieces int) (*exact.Tables, error) {
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
	t, err := f.build(r, ms)
	if err == nil {
		shelf.tables[key] = t
	}
	return t, err
}

// endings gives reports what is known of endings with at most that many pieces.
func (f *tableFlags) endings(pieces int) reports.Endings {
	return func(r *rules.Rules) (known record.Prober, refused string, err error) {
		ms, why, _ := accepted(r, pieces)
		if why != nil {
			refused = why.Error()
		}
		if len(ms) == 0 {
			return nil, refused, nil
		}
		known, err = f.known(r, pieces)
		return known, refused, err
	}
}
