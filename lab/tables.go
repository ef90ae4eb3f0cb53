package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"varlab/reports/findings"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/sim/record"
)

// Tables say where exact tables of endings are kept, and how they are made.
type Tables struct {
	Dir    string // empty: varlab/tables in the user's cache; "none": nowhere
	Unkept bool   // tables could not be written
	// Build, if set, makes the tables of materials that are missing, as t.Build does.
	Build func(t *exact.Tables, ms []exact.Material) error
}

// Folder is where tables are kept; empty if nowhere.
func (f *Tables) Folder() string {
	switch cache, err := os.UserCacheDir(); {
	case f.Dir == "none", f.Unkept, f.Dir == "" && err != nil:
		return ""
	case f.Dir == "":
		return filepath.Join(cache, "varlab", "tables")
	}
	return f.Dir
}

// Tables are kept open, for all games and for all reports of the program.
var forGames, forReports sync.Map

// key tells apart tables that are kept open.
func (f *Tables) key(r *rules.Rules, pieces int) string {
	return fmt.Sprint(pieces, " ", f.Folder(), " ", exact.Hash(r))
}

// lazy returns the tables of endings under r with at most that many pieces, made when they
// are asked for, by one goroutine: the others play.
func (f *Tables) lazy(r *rules.Rules, pieces int) *exact.Lazy {
	l, _ := forGames.LoadOrStore(f.key(r, pieces), sync.OnceValue(func() *exact.Lazy {
		return exact.NewLazy(exact.New(r, f.Folder()), pieces, exact.Options{Workers: 1, Share: true, Unkept: func(error) {}})
	}))
	return l.(func() *exact.Lazy)()
}

// endings gives reports what is known of endings with at most that many pieces.
func (f *Tables) endings(ctx context.Context, pieces int) findings.Endings {
	return func(r *rules.Rules) (known record.Prober, refused string, err error) {
		ms, why, _ := exact.New(r, "").Accepted(pieces)
		if why != nil {
			refused = why.Error()
		}
		if len(ms) == 0 {
			return nil, refused, nil
		}
		key := f.key(r, pieces)
		if t, made := forReports.Load(key); made {
			return t.(*exact.Tables), refused, nil
		}
		t := exact.New(r, f.Folder())
		build := f.Build
		if build == nil {
			build = func(t *exact.Tables, ms []exact.Material) error {
				return t.Build(ctx, ms, exact.Options{Workers: 1, Share: true, Unkept: func(error) { f.Unkept = true }})
			}
		}
		if err = build(t, ms); err == nil {
			forReports.Store(key, t)
		}
		return t, refused, err
	}
}
