package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/rules/exact"
)

// tableFlags say where exact tables are kept and how they are made.
type tableFlags struct {
	dir     string
	workers int
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

// tables returns the tables of the given materials under r, those that are missing
// made.
func (f *tableFlags) tables(ctx context.Context, r *rules.Rules, ms []exact.Material, stderr io.Writer, command string) (*exact.Tables, error) {
	if f.workers < 1 {
		return nil, usageError{fmt.Errorf("--workers %d (want at least 1)", f.workers)}
	}
	t, err := exact.New(r, f.folder())
	if err != nil {
		return nil, err
	}
	line := &progress{what: "positions", out: stderr}
	err = t.Build(ctx, ms, exact.Options{Workers: f.workers, Begin: line.begin, Done: line.add})
	line.end()
	if err != nil {
		err = errors.Join(err, t.Close())
		if ctx.Err() != nil {
			return nil, hinted{fmt.Errorf("stopped: %w; the tables that are complete are kept", ctx.Err()), "to go on: " + command}
		}
		return nil, err
	}
	return t, nil
}
