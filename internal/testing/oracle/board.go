package oracle

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

const most = board.MaxSide

// A place is a row, counted from the first mover, and a column, counted from
// that player's left.
type place struct{ row, col int }

// nowhere is off every board.
var nowhere = place{-1, -1}

// step returns the next place from p. Where only the dark squares are played on, the next
// playing square along a row or column is two away; on lines, a diagonal step leaves from the
// corners of the board and from every second point after them.
func (g *Game) step(p place, d direction) place {
	straight := d.rows == 0 || d.cols == 0
	switch g.p.Board.Squares {
	case board.Dark:
		if straight {
			d = direction{2 * d.rows, 2 * d.cols}
		}
	case board.Alquerque:
		if !straight && p.row%2 != p.col%2 {
			return nowhere
		}
	}
	return place{p.row + d.rows, p.col + d.cols}
}

type direction struct{ rows, cols int }

var (
	diagonal = []direction{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	straight = []direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
)

type piece struct {
	there bool
	side  board.Side
	king  bool
}

type layout [most][most]piece

func (b *layout) at(p place) piece     { return b[p.row][p.col] }
func (b *layout) put(p place, x piece) { b[p.row][p.col] = x }

// places returns where the pieces of a side stand, from the first mover's left
// corner row by row.
func (b *layout) places(side board.Side) []place {
	var list []place
	for row := range most {
		for col := range most {
			if x := b[row][col]; x.there && x.side == side {
				list = append(list, place{row, col})
			}
		}
	}
	return list
}

// playing reports whether p is a playing square of the board.
func (g *Game) playing(p place) bool {
	_, ok := g.grid.Square(p.row, p.col)
	return ok
}

// empty reports whether p is a playing square on which nothing stands.
func (g *Game) empty(b *layout, p place) bool { return g.playing(p) && !b.at(p).there }

// forward returns the row direction in which the men of a side move.
func forward(side board.Side) int {
	if side == board.First {
		return 1
	}
	return -1
}

// onLastRow reports whether p is where the men of side become kings.
func (g *Game) onLastRow(p place, side board.Side) bool {
	if g.p.Promotion.When == profile.Never {
		return false
	}
	if g.p.Promotion.Squares != "" {
		q, ok := g.grid.Square(p.row, p.col)
		return ok && g.p.Promotion.Setup.Men[side].Has(q)
	}
	if side == board.First {
		return p.row == g.p.Board.Rows-1
	}
	return p.row == 0
}

// places is a set of places.
type places [most][most]bool

func placesOf(list []place) places {
	var s places
	for _, p := range list {
		s[p.row][p.col] = true
	}
	return s
}

func (s *places) has(p place) bool { return s[p.row][p.col] }

func (s *places) list() []place {
	var list []place
	for row := range most {
		for col := range most {
			if s[row][col] {
				list = append(list, place{row, col})
			}
		}
	}
	return list
}
