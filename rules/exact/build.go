package exact

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
)

// Options say how tables are built, and change nothing in them.
type Options struct {
	Workers int // goroutines; all processors if 0
	// Begin is called with the kind of work that follows ("positions" of tables, or "turns" of
	// a search), its amount, and the amount done before. Done is called from one goroutine with
	// the amount done since.
	Begin func(what string, total, found int)
	Done  func(n int)
	// Unkept is called with the reason why a table could not be written; from then on none is
	// written. If it is nil, Build fails.
	Unkept func(error)
	// Share takes tables of at most three pieces from those that the program has made, for these
	// rules or for others under which they are the same.
	Share bool
}

func (o *Options) begin(what string, total, found int) {
	if o.Begin != nil {
		o.Begin(what, total, found)
	}
}

func (o *Options) done(n int) {
	if o.Done != nil {
		o.Done(n)
	}
}

const (
	mostCount     = 250                       // quiet moves that a word can count
	mostPositions = min(1<<31, math.MaxInt/4) // of one material, four bytes each while it is solved
)

// Build makes the tables of ms and of all materials that they lead to. It reads tables that
// files hold, and writes each new table when it is complete, so that a stopped build goes on
// from there.
func (t *Tables) Build(ctx context.Context, ms []Material, o Options) error {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	total, found := 0, 0
	var missing []Material
	for _, m := range closure(ms...) {
		if t.uncrowned(m) && !slices.Contains(ms, m) {
			continue // no promotion leads there
		}
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
		if t.load(m) {
			found += n
		} else {
			missing = append(missing, m)
		}
	}
	o.begin("positions", total, found)
	for _, m := range missing {
		var tables []*table
		var err error
		if o.Share && m.Len() <= few {
			tables, err = t.shared(ctx, m, o)
		} else {
			tables, err = t.newSolver(m, o.Workers).solve(ctx, o.done)
		}
		if err != nil {
			return err
		}
		for _, tb := range tables {
			if err := t.write(tb); err != nil && o.Unkept == nil {
				return err
			} else if err != nil {
				o.Unkept(err)
				t.dir = ""
			}
		}
		t.learn(tables)
	}
	return nil
}
