package rules

import "math/bits"

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

func (h span) narrow() bool { return h < widened }
func (h span) half() int    { return int(h) % crossed }
func (h span) ne(s Set) Set { return h.up(s, h.half()+1) }
func (h span) nw(s Set) Set { return h.up(s, h.half()) }
func (h span) sw(s Set) Set { return h.down(s, h.half()+1) }
func (h span) se(s Set) Set { return h.down(s, h.half()) }

// set returns s, a set of squares of the board.
func (h span) set(s Set) Set {
	if h.narrow() {
		return Set{lo: s.lo}
	}
	return s
}

func (h span) up(s Set, by int) Set {
	if h.narrow() {
		return Set{lo: s.lo << by}
	}
	return s.up(by)
}

func (h span) down(s Set, by int) Set {
	if h.narrow() {
		return Set{lo: s.lo >> by}
	}
	return s.down(by)
}

// by returns the squares that lie by from those of s.
func (h span) by(s Set, by int) Set {
	if h.narrow() {
		return Set{lo: bits.RotateLeft64(s.lo, by)}
	}
	return s.far(by)
}

// far is shift where it is not made part of its caller, so that on one word the rest
// is.
//
//go:noinline
func (s Set) far(by int) Set { return s.shift(by) }

// bit returns the nth square of s, from 0, in ascending order.
func (s Set) bit(n int) Set {
	if m := bits.OnesCount64(s.lo); n >= m {
		return Set{hi: nth(s.hi, n-m)}
	}
	return Set{lo: nth(s.lo, n)}
}
