package player

import (
	"math/bits"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// An evaluation values a quiescent state in hundredths of a man, from the side on move. It is
// plain: its knowledge follows from the rules and the board, and nothing was learned.
type evaluation struct {
	r     *rules.Rules
	man   int
	king  int
	home  [2]board.Set // by side: where its opponent's men are crowned
	low   [2][4]uint64 // by side: the squares in whose advance the bit is set
	high  [2][4]uint64 // the same squares' second word
	steps int          // the worth of a step of advance
}

func newEvaluation(r *rules.Rules) *evaluation {
	e := &evaluation{r: r, man: 100, king: 100 * kingWorth(r), steps: 2}
	if r.Profile().Ending.NoPieces == profile.Wins {
		// The side without pieces wins: they are a burden.
		e.man, e.king, e.steps = -e.man, -e.king, -e.steps
	}
	for side := board.First; side <= board.Second; side++ {
		e.home[side] = r.PromotionSquares(side.Other())
		for q, n := range stepsToGo(r, side) {
			one := board.SetOf(q)
			for bit := range e.low[side] {
				if advance(r, n)>>bit&1 != 0 {
					e.low[side][bit] |= one.Lo
					e.high[side][bit] |= one.Hi
				}
			}
		}
	}
	return e
}

// stepsToGo returns the number of steps of a man of a side to its crown, by square: the number
// of rows, or more, where it never gets there.
func stepsToGo(r *rules.Rules, side board.Side) map[board.Square]int {
	n := map[board.Square]int{}
	for q := range r.Grid().All().All() {
		if n[q] = r.Grid().Rows; r.PromotionSquares(side).Has(q) {
			n[q] = 0
		}
	}
	for nearer := true; nearer; {
		nearer = false
		for q := range n {
			steps, _, _, _ := r.Lines(side, q)
			for _, to := range steps {
				if n[to[0]]+1 < n[q] {
					n[q], nearer = n[to[0]]+1, true
				}
			}
		}
	}
	return n
}

// advance is the part of the board's length that a man has behind it.
func advance(r *rules.Rules, stepsToGo int) int { return max(0, r.Grid().Rows-1-stepsToGo) }

// of returns the value of s for the side on move, when the opponent's pieces in
// gone have left the board.
func (e *evaluation) of(s *rules.State, gone board.Set) int {
	side := s.Mover()
	return e.side(s, side, board.Set{}) - e.side(s, side.Other(), gone)
}

// A promotion square of the opponent's that is held is worth a few hundredths a man
// until the board is nearly empty, and a free move one hundredth.
const (
	holdsBackRow = 4
	freeMove     = 1
)

func (e *evaluation) side(s *rules.State, side board.Side, gone board.Set) int {
	men, kings := s.Men(side).Minus(gone), s.Kings(side).Minus(gone)
	n := men.Len()
	v := n*e.man + kings.Len()*e.king
	rows := 0
	for bit, squares := range e.low[side] {
		rows += bits.OnesCount64(men.Lo&squares) << bit
	}
	if men.Hi != 0 {
		for bit, squares := range e.high[side] {
			rows += bits.OnesCount64(men.Hi&squares) << bit
		}
	}
	v += rows * e.steps
	if n > 4 {
		v += holdsBackRow * men.And(e.home[side]).Len()
	}
	return v + freeMove*e.r.Mobility(s, side)
}
