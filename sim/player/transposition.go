package player

import (
	"math/bits"

	"varlab/rules"
)

// A tableEntry is the transposition table's knowledge of a state: the score to a depth, exact
// or a bound, and the turn that gave it. It is 16 bytes, so that none lies across two lines of
// the cache.
type tableEntry struct {
	key uint64
	// From the lowest bit on: the turn, in turnBits; the bound, in boundBits; the depth, in
	// depthBits; the score.
	found int64
}

const (
	turnBits  = 31
	boundBits = 2
	depthBits = 8
)

func entryOf(key uint64, turn uint32, bound, depth, score int) tableEntry {
	return tableEntry{key, ((int64(score)<<depthBits|int64(depth))<<boundBits|int64(bound))<<turnBits | int64(turn)}
}

func (e *tableEntry) turn() uint32 { return uint32(e.found) & noHashMove }
func (e *tableEntry) bound() int   { return int(e.found >> turnBits & (1<<boundBits - 1)) }
func (e *tableEntry) depth() int   { return int(e.found >> (turnBits + boundBits) & (1<<depthBits - 1)) }
func (e *tableEntry) score() int   { return int(e.found >> (turnBits + boundBits + depthBits)) }

// hashMoveOf packs a turn; captures of equally many pieces between the same squares share a
// code. That is enough to try the turn first.
func hashMoveOf(t *rules.Turn) uint32 {
	return uint32(t.From) | uint32(t.To)<<8 | uint32(t.Named)<<16 | uint32(t.Claim)<<24 | uint32(t.Captured.Len()&31)<<26
}

const noHashMove uint32 = 1<<turnBits - 1

const (
	upper = iota
	exact
	lower
)

// tableFor returns a table for a budget of nodes: four places for each, within
// bounds that suit a cache and a machine.
func tableFor(nodes int) []tableEntry {
	places := 20
	if nodes > 0 {
		places = min(places, max(12, bits.Len(uint(4*nodes-1))))
	}
	return make([]tableEntry, 1<<places)
}

// later returns a score as seen some plies later: a win is nearer there.
func later(score, plies int) int {
	switch {
	case score >= resolved:
		return score + plies
	case score <= -resolved:
		return score - plies
	}
	return score
}

// store writes a result into the table. A deeper search of the same state, and any search of
// another state, takes its place.
func (p *search) store(slot *tableEntry, key uint64, turn uint32, best, depth, ply, alpha, beta int) {
	if slot.key == key && slot.depth() > depth {
		return
	}
	bound := exact
	if best >= beta {
		bound = lower
	} else if best <= alpha {
		bound = upper
	}
	*slot = entryOf(key, turn, bound, depth, later(best, ply))
}

// leaves remembers the values of quiescent states with a move for the side on move, which
// depend on the state alone: the upper bits of its key, and below them the value.
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
