package rules

import "varlab/rules/board"

// This file says where pieces go on an empty board, for code that numbers positions instead of
// playing them.

// PromotionSquares returns where a man of a side becomes a king.
func (r *Rules) PromotionSquares(side board.Side) board.Set { return r.last[side&1] }

// Fewest returns the fewest pieces with which a side plays on: with fewer it has lost, or
// won.
func (r *Rules) Fewest() int { return r.fewest }

// MainDiagonals returns the squares of the lines that begin in a corner.
func (r *Rules) MainDiagonals() board.Set { return r.line }

// Lines returns where a man and a king of a side on q move, and the squares along which
// each may have a jump: in lines, nearest first.
func (r *Rules) Lines(side board.Side, q board.Square) (man, king, manJumps, kingJumps [][]board.Square) {
	lines := func(directions []int, least, most int) (list [][]board.Square) {
		for _, d := range directions {
			var line []board.Square
			for to := r.next[d][q]; to != board.NoSquare && len(line) < most; to = r.next[d][to] {
				line = append(line, to)
			}
			if len(line) >= least {
				list = append(list, line)
			}
		}
		return list
	}
	far := 1
	if r.flying {
		far = board.MaxSquares
	}
	return lines(r.manSteps[side], 1, 1), lines(r.kingSteps, 1, far), lines(r.manJumps[side], 2, board.MaxSquares), lines(r.kingJump, 2, board.MaxSquares)
}
