package exact

import (
	"context"
	"errors"

	"varlab/rules"
)

// A Game is what is known of the value of a game from its start, for the first
// mover: 1, 0 or -1 between Low and High.
type Game struct {
	Low, High int
	// Plies is the length of a won or lost game with best play, and 0 of a drawn
	// one; -1 where only who wins is known.
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
	Nodes     int // turns played in a search
}

// DefaultLimits suit a machine with a few GB of memory.
var DefaultLimits = Limits{Positions: 150e6, States: 4e6, Nodes: 500e6}

// SolveGame finds the value of the game from the start of r.
func SolveGame(ctx context.Context, r *rules.Rules, l Limits, o Options) (Game, error) {
	s := r.Start()
	t, err := New(r, "")
	m := materialOf(&s)
	if err == nil {
		err = t.Accepts(m)
	}
	if errors.Is(err, ErrStates) {
		return solveStates(ctx, r, s, l.States)
	}
	if err != nil {
		return Game{}, err
	}
	defer t.Close()
	closure := Closure(m)
	total, leaves := 0, []Material{}
	for _, m := range closure {
		n, err := t.Positions(m)
		if err != nil || total+n > l.Positions {
			break
		}
		total += n
		leaves = append(leaves, m)
	}
	if len(leaves) < len(closure) {
		// Tables of as many pieces as fit, whole.
		most := closure[len(leaves)].Len()
		for len(leaves) > 0 && leaves[len(leaves)-1].Len() == most {
			leaves = leaves[:len(leaves)-1]
		}
	}
	if err := t.Build(ctx, leaves, o); err != nil {
		return Game{}, err
	}
	if len(leaves) == len(closure) {
		value, plies, _ := t.Probe(&s)
		return Game{value, value, plies, ByTables, total}, nil
	}
	return search(ctx, t, s, l.Nodes)
}

// materialOf returns the pieces of the side on move and of the other.
func materialOf(s *rules.State) Material {
	var m Material
	for i, side := range []rules.Side{s.Mover(), s.Mover().Other()} {
		m[i] = Pieces{Men: s.Men(side).Len(), Kings: s.Kings(side).Len()}
	}
	return m
}
