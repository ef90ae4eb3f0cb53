package player

import (
	"math/bits"

	"varlab/rules"
	"varlab/rules/board"
)

// A learned evaluation values a quiescent state by weights, in hundredths of a man,
// from the side on move. It is for any number of goroutines.
type learned struct {
	*Terms
	men   [2][phases + 1][128]int32 // in sixteenths
	kings [2][128]int32
	rest  [5]int
	move  int
	// patterns by region, as First sees them; empty: none have weights
	patterns []worths
}

func newLearned(t *Terms, w *Weights) *learned {
	l := &learned{Terms: t}
	for side := range l.men {
		for q := range t.r.Grid().All().All() {
			i := t.index[side][q]
			for p := range l.men[side] {
				l.men[side][p][q] = int32(w.Values[i]*p + w.Values[t.squares+i]*(phases-p))
			}
			l.kings[side][q] = int32(w.Values[2*t.squares+i] * phases)
		}
	}
	copy(l.rest[:], w.Values[3*t.squares:])
	l.move = w.Values[t.at("move")]
	if len(w.Values) > t.firstly {
		l.patterns = make([]worths, t.regions.kinds*t.regions.bands)
		for i, x := range t.regions.all {
			values := w.Values[t.firstly+x.terms*patterns:][:patterns]
			worth := &l.patterns[i/t.regions.lanes][i%t.regions.lanes]
			for p := 1; p < patterns; p++ {
				if x.first {
					worth[p] += int16(values[p])
				}
				if x.round {
					worth[p] -= int16(values[turned(p)])
				}
			}
		}
	}
	return l
}

func (l *learned) of(s *rules.State, gone board.Set) int {
	phase := l.phase(s, gone)
	side := s.Mover()
	v := l.side(s, side, phase, board.Set{}, gone) - l.side(s, side.Other(), phase, gone, board.Set{})
	if l.patterns != nil {
		v += phases * l.seen(s, side, gone)
	}
	return v/phases + l.move
}

// seen returns what the patterns of men in all regions are worth to a side that is on
// move, in hundredths of a man, without the opponent's pieces in gone.
func (l *learned) seen(s *rules.State, side board.Side, gone board.Set) int {
	first, second := s.Men(board.First), s.Men(board.Second)
	if side == board.First {
		second = second.Minus(gone)
	} else {
		first = first.Minus(gone)
	}
	v := l.regions.sum(first, second, l.patterns)
	if side == board.Second {
		return -v
	}
	return v
}

// side returns what a side has, in sixteenths, less its pieces in gone, against an
// opponent without those in others.
func (l *learned) side(s *rules.State, side board.Side, phase int, gone, others board.Set) int {
	men, kings := s.Men(side).Minus(gone), s.Kings(side).Minus(gone)
	v := sum(&l.men[side][phase], men) + sum(&l.kings[side], kings)
	rest := 0
	for i, n := range l.counts(s, side, men, kings, others) {
		rest += n * l.rest[i]
	}
	return int(v) + rest*phases
}

func sum(table *[128]int32, s board.Set) int32 {
	var v int32
	low, high := s.Words()
	for ; low != 0; low &= low - 1 {
		v += table[bits.TrailingZeros64(low)]
	}
	for ; high != 0; high &= high - 1 {
		v += table[(64+bits.TrailingZeros64(high))&127]
	}
	return v
}
