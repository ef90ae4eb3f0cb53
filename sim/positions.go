package sim

import (
	"hash/maphash"
	"math/bits"

	"varlab/rules/board"
)

// positions is a set of positions with the same side on move that keeps their
// order. It takes a fifth of the memory of a map.
type positions struct {
	mover board.Side
	all   []packed
	table []int32 // one more than the place in all, or 0; a power of two, at most half full
	seed  maphash.Seed
}

// packed are the pieces of a position: those of the first and the second side and
// the kings, squares 0 to 63; and in the last word those three from square 64 on.
type packed [4]uint64

// high is how many squares from 64 on there can be: on the largest board the last is
// number 77, for between two rows there is a gap.
const high = 21

func pack(s board.Setup) (p packed) {
	for i, set := range []board.Set{s.Men[0].Or(s.Kings[0]), s.Men[1].Or(s.Kings[1]), s.Kings[0].Or(s.Kings[1])} {
		lo, hi := set.Words()
		p[i] = lo
		p[3] |= hi << (high * i)
	}
	return p
}

func (p *positions) setup(i int) board.Setup {
	var sets [3]board.Set
	for k := range sets {
		for w := p.all[i][k]; w != 0; w &= w - 1 {
			sets[k] = sets[k].With(board.Square(bits.TrailingZeros64(w)))
		}
		for w := p.all[i][3] >> (high * k) & (1<<high - 1); w != 0; w &= w - 1 {
			sets[k] = sets[k].With(64 + board.Square(bits.TrailingZeros64(w)))
		}
	}
	first, second, kings := sets[0], sets[1], sets[2]
	return board.Setup{
		Men:   [2]board.Set{first.Minus(kings), second.Minus(kings)},
		Kings: [2]board.Set{first.And(kings), second.And(kings)},
		Mover: p.mover,
	}
}

func newPositions(mover board.Side) *positions {
	return &positions{mover: mover, table: make([]int32, 1024), seed: maphash.MakeSeed()}
}

func (p *positions) place(s packed) uint64 {
	mask := uint64(len(p.table) - 1)
	h := maphash.Comparable(p.seed, s) & mask
	for p.table[h] != 0 && p.all[p.table[h]-1] != s {
		h = (h + 1) & mask
	}
	return h
}

func (p *positions) has(s packed) bool { return p.table[p.place(s)] != 0 }

func (p *positions) add(s packed) {
	if 2*len(p.all) >= len(p.table) {
		p.table = make([]int32, 2*len(p.table))
		for i, old := range p.all {
			p.table[p.place(old)] = int32(i + 1)
		}
	}
	p.all = append(p.all, s)
	p.table[p.place(s)] = int32(len(p.all))
}
