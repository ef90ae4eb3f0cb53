package exact

import (
	"context"
	"fmt"
	"math"
	"runtime"
)

// Options are how tables are built. None of it changes what is built.
type Options struct {
	Workers int                    // goroutines; all processors if 0
	Begin   func(total, found int) // told how many positions there are, and how many are there already
	Done    func(positions int)    // told of positions done since; from one goroutine
	// Search is told, once the tables are there, how many turns a search of a game may
	// play from its beginning, and Searched of turns played since.
	Search   func(turns int)
	Searched func(turns int)
}

// Build makes the tables of ms and of all that they lead to. Tables found in files
// are read, new ones written as soon as they are complete, so that a build which
// is stopped goes on where it was.
func (t *Tables) Build(ctx context.Context, ms []Material, o Options) error {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	all := Closure(ms...)
	total, found := 0, 0
	var missing []Material
	for _, m := range all {
		if err := t.Accepts(m); err != nil {
			return err
		}
		n, err := t.Positions(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
		if n > mostPositions {
			return fmt.Errorf("%s, to which this leads, has %d positions (want at most %d: fewer pieces)", m, n, mostPositions)
		}
		total += n
		there, err := t.load(m)
		if err != nil {
			return err
		}
		if there {
			found += n
		} else {
			missing = append(missing, m)
		}
	}
	if o.Begin != nil {
		o.Begin(total, found)
	}
	for _, m := range missing {
		s, err := t.newSolver(m, o.Workers)
		if err != nil {
			return err
		}
		tables, err := s.solve(ctx, o.Done)
		if err != nil {
			return err
		}
		if err := t.keep(tables); err != nil {
			return err
		}
	}
	return nil
}

const (
	mostCount     = 250                       // quiet moves that a word can count
	mostPositions = min(1<<31, math.MaxInt/4) // of one material, four bytes each while it is solved
)
