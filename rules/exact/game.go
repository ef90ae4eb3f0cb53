package exact

import (
	"context"
	"errors"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A Game is the known value of a game from its start, for the first mover: 1, 0 or -1, between
// Low and High.
type Game struct {
	Low, High int
	// Plies is the length with best play of a game that is won or lost; 0 if it is drawn, -1 if
	// unknown.
	Plies  int
	Method Method
	// Positions is the number of positions solved, or of turns that a search played.
	Positions int
}

// Proved reports whether the value is known.
func (g Game) Proved() bool { return g.Low == g.High }

// A Method is how a game was solved.
type Method string

// The methods: tables of everything to which the start can lead; a search that ends in tables.
const (
	ByTables Method = "tables"
	BySearch Method = "search"
)

// Limits bound the work on a game.
type Limits struct {
	Positions int // of all tables; about a byte each when made, four in the making
	Nodes     int // turns played in a search
}

// DefaultLimits suit a machine with a few GB of memory.
var DefaultLimits = Limits{Positions: 150e6, Nodes: 500e6}

// SolveGame finds the value of the game from the start of r. Tables are kept in
// files under dir, as with New; a search that is stopped begins again.
func SolveGame(ctx context.Context, r *rules.Rules, dir string, l Limits, o Options) (Game, error) {
	s := r.Start()
	t, m := New(r, dir), materialOf(&s)
	err := t.Accepts(m)
	if err != nil && !errors.Is(err, ErrStates) {
		return Game{}, err
	}
	closure := slices.DeleteFunc(closure(m), func(m Material) bool { return t.Accepts(m) != nil })
	if ms, total := t.affordable(closure, l.Positions); err == nil && len(ms) == len(closure) {
		if err := t.Build(ctx, ms, o); err != nil {
			return Game{}, err
		}
		value, plies, _ := t.Probe(&s)
		return Game{value, value, plies, ByTables, total}, nil
	}
	// Often small tables are enough for a search.
	h := newSearch(ctx, t, s, l, o.done)
	for _, part := range []int{200, 15, 1} {
		ms, _ := t.affordable(closure, l.Positions/part)
		if err := t.Build(ctx, ms, o); err != nil {
			return h.g, err
		}
		turns := l.Nodes / part
		o.begin("turns", turns, h.g.Positions)
		if err := h.work(turns - h.g.Positions); err != nil || h.solved() {
			return h.g, err
		}
	}
	return h.g, nil
}

// affordable returns the materials that have at most that many positions together: of the
// materials with an equal number of pieces, all or none.
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

// materialOf returns the material of s, the side on move first.
func materialOf(s *rules.State) Material {
	var m Material
	for i, side := range []board.Side{s.Mover(), s.Mover().Other()} {
		m[i] = Pieces{Men: s.Men(side).Len(), Kings: s.Kings(side).Len()}
	}
	return m
}
