package exact

import (
	"context"
	"errors"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A Game is what is known of the value of a game from its start, for the first
// mover: 1, 0 or -1 between Low and High.
type Game struct {
	Low, High int
	// Plies is the length of a won or lost game with best play, and 0 of a drawn
	// one; -1 where it is not known.
	Plies  int
	Method Method
	// Positions is how many positions were solved, or looked at by a search.
	Positions int
}

// Proved reports whether the value is known.
func (g Game) Proved() bool { return g.Low == g.High }

// A Method is how a game was solved.
type Method string

// The methods: tables of all that the start can lead to; every state that can be
// reached from it; a search that ends in tables.
const (
	ByTables Method = "tables"
	ByStates Method = "states"
	BySearch Method = "search"
)

// Limits bound the work on a game.
type Limits struct {
	Positions int // of tables, in all; about a byte each when made, four in the making
	States    int // reached from the start, where there are no tables
	Nodes     int // turns played in a search, those before it was stopped left out
}

// DefaultLimits suit a machine with a few GB of memory.
var DefaultLimits = Limits{Positions: 150e6, States: 4e6, Nodes: 500e6}

// SolveGame finds the value of the game from the start of r. Tables are kept in
// files under dir, as New has it, so that a game that was stopped goes on.
func SolveGame(ctx context.Context, r *rules.Rules, dir string, l Limits, o Options) (Game, error) {
	s := r.Start()
	t, err := New(r, dir)
	m := materialOf(&s)
	if err == nil {
		err = t.Accepts(m)
	}
	if errors.Is(err, ErrStates) {
		g, err := solveStates(ctx, r, s, l.States)
		if err != nil || g.Proved() || t == nil {
			return g, err
		}
	} else if err != nil {
		return Game{}, err
	}
	defer t.Close()
	closure := slices.DeleteFunc(Closure(m), func(m Material) bool { return t.Accepts(m) != nil })
	if ms, total := t.affordable(closure, l.Positions); err == nil && len(ms) == len(closure) {
		if err := t.Build(ctx, ms, o); err != nil {
			return Game{}, err
		}
		value, plies, _ := t.Probe(&s)
		return Game{value, value, plies, ByTables, total}, nil
	}
	// Often small tables are enough for a search.
	h := newSearch(ctx, t, s, l, o)
	if err := h.resume(); err != nil {
		return Game{}, err
	}
	for _, part := range []int{200, 15, 1} {
		ms, _ := t.affordable(closure, l.Positions/part)
		if err := t.Build(ctx, ms, o); err != nil {
			return h.done(err)
		}
		turns := l.Nodes / part
		if o.Search != nil {
			o.Search(turns)
		}
		if err := h.work(turns - h.g.Positions); err != nil || h.solved() {
			return h.done(err)
		}
	}
	return h.done(nil)
}

// affordable returns the materials that so many positions make up, with all or
// none of those that have as many pieces.
func (t *Tables) affordable(closure []Material, positions int) (ms []Material, total int) {
	for i := 0; i < len(closure); {
		j, n := i, 0
		for ; j < len(closure) && closure[j].Len() == closure[i].Len(); j++ {
			k, err := t.Positions(closure[j])
			if err != nil {
				return ms, total
			}
			if n += k; total+n > positions {
				return ms, total
			}
		}
		ms, total, i = closure[:j], total+n, j
	}
	return ms, total
}

func materialOf(s *rules.State) Material {
	var m Material
	for i, side := range []board.Side{s.Mover(), s.Mover().Other()} {
		m[i] = Pieces{Men: s.Men(side).Len(), Kings: s.Kings(side).Len()}
	}
	return m
}
