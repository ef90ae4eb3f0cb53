package notation

import (
	"fmt"
	"strings"

	"varlab/rules/board"
)

// Grid returns where the squares lie in the internal frame.
func (b *Board) Grid() board.Grid { return b.grid }

// Letter returns the letter of what stands on q: w and b for men, W and B for
// kings, and 0 if the square is empty.
func (b *Board) Letter(s board.Setup, q board.Square) byte {
	for side := board.First; side <= board.Second; side++ {
		man := b.letter(side) | 0x20
		switch {
		case s.Men[side].Has(q):
			return man
		case s.Kings[side].Has(q):
			return man &^ 0x20
		}
	}
	return 0
}

// Diagram draws the position as the printed board has it, one line a row: men as
// w and b, kings as W and B, empty playing squares as dots, and at both sides the
// names of the row's first and last square.
func (b *Board) Diagram(s board.Setup) string {
	rows := make([][]board.Square, b.grid.Rows)
	for q := range b.grid.All().All() {
		row, _ := b.Place(q)
		rows[row] = append(rows[row], q)
	}
	var out strings.Builder
	for _, squares := range rows {
		line := []byte(strings.Repeat(" ", 2*b.grid.Columns))
		first, last := squares[0], squares[0]
		for _, q := range squares {
			_, col := b.Place(q)
			line[2*col] = '.'
			if c := b.Letter(s, q); c != 0 {
				line[2*col] = c
			}
			if _, c := b.Place(first); col < c {
				first = q
			}
			if _, c := b.Place(last); col > c {
				last = q
			}
		}
		fmt.Fprintf(&out, "%3s  %s %s\n", b.Name(first), line, b.Name(last))
	}
	fmt.Fprintf(&out, "     %s to move\n", b.Colour(s.Mover))
	return out.String()
}
