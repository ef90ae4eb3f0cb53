package player

import (
	"math/bits"

	"varlab/rules"
	"varlab/rules/board"
)

// A pair is two weights of a term, for the start and for an empty board, in one number,
// so that both are added at once; sums of either stay within 16 bits.
type pair int32

func pairOf(w [2]int16) pair { return pair(w[0])<<16 + pair(w[1]) }

func (p pair) split() (early, late int) {
	late = int(int16(p))
	return int((p - pair(late)) >> 16), late
}

// A learned evaluation values a quiescent state by weights, in hundredths of a man,
// from the side on move. It is for any number of goroutines.
type learned struct {
	*Terms
	// men has the worth of men by where they stand and who stands around them, as First sees
	// it: the weights of all patterns and of men on squares, each added to a region of the
	// largest window that contains its squares.
	men     []worths
	kings   [2][128]pair
	counted [counted]pair
	move    pair
	factors [Standings]int
}

func newLearned(t *Terms, w *Weights) *learned {
	l := &learned{Terms: t, factors: w.factors}
	at := func(term int) pair { return pairOf(w.Values[term]) }
	for side := range l.kings {
		for q := range t.r.Grid().All().All() {
			l.kings[side][q] = at(t.squares + t.index[side][q])
		}
	}
	for i := range l.counted {
		l.counted[i] = at(squareGroups*t.squares + i)
	}
	l.move = at(t.at("move"))
	n := t.regions
	bands := n.bands(largest)
	l.men = make([]worths, n.kinds*n.groups*bands)
	table := func(kind, band, lane int) []pair {
		return l.men[(kind*n.groups+lane/laneGroup)*bands+band].lane(lane % laneGroup)
	}
	for _, x := range windows {
		for i, region := range n.of[x.place] {
			worth := make([]pair, x.patterns)
			for p := 1; p < x.patterns; p++ {
				if region.first {
					worth[p] += at(t.firstly[x.place] + region.terms*x.patterns + p)
				}
				if region.round {
					worth[p] -= at(t.firstly[x.place] + region.terms*x.patterns + x.turned(p))
				}
			}
			kind, band, lane := n.where(x, i)
			low := min(band, bands-1)
			into, skipped := table(kind, low, lane), 1
			for range windowSquares * (band - low) {
				skipped *= 3
			}
			for p := 0; p < largest.patterns; {
				for _, v := range worth {
					for range skipped {
						into[p] += v
						p++
					}
				}
			}
		}
	}
	for q := range t.r.Grid().All().All() {
		row, _ := t.r.Grid().Place(q)
		x := int(q - t.r.Grid().Row(row).First())
		band, lane := min(row, bands-1), min(x, n.lanes-1)
		place := 1
		for range windowSquares*(row-band) + x - lane {
			place *= 3
		}
		into := table(0, band, lane)
		own, other := at(t.index[board.First][q]), at(t.index[board.Second][q])
		for p := 0; p < largest.patterns; p += 3 * place {
			for i := p + place; i < p+2*place; i++ {
				into[i] += own
				into[i+place] -= other
			}
		}
	}
	return l
}

func (l *learned) of(s *rules.State, gone board.Set) int {
	side := s.Mover()
	if moves, ok := l.r.Steps(s); ok && gone.Empty() {
		return l.menAlone(s, side, moves)
	}
	first, second := s.Men(board.First), s.Men(board.Second)
	if !gone.Empty() {
		if side == board.First {
			second = second.Minus(gone)
		} else {
			first = first.Minus(gone)
		}
	}
	v := l.regions.sum(first, second, l.men)
	if side == board.Second {
		v = -v
	}
	v += l.side(s, side, board.Set{}, gone) - l.side(s, side.Other(), gone, board.Set{}) + l.move
	phase := l.phase(s, gone)
	early, late := v.split()
	value := early*phase + late*(phases-phase)
	leader := side
	if value < 0 {
		leader = side.Other()
	}
	if n := l.Standing(s, leader, gone); n >= 0 {
		value = value * l.factors[n] / evenFactor
	}
	return value / phases
}

// menAlone values a state in which all pieces are men and stand on one word: terms and kinds of
// ending that have to do with kings do not count. moves is the number of moves of each side.
func (l *learned) menAlone(s *rules.State, side board.Side, moves [2]int) int {
	first, second := s.Pieces(board.First), s.Pieces(board.Second)
	v := l.regions.sum(first, second, l.men)
	for side := range board.Second + 1 {
		worth := l.ofMen(side, s.Pieces(side), s.Pieces(side.Other()), moves[side&1])
		if side == board.Second {
			worth = -worth
		}
		v += worth
	}
	if side == board.Second {
		v = -v
	}
	early, late := (v + l.move).split()
	phase := min(phases*bits.OnesCount64(first.Lo|second.Lo)/l.start, phases)
	return (early*phase + late*(phases-phase)) / phases
}

// ofMen is side for a side of men alone; moves is their number.
func (l *learned) ofMen(side board.Side, men, opponents board.Set, moves int) pair {
	near, far := l.runners(side, men, opponents)
	return l.counted[menMoves]*pair(moves) + l.counted[nearCrown]*pair(near) + l.counted[farCrown]*pair(far) +
		l.counted[imbalance]*pair(abs(men.And(l.left).Len()-men.And(l.right).Len()))
}

// side returns what a side has beside its men, less its pieces in gone, against an
// opponent without those in others.
func (l *learned) side(s *rules.State, side board.Side, gone, others board.Set) pair {
	if s.Kings(side).Empty() {
		return l.ofMen(side, s.Men(side).Minus(gone), s.Pieces(side.Other()).Minus(others), l.r.Mobility(s, side))
	}
	var v pair
	for kings := s.Kings(side).Minus(gone); !kings.Empty(); kings = kings.Rest() {
		v += l.kings[side&1][kings.First()&127]
	}
	for i, n := range l.counts(s, side, gone, others) {
		v += l.counted[i] * pair(n)
	}
	return v
}
