package rules

import (
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file answers what a player asks of a state without listing its turns.

// Settled reports whether nothing is in the air in s: no capture that the side on
// move could make, no claim, no compelled answer.
func (r *Rules) Quiescent(s *State) bool {
	return !s.compelled && !s.ClaimOpen() && !r.captures(s, s.mover)
}

// Threatened reports whether the side that is not on move could capture if it
// were.
func (r *Rules) Threatened(s *State) bool { return r.captures(s, s.mover.Other()) }

// captures reports whether a side could capture if it were on move.
func (r *Rules) captures(s *State, side board.Side) bool {
	if t := &r.one; t.narrow {
		own, opp, kings := s.pieces[side].Lo, s.pieces[side.Other()].Lo, s.kings.Lo
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
	b := r.view(&s.position)
	if b.side != side {
		b = b.reversed()
	}
	return r.takes(&b, b.own)
}

// Mobility returns the number of moves without capture that a side would have on
// move.
func (r *Rules) Mobility(s *State, side board.Side) int {
	if r.unbarred(s, side) {
		t := &r.one
		own := s.pieces[side].Lo
		empty := t.squares &^ (own | s.pieces[side.Other()].Lo)
		men, steps := own&^s.kings.Lo, &t.manSteps[side]
		n := bits.OnesCount64(bits.RotateLeft64(men, steps[0])&empty) + bits.OnesCount64(bits.RotateLeft64(men, steps[1])&empty)
		for kings := own & s.kings.Lo; kings != 0; kings &= kings - 1 {
			n += bits.OnesCount64(t.reach(kings&-kings, empty, r.flying))
		}
		return n
	}
	b := r.view(&s.position)
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
		n += men.Shift(r.difference[d]).And(r.squares).Minus(occupied).Len()
	}
	return n
}

// Walks reports whether a side would have a move without capture on move: whether its
// Mobility is not 0.
func (r *Rules) HasQuietMove(s *State, side board.Side) bool {
	if r.unbarred(s, side) {
		t := &r.one
		own := s.pieces[side].Lo
		empty := t.squares &^ (own | s.pieces[side.Other()].Lo)
		men, steps := own&^s.kings.Lo, &t.manSteps[side]
		if (bits.RotateLeft64(men, steps[0])|bits.RotateLeft64(men, steps[1]))&empty != 0 {
			return true
		}
		kings := own & s.kings.Lo
		for i := range t.steps {
			if bits.RotateLeft64(kings, t.steps[i].by)&empty != 0 {
				return true
			}
		}
		return false
	}
	return r.Mobility(s, side) > 0
}

// unbarred reports whether the board is one word and no king of a side may be barred
// from moving.
func (r *Rules) unbarred(s *State, side board.Side) bool {
	return r.one.narrow && (r.repeatLimit == 0 || s.runs[side] < r.repeatLimit)
}

// Pressing appends to dst turns of s among which are all that settle what is in the
// air: the due captures that make no claim, and compels. The rest, defaults, huffs with
// a move after each, and moves of a player who may leave his captures, are listed only
// where the others do not show that there is a turn: there are many, and a player who
// asks has no use for them. It reports whether there are more.
func (r *Rules) Noisy(dst []Turn, s *State) (turns []Turn, more bool) {
	if r.obligation == profile.Compulsory || s.compelled || r.automatic && s.ClaimOpen() {
		return r.Moves(dst, *s), false
	}
	base := len(dst)
	b := r.view(&s.position)
	dst, _, _ = r.due(dst, &b)
	if (r.obligation == profile.Free || len(dst) == base) && !r.HasQuietMove(s, s.mover) {
		return r.Moves(dst[:base], *s), false
	}
	sortCaptures(dst[base:])
	if s.compelOpen {
		dst = r.compels(dst, s)
	}
	return dst, true
}

// Foremost appends to dst those turns of s that a player does well to look at first:
// compels if a claim is open, or else the due captures where there are defaults too.
// It reports whether there are more: then Moves lists those and the others.
func (r *Rules) FirstStage(dst []Turn, s *State) (turns []Turn, more bool) {
	switch {
	case r.obligation != profile.Claimable || s.compelled || r.automatic && s.ClaimOpen():
	case s.compelOpen:
		return r.compels(dst, s), true
	case !s.ClaimOpen() && r.covers[profile.Missed] && r.HasQuietMove(s, s.mover):
		base := len(dst)
		b := r.view(&s.position)
		if dst, _, _ = r.due(dst, &b); len(dst) > base {
			sortCaptures(dst[base:])
			return dst, true
		}
	}
	return r.Moves(dst, *s), false
}

// Ending says what it means that the side on move has no turn in s.
func (r *Rules) Ending(s *State) Outcome { return r.ending(s) }

// Stale reports whether a search takes the game to be drawn in the present state: an
// automatic draw clause ends it, as Drawn reads it, or the position has stood before
// with the same side on move, so that play goes round.
func (h *History) Stale() bool {
	e := h.top()
	if e.still >= shortestRound && h.occurrences(true, 2) > 1 {
		return true
	}
	c := &h.rules.clauses
	return c.watchful && c.due[0].near(c, e) && h.drawn(false).Over()
}

// Callable reports whether the side on move may call a draw.
func (h *History) Callable() bool {
	c := &h.rules.clauses
	return c.claims && c.due[1].near(c, h.top()) && h.called().Over()
}

// shortestRound is the fewest turns after which a position stands again with the same
// side on move: each side leaves and comes back, or passes.
const shortestRound = 4
