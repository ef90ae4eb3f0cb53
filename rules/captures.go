package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A board is the pieces as a generator sees them, for the side on move.
type view struct {
	side     board.Side
	own, opp board.Set
	kings    board.Set
	barred   [2]board.Square // by side: the king that may not move again, under king.repeat_limit
}

func (r *Rules) view(p *position) view {
	b := view{
		side: p.mover, own: p.pieces[p.mover], opp: p.pieces[p.mover.Other()], kings: p.kings,
		barred: [2]board.Square{board.NoSquare, board.NoSquare},
	}
	if r.repeatLimit > 0 {
		for side := board.First; side <= board.Second; side++ {
			if !p.pieces[side].Minus(p.kings).Empty() {
				b.barred[side] = r.barred(p, side)
			}
		}
	}
	return b
}

// barred returns the king of a side with men that may not move again.
func (r *Rules) barred(p *position, side board.Side) board.Square {
	if r.repeatLimit > 0 && p.runs[side] >= r.repeatLimit {
		return p.last[side]
	}
	return board.NoSquare
}

// reversed returns the same board with the other side on move.
func (b view) reversed() view {
	b.side, b.own, b.opp = b.side.Other(), b.opp, b.own
	return b
}

// due appends the due captures of b, unsorted, and returns their rank. more: there
// are others, with a fault.
func (r *Rules) due(dst []Turn, b *view) (due []Turn, best rank, more bool) {
	if r.one.narrow {
		able := r.able64(b, b.own.Lo)
		if able == 0 {
			return dst, rank{}, false
		}
		h := r.hunter64(b)
		h.dst, h.base, h.list = dst, len(dst), true
		h.hunt(b.own.Lo, b.opp.Lo, able)
		return h.dst, rank{lo: h.best}, h.more
	}
	able := r.able(b, b.own)
	if able.Empty() {
		return dst, rank{}, false
	}
	h := r.hunter(b)
	h.dst, h.base, h.list = dst, len(dst), true
	h.hunt(able)
	return h.dst, h.best, h.more
}

// all appends every capture of b, unsorted, the faulty ones marked. best is the
// rank of those that are due.
func (r *Rules) all(dst []Turn, b *view, best rank) []Turn {
	if r.one.narrow {
		able := r.able64(b, b.own.Lo)
		if able == 0 {
			return dst
		}
		h := r.hunter64(b)
		h.dst, h.base, h.list, h.all, h.best = dst, len(dst), true, true, best.lo
		h.hunt(b.own.Lo, b.opp.Lo, able)
		return h.dst
	}
	able := r.able(b, b.own)
	if able.Empty() {
		return dst
	}
	h := r.hunter(b)
	h.dst, h.base, h.list, h.all, h.best = dst, len(dst), true, true, best
	h.hunt(able)
	return h.dst
}

// marked appends every capture of b, unsorted, the faulty ones marked, and returns
// the pieces that have a due one.
func (r *Rules) marked(dst []Turn, b *view) (all []Turn, owing board.Set) {
	base := len(dst)
	switch able := r.able(b, b.own); {
	case able.Empty():
		return dst, board.Set{}
	case r.ranking.earliest > 0:
		// A capture does not show the order in which it took.
		list, best, _ := r.due(dst, b)
		dst = r.all(list[:base], b, best)
	case r.one.narrow:
		h := r.hunter64(b)
		h.dst, h.base, h.list, h.all, h.weighs = dst, base, true, true, true
		h.hunt(b.own.Lo, b.opp.Lo, able.Lo)
		if dst = h.dst; h.more {
			r.weigh(dst[base:], b.kings)
		}
	default:
		h := r.hunter(b)
		h.dst, h.base, h.list, h.all, h.weighs = dst, base, true, true, true
		h.hunt(able)
		if dst = h.dst; h.more {
			r.weigh(dst[base:], b.kings)
		}
	}
	for i := base; i < len(dst); i++ {
		if dst[i].Omission == profile.NoOmission {
			owing = owing.With(dst[i].From)
		}
	}
	return dst, owing
}

// weigh marks those of all captures of a board that are weaker.
func (r *Rules) weigh(captures []Turn, kings board.Set) {
	var best rank
	for i := range captures {
		if t := &captures[i]; t.Omission == profile.NoOmission {
			if k := r.ranking.of(t, kings); best.less(k) {
				best = k
			}
		}
	}
	for i := range captures {
		if t := &captures[i]; t.Omission == profile.NoOmission && r.ranking.of(t, kings).less(best) {
			t.Omission = profile.Weaker
		}
	}
}

// takes reports whether any of pieces has a capture.
func (r *Rules) takes(b *view, pieces board.Set) bool {
	if r.one.narrow {
		h := r.hunter64(b)
		h.stop = true
		return h.hunt(b.own.Lo, b.opp.Lo, r.able64(b, pieces.Lo))
	}
	h := r.hunter(b)
	h.stop = true
	h.hunt(r.able(b, pieces))
	return h.found
}

// owing returns the pieces of the side on move that have a due capture; with now,
// one that is possible on that board as well.
func (r *Rules) owing(b, now *view) board.Set {
	if r.one.narrow && now == nil {
		h := r.hunter64(b)
		h.hunt(b.own.Lo, b.opp.Lo, r.able64(b, b.own.Lo))
		return board.Set{Lo: h.origins}
	}
	h := r.hunter(b)
	if now != nil {
		h.later, h.now = true, *now
	}
	h.hunt(r.able(b, b.own))
	return h.origins
}

// possible reports whether the capture t is one of those of b, broken off or not.
func (r *Rules) possible(b *view, t *Turn) bool {
	h := r.hunter(b)
	h.all, h.wanted, h.want = true, true, *t
	h.hunt(r.able(b, board.SetOf(t.From)))
	return h.found
}

// sameCapture reports whether two captures are one, by whatever routes.
func sameCapture(a, b *Turn) bool {
	return a.From == b.From && a.To == b.To && a.Captured == b.Captured && a.Promotes == b.Promotes
}
