package board

import (
	"cmp"
	"math/bits"
)

// A Square is a playing square in the internal frame: 0 is the first playing
// square of the first mover's back row, counted from that player's left, and
// the count goes on row by row towards the other side. Names in a profile's own
// notation are the business of rules/notation.
type Square uint8

// NoSquare stands where a turn names no square.
const NoSquare Square = 0xff

// MaxSide is the most rows or columns that a board has, and MaxSquares the most playing
// squares.
const (
	MaxSide    = 14
	MaxSquares = max(MaxSide*MaxSide/2, MostSquares)
)

// A Set is a set of squares. The zero value is empty. Two words hold the squares of the
// largest board: 0 to 63, and those from 64 on.
type Set struct{ Lo, Hi uint64 }

// SetOf returns the set of the given squares.
func SetOf(squares ...Square) Set {
	var s Set
	for _, q := range squares {
		s = s.With(q)
	}
	return s
}

// Has reports whether q is in s.
func (s Set) Has(q Square) bool {
	if q < 64 {
		return s.Lo>>q&1 != 0
	}
	return s.Hi>>(q&63)&1 != 0
}

// With returns s and q.
func (s Set) With(q Square) Set {
	if q < 64 {
		s.Lo |= 1 << q
	} else {
		s.Hi |= 1 << (q & 63)
	}
	return s
}

// Without returns s less q.
func (s Set) Without(q Square) Set {
	if q < 64 {
		s.Lo &^= 1 << q
	} else {
		s.Hi &^= 1 << (q & 63)
	}
	return s
}

// Or returns the union of s and t.
func (s Set) Or(t Set) Set { return Set{s.Lo | t.Lo, s.Hi | t.Hi} }

// And returns the intersection of s and t.
func (s Set) And(t Set) Set { return Set{s.Lo & t.Lo, s.Hi & t.Hi} }

// Minus returns s less t.
func (s Set) Minus(t Set) Set { return Set{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }

// Empty reports whether s has no squares.
func (s Set) Empty() bool { return s.Lo|s.Hi == 0 }

// Len returns the number of squares in s.
func (s Set) Len() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

// First returns the lowest square of s, or NoSquare if s is empty.
func (s Set) First() Square {
	if s.Lo != 0 {
		return Square(bits.TrailingZeros64(s.Lo))
	}
	if s.Hi != 0 {
		return Square(64 + bits.TrailingZeros64(s.Hi))
	}
	return NoSquare
}

// Last returns the highest square of s, or NoSquare if s is empty.
func (s Set) Last() Square {
	if s.Hi != 0 {
		return Square(127 - bits.LeadingZeros64(s.Hi))
	}
	if s.Lo != 0 {
		return Square(63 - bits.LeadingZeros64(s.Lo))
	}
	return NoSquare
}

// Rest returns s less its lowest square.
func (s Set) Rest() Set {
	if s.Lo != 0 {
		return Set{s.Lo & (s.Lo - 1), s.Hi}
	}
	return Set{0, s.Hi & (s.Hi - 1)}
}

// Shift moves every square of s by at most 63 numbers: upwards if by is positive.
func (s Set) Shift(by int) Set {
	// The masks spare the processor a test: Go defines shifts by 64 and more.
	if by >= 0 {
		return Set{s.Lo << (by & 63), s.Hi<<(by&63) | s.Lo>>1>>((63-by)&63)}
	}
	by = -by
	return Set{s.Lo>>(by&63) | s.Hi<<1<<((63-by)&63), s.Hi >> (by & 63)}
}

// All yields the squares of s in ascending order.
func (s Set) All() func(yield func(Square) bool) {
	return func(yield func(Square) bool) {
		for ; !s.Empty(); s = s.Rest() {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Compare orders sets by their squares, highest first: -1, 0 or 1.
func (s Set) Compare(t Set) int {
	return cmp.Or(cmp.Compare(s.Hi, t.Hi), cmp.Compare(s.Lo, t.Lo))
}
