package exact

import (
	"context"
	"errors"

	"varlab/rules/board"
)

// A Comparison counts the positions of a material by their value for its first
// side under two rule sets: Positions[1+a][1+b] have value a under the one and b
// under the other. Examples has the first position of each kind.
type Comparison struct {
	Positions [3][3]int
	Examples  [3][3]*board.Setup
}

// Flipped returns how many positions have different values.
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

// ErrBoards is why two rule sets cannot be laid side by side.
var ErrBoards = errors.New("the boards differ (want the same squares)")

// Compare lays the values of m in t beside those in u, with its first side on move
// or its second. The boards must be the same.
func (t *Tables) Compare(ctx context.Context, u *Tables, m Material, first bool, workers int) (Comparison, error) {
	if t.r.Grid() != u.r.Grid() {
		return Comparison{}, ErrBoards
	}
	sign, table := 1, m
	if !first {
		sign, table = -1, m.Swapped()
	}
	return gather(ctx, t, table, workers, func(sum *Comparison, p *Placed) {
		a, b := 1+sign*p.Value, 1+sign*u.lookup(&p.at).value()
		sum.Positions[a][b]++
		if sum.Examples[a][b] == nil {
			setup := p.Setup(board.First)
			sum.Examples[a][b] = &setup
		}
	}, (*Comparison).add)
}
