package notation

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules/board"
)

// Grid returns where the squares lie in the internal frame.
func (b *Board) Grid() board.Grid { return b.grid }

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

// Diagram draws the position as the printed board has it, one line a row: men as
// w and b, kings as W and B, empty playing squares by their names, and at both sides
// the names of the row's first and last square.
func (b *Board) Diagram(s board.Setup) string {
	rows := make([][]board.Square, b.grid.Rows)
	wide := 0
	for q := range b.grid.All().All() {
		row, _ := b.Place(q)
		rows[row] = append(rows[row], q)
		wide = max(wide, len(b.Name(q))+1)
	}
	var out strings.Builder
	for _, squares := range rows {
		line := []byte(strings.Repeat(" ", wide*b.grid.Columns))
		slices.SortFunc(squares, func(p, q board.Square) int { return int(b.places[p][1]) - int(b.places[q][1]) })
		for _, q := range squares {
			_, col := b.Place(q)
			text := b.Name(q)
			if letter := b.Letter(s, q); letter != 0 {
				text = string(letter)
			}
			copy(line[wide*col:], text)
		}
		fmt.Fprintf(&out, "%3s  %s %s\n", b.Name(squares[0]), line, b.Name(squares[len(squares)-1]))
	}
	fmt.Fprintf(&out, "     %s to move\n", b.Colour(s.Mover))
	return out.String()
}
