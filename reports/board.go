package reports

import (
	"fmt"
	"strings"

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
	placed := Placed(n, s)
	b.WriteString("<style>" + boardCSS + "</style>\n" + string(BoardParts(placed)) + placed)
	for q := range g.All().All() {
		if n.Letter(s, q) == 0 {
			row, col := n.Place(q)
			fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", col*boardCell+2, row*boardCell+10, n.Name(q))
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
