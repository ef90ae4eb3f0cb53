package notation

import (
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A route is the squares on which a capturing piece lands, in order, the last
// included. PDN needs one only to tell apart captures that share both ends.

// routes calls found with each route of t in position at, until found returns false. found must
// not keep its argument.
func (n *Notation) routes(at board.Setup, t rules.Turn, found func(route []board.Square) bool) {
	var route []board.Square
	n.rules().Routes(at, &t, func(legs []rules.Leg) bool {
		route = route[:0]
		for _, l := range legs {
			route = append(route, l.To)
		}
		return found(route)
	})
}

// smallestRoute returns the route of capture t that comes first when the squares
// are compared one by one.
func (n *Notation) smallestRoute(at board.Setup, t rules.Turn) []board.Square {
	var best []board.Square
	n.routes(at, t, func(route []board.Square) bool {
		if best == nil || slices.CompareFunc(route, best, func(a, b board.Square) int {
			return n.Number(a) - n.Number(b)
		}) < 0 {
			best = slices.Clone(route)
		}
		return true
	})
	if best == nil {
		panic(fmt.Sprintf("notation: no route from %s to %s in %s", n.Name(t.From), n.Name(t.To), n.WriteFEN(at)))
	}
	return best
}
