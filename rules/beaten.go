package rules

import "varlab/rules/profile"

// Beaten says what it means that the side on move has no turn in s: who is beaten,
// or what else becomes of the game.
func (r *Rules) Beaten(s *State) Outcome {
	e := &r.profile.Ending
	own, other := WinOf(s.mover), WinOf(s.mover.Other())
	if s.pieces[s.mover].Empty() {
		if e.NoPieces == profile.Wins {
			return Outcome{own, NoPieces}
		}
		return Outcome{other, NoPieces}
	}
	if b := r.view(&s.position).reversed(); e.BothBlocked == profile.BlockedDraws && !r.movable(&b) {
		return Outcome{Draw, BothBlocked}
	}
	switch e.NoMoves {
	case profile.Wins:
		return Outcome{own, NoMoves}
	case profile.Draws:
		return Outcome{Draw, NoMoves}
	}
	return Outcome{other, NoMoves}
}
