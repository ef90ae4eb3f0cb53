package rules

import (
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file says what is owed: which captures are due on a board, and, under a
// claimable obligation, which omissions leave them and who may be huffed for it.

// due appends the due captures of b, unsorted, and returns their rank. more: there
// are others, with a fault.
func (r *Rules) due(dst []Turn, b *view) (due []Turn, best rank, more bool) {
	if r.usual {
		return r.usualDue(dst, b)
	}
	able := r.able(b, b.own)
	if able.Empty() {
		return dst, rank{}, false
	}
	if !r.byPiece {
		c := capturer{list: true, dst: dst}
		c.begin(r, b)
		c.find(able)
		return c.dst, c.best, c.more
	}
	for q := range able.All() {
		c := capturer{list: true, dst: dst}
		c.begin(r, b)
		c.find(board.SetOf(q))
		dst, more = c.dst, more || c.more
		if best.less(c.best) {
			best = c.best
		}
	}
	return dst, best, more
}

// captures appends every capture of b, unsorted, the faulty ones marked. best is the rank of
// the due captures; where each piece's captures are compared apart, of the best of them.
func (r *Rules) captures(dst []Turn, b *view, best rank) []Turn {
	able := r.able(b, b.own)
	if able.Empty() {
		return dst
	}
	c := capturer{list: true, all: true, dst: dst}
	if !r.byPiece || best == (rank{}) {
		c.begin(r, b)
		c.best = best
		c.find(able)
		return c.dst
	}
	for q := range able.All() {
		var own capturer
		own.begin(r, b)
		own.find(board.SetOf(q))
		c.begin(r, b)
		c.best = own.best
		c.find(board.SetOf(q))
	}
	return c.dst
}

// marked appends every capture of b, unsorted, the faulty ones marked, and returns
// the pieces that have a due one.
func (r *Rules) marked(dst []Turn, b *view) (all []Turn, owing board.Set) {
	base := len(dst)
	dst, best, more := r.due(dst, b)
	owing = origins(dst[base:])
	if more {
		dst = r.captures(dst[:base], b, best)
	}
	return dst, owing
}

// takes reports whether any of pieces has a capture.
func (r *Rules) takes(b *view, pieces board.Set) bool {
	able := r.able(b, pieces)
	if able.Empty() {
		return false
	}
	c := capturer{stop: true}
	c.begin(r, b)
	return c.find(able)
}

// owing returns the pieces of the side on move that have a due capture.
func (r *Rules) owing(b *view) board.Set {
	able := r.able(b, b.own)
	if able.Empty() {
		return board.Set{}
	}
	var c capturer
	for r.byPiece && !able.Empty() { // every piece that has a capture has a best one
		if q := able.First(); r.takes(b, board.SetOf(q)) {
			c.origins = c.origins.With(q)
		}
		if able = able.Rest(); able.Empty() {
			return c.origins
		}
	}
	c.begin(r, b)
	c.find(able)
	return c.origins
}

// owed appends the due captures and the omissions that claims cover.
func (r *Rules) owed(dst []Turn, b *view, d duty) []Turn {
	base := len(dst)
	var owing board.Set
	if r.covers[profile.Partial] || r.covers[profile.Weaker] {
		dst, owing = r.marked(dst, b)
	} else {
		dst, _, _ = r.due(dst, b)
		owing = origins(dst[base:])
	}
	if len(dst) == base {
		return r.idle(dst, b)
	}
	return r.omissions(dst[:base+len(r.covered(dst[base:]))], base, b, d, owing)
}

// covered returns captures without the omissions that no claim covers.
func (r *Rules) covered(captures []Turn) []Turn {
	if r.covers[profile.Partial] && r.covers[profile.Weaker] {
		return captures
	}
	return slices.DeleteFunc(captures, func(t Turn) bool { return t.Omission != profile.NoOmission && !r.covers[t.Omission] })
}

// owedBefore is owed after a huff, where the duty is read from the board before it: the due
// captures are those of that board that are still possible. A capture that only the huff opened
// may be played but is never due: where another is due, it is an omission.
func (r *Rules) owedBefore(dst []Turn, b *view, d duty) []Turn {
	base := len(dst)
	dst, best, _ := r.due(dst, d.before)
	dueEnd := len(dst)
	dst = r.captures(dst, d.before, best)
	beforeEnd := len(dst)
	dst = r.captures(dst, b, rank{}) // marks captures that are not whole, and no others
	due, before, now := dst[base:dueEnd], dst[dueEnd:beforeEnd], dst[beforeEnd:]

	var owing board.Set
	for i := range now {
		if among(due, &now[i]) {
			owing = owing.With(now[i].From)
		}
	}
	kept := 0
	for _, t := range now {
		switch {
		case owing.Empty():
			if t.Omission != profile.NoOmission {
				continue
			}
		case among(due, &t):
			t.Omission = profile.NoOmission
		default:
			if t.Omission == profile.NoOmission {
				t.Omission = profile.Weaker
			}
			if !r.covers[t.Omission] {
				// A capture that the huff opened must not be broken off either.
				if t.Omission == profile.Partial || among(before, &t) {
					continue
				}
				t.Omission = profile.NoOmission
			}
		}
		now[kept] = t
		kept++
	}
	dst = append(dst[:base], now[:kept]...)
	switch {
	case !owing.Empty():
		return r.omissions(dst, base, b, d, owing)
	case kept == 0:
		return r.idle(dst, b)
	}
	sortCaptures(dst[base:])
	return behind(r.quiet(dst, b, profile.NoOmission, blame{}), base, kept)
}

// among reports whether the capture t is one of turns.
func among(turns []Turn, t *Turn) bool {
	return slices.ContainsFunc(turns, func(o Turn) bool { return compareCaptures(&o, t) == 0 })
}

// behind returns turns with n of them, from base on, moved behind all others.
func behind(turns []Turn, base, n int) []Turn {
	turns = append(turns, turns[base:base+n]...)
	return turns[:base+copy(turns[base:], turns[base+n:])]
}

// omissions sorts the captures of dst[base:], puts before them the quiet moves by which
// a capture can be missed, and notes on each omission what may be huffed for it. owing
// is the pieces that had a due capture.
func (r *Rules) omissions(dst []Turn, base int, b *view, d duty, owing board.Set) []Turn {
	captures := dst[base:]
	sortCaptures(captures)
	var blame blame
	if r.huff {
		blame = r.blame(owing, r.capable(b, owing), d.held)
		for i := range captures {
			if t := &captures[i]; t.Omission != profile.NoOmission {
				t.Huffable = r.atFault(t, owing, blame)
			}
		}
	}
	if r.covers[profile.Missed] {
		dst = behind(r.quiet(dst, b, profile.Missed, blame), base, len(captures))
	}
	if !r.huff || r.profile.Claim.Chooser != profile.Offender {
		return dst
	}
	end := len(dst)
	for i := base; i < end; i++ {
		t := dst[i]
		if t.Huffable.Empty() {
			dst = append(dst, t)
		}
		for q := range t.Huffable.All() {
			t.Offers, t.Huffable = q, board.SetOf(q)
			dst = append(dst, t)
		}
	}
	return dst[:base+copy(dst[base:], dst[end:])]
}

// capable returns the pieces of the side on move that may be huffed for having a
// capture; the pieces of owing had a due one.
func (r *Rules) capable(b *view, owing board.Set) board.Set {
	if r.profile.Claim.Piece == profile.HuffAnyCapture {
		for q := range b.own.Minus(owing).All() {
			if r.takes(b, board.SetOf(q)) {
				owing = owing.With(q)
			}
		}
	}
	return owing
}

// blame says which pieces may be huffed after an omission, on the board before it: the piece
// that moves if it is in all, and the pieces of kept that do not move.
type blame struct{ all, kept board.Set }

// blame returns the pieces that may be huffed, if the pieces of owing had a due capture and those
// of capable any capture. held is as duty.held.
func (r *Rules) blame(owing, capable, held board.Set) blame {
	switch {
	case r.profile.Claim.Piece == profile.HuffMoved:
		return blame{all: r.squares}
	case r.profile.Claim.Piece != profile.HuffAnyCapture:
		capable = owing
	}
	if r.profile.Claim.Lapse == profile.LapseOnce {
		return blame{capable, capable.Minus(held)}
	}
	return blame{capable, capable}
}

// after returns the pieces to blame where they stand after a move.
func (b blame) after(from, to board.Square) board.Set {
	s := b.kept.Without(from)
	if b.all.Has(from) {
		s = s.With(to)
	}
	return s
}

// atFault returns the pieces that may be huffed after the omission t, where they
// then stand. Eligibility is judged on the board before the omission.
func (r *Rules) atFault(t *Turn, owing board.Set, b blame) board.Set {
	if r.profile.Claim.Piece == profile.HuffTookLess && owing.Has(t.From) {
		return board.SetOf(t.To)
	}
	if r.profile.Claim.Piece == profile.HuffAnyCapture && t.Action == Capture && !owing.Has(t.From) {
		// A piece is to blame if it had any capture and made none, or if it owed a capture and
		// made another.
		b.all = b.all.Without(t.From)
	}
	return b.after(t.From, t.To)
}
