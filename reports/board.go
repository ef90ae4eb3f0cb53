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
	b.WriteString("<style>" + boardCSS + "</style>\n")
	fmt.Fprintf(&b, `<rect class="light" width="%d" height="%d"/>`+"\n", width, height)
	for q := range g.All().All() {
		row, col := n.Place(q)
		x, y := col*boardCell, row*boardCell
		fmt.Fprintf(&b, `<rect class="dark" x="%d" y="%d" width="%d" height="%d"/>`, x, y, boardCell, boardCell)
		if letter := n.Letter(s, q); letter == 0 {
			fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", x+2, y+10, n.Name(q))
		} else {
			fmt.Fprintf(&b, `<g class="%s" transform="translate(%d,%d)">%s</g>`+"\n", lists.Choose(letter|0x20 == 'b', "black", "white"), x, y, lists.Choose(letter < 'a', kingShape, manShape))
		}
	}
	fmt.Fprintf(&b, `<rect class="edge" width="%d" height="%d"/>`+"\n</svg>\n", width, height)
	return b.String()
}
