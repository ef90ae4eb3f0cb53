package exact

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"varlab/rules"
	"varlab/rules/profile"
)

// shelf keeps tables of few pieces, once made, for the whole program: by the Hash of their rules.
var shelf sync.Map

type shelved struct {
	sync.Mutex
	*Tables
}

// shared returns the tables of m, which has few pieces, from the shelf.
func (t *Tables) shared(ctx context.Context, m Material, o Options) (tables []*table, err error) {
	r := simplest(t.r)
	kept, _ := shelf.LoadOrStore(Hash(r), &shelved{Tables: New(r, "")})
	s := kept.(*shelved)
	s.Lock()
	defer s.Unlock()
	if err := s.Build(ctx, []Material{m}, Options{Workers: o.Workers}); err != nil {
		return nil, err
	}
	for _, m := range m.Orders() {
		tb := s.table(m)
		tables = append(tables, tb)
		o.done(tb.len())
	}
	return tables, nil
}

// few is the number of pieces up to which simplest keeps the values of endings.
const few = 3

// simplest returns rules under which endings of at most few pieces have the same tables as
// under r. Games that differ only in rules without effect there have the same simplest rules.
//
// One side has a single piece. If losing all pieces loses the game, and no precedence but that
// of the earliest king forbids taking all, a side that can take all wins at once, whatever else
// it may play: so it does not matter whether it may stop early, nor whether the larger capture
// or the king's comes first, nor whether captures are compared piece by piece.
//
// A side that leaves a due capture gives away such a win; or it is the single piece, is huffed,
// and has lost in the next turn. Its due capture does not lose sooner, unless having no moves
// wins: so claims do not matter if one of them is the huff. Without the huff they lengthen a
// loss.
func simplest(r *rules.Rules) *rules.Rules {
	p := *r.Profile()
	c, e := &p.Capture, &p.Ending
	if e.NoPieces == profile.Wins || slices.Contains(c.Precedence, profile.ByKingEarliest) {
		return r
	}
	if profile.HasHuff(&p) && p.Claim.Lapse == profile.LapseNextMove && e.NoMoves != profile.Wins {
		c.Obligation = profile.Compulsory
	}
	if c.Obligation != profile.Compulsory {
		return r
	}
	c.Completion, c.Compared = profile.Whole, profile.ComparedAll
	c.Precedence = slices.DeleteFunc(slices.Clone(c.Precedence), func(key profile.Precedence) bool { return key == profile.ByKing })
	if slices.Equal(c.Precedence, []profile.Precedence{profile.ByQuantity}) {
		c.Precedence = nil
	}
	p.Settle()
	s, err := rules.Compile(&p)
	if err != nil {
		panic(fmt.Sprintf("exact: %v", err))
	}
	return s
}
