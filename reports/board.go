package reports

import (
	"fmt"
	"strings"

	"varlab/rules/board"
	"varlab/rules/notation"
)

// Board draws a position as SVG, as the printed board has it: playing squares
// dark with their names, men as discs, kings as two discs one on the other. It
// follows light and dark surroundings by itself.
func Board(n *notation.Notation, s board.Setup) string {
	const cell = 40
	g := n.Grid()
	width, height := g.Columns*cell, g.Rows*cell
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 %d %d" width="%d" role="img" font-family="system-ui, sans-serif">`+"\n",
		width+4, height+4, width+4)
	fmt.Fprintf(&b, "<title>%s, %s to move</title>\n", n.WriteFEN(s), n.Colour(s.Mover))
	b.WriteString(`<style>
.edge { fill: none; stroke: #6b5a45; stroke-width: 2 }
.light { fill: #f3e9d8 }
.dark { fill: #b58e63 }
.name { fill: #4a3926; font-size: 10px }
.white { fill: #fffdf7; stroke: #3a2d1e; stroke-width: 1.5 }
.black { fill: #2b2521; stroke: #f3e9d8; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  .light { fill: #57483a }
  .dark { fill: #8b6b48 }
  .name { fill: #f3e9d8 }
}
</style>
`)
	fmt.Fprintf(&b, `<rect class="light" width="%d" height="%d"/>`+"\n", width, height)
	for q := range g.All().All() {
		row, col := n.Place(q)
		x, y := col*cell, row*cell
		fmt.Fprintf(&b, `<rect class="dark" x="%d" y="%d" width="%d" height="%d"/><text class="name" x="%d" y="%d">%s</text>`+"\n",
			x, y, cell, cell, x+3, y+11, n.Name(q))
		letter := n.Letter(s, q)
		if letter == 0 {
			continue
		}
		class := choose(letter|0x20 == 'b', "black", "white")
		disc := func(dy int) {
			fmt.Fprintf(&b, `<ellipse class="%s" cx="%d" cy="%d" rx="13" ry="12"/>`+"\n", class, x+cell/2+2, y+cell/2+4+dy)
		}
		if letter < 'a' {
			disc(3)
			disc(-4)
			continue
		}
		disc(1)
	}
	fmt.Fprintf(&b, `<rect class="edge" width="%d" height="%d"/>`+"\n</svg>\n", width, height)
	return b.String()
}
