package exact

import (
	"math"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

const none = 0xff

// A layout is the geometry of a rule set in ordinals: the playing squares counted row by row,
// 0 being the first of a side's own back row, as that side sees them. The square that one side
// calls q the other calls last-q. Men may stand on the ordinals below men, except those in
// crowned; the squares on which men are crowned (the last row, or others) come after them.
type layout struct {
	n, men  int
	crowned [maxSquares]bool      // where a man would be a king
	squares []board.Square        // by ordinal, of the first mover
	ordinal [128]uint8            // and back
	ahead   [maxSquares][]uint8   // where a man moves
	behind  [maxSquares][]uint8   // where it may have come from
	rays    [maxSquares][][]uint8 // where a king moves, nearest first
	jumps   [maxSquares][][]uint8 // along the lines on which a king captures
	manJump [maxSquares][][]uint8 // along the lines on which a man captures
	corners board.Set             // the main diagonals
	most    int                   // moves that one king can have
	flying  bool
	file    bool
	choose  [maxPieces + 2][maxSquares + 1]uint32 // MaxUint32 also for more
}

func newLayout(r *rules.Rules) *layout {
	king := &r.Profile().King
	b := &layout{flying: king.Range == profile.Flying, file: king.Leap == profile.LeapFile, corners: r.MainDiagonals()}
	for q := range r.Grid().All().All() {
		b.ordinal[q] = uint8(len(b.squares))
		b.squares = append(b.squares, q)
	}
	b.n = len(b.squares)
	for o, q := range b.squares {
		if b.crowned[o] = r.PromotionSquares(board.First).Has(q); !b.crowned[o] {
			b.men = o + 1
		}
	}
	for o, q := range b.squares {
		man, king, manJumps, kingJumps := r.Lines(board.First, q)
		for _, line := range b.ordinals(man) {
			b.ahead[o] = append(b.ahead[o], line[0])
			if !b.crowned[o] {
				b.behind[line[0]] = append(b.behind[line[0]], uint8(o))
			}
		}
		b.rays[o], b.manJump[o], b.jumps[o] = b.ordinals(king), b.ordinals(manJumps), b.ordinals(kingJumps)
		moves := 0
		for _, ray := range b.rays[o] {
			moves += len(ray)
		}
		b.most = max(b.most, moves)
	}
	for q := range b.choose[0] {
		b.choose[0][q] = 1
		for k := 1; k < len(b.choose) && q > 0; k++ {
			b.choose[k][q] = uint32(min(uint64(b.choose[k][q-1])+uint64(b.choose[k-1][q-1]), math.MaxUint32))
		}
	}
	return b
}

func (b *layout) ordinals(lines [][]board.Square) [][]uint8 {
	list := make([][]uint8, len(lines))
	for i, line := range lines {
		for _, q := range line {
			list[i] = append(list[i], b.ordinal[q])
		}
	}
	return list
}

// turned returns the other side's ordinal of q.
func (b *layout) turned(q uint8) uint8 { return uint8(b.n-1) - q }

func (b *layout) square(side board.Side, o uint8) board.Square {
	if side == board.Second {
		o = b.turned(o)
	}
	return b.squares[o]
}

// Contents of a square, for the side on move.
const (
	empty = iota
	own
	theirs
)

// An occupancy is the contents of the squares, by ordinal of the side on move.
type occupancy [maxSquares]uint8

// set puts what on the given squares of the side on move.
func (o *occupancy) set(squares []uint8, what uint8) {
	for _, q := range squares {
		o[q] = what
	}
}

// setOther puts what on squares given in the ordinals of the other side.
func (o *occupancy) setOther(b *layout, squares []uint8, what uint8) {
	for _, q := range squares {
		o[b.turned(q)] = what
	}
}

// mayCapture reports whether some man or king might capture. If it says no, there is no
// capture; it may say yes without one.
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
