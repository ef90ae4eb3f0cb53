package player

import (
	"math/bits"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// An evaluation values a quiescent state in hundredths of a man, from the side on
// move. It is plain: what it knows follows from the rules and the board, and nothing
// was learned.
type evaluation struct {
	r     *rules.Rules
	man   int
	king  int
	home  [2]board.Set // by side: its back row
	low   [2][4]uint64 // by side: the squares in whose row's number, from its own, the bit is set
	high  [2][4]uint64 // the same squares' second word
	steps int          // what a row of advance is worth
}

func newEvaluation(r *rules.Rules) *evaluation {
	e := &evaluation{r: r, man: 100, king: 100 * kingWorth(r), steps: 2}
	if r.Profile().Ending.NoPieces == profile.Wins {
		// Who has no pieces wins: they are a burden.
		e.man, e.king, e.steps = -e.man, -e.king, -e.steps
	}
	g := r.Grid()
	for side := range e.low {
		for row := range g.Rows {
			squares := g.Row([]int{row, g.Rows - 1 - row}[side])
			if row == 0 {
				e.home[side] = squares
			}
			for bit := range e.low[side] {
				if row>>bit&1 != 0 {
					e.low[side][bit] |= squares.Lo
					e.high[side][bit] |= squares.Hi
				}
			}
		}
	}
	return e
}

// of returns the value of s for the side on move, when the opponent's pieces in
// gone have left the board.
func (e *evaluation) of(s *rules.State, gone board.Set) int {
	side := s.Mover()
	return e.side(s, side, board.Set{}) - e.side(s, side.Other(), gone)
}

// A back row held against the opponent's kings is worth a few hundredths a man
// until the board is nearly empty, and a free move one hundredth.
const (
	holdsBackRow = 4
	freeMove     = 1
)

func (e *evaluation) side(s *rules.State, side board.Side, gone board.Set) int {
	men, kings := s.Men(side).Minus(gone), s.Kings(side).Minus(gone)
	n := men.Len()
	v := n*e.man + kings.Len()*e.king
	low, high := men.Words()
	rows := 0
	for bit, squares := range e.low[side] {
		rows += bits.OnesCount64(low&squares) << bit
	}
	if high != 0 {
		for bit, squares := range e.high[side] {
			rows += bits.OnesCount64(high&squares) << bit
		}
	}
	v += rows * e.steps
	if n > 4 {
		v += holdsBackRow * men.And(e.home[side]).Len()
	}
	return v + freeMove*e.r.Mobility(s, side)
}
