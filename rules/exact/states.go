package exact

import (
	"context"
	"fmt"

	"varlab/rules"
	"varlab/rules/board"
)

// What Reach takes on: pieces of a position, and states that it remembers, some 200 bytes each.
const (
	mostReached = 6
	MostStates  = 4_000_000
)

// Reached are the values of all states to which play from one state can lead. They need no
// table, so that a value may depend on more than the places of the pieces: how often a king has
// moved in a row, who waits to be crowned. rules.Key, of 64 bits, tells states apart.
type Reached struct {
	r     *rules.Rules
	index map[uint64]int32
	codes []code
}

// An arc is a turn, from the state that it leads to.
type arc struct {
	from int32
	same bool // the same side is on move again
}

// Reach finds the values of s and of all states to which play from it can lead, working back
// from the ends of games. Like the values of tables, they leave out clauses that count. It
// fails if there are more than MostStates.
func Reach(ctx context.Context, r *rules.Rules, s rules.State) (*Reached, error) {
	if n := s.Pieces(board.First).Len() + s.Pieces(board.Second).Len(); n > mostReached {
		return nil, fmt.Errorf("the position has %d pieces (want at most %d)", n, mostReached)
	}
	x := &Reached{r: r, index: map[uint64]int32{}}
	var arcs [][]arc         // by the state to which they lead
	var left []int32         // by state: the number of its turns that are not known to win for the opponent
	var last, now []int32    // states decided at a distance
	var states []rules.State // to be read
	add := func(s *rules.State) int32 {
		key := r.Key(s)
		i, known := x.index[key]
		if !known {
			i = int32(len(x.index))
			x.index[key] = i
			arcs, left, x.codes = append(arcs, nil), append(left, 0), append(x.codes, drawn)
			states = append(states, *s)
		}
		return i
	}
	add(&s)
	var turns []rules.Turn
	for i := int32(0); len(states) > 0; i++ {
		at := states[0]
		states = states[1:]
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		turns = r.Moves(turns[:0], at)
		if o := r.Ended(&at, len(turns)); o.Over() {
			if x.codes[i] = endCode(&at, o); x.codes[i].decided() {
				last = append(last, i)
			}
			continue
		}
		left[i] = int32(len(turns))
		for _, t := range turns {
			next := r.Play(at, t)
			k := add(&next)
			arcs[k] = append(arcs[k], arc{i, next.Mover() == at.Mover()})
		}
		if len(x.codes) > MostStates {
			return nil, fmt.Errorf("play from the position leads to more than %d states (want fewer pieces)", MostStates)
		}
	}
	for n := 1; len(last) > 0; n++ {
		if n >= farthest {
			return nil, fmt.Errorf("a win takes more than %d turns", farthest)
		}
		now = now[:0]
		for _, k := range last {
			for _, a := range arcs[k] {
				switch {
				case x.codes[a.from] != drawn:
				case x.codes[k].win() == a.same:
					x.codes[a.from] = winIn(n)
					now = append(now, a.from)
				default:
					if left[a.from]--; left[a.from] == 0 {
						x.codes[a.from] = lossIn(n)
						now = append(now, a.from)
					}
				}
			}
		}
		last, now = now, last
	}
	return x, nil
}

// Rules are those of the game.
func (x *Reached) Rules() *rules.Rules { return x.r }

// States is the number of states.
func (x *Reached) States() int { return len(x.codes) }

// Probe is the value of a state, as Tables.Probe gives it.
func (x *Reached) Probe(s *rules.State) (value, turns int, ok bool) {
	i, ok := x.index[x.r.Key(s)]
	if !ok {
		return 0, 0, false
	}
	return x.codes[i].value(), x.codes[i].distance(), true
}
