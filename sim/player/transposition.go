package player

import "varlab/rules"

// A tableEntry is what the transposition table holds of a state: the score to a depth,
// exact or a bound, and the turn that gave it.
type tableEntry struct {
	key   uint64
	score int32
	turn  uint32 // as hashMoveOf gives it
	depth int8
	bound int8 // lower, exact, upper
}

// hashMoveOf tells a turn among those of its state, but for captures of as many pieces
// between the same squares: enough to try it first.
func hashMoveOf(t *rules.Turn) uint32 {
	return uint32(t.From) | uint32(t.To)<<8 | uint32(t.Named)<<16 | uint32(t.Claim)<<24 | uint32(t.Captured.Len()&31)<<26
}

const noHashMove = ^uint32(0)

const (
	upper = iota
	exact
	lower
)

// tableFor returns a table for a budget of nodes: four places for each, within
// bounds that suit a cache and a machine.
func tableFor(nodes int) []tableEntry {
	size := 1 << 12
	for size < 4*nodes && size < 1<<20 {
		size <<= 1
	}
	if nodes == 0 {
		size = 1 << 20
	}
	return make([]tableEntry, size)
}

// later returns a score that counts from so many plies on: a win is nearer there.
func later(score, plies int) int {
	switch {
	case score >= resolved:
		return score + plies
	case score <= -resolved:
		return score - plies
	}
	return score
}

// store writes what was found into the table. A place is taken by the deeper
// search of the same state, and by any search of another.
func (p *search) store(slot *tableEntry, key uint64, turn uint32, best, depth, ply, alpha, beta int) {
	if slot.key == key && int(slot.depth) > depth {
		return
	}
	v := later(best, ply)
	bound := int8(exact)
	if best >= beta {
		bound = lower
	} else if best <= alpha {
		bound = upper
	}
	*slot = tableEntry{key: key, score: int32(v), turn: turn, depth: int8(depth), bound: bound}
}

// leaves remembers what quiescent states with a move are worth to the side on move, which
// belongs to nothing but the state: the upper bits of its key, and below them the value.
type leaves []uint64

const (
	leafPlaces = 1 << 13
	valueBits  = 16
)

func (l leaves) of(key uint64) (value int, ok bool) {
	kept := l[key&uint64(len(l)-1)]
	return int(int16(kept)), (kept^key)>>valueBits == 0
}

func (l leaves) keep(key uint64, value int) {
	if value == int(int16(value)) {
		l[key&uint64(len(l)-1)] = key>>valueBits<<valueBits | uint64(uint16(value))
	}
}
