package rules

import "math/bits"

// This file answers what a player asks of a state without listing its turns.

// Settled reports whether nothing is in the air in s: no capture that the side on
// move could make, no claim, no compelled answer.
func (r *Rules) Settled(s *State) bool {
	return !s.compelled && !s.ClaimOpen() && !r.captures(s, s.mover)
}

// Threatened reports whether the side that is not on move could capture if it
// were.
func (r *Rules) Threatened(s *State) bool { return r.captures(s, s.mover.Other()) }

// captures reports whether a side could capture if it were on move.
func (r *Rules) captures(s *State, side Side) bool {
	if t := &r.one; t.narrow {
		own, opp, kings := s.pieces[side].lo, s.pieces[side.Other()].lo, s.kings.lo
		targets := opp
		if r.sparesKings {
			targets &^= kings
		}
		// A man that has a jump has a capture.
		if t.jumps(own&^kings, targets, t.squares&^(own|opp), side) != 0 {
			return true
		}
		if own&kings == 0 {
			return false
		}
	}
	b := r.board(&s.position)
	if b.side != side {
		b = b.reversed()
	}
	return r.takes(&b, b.own)
}

// Mobility returns the number of moves without capture that a side would have on
// move.
func (r *Rules) Mobility(s *State, side Side) int {
	if t := &r.one; t.narrow && r.repeatLimit == 0 {
		own := s.pieces[side].lo
		empty := t.squares &^ (own | s.pieces[side.Other()].lo)
		men, steps := own&^s.kings.lo, &t.manSteps[side]
		n := bits.OnesCount64(bits.RotateLeft64(men, steps[0])&empty) + bits.OnesCount64(bits.RotateLeft64(men, steps[1])&empty)
		for kings := own & s.kings.lo; kings != 0; kings &= kings - 1 {
			n += bits.OnesCount64(t.reach(kings&-kings, empty, r.flying))
		}
		return n
	}
	b := r.board(&s.position)
	if b.side != side {
		b = b.reversed()
	}
	occupied := b.own.Or(b.opp)
	n := 0
	for q := range b.own.And(b.kings).All() {
		if q != b.barred[side] {
			n += r.reach(q, occupied).Len()
		}
	}
	men := b.own.Minus(b.kings)
	for _, d := range r.manSteps[side] {
		n += men.shift(r.difference[d]).And(r.squares).Minus(occupied).Len()
	}
	return n
}

// Pressing appends to dst turns of s among which are all that settle what is in the
// air: the due captures that make no claim, and compels. The rest, defaults and huffs
// with a move after each, are listed only where nothing is due or the rules make
// claims themselves: there are many, and a player who asks has no use for them. It
// reports whether it has listed all turns.
func (r *Rules) Pressing(dst []Turn, s *State) (turns []Turn, all bool) {
	if r.obligation != claimed || s.compelled || r.automatic && s.ClaimOpen() {
		return r.Moves(dst, *s), true
	}
	base := len(dst)
	b := r.board(&s.position)
	if dst, _, _ = r.due(dst, &b); len(dst) == base {
		return r.Moves(dst, *s), true
	}
	sortCaptures(dst[base:])
	if s.compelOpen {
		dst = r.compels(dst, s)
	}
	return dst, false
}

// Ending says what it means that the side on move has no turn in s.
func (r *Rules) Ending(s *State) Outcome { return r.ending(s) }

// Occurrences returns how often the present position has stood with the same side
// on move, up to two: so a search sees that play goes round.
func (h *History) Occurrences() int { return h.occurrences(true, 2) }

// Callable reports whether the side on move may call a draw.
func (h *History) Callable() bool { return h.rules.claims && h.called().Over() }
