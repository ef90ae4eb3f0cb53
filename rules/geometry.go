package rules

import "varlab/rules/board"

// This file hands out where pieces go on an empty board, for those who number
// positions instead of playing them.

// ManSteps returns the squares to which a man of a side on q can move.
func (r *Rules) ManSteps(side board.Side, q board.Square) board.Set { return r.manMoves[side&1][q&127] }

// PromotionRow returns the row on which a man of a side becomes a king.
func (r *Rules) PromotionRow(side board.Side) board.Set { return r.last[side&1] }

// MainDiagonals returns the squares of the lines that begin in a corner.
func (r *Rules) MainDiagonals() board.Set { return r.line }

// KingLines returns the squares to which a king on q can move, in lines, nearest first.
func (r *Rules) KingLines(q board.Square) [][]board.Square {
	lines := r.lines(kingSteps, q, 1)
	if !r.flying {
		for i := range lines {
			lines[i] = lines[i][:1]
		}
	}
	return lines
}

// ManJumpLines returns the lines of squares on which a man of a side on q can have a
// jump, nearest first.
func (r *Rules) ManJumpLines(side board.Side, q board.Square) [][]board.Square {
	return r.lines(r.manJumps[side&1], q, 2)
}

// KingJumpLines is ManJumpLines for a king.
func (r *Rules) KingJumpLines(q board.Square) [][]board.Square { return r.lines(r.kingJump, q, 2) }

// lines returns the lines from q that have enough squares.
func (r *Rules) lines(directions []int, q board.Square, enough int) [][]board.Square {
	var lines [][]board.Square
	for _, d := range directions {
		var line []board.Square
		for to := r.next[d][q]; to != board.NoSquare; to = r.next[d][to] {
			line = append(line, to)
		}
		if len(line) >= enough {
			lines = append(lines, line)
		}
	}
	return lines
}
