package board

import "fmt"

// A Grid is where the playing squares of a board lie, in the internal frame: row
// 0 is the first mover's back row, column 0 is at that player's left, and the
// near left corner is a playing square. (On boards with an even number of
// columns a dark right corner is the mirror image, a matter of names. On boards
// with an odd number it is another board, with Odd set: there the squares whose
// row and column have an odd sum are played on.)
//
// Squares are numbered with one unused number in every two rows, so that each of
// the four diagonal directions is the same difference everywhere, and a step off
// the side of the board ends on an unused number.
type Grid struct {
	Rows, Columns int
	Odd           bool
}

// Size is how a board's rows and columns are written: "10x10".
func (g Grid) Size() string { return fmt.Sprintf("%dx%d", g.Rows, g.Columns) }

// Half is the most squares that a row has.
func (g Grid) Half() int { return (g.Columns + 1) / 2 }

// Square returns the square at row and col, and whether it is a playing square
// of the board.
func (g Grid) Square(row, col int) (Square, bool) {
	if row < 0 || row >= g.Rows || col < 0 || col >= g.Columns {
		return NoSquare, false
	}
	if (row+col)%2 == 1 != g.Odd {
		return NoSquare, false
	}
	h := g.Half()
	n := row/2*(2*h+1) + col/2
	if row%2 == 1 {
		n += h
		if !g.Odd {
			n++
		}
	}
	return Square(n), true
}

// Place returns the row and column of q, which must be a square of the board.
func (g Grid) Place(q Square) (row, col int) {
	h := g.Half()
	row, col = int(q)/(2*h+1)*2, int(q)%(2*h+1)
	odd := h
	if !g.Odd {
		odd++
	}
	if col >= odd {
		row, col = row+1, col-odd
	}
	col *= 2
	if row%2 == 1 != g.Odd {
		col++
	}
	return row, col
}

// All returns the playing squares.
func (g Grid) All() Set {
	var s Set
	for row := range g.Rows {
		s = s.Or(g.Row(row))
	}
	return s
}

// Row returns the playing squares of a row.
func (g Grid) Row(row int) Set {
	var s Set
	for col := range g.Columns {
		if q, ok := g.Square(row, col); ok {
			s = s.With(q)
		}
	}
	return s
}
