package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"varlab/rules/board"
)

// Grid returns where the squares lie in the internal frame.
func (b *Board) Grid() board.Grid { return b.grid }

// Joined returns the pairs of next squares that lines join, on a board that is drawn as lines;
// else none.
func (b *Board) Joined() (pairs [][2]board.Square) {
	if b.grid.Squares != board.Alquerque {
		return nil
	}
	for q := range b.grid.All().All() {
		for _, d := range [][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			if to := b.grid.Next(q, d[0], d[1]); to != board.NoSquare {
				pairs = append(pairs, [2]board.Square{q, to})
			}
		}
	}
	return pairs
}

// Letter returns the letter of what stands on q: w and b for men, W and B for
// kings, and 0 if the square is empty.
func (b *Board) Letter(s board.Setup, q board.Square) byte {
	for side := board.First; side <= board.Second; side++ {
		switch king := b.letter(side); {
		case s.Men[side].Has(q):
			return king | 0x20
		case s.Kings[side].Has(q):
			return king
		}
	}
	return 0
}

// Diagram draws the position on the printed board, one line a row: men as
// w and b, kings as W and B, empty playing squares by their names, and at both sides
// the names of the row's first and last square. Lines that join squares stand between them.
func (b *Board) Diagram(s board.Setup) string {
	rows := make([][]board.Square, b.grid.Rows)
	wide := 0
	for q := range b.grid.All().All() {
		row, _ := b.Place(q)
		rows[row] = append(rows[row], q)
		wide = max(wide, len(b.Name(q))+1)
	}
	joined := b.Joined()
	if joined != nil {
		wide += 2
	}
	between := make([][]byte, len(rows)) // the lines below each row
	for row := range between {
		between[row] = bytes.Repeat([]byte(" "), wide*b.grid.Columns)
	}
	for _, pair := range joined {
		row, col := b.Place(pair[0])
		below, next := b.Place(pair[1])
		if below < row || below == row && next < col {
			row, col, below, next = below, next, row, col
		}
		switch {
		case below == row: // all squares of a row are joined
		case next == col:
			between[row][wide*col] = '|'
		case next > col:
			between[row][wide*col+wide/2] = '\\'
		default:
			between[row][wide*next+wide/2] = '/'
		}
	}
	var out strings.Builder
	for row, squares := range rows {
		line := []byte(strings.Repeat(" ", wide*b.grid.Columns))
		slices.SortFunc(squares, func(p, q board.Square) int { return int(b.places[p][1]) - int(b.places[q][1]) })
		for _, q := range squares {
			_, col := b.Place(q)
			text := b.Name(q)
			if letter := b.Letter(s, q); letter != 0 {
				text = string(letter)
			}
			if joined != nil && col < b.grid.Columns-1 {
				text += strings.Repeat("-", wide-len(text))
			}
			copy(line[wide*col:], text)
		}
		fmt.Fprintf(&out, "%3s  %s %s\n", b.Name(squares[0]), line, b.Name(squares[len(squares)-1]))
		if joined != nil && row < len(rows)-1 {
			fmt.Fprintf(&out, "     %s\n", bytes.TrimRight(between[row], " "))
		}
	}
	fmt.Fprintf(&out, "     %s to move\n", b.Colour(s.Mover))
	return out.String()
}
