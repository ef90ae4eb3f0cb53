package exact

import (
	"context"
	"fmt"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
)

// Verify compares every value of m, its first side on move, with the values of the
// states that the turns of the rules lead to, claims played out turn by turn. It
// uses nothing of what made the tables but their numbers. The error names the
// first position that does not follow from its successors.
func (t *Tables) Verify(ctx context.Context, m Material, workers int) error {
	var mu sync.Mutex
	faults := map[int]error{}
	err := t.Each(ctx, m, workers, func(part int) func(*Placed) {
		a := asker{t: t}
		var turns []rules.Turn
		failed := false
		return func(p *Placed) {
			if failed {
				return
			}
			s := t.state(&p.at)
			turns = t.r.Moves(turns[:0], s)
			c := t.lookup(&p.at)
			if want := a.follows(s, turns); c != want {
				failed = true
				mu.Lock()
				faults[part] = fmt.Errorf("%s: %+v is %s (want %s)", m, p.Setup(board.First), c, want)
				mu.Unlock()
			}
		}
	})
	for part := range parts {
		if faults[part] != nil {
			return faults[part]
		}
	}
	return err
}

// follows returns the code of s as it follows from its turns.
func (a *asker) follows(s rules.State, turns []rules.Turn) code {
	if len(turns) == 0 {
		return endCode(&s, a.t.r.Beaten(&s))
	}
	best, any := drawn, false
	for i := range turns {
		n := a.t.r.Play(s, turns[i])
		c := a.value(&n).before()
		best, any = offered(best, any, c), true
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
