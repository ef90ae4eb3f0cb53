// Package prose plays two games once more, from descriptions of them and from nothing else:
// Turkish draughts and alquerque. It shares no type, table or algorithm with the engine or with
// the oracle, which play every game; a test compares the three.
package prose

import (
	"fmt"
	"slices"
	"strings"
)

// A Point is a column and a row, from 1 at White's near left corner.
type Point struct{ X, Y int }

func (p Point) String() string { return fmt.Sprintf("%c%d", 'a'+p.X-1, p.Y) }

// A Diagram has the pieces that stand on a board: w and b for men, W and B for kings.
type Diagram map[Point]byte

func (d Diagram) without(gone ...Point) Diagram {
	left := Diagram{}
	for p, piece := range d {
		if !slices.Contains(gone, p) {
			left[p] = piece
		}
	}
	return left
}

func white(piece byte) bool { return piece == 'w' || piece == 'W' }
func king(piece byte) bool  { return piece == 'W' || piece == 'B' }

// A heading is one step on the board.
type heading struct{ dx, dy int }

func (p Point) to(h heading) Point { return Point{p.X + h.dx, p.Y + h.dy} }

func moveText(from, to Point) string { return from.String() + "-" + to.String() }

func captureText(from, to Point, taken []Point) string {
	var names []string
	for _, p := range taken {
		names = append(names, p.String())
	}
	slices.Sort(names)
	return from.String() + "x" + to.String() + ":" + strings.Join(names, ",")
}

func sorted(texts map[string]bool) (list []string) {
	for t := range texts {
		list = append(list, t)
	}
	slices.Sort(list)
	return list
}

// Turkish lists what a player may do at Turkish draughts: "a3-a4", or "a3xa5:a4" with the
// pieces taken.
//
// Men go one square forwards or sideways and take so; kings go any distance along rows and
// columns and take a piece from afar, to land anywhere behind it. A piece leaves as it is
// jumped. A king turns aside between two jumps, but not back. Who can take must, and as many as
// possible; a man that comes to the last row goes on as a man.
func Turkish(d Diagram, whiteMoves bool) []string {
	onBoard := func(p Point) bool { return p.X >= 1 && p.X <= 8 && p.Y >= 1 && p.Y <= 8 }
	empty := func(d Diagram, p Point) bool { return onBoard(p) && d[p] == 0 }
	ahead := -1
	if whiteMoves {
		ahead = 1
	}
	ways := func(piece byte) []heading {
		list := []heading{{0, ahead}, {-1, 0}, {1, 0}}
		if king(piece) {
			list = append(list, heading{0, -ahead})
		}
		return list
	}

	most, captures := 0, map[string]bool{}
	var jump func(d Diagram, piece byte, from, at Point, came heading, taken []Point)
	jump = func(d Diagram, piece byte, from, at Point, came heading, taken []Point) {
		if len(taken) > most {
			most, captures = len(taken), map[string]bool{}
		}
		if len(taken) == most && most > 0 {
			captures[captureText(from, at, taken)] = true
		}
		for _, h := range ways(piece) {
			if king(piece) && len(taken) > 0 && h == (heading{-came.dx, -came.dy}) {
				continue
			}
			prey := at.to(h)
			for king(piece) && empty(d, prey) {
				prey = prey.to(h)
			}
			if d[prey] == 0 || white(d[prey]) == whiteMoves {
				continue
			}
			for land := prey.to(h); empty(d, land); land = land.to(h) {
				jump(d.without(prey), piece, from, land, h, append(slices.Clone(taken), prey))
				if !king(piece) {
					break
				}
			}
		}
	}
	quiet := map[string]bool{}
	for p, piece := range d {
		if white(piece) != whiteMoves {
			continue
		}
		jump(d.without(p), piece, p, p, heading{}, nil)
		for _, h := range ways(piece) {
			for to := p.to(h); empty(d, to); to = to.to(h) {
				quiet[moveText(p, to)] = true
				if !king(piece) {
					break
				}
			}
		}
	}
	if most > 0 {
		return sorted(captures)
	}
	return sorted(quiet)
}

// Alquerque lists what a player may do at alquerque of twelve: "c3-c4", or "c3xe5:d4".
//
// The board is of five rows of five points, which is four small boards of nine: in each a line
// joins every two neighbours of a row or column, and the middle with the corners. A piece
// goes along a line to the next point, or leaps along it over one of the other's pieces that
// has an empty point behind, and again from there as long as it can. With must, who can take
// must; else a player may move instead.
func Alquerque(d Diagram, whiteMoves, must bool) []string {
	joined := map[Point][]Point{}
	join := func(p, q Point) { joined[p], joined[q] = append(joined[p], q), append(joined[q], p) }
	for a := 1; a <= 5; a++ {
		for b := 1; b <= 4; b++ {
			join(Point{a, b}, Point{a, b + 1})
			join(Point{b, a}, Point{b + 1, a})
		}
	}
	for _, middle := range []Point{{2, 2}, {2, 4}, {4, 2}, {4, 4}} {
		for _, h := range []heading{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			join(middle, middle.to(h))
		}
	}

	turns := map[string]bool{}
	var leap func(d Diagram, from, at Point, taken []Point)
	leap = func(d Diagram, from, at Point, taken []Point) {
		further := false
		for _, over := range joined[at] {
			behind := Point{2*over.X - at.X, 2*over.Y - at.Y}
			if d[over] == 0 || white(d[over]) == whiteMoves || d[behind] != 0 || !slices.Contains(joined[over], behind) {
				continue
			}
			further = true
			leap(d.without(over), from, behind, append(slices.Clone(taken), over))
		}
		if !further && len(taken) > 0 {
			turns[captureText(from, at, taken)] = true
		}
	}
	for p, piece := range d {
		if white(piece) == whiteMoves {
			leap(d.without(p), p, p, nil)
		}
	}
	if must && len(turns) > 0 {
		return sorted(turns)
	}
	for p, piece := range d {
		for _, to := range joined[p] {
			if white(piece) == whiteMoves && d[to] == 0 {
				turns[moveText(p, to)] = true
			}
		}
	}
	return sorted(turns)
}
