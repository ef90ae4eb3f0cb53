package rules

// This file answers what a player asks of a state without listing its turns.

// Settled reports whether nothing is in the air in s: no capture that the side on
// move could make, no claim, no compelled answer.
func (r *Rules) Settled(s *State) bool {
	if s.compelled || s.ClaimOpen() {
		return false
	}
	b := r.board(&s.position)
	return !r.takes(b, b.own)
}

// Mobility returns the number of moves without capture that a side would have on
// move.
func (r *Rules) Mobility(s *State, side Side) int {
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

// Ending says what it means that the side on move has no turn in s.
func (r *Rules) Ending(s *State) Outcome { return r.ending(s) }

// Occurrences returns how often the present position has stood with the same side
// on move, up to two: so a search sees that play goes round.
func (h *History) Occurrences() int { return h.occurrences(true, 2) }

// Threatened reports whether the side that is not on move could capture if it
// were.
func (r *Rules) Threatened(s *State) bool {
	b := r.board(&s.position).reversed()
	return r.takes(b, b.own)
}

// Callable reports whether the side on move may call a draw.
func (h *History) Callable() bool { return h.rules.claims && h.called().Over() }
