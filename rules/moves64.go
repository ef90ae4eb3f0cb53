package rules

import (
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file finds quiet moves as moves.go does, on boards of one word.

func (r *Rules) quiet64(dst []Turn, b *view, fault profile.Omission, blame blame) []Turn {
	t := &r.one
	empty := t.squares &^ (b.own.Lo | b.opp.Lo)
	steps := &t.manSteps[b.side] // in ascending order of the square reached
	pieces := b.own.Lo & (b.kings.Lo | bits.RotateLeft64(empty, -steps[0]) | bits.RotateLeft64(empty, -steps[1]))
	if q := b.barred[b.side]; q != board.NoSquare {
		pieces &^= 1 << q
	}
	last := t.last[b.side]
	if r.spare && !r.crowns(b) {
		last = 0
	}
	proto := Turn{Action: Quiet, Omission: fault, Named: board.NoSquare, Offers: board.NoSquare}
	for ; pieces != 0; pieces &= pieces - 1 {
		from := pieces & -pieces
		at := board.Square(bits.TrailingZeros64(pieces))
		to := (bits.RotateLeft64(from, steps[0]) | bits.RotateLeft64(from, steps[1])) & empty
		promotes := last
		if b.kings.Lo&from != 0 {
			to, promotes = t.reach(from, empty, r.flying), 0
		}
		moves := -(blame.all.Lo >> (at & 63) & 1) // all squares if it is to blame itself
		for ; to != 0; to &= to - 1 {
			// Filled in where it stands: see moves.go.
			dst = append(dst, proto)
			turn := &dst[len(dst)-1]
			turn.Huffable.Lo = blame.kept.Lo&^from | to&-to&moves
			turn.From, turn.To = at, board.Square(bits.TrailingZeros64(to))
			turn.Promotes = promotes&to&-to != 0
		}
	}
	return dst
}

// reach returns the squares to which a king on at can move.
func (t *tables64) reach(at, empty uint64, flying bool) uint64 {
	var to uint64
	for i := range t.steps {
		line := &t.steps[i]
		if flying {
			to |= line.upTo(line.ray[bits.TrailingZeros64(at)], ^empty)
		} else {
			to |= bits.RotateLeft64(at, line.by) & empty
		}
	}
	return to
}
