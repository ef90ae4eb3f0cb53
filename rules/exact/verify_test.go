package exact

import (
	"cmp"
	"context"
	"fmt"

	"varlab/rules"
	"varlab/rules/board"
)

// Verify, for tests, compares every value of ms, with either side on move, with the values of the states
// to which the turns lead, claims played out turn by turn. It shares only the numbering of
// positions with the code that makes tables. The error names the first position whose value
// does not follow from its successors.
func (t *Tables) Verify(ctx context.Context, ms []Material, workers int) error {
	for _, m := range ms {
		for _, m := range m.Orders() {
			if err := t.verify(ctx, m, workers); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *Tables) verify(ctx context.Context, m Material, workers int) error {
	type check struct {
		asker
		fault error
	}
	all, err := gather(ctx, t, m, workers, func(part *check, p *Placed) {
		if part.fault != nil {
			return
		}
		part.t = t
		if c, want := t.lookup(&p.at), part.follows(t.state(&p.at)); c != want {
			part.fault = fmt.Errorf("%s: %+v is %s (want %s)", m, p.Setup(board.First), c, want)
		}
	}, func(all, part *check) { all.fault = cmp.Or(all.fault, part.fault) })
	return cmp.Or(all.fault, err)
}

// follows returns the code of s from those of its successors.
func (a *asker) follows(s rules.State) code {
	a.turns = a.t.r.Moves(a.turns[:0], s)
	if c, over := end(a.t.r, &s, a.turns); over {
		return c
	}
	best, any := drawn, false
	for _, turn := range a.turns {
		n := a.t.r.Play(s, turn)
		best, any = offered(best, any, a.value(&n).before()), true
	}
	return best
}

func (c code) String() string {
	switch {
	case c == drawnEnd:
		return "drawn, over"
	case c == drawn:
		return "drawn"
	case c.win():
		return fmt.Sprintf("won in %d", c.turns())
	}
	return fmt.Sprintf("lost in %d", c.turns())
}
