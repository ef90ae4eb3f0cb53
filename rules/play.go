package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// Play returns the state after t, which must be a turn of s.
func (r *Rules) Play(s State, t Turn) State {
	var n State
	r.play(&n, &s, &t)
	return n
}

// play puts the state after t, a turn of s, into n, which is empty.
func (r *Rules) play(n, s *State, t *Turn) {
	switch t.Claim {
	case Compel:
		*n = State{position: s.before, named: t.Named, compelled: true, huffed: s.huffed}
		return
	case Waive:
		*n = r.waived(*s)
		return
	}
	side, other := s.mover, s.mover.Other()
	n.position, n.named = s.position, board.NoSquare
	var h huffed
	if t.Claim == Huff {
		if r.beforeHuff {
			h = huffed{true, t.Named, s.kings.Has(t.Named)}
		}
		n.remove(other, s.Huffs(*t))
	}
	var before position
	if t.Omission != profile.NoOmission {
		before = n.position
	}
	if r.profile.Claim.Lapse == profile.LapseOnce && s.ClaimOpen() {
		n.held[other] = n.held[other].Or(r.unused(s).And(n.pieces[other]))
	}
	if t.Action == Quiet || t.Action == Capture {
		r.move(&n.position, t)
	}
	if r.spare {
		n.kings = r.crownWaiting(n.pieces[board.First], n.kings, board.First)
		n.kings = r.crownWaiting(n.pieces[board.Second], n.kings, board.Second)
	}
	if t.Omission != profile.NoOmission {
		r.offend(n, &before, h, t)
	}
	if r.profile.Claim.Lapse == profile.LapseWhileDue {
		n.claim = n.held[side]
	}
	n.mover = other
	if r.profile.Claim.Lapse != profile.LapseNextMove && !n.held[other].Empty() {
		// A turn of the owner begins.
		b := r.view(&n.position)
		n.held[other] = n.held[other].And(r.owing(&b))
	}
}

// step is play for a turn without claim or omission, of a rule set with short turns, into a
// state with nothing open. It changes three words, since no rule reads the others, and returns
// the Conversion.
func (r *Rules) step(n, s *State, t *Turn) Conversion {
	side := s.mover & 1
	own, opp, kings := s.pieces[side].Lo, s.pieces[side^1].Lo&^t.Captured.Lo, s.kings.Lo&^t.Captured.Lo
	c := Reversible
	if t.Action != Pass {
		from, to := uint64(1)<<(t.From&63), uint64(1)<<(t.To&63)
		own = own&^from | to
		if kings&from == 0 {
			c = Advance
		}
		if kings&from != 0 || t.Promotes {
			kings = kings&^from | to
		}
	}
	if t.Action == Capture {
		c = Taking
	}
	n.pieces[side].Lo, n.pieces[side^1].Lo, n.kings.Lo, n.mover = own, opp, kings, side^1
	return c
}

// A Conversion is what a turn puts beyond recall.
type Conversion uint8

// The conversions.
const (
	Reversible Conversion = iota // nothing: moves could lead back
	Sidestep                     // nothing, but a man has moved
	Advance                      // a man has moved, who cannot move back
	Taking                       // a piece has left the board
)

// Conversion says what t, a turn of s, puts beyond recall.
func (r *Rules) Conversion(s *State, t *Turn) Conversion {
	switch {
	case t.Action == Capture || t.Claim == Huff:
		return Taking
	case t.Action != Quiet || s.kings.Has(t.From):
		return Reversible
	case !t.Promotes && r.manMoves[s.mover&1][t.To].Has(t.From):
		return Sidestep
	}
	return Advance
}

// waived returns s with its claim let go: the ending that it held up stands.
func (r *Rules) waived(s State) State {
	return State{position: s.position, named: board.NoSquare}
}

// unused returns the opponent's pieces that the side on move could claim.
func (r *Rules) unused(s *State) board.Set {
	if r.huff {
		return s.claim
	}
	// Without a huff nothing is named: the claim was about all pieces that owed.
	return r.claimable(s.before, s.huffed, s.named, s.pieces[s.before.mover])
}

// claimable returns the pieces that owed a capture before an omission by the piece
// on from and whose claim was not used up, where they now stand.
func (r *Rules) claimable(before position, h huffed, from board.Square, now board.Set) board.Set {
	b := r.view(&before)
	owing := r.owingAfter(&b, h)
	fault := owing.Minus(before.held[before.mover])
	if owing.Has(from) {
		to := now.Minus(before.pieces[before.mover])
		if to.Empty() { // the capture ended where it began
			to = board.SetOf(from)
		}
		fault = fault.Without(from).Or(to)
	}
	return fault
}

// offend opens the claims that follow from the omission t. before is the position in which it
// was made, after the huff h if the turn opened with one: that huff was no fault and stands,
// and only the move is replayed. n is the state that the omission leads to, with the offender
// still named as mover.
func (r *Rules) offend(n *State, before *position, h huffed, t *Turn) {
	n.claim = t.Huffable
	if r.profile.Claim.Lapse == profile.LapseWhileDue {
		n.held[n.mover] = n.held[n.mover].Or(t.Huffable)
	}
	if !r.compel {
		return
	}
	if r.profile.Claim.Lapse == profile.LapseOnce && r.claimable(*before, h, t.From, n.pieces[n.mover]).Empty() {
		return
	}
	n.compelOpen, n.before, n.named, n.huffed = true, *before, t.From, h
}

// move moves a piece, takes the captured ones from the board, and crowns.
func (r *Rules) move(p *position, t *Turn) {
	side := p.mover
	king := p.kings.Has(t.From)
	if t.Action == Capture {
		// First, for it may land where one of them stood.
		p.remove(side.Other(), t.Captured)
	}
	p.pieces[side] = p.pieces[side].Without(t.From).With(t.To)
	p.kings = p.kings.Without(t.From)
	if king || t.Promotes {
		p.kings = p.kings.With(t.To)
	}
	p.held[side] = p.held[side].Without(t.From)
	if r.repeatLimit > 0 {
		r.number(p, side, king && t.Action == Quiet, t.From, t.To)
	}
}

// number counts how often a king has moved in a row; walked says that a king of side has just
// moved without capture.
func (r *Rules) number(p *position, side board.Side, walked bool, from, to board.Square) {
	switch {
	case !walked:
		p.last[side], p.runs[side] = board.NoSquare, 0
	case p.last[side] == from:
		p.last[side] = to
		p.runs[side] = min(p.runs[side]+1, r.repeatLimit)
	default:
		p.last[side], p.runs[side] = to, 1
	}
}

// remove takes pieces of a side from the board.
func (p *position) remove(side board.Side, gone board.Set) {
	p.pieces[side] = p.pieces[side].Minus(gone)
	p.kings = p.kings.Minus(gone)
	p.held[side] = p.held[side].Minus(gone)
	if l := p.last[side]; l != board.NoSquare && gone.Has(l) {
		p.last[side], p.runs[side] = board.NoSquare, 0
	}
}

// crownWaiting returns kings and those men of a side that wait on the last row
// for a spare man and now have one, the lowest squares first. The source that asks
// for a spare man does not say what becomes of a man that finds none.
func (r *Rules) crownWaiting(pieces, kings board.Set, side board.Side) board.Set {
	for q := range pieces.Minus(kings).And(r.last[side]).All() {
		if pieces.Len()+pieces.And(kings).Len()+1 > r.stock[side] {
			break
		}
		kings = kings.With(q)
	}
	return kings
}
