package notation

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A route is the squares on which a capturing piece lands, in order, the last
// included. PDN needs one only to tell apart captures that share both ends.

// routes calls found with every route by which t can be made in position at,
// until found returns false. at is the position in which the piece begins (after
// a huff). found must not keep its argument.
func (n *Notation) routes(at board.Setup, t rules.Turn, found func(route []board.Square) bool) {
	w := walk{n: n, turn: t, found: found, side: at.Mover}
	for side := range at.Men {
		w.all = w.all.Or(at.Men[side]).Or(at.Kings[side])
	}
	w.all = w.all.Without(t.From)
	foe := at.Mover.Other()
	w.foes = at.Men[foe].Or(at.Kings[foe])
	w.foeKings = at.Kings[foe]
	w.spare = n.spareAtHand(at, at.Mover)
	w.began = at.Kings[at.Mover].Has(t.From)
	w.from(t.From, w.began, [2]int{}, board.Set{}, nil)
}

// Route returns the squares on which the piece that makes the capture t in position
// at lands, in order, the last included. Of several routes it is the first in the
// order of the internal frame, whatever the squares are called.
func (n *Notation) Route(at board.Setup, t rules.Turn) []board.Square {
	var first []board.Square
	n.routes(huffed(at, t), t, func(route []board.Square) bool {
		first = slices.Clone(route)
		return false
	})
	return first
}

type walk struct {
	n              *Notation
	turn           rules.Turn
	found          func([]board.Square) bool
	side           board.Side
	all            board.Set // pieces but the one that moves
	foes, foeKings board.Set
	spare          bool // a man may be crowned
	began          bool // the piece is a king from the start
	done           bool
}

var (
	diagonals = [][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}
	allLines  = append(append([][2]int{}, diagonals...), [2]int{2, 0}, [2]int{-2, 0}, [2]int{0, 2}, [2]int{0, -2})
)

// from goes on from q with every jump that stays within the captured set.
func (w *walk) from(q board.Square, king bool, came [2]int, taken board.Set, route []board.Square) {
	p := w.n.profile
	lines := diagonals
	if p.Capture.Directions == profile.AllDirections {
		lines = allLines
	}
	man := !king
	for _, d := range lines {
		if man && p.Man.Capture == profile.CapturesForward && (d[0] > 0) != (w.side == board.First) {
			continue
		}
		if man && d[0] == 0 && p.Man.Capture == profile.CapturesForward {
			continue
		}
		if man && p.Man.Chain == profile.Straight && came != [2]int{} && came != d {
			continue
		}
		w.jump(q, king, d, taken, route)
		if w.done {
			return
		}
	}
}

func (w *walk) jump(q board.Square, king bool, d [2]int, taken board.Set, route []board.Square) {
	p, grid := w.n.profile, w.n.grid
	occupied := w.all
	if p.Capture.Removal == profile.AtOnce {
		occupied = occupied.Minus(taken)
	}
	flying := king && p.King.Range == profile.Flying
	row, col := grid.Place(q)
	step := func() (board.Square, bool) {
		row, col = row+d[0], col+d[1]
		return grid.Square(row, col)
	}
	next, ok := step()
	for flying && ok && !occupied.Has(next) {
		next, ok = step()
	}
	// The pieces jumped: one, or a file.
	var over board.Set
	last := board.NoSquare
	for ok && w.turn.Captured.Minus(taken).Has(next) && w.foes.Has(next) {
		if !king && w.foeKings.Has(next) && !p.Man.MayCaptureKing {
			return
		}
		over, last = over.With(next), next
		next, ok = step()
		if !king || p.King.Leap != profile.LeapFile {
			break
		}
	}
	if over.Empty() {
		return
	}
	taken = taken.Or(over)
	adjacent := true
	for ok && !occupied.Has(next) {
		w.land(next, king, d, taken, append(route, next), adjacent || !w.endsAdjacent(last))
		if w.done || !flying || p.King.Landing == profile.LandAdjacent {
			return
		}
		adjacent = false
		next, ok = step()
	}
}

// endsAdjacent reports whether a flying king that took last in its final jump
// must stop directly behind it.
func (w *walk) endsAdjacent(last board.Square) bool {
	switch w.n.profile.King.Landing {
	case profile.LandAdjacent, profile.LandAdjacentLast:
		return true
	case profile.LandAdjacentLastKing:
		return w.foeKings.Has(last)
	}
	return false
}

func (w *walk) land(q board.Square, king bool, d [2]int, taken board.Set, route []board.Square, mayEnd bool) {
	p := w.n.profile
	row, _ := w.n.grid.Place(q)
	onLast := row == w.n.grid.Rows-1
	if w.side == board.Second {
		onLast = row == 0
	}
	stops := false
	if onLast && !king {
		stops = p.Promotion.EndsMove
		if p.Promotion.When == profile.InPassing && w.spare {
			king = true
		}
	}
	promotes := !w.began && (king || onLast && w.spare)
	if mayEnd && q == w.turn.To && taken == w.turn.Captured && promotes == w.turn.Promotes && !w.found(route) {
		w.done = true
		return
	}
	if !stops {
		w.from(q, king, d, taken, route)
	}
}
