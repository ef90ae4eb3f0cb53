package exact

import (
	"context"
	"errors"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A Comparison counts the positions of a material by their value under two rule sets, for its
// first side, which is on move: Positions[1+a][1+b] have value a under the first rule set and
// b under the second. Examples has the first position of each kind.
type Comparison struct {
	Positions [3][3]int
	Examples  [3][3]*board.Setup
}

// Flipped returns the number of positions with different values.
func (c *Comparison) Flipped() int {
	n := 0
	for a, row := range c.Positions {
		for b, k := range row {
			if a != b {
				n += k
			}
		}
	}
	return n
}

func (c *Comparison) count(a, b int, p *placed) {
	c.Positions[a][b]++
	if c.Examples[a][b] == nil {
		setup := p.setup(board.First)
		c.Examples[a][b] = &setup
	}
}

func (c *Comparison) add(d *Comparison) {
	for a := range c.Positions {
		for b := range c.Positions[a] {
			c.Positions[a][b] += d.Positions[a][b]
			if c.Examples[a][b] == nil {
				c.Examples[a][b] = d.Examples[a][b]
			}
		}
	}
}

// ErrBoards says that the boards differ, so that values cannot be compared.
var ErrBoards = errors.New("the boards differ (want the same squares)")

// Compare compares the values of m, with its first side on move, in t and in u. The boards
// must be the same. The rule sets may crown men on different squares; arrangements that are a
// position under one of them alone do not count.
func (t *Tables) Compare(ctx context.Context, u *Tables, m Material, workers int) (Comparison, error) {
	if t.r.Grid() != u.r.Grid() {
		return Comparison{}, ErrBoards
	}
	return gather(ctx, t, m, workers, func(sum *Comparison, p *placed) {
		if !u.waits(&p.at) {
			sum.count(1+p.Value, 1+u.lookup(&p.at).value(), p)
		}
	}, (*Comparison).add)
}

// Omissions counts the positions of m, with its first side on move, in which that side can
// leave a due capture untaken: Positions[1+a][1+b] have value a, and value b if it leaves
// none. Where the two differ, leaving a capture pays, whatever the opponent does about it.
func (t *Tables) Omissions(ctx context.Context, m Material, workers int) (Comparison, error) {
	return gather(ctx, t, m, workers, func(sum *Comparison, p *placed) {
		s := t.state(&p.at)
		if dutiful, ok := t.Dutiful(&s); ok {
			sum.count(1+p.Value, 1+dutiful, p)
		}
	}, (*Comparison).add)
}

// Dutiful returns the value of s, which has no open claim, for the side on move if it leaves
// no due capture untaken. It is not ok if no capture can be left, or if the tables do not know
// what follows.
func (t *Tables) Dutiful(s *rules.State) (value int, ok bool) {
	if t.r.Quiescent(s) {
		return 0, false
	}
	value = -1
	for _, turn := range t.r.Moves(nil, *s) {
		if turn.Omission != profile.NoOmission {
			ok = true
			continue
		}
		next := t.r.Play(*s, turn)
		v, _, known := t.Probe(&next)
		if !known {
			return 0, false
		}
		if next.Mover() != s.Mover() {
			v = -v
		}
		value = max(value, v)
	}
	return value, ok
}
