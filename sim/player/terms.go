package player

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A group is terms that stand in one line of a file. After the groups come the
// patterns of men in regions, a line for each region with terms of its own.
type group struct {
	key      string
	bySquare bool
}

// groups are the terms, in order. Each counts for the side on move, and as much
// against it for its opponent.
var groups = []group{
	{"man.open", true},   // a man on the square, at the start; towards the end less and less
	{"man.end", true},    // a man on the square, with few pieces; before less and less
	{"king", true},       // a king on the square
	{"mobility", false},  // a move without capture
	{"imbalance", false}, // a man more on one half of the board than on the other
	{"near", false},      // a man whom nothing stands in the way of, one or two steps from its crown
	{"far", false},       // the same, three or four rows from it
	{"only", false},      // to have a king where the other side has none
	{"move", false},      // to be on move; has no counterpart
}

// phases is the number of steps from the start to an empty board.
const phases = 16

// Terms are the terms of an evaluation under one rule set.
type Terms struct {
	r       *rules.Rules
	squares int
	index   [2][128]int       // by side: the number of a square, from its own back row
	ahead   [2][128]board.Set // by side: what could stand in a man's way
	near    [2]board.Set      // by side: at most two steps to go
	close   [2]board.Set      // by side: at most four
	left    board.Set
	right   board.Set
	start   int // pieces at the start
	regions *regions
	firstly int // the first term of a pattern
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
	for _, g := range groups {
		t.firstly += t.size(g)
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
func (t *Terms) Len() int { return t.firstly + t.regions.own*patterns }

// Patterns returns the first of the terms that are patterns of men in a region, which
// are the last ones.
func (t *Terms) Patterns() int { return t.firstly }

func (t *Terms) size(g group) int {
	if g.bySquare {
		return t.squares
	}
	return 1
}

func (t *Terms) at(key string) int {
	n := 0
	for _, g := range groups {
		if g.key == key {
			return n
		}
		n += t.size(g)
	}
	panic("player: no terms " + key)
}

// Squares returns the number of squares, which is the number of terms of each kind of
// piece: first those of men early, then of men late, then of kings.
func (t *Terms) Squares() int { return t.squares }

// Plain returns what the plain evaluation has for the terms, in men.
func (t *Terms) Plain() []float64 {
	e := newEvaluation(t.r)
	w := make([]float64, t.Len())
	for q, n := range stepsToGo(t.r, board.First) {
		i := t.index[board.First][q]
		v := e.man + advance(t.r, n)*e.steps
		w[t.squares+i] = float64(v) / 100
		if e.home[board.First].Has(q) {
			v += holdsBackRow
		}
		w[i] = float64(v) / 100
		w[2*t.squares+i] = float64(e.king) / 100
	}
	w[t.at("mobility")] = float64(freeMove) / 100
	return w
}

// phase is how far s is from the end, with the pieces in gone off the board.
func (t *Terms) phase(s *rules.State, gone board.Set) int {
	n := s.Pieces(board.First).Or(s.Pieces(board.Second)).Minus(gone).Len()
	return min(phases*n/t.start, phases)
}

// Each calls add for the terms of s, from the side on move, with how often each
// counts, and returns the phase. A man on a square is two terms, of which it names the
// first only: that one counts phase sixteenths, and the second, which comes as many
// places later as there are squares, the rest.
func (t *Terms) Each(s *rules.State, add func(term, n int)) (phase int) {
	for side := board.First; side <= board.Second; side++ {
		sign := 1
		if side != s.Mover() {
			sign = -1
		}
		men, kings := s.Men(side), s.Kings(side)
		for q := range men.All() {
			add(t.index[side][q], sign)
		}
		for q := range kings.All() {
			add(2*t.squares+t.index[side][q], sign)
		}
		first := 3 * t.squares
		for i, n := range t.counts(s, side, men, kings, board.Set{}) {
			if n != 0 {
				add(first+i, sign*n)
			}
		}
	}
	add(t.at("move"), 1)
	sign := 1
	if s.Mover() == board.Second {
		sign = -1
	}
	for i, codes := range t.regions.seen(s.Men(board.First), s.Men(board.Second)) {
		for lane := range t.regions.lanes {
			pattern := int(codes >> (laneBits * lane) & (1<<laneBits - 1))
			x := &t.regions.all[i*t.regions.lanes+lane]
			if pattern != 0 && x.first {
				add(t.firstly+x.terms*patterns+pattern, sign)
			}
			if pattern != 0 && x.round {
				add(t.firstly+x.terms*patterns+turned(pattern), -sign)
			}
		}
	}
	return t.phase(s, board.Set{})
}

// counts returns how often the terms after those of squares count for a side, in
// their order and without the last.
func (t *Terms) counts(s *rules.State, side board.Side, men, kings, gone board.Set) [5]int {
	var n [5]int
	n[0] = t.r.Mobility(s, side)
	n[1] = abs(men.And(t.left).Len() - men.And(t.right).Len())
	others := s.Pieces(side.Other()).Minus(gone)
	for q := range men.And(t.close[side]).All() {
		if !t.ahead[side][q].And(others).Empty() {
			continue
		}
		if t.near[side].Has(q) {
			n[2]++
		} else {
			n[3]++
		}
	}
	if !kings.Empty() && s.Kings(side.Other()).Minus(gone).Empty() {
		n[4] = 1
	}
	return n
}
