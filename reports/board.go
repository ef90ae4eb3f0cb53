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

// gapped is the side of a square as it is drawn: where all are played on, a gap tells them apart.
func gapped(g board.Grid) int {
	if g.Every() {
		return boardCell - 1
	}
	return boardCell
}

// ground draws the squares of g, where all are played on, or the lines that join its points.
func ground(g board.Grid) string {
	var path strings.Builder
	for q := range g.All().All() {
		row, col := g.Place(q)
		x, y := col*boardCell, (g.Rows-1-row)*boardCell
		if g.Squares != board.Alquerque {
			fmt.Fprintf(&path, "M%d,%dh%dv%dh-%dz", x, y, gapped(g), gapped(g), gapped(g))
			continue
		}
		for _, d := range [][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			if g.Next(q, d[0], d[1]) != board.NoSquare {
				fmt.Fprintf(&path, "M%d,%dl%d,%d", x+boardCell/2, y+boardCell/2, d[1]*boardCell, -d[0]*boardCell)
			}
		}
	}
	return fmt.Sprintf(`<path class="%s" d="%s"/>`, lists.Choose(g.Squares == board.Alquerque, "edge", "dark"), &path)
}
