package player

import "varlab/rules"

// A memo is what is known of a state: the score to a depth, exact or a bound, and
// the turn that gave it.
type memo struct {
	key   uint64
	score int32
	turn  uint32 // as mark gives it
	depth int8
	bound int8 // lower, exact, upper
}

// mark tells a turn among those of its state, but for captures of as many pieces
// between the same squares: enough to try it first.
func mark(t *rules.Turn) uint32 {
	return uint32(t.From) | uint32(t.To)<<8 | uint32(t.Named)<<16 | uint32(t.Claim)<<24 | uint32(t.Captured.Len()&31)<<26
}

const noMark = ^uint32(0)

const (
	upper = iota
	exact
	lower
)

// tableFor returns a table for a budget of nodes: four places for each, within
// bounds that suit a cache and a machine.
func tableFor(nodes int) []memo {
	size := 1 << 12
	for size < 4*nodes && size < 1<<20 {
		size <<= 1
	}
	if nodes == 0 {
		size = 1 << 20
	}
	return make([]memo, size)
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

// keep writes what was found into the table. A place is taken by the deeper
// search of the same state, and by any search of another.
func (p *search) keep(slot *memo, key uint64, turn uint32, best, depth, ply, alpha, beta int) {
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
	*slot = memo{key: key, score: int32(v), turn: turn, depth: int8(depth), bound: bound}
}
