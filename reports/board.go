package reports

import (
	"fmt"
	"strings"

	"varlab/internal/lists"
	"varlab/rules/board"
	"varlab/rules/notation"
)

// Board draws a position as SVG: playing squares dark, with their names where they are empty,
// men as discs, kings with a crown. It follows light and dark surroundings by itself.
func Board(n *notation.Notation, s board.Setup) string {
	g := n.Grid()
	width, height := g.Columns*boardCell, g.Rows*boardCell
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="-2 -2 %d %d" width="%d" role="img">`+"\n",
		width+4, height+4, width+4)
	fmt.Fprintf(&b, "<title>%s, %s to move</title>\n", n.WriteFEN(s), n.Colour(s.Mover))
	b.WriteString("<style>" + boardCSS + "</style>\n" + string(BoardParts) + Placed(n, s))
	for q := range g.All().All() {
		if n.Letter(s, q) == 0 {
			row, col := n.Place(q)
			fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", col*boardCell+2, row*boardCell+10, n.Name(q))
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// ground draws an empty board: the squares that are played on, or the lines that join its points.
func ground(n *notation.Notation) string {
	g := n.Grid()
	width, height := g.Columns*boardCell, g.Rows*boardCell
	var path strings.Builder
	switch {
	case g.Squares == board.Alquerque:
		for q := range g.All().All() {
			row, col := n.Place(q)
			for _, d := range [][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}} {
				if g.Next(q, d[0], d[1]) != board.NoSquare {
					fmt.Fprintf(&path, "M%d,%dl%d,%d", col*boardCell+boardCell/2, row*boardCell+boardCell/2, d[1]*boardCell, -d[0]*boardCell)
				}
			}
		}
	case g.Every(): // a gap tells the squares apart
		for q := range g.All().All() {
			row, col := n.Place(q)
			fmt.Fprintf(&path, "M%d,%dh%dv%dh-%dz", col*boardCell, row*boardCell, boardCell-1, boardCell-1, boardCell-1)
		}
	default: // every other column and every other row; where two cross, the square is light
		q, _ := n.Numbered(1)
		row, col := n.Place(q)
		for c := (row + col) % 2; c < g.Columns; c += 2 {
			fmt.Fprintf(&path, "M%d,0h%dv%dh-%dz", c*boardCell, boardCell, height, boardCell)
		}
		for r := 1; r < g.Rows; r += 2 {
			fmt.Fprintf(&path, "M0,%dh%dv%dh-%dz", r*boardCell, width, boardCell, width)
		}
	}
	return fmt.Sprintf(`<g><path class="light" d="M0,0h%[1]dv%[2]dh-%[1]dz"/><path class="%[3]s" fill-rule="evenodd" d="%[4]s"/><path class="edge" d="M0,0h%[1]dv%[2]dh-%[1]dz"/></g>`,
		width, height, lists.Choose(g.Squares == board.Alquerque, "edge", "dark"), &path)
}
