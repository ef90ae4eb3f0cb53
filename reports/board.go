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
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 %d %d" width="%d" role="img" font-family="system-ui, sans-serif">`+"\n",
		width+4, height+4, width+4)
	fmt.Fprintf(&b, "<title>%s, %s to move</title>\n", n.WriteFEN(s), n.Colour(s.Mover))
	b.WriteString(`<style>
.edge { fill: none; stroke: #6b5a45; stroke-width: 2 }
.light { fill: #f3e9d8 }
.dark { fill: #b58e63 }
.name { fill: #3a2d1e; font-size: 10px }
.white, .black .crown { fill: #fffdf7; stroke: #3a2d1e; stroke-width: 1.5 }
.black, .white .crown { fill: #2b2521; stroke: #f3e9d8; stroke-width: 1.5 }
.white .crown, .black .crown { stroke: none }
@media (prefers-color-scheme: dark) {
  .light { fill: #57483a }
  .dark { fill: #8b6b48 }
  .name { fill: #fff6e6 }
}
</style>
`)
	fmt.Fprintf(&b, `<rect class="light" width="%d" height="%d"/>`+"\n", width, height)
	for q := range g.All().All() {
		row, col := n.Place(q)
		x, y := col*boardCell, row*boardCell
		fmt.Fprintf(&b, `<rect class="dark" x="%d" y="%d" width="%d" height="%d"/>`, x, y, boardCell, boardCell)
		if letter := n.Letter(s, q); letter == 0 {
			fmt.Fprintf(&b, `<text class="name" x="%d" y="%d">%s</text>`+"\n", x+2, y+10, n.Name(q))
		} else {
			fmt.Fprintf(&b, `<g class="%s" transform="translate(%d,%d)">%s</g>`+"\n", lists.Choose(letter|0x20 == 'b', "black", "white"), x, y, lists.Choose(letter < 'a', kingShape, manShape))
		}
	}
	fmt.Fprintf(&b, `<rect class="edge" width="%d" height="%d"/>`+"\n</svg>\n", width, height)
	return b.String()
}
