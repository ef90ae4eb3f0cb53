package board

import (
	"fmt"
	"strconv"
)

// A Grid is where the playing squares of a board lie, in the internal frame: row
// 0 is the first mover's back row, column 0 is at that player's left, and the
// near left corner is a playing square. (On boards with an even number of
// columns a dark right corner is the mirror image, a matter of names. On boards
// with an odd number it is another board, with Odd set: there the squares whose
// row and column have an odd sum are played on.)
//
// Squares are numbered with one unused number in every two rows, so that each of
// the four diagonal directions is the same difference everywhere, and a step off
// the side of the board ends on an unused number. Boards of all squares are numbered row by
// row, with one unused number behind each.
type Grid struct {
	Rows, Columns int
	Odd           bool
	Squares       Squares
}

// Squares says which squares of a board are played on, and which lines join them; 0 is Dark.
type Squares uint8

// The boards. On the dark squares, the next square of a row or column is the next but one. All
// squares are played on at Turkish draughts. At alquerque pieces stand on points and go along
// straight lines: in eight directions from the points whose row and column have an even sum,
// and in four from the others, as its drawing is described (Alfonso X, Libro de los juegos,
// 1283).
const (
	Dark Squares = iota + 1
	All
	Alquerque
)

// MostSquares bounds the squares of a board other than Dark. Numbers have to stay below 128,
// and a capture leaves at least six squares of such a board empty, so that it takes at most 96.
const MostSquares = 100

// Every reports whether a square lies in every row and column.
func (g Grid) Every() bool { return g.Squares > Dark }

// String tells boards apart; of Dark, the oldest, it says nothing.
func (g Grid) String() string {
	return fmt.Sprintf("%d %d ", g.Rows, g.Columns) + [...]string{strconv.FormatBool(g.Odd), strconv.FormatBool(g.Odd), "all", "alquerque"}[g.Squares]
}

// Size is how a board's rows and columns are written: "10x10".
func (g Grid) Size() string { return fmt.Sprintf("%dx%d", g.Rows, g.Columns) }

// Half is the most squares that a row of Dark has.
func (g Grid) Half() int { return (g.Columns + 1) / 2 }

// Square returns the square at row and col, and whether it is a playing square
// of the board.
func (g Grid) Square(row, col int) (Square, bool) {
	if row < 0 || row >= g.Rows || col < 0 || col >= g.Columns {
		return NoSquare, false
	}
	if g.Every() {
		return Square(row*(g.Columns+1) + col), true
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
	if g.Every() {
		return int(q) / (g.Columns + 1), int(q) % (g.Columns + 1)
	}
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

// Next returns the next square on the line that leads up and right from q, each -1, 0 or 1, or
// NoSquare.
func (g Grid) Next(q Square, up, right int) Square {
	row, col := g.Place(q)
	switch straight := up*right == 0; {
	case straight && !g.Every():
		up, right = 2*up, 2*right
	case !straight && g.Squares == Alquerque && (row+col)%2 == 1:
		return NoSquare
	}
	to, _ := g.Square(row+up, col+right)
	return to
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
