package rules

import "varlab/rules/profile"

// Ended says whether and how the board alone ends the game in s, where the side on move has
// that number of turns. The side with fewer pieces is judged first, then the side on move.
func (r *Rules) Ended(s *State, turns int) Outcome {
	if own, other := s.pieces[s.mover].Len(), s.pieces[s.mover.Other()].Len(); other < min(own, r.fewest) {
		without := *s
		without.mover = s.mover.Other()
		return r.Beaten(&without)
	}
	if turns > 0 {
		return Outcome{}
	}
	return r.Beaten(s)
}

// OnBoard reports whether the board alone ends games for that reason.
func (r Reason) OnBoard() bool {
	return r == NoPieces || r == LastPiece || r == FirstKing || r == NoMoves || r == BothBlocked
}

// Scored returns the result that a game with that one has in scores: a drawn game may be one
// side's.
func (r *Rules) Scored(result Result) Result {
	if result == Draw {
		return r.drawn
	}
	return result
}

// Beaten says what becomes of the game when the side on move has no turn in s: which side is
// beaten, or that neither is.
func (r *Rules) Beaten(s *State) Outcome {
	e := &r.profile.Ending
	own, other := WinOf(s.mover), WinOf(s.mover.Other())
	switch n := s.pieces[s.mover].Len(); {
	case n == 0 && e.NoPieces == profile.Wins:
		return Outcome{own, NoPieces}
	case n == 0:
		return Outcome{other, NoPieces}
	case n < r.fewest:
		return Outcome{other, LastPiece}
	case r.kingWins && !s.Kings(s.mover.Other()).Empty():
		return Outcome{other, FirstKing}
	case r.kingWins && !s.kings.Empty():
		return Outcome{own, FirstKing}
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
