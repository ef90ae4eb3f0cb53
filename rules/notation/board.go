// Package notation writes positions and turns as people do, and reads them.
//
// The engine knows squares only in its own frame: the first mover at the bottom,
// counted from that player's left. How a rule set prints its board (where
// numbering begins, which colour sits there, which corner is dark, who moves
// first) lies in four axes that change no game; a Board is those four axes, and
// everything that is read or written passes through one.
package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A Board gives the squares of a printed board their names.
//
// The printed board has a top and a bottom. Numbering begins in the corner
// board.first_square and runs along the rows; White sits at the edge of the low
// or of the high numbers (board.white_home). Names are numbers, or a column
// letter and a row number counted from the same corner.
//
// A board with named squares has numbers too. Records use those that run as the names do;
// files and programs number such a board as one without names: from the top left in rows,
// with White at the bottom. All text that is read or written has the latter.
type Board struct {
	grid      board.Grid
	algebraic bool
	white     board.Side
	numbers   [128]uint8              // by square; 0 for none
	squares   []board.Square          // by number - 1
	filed     []board.Square          // the same in the order of files and programs
	names     [128]string             // by square
	places    [128][2]uint8           // by square: row and column of the print
	byName    map[string]board.Square // algebraic
}

// NewBoard returns the names of b's squares. The axes of b must be valid.
func NewBoard(b *profile.Board) *Board {
	nb := &Board{grid: b.Grid(), algebraic: b.Notation == profile.Algebraic, white: board.Second}
	if b.FirstMover == profile.White {
		nb.white = board.First
	}
	corner := slices.Index(corners, b.FirstSquare)
	top, left := corner >= 2, corner%2 == 0
	// White sits at the top if the numbers begin there and White has the low
	// ones, or if they begin at the bottom and White has the high ones.
	whiteTop := top == (b.WhiteHome == profile.LowNumbers)
	firstTop := whiteTop == (nb.white == board.First)
	// With an even number of columns a dark right corner is the mirror image of
	// the internal frame; with an odd number the grid itself is the other one.
	mirrored := b.DarkCorner == profile.RightCorner && b.Columns%2 == 0
	// square returns what stands in a row and column of the print, from the top left.
	square := func(row, col int, firstTop bool) (board.Square, bool) {
		r, c := b.Rows-1-row, col // seen by the first mover at the bottom
		if firstTop {
			r, c = row, b.Columns-1-col
		}
		if mirrored {
			c = b.Columns - 1 - c
		}
		return nb.grid.Square(r, c)
	}
	for i := range b.Rows * b.Columns {
		if q, ok := square(i/b.Columns, i%b.Columns, nb.white == board.Second); ok {
			nb.filed = append(nb.filed, q)
		}
	}

	if nb.algebraic {
		nb.byName = make(map[string]board.Square)
	}
	for i := range b.Rows {
		for j := range b.Columns {
			row, col := i, j // of the print, from the top left
			if !top {
				row = b.Rows - 1 - i
			}
			if !left {
				col = b.Columns - 1 - j
			}
			q, ok := square(row, col, firstTop)
			if !ok {
				continue
			}
			nb.squares = append(nb.squares, q)
			n := len(nb.squares)
			nb.numbers[q] = uint8(n)
			nb.places[q] = [2]uint8{uint8(row), uint8(col)}
			nb.names[q] = strconv.Itoa(n)
			if nb.algebraic {
				nb.names[q] = string(rune('a'+j)) + strconv.Itoa(i+1)
				nb.byName[nb.names[q]] = q
			}
		}
	}
	return nb
}

// Len returns the number of squares.
func (b *Board) Len() int { return len(b.squares) }

// Colour returns "white" or "black".
func (b *Board) Colour(side board.Side) string {
	if side == b.white {
		return "white"
	}
	return "black"
}

// Player returns "White" or "Black".
func (b *Board) Player(side board.Side) string {
	colour := b.Colour(side)
	return strings.ToUpper(colour[:1]) + colour[1:]
}

// Why says in a sentence why a game ended in s; empty if the rules do not know the reason.
func (b *Board) Why(reason rules.Reason, s *rules.State) string {
	i := slices.IndexFunc(rules.Reasons, func(r rules.NamedReason) bool { return r.Reason == reason })
	if i < 0 {
		return ""
	}
	side := s.Mover()
	if more := s.Pieces(board.First).Len() - s.Pieces(board.Second).Len(); reason != rules.NoMoves && more != 0 {
		side = board.First
		if more > 0 {
			side = board.Second
		}
	}
	return strings.Replace(rules.Reasons[i].Sentence, "SIDE", b.Player(side), 1)
}

// Number returns the number of q, from 1.
func (b *Board) Number(q board.Square) int { return int(b.numbers[q]) }

// Numbered returns the square with number n, and whether there is one.
func (b *Board) Numbered(n int) (board.Square, bool) {
	if n < 1 || n > len(b.squares) {
		return board.NoSquare, false
	}
	return b.squares[n-1], true
}

// Name returns the name of q in the profile's own notation.
func (b *Board) Name(q board.Square) string { return b.names[q] }

// Place returns the row and column of q on the printed board, from 0 at the top
// left.
func (b *Board) Place(q board.Square) (row, col int) {
	return int(b.places[q][0]), int(b.places[q][1])
}

// counted returns the squares in the order of the numbers that text has.
func (b *Board) counted() []board.Square {
	if b.algebraic {
		return b.filed
	}
	return b.squares
}

// Filed returns b with the numbers of files and programs; names stay.
func (b *Board) Filed() *Board {
	f := *b
	f.squares = b.filed
	for i, q := range b.filed {
		f.numbers[q] = uint8(i + 1)
		if !b.algebraic {
			f.names[q] = strconv.Itoa(i + 1)
		}
	}
	return &f
}

// ErrSquare is the error of a name that is no square's.
var ErrSquare = errors.New("is not a square")

// Square reads the name of a square. On a board with named squares it also reads a number, as
// files write them.
func (b *Board) Square(name string) (board.Square, error) {
	if n, err := strconv.Atoi(name); err == nil && name[0] != '+' && name[0] != '-' {
		if in := b.counted(); n > 0 && n <= len(in) {
			return in[n-1], nil
		}
	} else if q, ok := b.byName[strings.ToLower(name)]; ok {
		return q, nil
	}
	return board.NoSquare, fmt.Errorf("%q %w (want %s)", name, ErrSquare, b.wanted())
}

func (b *Board) wanted() string {
	if b.algebraic {
		return fmt.Sprintf("%s to %s, or 1 to %d", b.names[b.squares[0]], b.names[b.squares[b.Len()-1]], b.Len())
	}
	return fmt.Sprintf("1 to %d", b.Len())
}

// Ascending returns the squares of s by their numbers.
func (b *Board) Ascending(s board.Set) []board.Square {
	return slices.DeleteFunc(slices.Clone(b.squares), func(q board.Square) bool { return !s.Has(q) })
}
