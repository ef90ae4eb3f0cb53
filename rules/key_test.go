package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// Any two states that differ in anything have different keys, an open compel's
// board before and what it holds included.
func TestKeyTellsStatesApart(t *testing.T) {
	r, err := Compile(profile.Default())
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1754, 1770))
	// Few values, so that states often differ in a single one.
	set := func() board.Set {
		return []board.Set{{}, {}, {Lo: 1}, {Lo: 2}, {Hi: 1}, {Lo: 1, Hi: 1}}[rng.IntN(6)]
	}
	fill := func() (p position) {
		p = position{pieces: [2]board.Set{set(), set()}, kings: set(), mover: board.Side(rng.IntN(2)), last: [2]board.Square{board.NoSquare, board.NoSquare}}
		if rng.IntN(2) == 0 {
			p.held = [2]board.Set{set(), set()}
		}
		if rng.IntN(2) == 0 {
			for side := range p.runs {
				if p.runs[side] = uint8(rng.IntN(3)); p.runs[side] > 0 {
					p.last[side] = board.Square(rng.IntN(3))
				}
			}
		}
		return p
	}
	states := map[uint64]State{}
	differ := func(s State) {
		if s.compelOpen {
			s.before.mover = s.mover.Other()
		}
		key := r.Key(&s)
		other, met := states[key]
		require.True(t, !met || other == s, "%+v and %+v have the key %x", s, other, key)
		states[key] = s
	}
	for range 100_000 {
		s := State{position: fill(), named: board.NoSquare}
		switch rng.IntN(4) {
		case 0:
			s.compelled = true
		case 1:
			s.compelOpen, s.before = true, fill()
		case 2:
			s.claim = set().With(board.Square(rng.IntN(4)))
		case 3:
			s.compelOpen, s.before, s.claim = true, fill(), set()
		}
		if s.compelOpen || s.compelled {
			s.named = board.Square(rng.IntN(3))
			if rng.IntN(2) == 0 {
				s.huffed = huffed{true, board.Square(rng.IntN(3)), rng.IntN(2) == 0}
			}
		}
		differ(s)
		// And with one thing changed.
		n := s
		switch rng.IntN(4) {
		case 0:
			n.position = fill()
		case 1:
			n.pieces[rng.IntN(2)] = set()
		case 2:
			n.held[rng.IntN(2)] = set()
		case 3:
			if s.compelOpen {
				n.before.held[rng.IntN(2)] = set()
			}
		}
		differ(n)
	}
}
