package player

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A group is terms of one kind. After the groups come the patterns of men in regions.
type group struct {
	key      string
	bySquare bool
}

// groups are the terms, in order. Each counts for the side on move, and as much
// against it for its opponent.
var groups = [...]group{
	{"man", true},            // a man on the square
	{"king", true},           // a king on the square
	{"kings.first", false},   // to have a king
	{"kings.second", false},  // to have two
	{"kings.third", false},   // to have three
	{"only", false},          // to have a king where the other side has none
	{"moves.men", false},     // a man's move without capture
	{"moves.safe", false},    // a king's, to where nothing beside it can take it
	{"moves.exposed", false}, // a king's, elsewhere
	{"imbalance", false},     // a man more on one half of the board than on the other
	{"near", false},          // a man with a free way, one or two steps from its crown
	{"far", false},           // the same, three or four rows from it
	{"move", false},          // to be on move; has no counterpart
}

const (
	squareGroups = 2 // the first of the groups
	counted      = len(groups) - squareGroups - 1
)

// Places among the terms that are counted.
const (
	menMoves  = 4
	imbalance = 7
	nearCrown = 8
	farCrown  = 9
)

// phases is the number of steps from the start to an empty board.
const phases = 16

// Terms are the terms of an evaluation under one rule set. Each has two weights: one for
// the start and one for an empty board. The phase says how much of either counts.
type Terms struct {
	r       *rules.Rules
	squares int
	index   [2][128]int       // by side: the number of a square, from its own back row
	ahead   [2][128]board.Set // by side: squares on which a piece could bar a man's way
	near    [2]board.Set      // by side: at most two steps to go
	close   [2]board.Set      // by side: at most four
	left    board.Set
	right   board.Set
	start   int // pieces at the start
	regions *regions
	firstly [len(windows) + 1]int // the first term of a window's patterns; and their end
}

// NewTerms returns the terms under r.
func NewTerms(r *rules.Rules) *Terms {
	g := r.Grid()
	t := &Terms{r: r, squares: g.All().Len()}
	setup := r.Setup()
	for side := range setup.Men {
		t.start += setup.Men[side].Len() + setup.Kings[side].Len()
	}
	t.start = max(t.start, 1)
	for n, q := range slices.Collect(g.All().All()) {
		row, col := g.Place(q)
		t.index[board.First][q], t.index[board.Second][q] = n, t.squares-1-n
		if 2*col+1 < g.Columns {
			t.left = t.left.With(q)
		} else if 2*col+1 > g.Columns {
			t.right = t.right.With(q)
		}
		for o := range g.All().All() {
			if r2, c2 := g.Place(o); r2 > row && c2-col <= r2-row && col-c2 <= r2-row {
				t.ahead[board.First][q] = t.ahead[board.First][q].With(o)
				t.ahead[board.Second][o] = t.ahead[board.Second][o].With(q)
			}
		}
	}
	for side := range t.close {
		for q, n := range stepsToGo(r, board.Side(side)) {
			if n <= 2 {
				t.near[side] = t.near[side].With(q)
			}
			if n <= 4 {
				t.close[side] = t.close[side].With(q)
			}
		}
	}
	t.regions = newRegions(g)
	t.firstly[0] = t.at("move") + 1
	for w, x := range windows {
		t.firstly[w+1] = t.firstly[w] + t.regions.own[w]*x.patterns
	}
	return t
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Len is the number of terms.
func (t *Terms) Len() int { return t.firstly[len(windows)] }

// Patterns returns the first of the terms that are patterns of men in a region, which
// are the last ones, and the first of those in a region of the largest kind.
func (t *Terms) Patterns() (first, large int) { return t.firstly[0], t.firstly[largest.place] }

// at returns the first term of a group.
func (t *Terms) at(key string) int {
	n := 0
	for _, g := range groups {
		switch {
		case g.key == key:
			return n
		case g.bySquare:
			n += t.squares
		default:
			n++
		}
	}
	panic("player: no terms " + key)
}

// Plain returns the plain evaluation's value of the terms, in men: at the start, and on an
// empty board.
func (t *Terms) Plain() (weights [][2]float64) {
	e := newEvaluation(t.r)
	weights = make([][2]float64, t.Len())
	for q, n := range stepsToGo(t.r, board.First) {
		i := t.index[board.First][q]
		v := e.man + advance(t.r, n)*e.steps
		weights[i][1] = float64(v) / 100
		if e.home[board.First].Has(q) {
			v += holdsBackRow
		}
		weights[i][0] = float64(v) / 100
		king := float64(e.king) / 100
		weights[t.squares+i] = [2]float64{king, king}
	}
	for _, key := range []string{"moves.men", "moves.safe", "moves.exposed"} {
		weights[t.at(key)] = [2]float64{freeMove / 100.0, freeMove / 100.0}
	}
	return weights
}

// phase is how far s is from the end, with the pieces in gone off the board.
func (t *Terms) phase(s *rules.State, gone board.Set) int {
	n := s.Pieces(board.First).Or(s.Pieces(board.Second)).Minus(gone).Len()
	return min(phases*n/t.start, phases)
}

// A Term says how often one counts for the side on move.
type Term struct{ Number, Times int32 }

// Of appends to dst the terms of s, from the side on move, some of them more than once, and
// returns the phase: the share of the weights at the start, in parts of phases.
func (t *Terms) Of(dst []Term, s *rules.State) (terms []Term, phase int) {
	for side := board.First; side <= board.Second; side++ {
		sign := int32(1)
		if side != s.Mover() {
			sign = -1
		}
		men, kings := s.Men(side), s.Kings(side)
		for ; !men.Empty(); men = men.Rest() {
			dst = append(dst, Term{int32(t.index[side][men.First()]), sign})
		}
		for ; !kings.Empty(); kings = kings.Rest() {
			dst = append(dst, Term{int32(t.squares + t.index[side][kings.First()]), sign})
		}
		for i, n := range t.counts(s, side, board.Set{}, board.Set{}) {
			if n != 0 {
				dst = append(dst, Term{int32(squareGroups*t.squares + i), sign * int32(n)})
			}
		}
	}
	dst = append(dst, Term{int32(t.at("move")), 1})
	sign := int32(1)
	if s.Mover() == board.Second {
		sign = -1
	}
	t.regions.each(s.Men(board.First), s.Men(board.Second), func(w window, region, pattern int) {
		if pattern == 0 {
			return
		}
		x := &t.regions.of[w.place][region]
		if x.first {
			dst = append(dst, Term{int32(t.firstly[w.place] + x.terms*w.patterns + pattern), sign})
		}
		if x.round {
			dst = append(dst, Term{int32(t.firstly[w.place] + x.terms*w.patterns + w.turned(pattern)), -sign})
		}
	})
	return dst, t.phase(s, board.Set{})
}

// counts returns how often each term after those of squares, but for the last, counts for a
// side, in their order: less the side's pieces in gone, against an opponent without the pieces
// in others.
func (t *Terms) counts(s *rules.State, side board.Side, gone, others board.Set) (n [counted]int) {
	men, kings := s.Men(side).Minus(gone), s.Kings(side).Minus(gone)
	n[menMoves], n[5], n[6] = t.r.Freedom(s, side)
	if !kings.Empty() {
		k := kings.Len()
		n[0] = 1
		n[1] = min(1, k>>1)
		n[2] = min(1, k/3)
		if s.Kings(side.Other()).Minus(others).Empty() {
			n[3] = 1
		}
	}
	n[imbalance] = abs(men.And(t.left).Len() - men.And(t.right).Len())
	n[nearCrown], n[farCrown] = t.runners(side, men, s.Pieces(side.Other()).Minus(others))
	return n
}

// runners counts the men of a side in whose way none of the opponents can come to stand.
func (t *Terms) runners(side board.Side, men, opponents board.Set) (near, far int) {
	for runners := men.And(t.close[side&1]); !runners.Empty(); runners = runners.Rest() {
		q := runners.First() & 127
		switch {
		case !t.ahead[side&1][q].And(opponents).Empty():
		case t.near[side&1].Has(q):
			near++
		default:
			far++
		}
	}
	return near, far
}

// Standings is the number of kinds of ending in which a lead may be worth less, or more,
// than its terms say.
const Standings = 11

// Standing returns the kind of ending of s, without the pieces in gone, for a side that is
// ahead: by its pieces, one to four, and whether the other side has a king; with more pieces,
// whether both sides have as many kings, or the other side has one too. It is -1 for no such
// ending.
func (t *Terms) Standing(s *rules.State, leader board.Side, gone board.Set) int {
	kings := s.Kings(board.First).Or(s.Kings(board.Second)).Minus(gone)
	if kings.Empty() {
		return -1
	}
	own := s.Pieces(leader).Minus(gone)
	against := s.Kings(leader.Other()).Minus(gone).Len()
	n := own.Len()
	switch {
	case n == 0:
		return -1
	case n <= 4 && against == 0:
		return n - 1
	case n <= 4:
		return 4 + n - 1
	case against == 0:
		return -1
	case against == s.Kings(leader).Minus(gone).Len():
		return 8
	case against == 1:
		return 9
	}
	return 10
}
