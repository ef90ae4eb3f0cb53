package exact

import (
	"math"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// none stands where there is no square.
const none = 0xff

// board is the geometry of a rule set in ordinals: the playing squares counted row
// by row, 0 being the first of a side's own back row, as that side sees them. The
// square that one side calls q is the last but q to the other. A man may stand on
// the ordinals below men: the last row comes after them.
type layout struct {
	n, men  int
	squares []board.Square        // by ordinal, of the first mover
	ordinal [128]uint8            // and back
	ahead   [maxSquares][]uint8   // where a man moves
	behind  [maxSquares][]uint8   // where it may have come from
	rays    [maxSquares][][]uint8 // along the diagonals, nearest first
	jumps   [maxSquares][][]uint8 // along the lines on which a king captures
	manJump [maxSquares][][]uint8 // along the lines on which a man captures
	line    [maxSquares]bool      // the main diagonals: those that begin in a corner
	flying  bool
	file    bool
	choose  [maxPieces + 2][maxSquares + 1]uint32 // MaxUint32 also for more
}

type direction struct{ row, col int }

func newBoard(r *rules.Rules) *layout {
	p, g := r.Profile(), r.Grid()
	b := &layout{flying: p.King.Range == profile.Flying, file: p.King.Leap == profile.LeapFile}
	for q := range g.All().All() {
		b.ordinal[q] = uint8(len(b.squares))
		b.squares = append(b.squares, q)
	}
	b.n = len(b.squares)
	b.men = b.n - g.Row(g.Rows-1).Len()
	line := func(o uint8, d direction) []uint8 {
		row, col := g.Place(b.squares[o])
		var on []uint8
		for {
			row, col = row+d.row, col+d.col
			q, ok := g.Square(row, col)
			if !ok {
				return on
			}
			on = append(on, b.ordinal[q])
		}
	}
	step := func(o uint8, d direction) []uint8 {
		on := line(o, d)
		return on[:min(1, len(on))]
	}
	diagonals := []direction{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	kingJumps, manJumps := diagonals, diagonals[:2]
	if p.Capture.Directions == profile.AllDirections {
		kingJumps = append(kingJumps, direction{2, 0}, direction{0, -2}, direction{-2, 0}, direction{0, 2})
		manJumps = []direction{{1, 1}, {1, -1}, {2, 0}}
	}
	if p.Man.Capture == profile.CapturesAll {
		manJumps = kingJumps
	}
	for o := range uint8(b.n) {
		for _, d := range diagonals {
			if d.row > 0 {
				b.ahead[o] = append(b.ahead[o], step(o, d)...)
			} else {
				b.behind[o] = append(b.behind[o], step(o, d)...)
			}
			ray := line(o, d)
			if !b.flying {
				ray = step(o, d)
			}
			if len(ray) > 0 {
				b.rays[o] = append(b.rays[o], ray)
			}
		}
		for _, d := range kingJumps {
			if on := line(o, d); len(on) > 1 {
				b.jumps[o] = append(b.jumps[o], on)
			}
		}
		for _, d := range manJumps {
			if on := line(o, d); len(on) > 1 {
				b.manJump[o] = append(b.manJump[o], on)
			}
		}
	}
	for _, corner := range [][2]int{{0, 0}, {0, g.Columns - 1}, {g.Rows - 1, 0}, {g.Rows - 1, g.Columns - 1}} {
		q, ok := g.Square(corner[0], corner[1])
		if !ok {
			continue
		}
		b.line[b.ordinal[q]] = true
		for _, d := range diagonals {
			for _, o := range line(b.ordinal[q], d) {
				b.line[o] = true
			}
		}
	}
	for q := range b.choose[0] {
		b.choose[0][q] = 1
		for k := 1; k < len(b.choose) && q > 0; k++ {
			b.choose[k][q] = uint32(min(uint64(b.choose[k][q-1])+uint64(b.choose[k-1][q-1]), math.MaxUint32))
		}
	}
	return b
}

// turned returns the ordinal that the other side has for q.
func (b *layout) turned(q uint8) uint8 { return uint8(b.n-1) - q }

// mostMoves returns how many quiet moves a side can have at most.
func (b *layout) mostMoves(p Pieces) int {
	most := 0
	for o := range b.n {
		n := 0
		for _, ray := range b.rays[o] {
			n += len(ray)
		}
		most = max(most, n)
	}
	return p.Kings*most + 2*p.Men
}

// What stands on a square, to the side on move.
const (
	empty = iota
	own
	theirs
)

// occupancy is what stands where, by ordinal of the side on move.
type occupancy [maxSquares]uint8

// mayCapture reports whether one of men and kings might capture. It errs on one
// side only: where it says no, there is no capture.
func (b *layout) mayCapture(occ *occupancy, men, kings []uint8) bool {
	for _, q := range men {
		for _, on := range b.manJump[q] {
			if occ[on[0]] == theirs && occ[on[1]] == empty {
				return true
			}
		}
	}
	for _, q := range kings {
		for _, on := range b.jumps[q] {
			i := 0
			if b.flying {
				for i < len(on)-2 && occ[on[i]] == empty {
					i++
				}
			}
			if occ[on[i]] == theirs && (occ[on[i+1]] == empty || b.file && occ[on[i+1]] == theirs) {
				return true
			}
		}
	}
	return false
}
