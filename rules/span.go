package rules

import (
	"math/bits"

	"varlab/rules/board"
)

// Sets of squares are shifted here by constants, on boards of one word and of two. A
// board of one word is a set whose second word is none: that is a matter of the type,
// as the width is, so that the compiler leaves that word out.
type (
	wide5  [5 + widened]struct{}
	wide6  [6 + widened]struct{}
	spread interface {
		width2 | width3 | width4 | width5 | width6 | wide5 | wide6
	}
)

const widened = 16

// A span is the length of a spread.
type span int

func (h span) narrow() bool             { return h < widened }
func (h span) half() int                { return int(h) % crossed }
func (h span) ne(s board.Set) board.Set { return h.up(s, h.half()+1) }
func (h span) nw(s board.Set) board.Set { return h.up(s, h.half()) }
func (h span) sw(s board.Set) board.Set { return h.down(s, h.half()+1) }
func (h span) se(s board.Set) board.Set { return h.down(s, h.half()) }

// set returns s, a set of squares of the board.
func (h span) set(s board.Set) board.Set {
	if h.narrow() {
		return board.Set{Lo: s.Lo}
	}
	return s
}

func (h span) up(s board.Set, by int) board.Set {
	if h.narrow() {
		return board.Set{Lo: s.Lo << by}
	}
	return s.Up(by)
}

func (h span) down(s board.Set, by int) board.Set {
	if h.narrow() {
		return board.Set{Lo: s.Lo >> by}
	}
	return s.Down(by)
}

// by returns the squares that lie by from those of s.
func (h span) by(s board.Set, by int) board.Set {
	if h.narrow() {
		return board.Set{Lo: bits.RotateLeft64(s.Lo, by)}
	}
	return far(s, by)
}

// far is shift where it is not made part of its caller, so that on one word the rest
// is.
//
//go:noinline
func far(s board.Set, by int) board.Set { return s.Shift(by) }

// bit returns the nth square of s, from 0, in ascending order.
func bit(s board.Set, n int) board.Set {
	if m := bits.OnesCount64(s.Lo); n >= m {
		return board.Set{Hi: nth(s.Hi, n-m)}
	}
	return board.Set{Lo: nth(s.Lo, n)}
}
