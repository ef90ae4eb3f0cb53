package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file answers what a player asks of a state without listing its turns.

// Quiescent reports whether the side on move in s could make no capture and no claim,
// and has no compelled answer to give.
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

// Noisy appends to dst the turns of s that a quiescence search looks at: the due
// captures that make no claim, and compels. The rest (omissions, huffs with a move
// after each, moves of a player who may leave his captures) are many, and are listed
// only where the others do not show that there is a turn. It reports whether there are
// more.
func (r *Rules) Noisy(dst []Turn, s *State) (turns []Turn, more bool) {
	if r.profile.Capture.Obligation == profile.Compulsory || s.compelled || r.profile.Claim.Automatic && s.ClaimOpen() {
		return r.Moves(dst, *s), false
	}
	base := len(dst)
	b := r.view(&s.position)
	dst, _, _ = r.due(dst, &b)
	if (r.profile.Capture.Obligation == profile.Free || len(dst) == base) && r.Mobility(s, s.mover) == 0 {
		return r.Moves(dst[:base], *s), false
	}
	sortCaptures(dst[base:])
	if s.compelOpen {
		dst = r.compels(dst, s)
	}
	return dst, true
}

// FirstStage appends to dst the turns of s that a search looks at first: compels if a
// claim is open, or else the due captures where there are omissions too. It reports
// whether there are more: Moves then lists those and the others.
func (r *Rules) FirstStage(dst []Turn, s *State) (turns []Turn, more bool) {
	switch {
	case r.profile.Capture.Obligation != profile.Claimable || s.compelled || r.profile.Claim.Automatic && s.ClaimOpen():
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
