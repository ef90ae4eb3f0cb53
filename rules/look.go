package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file answers what a player asks of a state without listing its turns.

// Settled reports whether nothing is in the air in s: no capture that the side on
// move could make, no claim, no compelled answer.
func (r *Rules) Quiescent(s *State) bool {
	return !s.compelled && !s.ClaimOpen() && !r.couldCapture(s, s.mover)
}

// Threatened reports whether the side that is not on move could capture if it
// were.
func (r *Rules) Threatened(s *State) bool { return r.couldCapture(s, s.mover.Other()) }

// couldCapture reports whether a side could capture if it were on move.
func (r *Rules) couldCapture(s *State, side board.Side) bool {
	b := r.viewOf(s, side)
	able := r.able(&b, b.own)
	// A man that has a jump has a capture.
	if !able.Minus(b.kings).Empty() {
		return true
	}
	return !able.Empty() && r.takes(&b, able)
}

// viewOf returns the board of s as it would be with side on move.
func (r *Rules) viewOf(s *State, side board.Side) view {
	b := view{side: side, own: s.pieces[side&1], opp: s.pieces[side&1^1], kings: s.kings, barred: noneBarred}
	if r.repeatLimit > 0 {
		b.barred[side&1] = r.view(&s.position).barred[side&1]
	}
	return b
}

// Mobility returns the number of moves without capture that a side would have on
// move.
func (r *Rules) Mobility(s *State, side board.Side) int {
	b := r.viewOf(s, side)
	return r.mobility(&b)
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
	if (r.obligation == profile.Free || len(dst) == base) && r.Mobility(s, s.mover) == 0 {
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
	case !s.ClaimOpen() && r.covers[profile.Missed] && r.Mobility(s, s.mover) > 0:
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
	return c.watchful && c.due[0].near(c, e) && h.Drawn().Over()
}

// Callable reports whether the side on move may call a draw.
func (h *History) Callable() bool {
	c := &h.rules.clauses
	return c.claims && c.due[1].near(c, h.top()) && h.called().Over() && !h.Drawn().Over() && !h.stuck()
}

// shortestRound is the fewest turns after which a position stands again with the same
// side on move: each side leaves and comes back, or passes.
const shortestRound = 4
