package rules

import (
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file answers what a player asks of a state without listing its turns.

// Quiescent reports whether the side on move in s could make no capture and no claim,
// and has no compelled answer to give.
func (r *Rules) Quiescent(s *State) bool {
	return !s.compelled && !s.ClaimOpen() && !r.couldCapture(s, s.mover)
}

// couldCapture reports whether a side could capture if it were on move.
func (r *Rules) couldCapture(s *State, side board.Side) bool {
	own, opp := &s.pieces[side&1], &s.pieces[side&1^1]
	if r.over(*own, s.kings) {
		return false
	}
	men, jumps := own.Minus(s.kings), false
	if r.narrow {
		jumps = jumpers(r, r.takable(opp.Lo, s.kings.Lo), r.squares.Lo&^(own.Lo|opp.Lo), side)&men.Lo != 0
	} else {
		jumps = !jumping[wide](r, own, opp, &s.kings, side, men).Empty()
	}
	if jumps || men == *own {
		return jumps // a man that has a jump has a capture
	}
	b := view{side: side, own: *own, opp: *opp, kings: s.kings, barred: noneBarred}
	return r.takes(&b, b.own)
}

// Mobility returns the number of moves without capture that a side would have on
// move.
func (r *Rules) Mobility(s *State, side board.Side) int {
	if r.over(s.pieces[side&1], s.kings) {
		return 0
	}
	return r.mobility(&s.pieces[side&1], &s.pieces[side&1^1], &s.kings, side, r.barredKing(s, side))
}

// Steps returns the Mobility of both sides where all pieces are men, on a board of one word;
// elsewhere it is false.
func (r *Rules) Steps(s *State) (n [2]int, ok bool) {
	if !r.narrow || s.kings.Lo != 0 {
		return n, false
	}
	first, second := s.pieces[board.First], s.pieces[board.Second]
	empty := r.squares.Lo &^ (first.Lo | second.Lo)
	if !r.few(first) {
		n[board.First] = advances(r, first.Lo, empty, board.First)
	}
	if !r.few(second) {
		n[board.Second] = advances(r, second.Lo, empty, board.Second)
	}
	return n, true
}

// CanMove reports whether Mobility would count any move.
func (r *Rules) CanMove(s *State, side board.Side) bool {
	return !r.over(s.pieces[side&1], s.kings) && r.canMove(&s.pieces[side&1], &s.pieces[side&1^1], &s.kings, side, r.barredKing(s, side))
}

// barredKing returns the king of a side that may not move again, or NoSquare.
func (r *Rules) barredKing(s *State, side board.Side) board.Square {
	if r.repeatLimit == 0 {
		return board.NoSquare
	}
	return r.view(&s.position).barred[side&1]
}

// Freedom divides the count of Mobility, for a side with any pieces: moves of men, moves of
// kings to safe squares, and moves of kings to exposed squares, beside a piece of the
// opponent's that jumps in its direction, with a free square behind. Lines that a move opens or
// closes elsewhere do not count.
func (r *Rules) Freedom(s *State, side board.Side) (men, safe, exposed int) {
	men = r.Mobility(s, side)
	if s.Kings(side).Empty() || r.over(s.pieces[side&1], s.kings) {
		return men, 0, 0
	}
	if r.narrow {
		safe, exposed = freedom[narrow](r, s, side)
	} else {
		safe, exposed = freedom[wide](r, s, side)
	}
	return men - safe - exposed, safe, exposed
}

func freedom[W width](r *Rules, s *State, side board.Side) (safe, exposed int) {
	var size W
	w := words(len(size))
	own, opp, kings := w.set(s.pieces[side&1]), w.set(s.pieces[side&1^1]), w.set(s.kings)
	empty, f, half := w.set(r.squares).Minus(own).Minus(opp), &r.fan[side&1^1], r.half
	up, down := opp.And(w.set(f.up)), opp.And(w.set(f.down))
	if r.sparesKings {
		up, down = board.Set{}, board.Set{}
	}
	up, down = up.Or(opp.And(kings)), down.Or(opp.And(kings))
	// Rows and columns do not count where squares of one colour are played on.
	beside := w.shift(up, half+1).And(w.shift(empty, -half-1)).Or(w.shift(up, half).And(w.shift(empty, -half))).
		Or(w.shift(down, -half-1).And(w.shift(empty, half+1))).Or(w.shift(down, -half).And(w.shift(empty, half)))
	if w == 2 && r.grid.Every() {
		beside = r.beside(opp, kings, empty, side.Other())
	}
	for royal := own.And(kings); !royal.Empty(); royal = w.rest(royal) {
		q := w.low(royal)
		if r.repeatLimit > 0 && q == r.barredKing(s, side) {
			continue
		}
		to := reach[W](r, q, empty)
		at := to.And(beside).Len()
		safe, exposed = safe+to.Len()-at, exposed+at
	}
	return safe, exposed
}

// beside returns the squares next to pieces of a side that could jump there.
func (r *Rules) beside(pieces, kings, empty board.Set, side board.Side) (squares board.Set) {
	for _, d := range r.kingJump {
		jumpers, by, leave := pieces.And(kings), r.difference[d], r.leave[d]
		if !r.sparesKings && slices.Contains(r.manJumps[side], d) {
			jumpers = pieces
		}
		squares = squares.Or(jumpers.And(leave).Shift(by).And(empty.Shift(-by)).And(leave))
	}
	return squares
}

// Noisy appends to dst the turns of s that a quiescence search looks at: the due
// captures that make no claim, and compels. The rest (omissions, huffs with a move
// after each, moves of a player who may leave his captures) are many, and are listed
// only where the others do not show that there is a turn. It reports whether there are
// more.
func (r *Rules) Noisy(dst []Turn, s *State) (turns []Turn, more bool) {
	if r.profile.Capture.Obligation == profile.Compulsory || s.compelled || r.must && s.ClaimOpen() || r.over(s.pieces[s.mover], s.kings) {
		return r.moves(dst, s), false
	}
	base := len(dst)
	b := r.view(&s.position)
	dst, _, _ = r.due(dst, &b)
	if (r.profile.Capture.Obligation == profile.Free || len(dst) == base) && !r.CanMove(s, s.mover) {
		return r.moves(dst[:base], s), false
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
	case r.profile.Capture.Obligation != profile.Claimable || s.compelled || r.must && s.ClaimOpen():
	case s.compelOpen:
		return r.compels(dst, s), true
	case !s.ClaimOpen() && r.covers[profile.Missed] && r.CanMove(s, s.mover):
		base := len(dst)
		b := r.view(&s.position)
		if dst, _, _ = r.due(dst, &b); len(dst) > base {
			sortCaptures(dst[base:])
			return dst, true
		}
	}
	return r.moves(dst, s), false
}
