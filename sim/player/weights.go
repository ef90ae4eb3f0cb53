package player

import (
	"embed"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"varlab/rules"
)

// Weights are what the terms of an evaluation are worth in one game, learned from
// games: see package train. They belong to a PlayHash.
type Weights struct {
	PlayHash string
	Notes    []string // how they were learned, for people
	Values   []int    // hundredths of a man, in the order of Terms
}

// A group is terms that stand in one line of a file.
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
	{"near", false},      // a man whom nothing stands in the way of, one or two rows from the last
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
	ahead   [2][128]rules.Set // by side: what could stand in a man's way
	rows    [2][128]int       // by side: rows to go
	close   [2]rules.Set      // by side: at most four rows to go
	left    rules.Set
	right   rules.Set
	start   int // pieces at the start
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
	n := 0
	for q := range g.All().All() {
		row, col := g.Place(q)
		t.index[rules.First][q] = n
		t.index[rules.Second][q] = t.squares - 1 - n
		n++
		t.rows[rules.First][q], t.rows[rules.Second][q] = g.Rows-1-row, row
		for side := range t.close {
			if t.rows[side][q] <= 4 {
				t.close[side] = t.close[side].With(q)
			}
		}
		if 2*col+1 < g.Columns {
			t.left = t.left.With(q)
		} else if 2*col+1 > g.Columns {
			t.right = t.right.With(q)
		}
		for o := range g.All().All() {
			r2, c2 := g.Place(o)
			if r2 > row && abs(c2-col) <= r2-row {
				t.ahead[rules.First][q] = t.ahead[rules.First][q].With(o)
			}
			if r2 < row && abs(c2-col) <= row-r2 {
				t.ahead[rules.Second][q] = t.ahead[rules.Second][q].With(o)
			}
		}
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
func (t *Terms) Len() int {
	n := 0
	for _, g := range groups {
		n += t.size(g)
	}
	return n
}

func (t *Terms) size(g group) int {
	if g.bySquare {
		return t.squares
	}
	return 1
}

// at returns the place of the first term of a group.
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

// Men returns the places of the terms of men, from and to, without the last.
func (t *Terms) Men() (from, to int) { return 0, 2 * t.squares }

// Plain returns what the plain evaluation has for the terms, in men.
func (t *Terms) Plain() []float64 {
	e := newEvaluation(t.r)
	w := make([]float64, t.Len())
	for q := range t.r.Grid().All().All() {
		i := t.index[rules.First][q]
		row, _ := t.r.Grid().Place(q)
		v := e.man + row*e.steps
		if row == 0 {
			v += holdsBackRow
		}
		w[i] = float64(v) / 100
		w[t.squares+i] = float64(e.man+row*e.steps) / 100
		w[2*t.squares+i] = float64(e.king) / 100
	}
	w[t.at("mobility")] = float64(freeMove) / 100
	return w
}

// phase is how far s is from the end, with the pieces in gone off the board.
func (t *Terms) phase(s *rules.State, gone rules.Set) int {
	n := s.Pieces(rules.First).Or(s.Pieces(rules.Second)).Minus(gone).Len()
	return min(phases*n/t.start, phases)
}

// Each calls add for the terms of s, from the side on move, with how often each
// counts, in sixteenths.
func (t *Terms) Each(s *rules.State, add func(term, sixteenths int)) {
	phase := t.phase(s, rules.Set{})
	for side := rules.First; side <= rules.Second; side++ {
		sign := 1
		if side != s.Mover() {
			sign = -1
		}
		men, kings := s.Men(side), s.Kings(side)
		for q := range men.All() {
			i := t.index[side][q]
			add(i, sign*phase)
			add(t.squares+i, sign*(phases-phase))
		}
		for q := range kings.All() {
			add(2*t.squares+t.index[side][q], sign*phases)
		}
		first := 3 * t.squares
		for i, n := range t.counts(s, side, men, kings, rules.Set{}) {
			if n != 0 {
				add(first+i, sign*n*phases)
			}
		}
	}
	add(t.at("move"), phases)
}

// counts returns how often the terms after those of squares count for a side, in
// their order and without the last.
func (t *Terms) counts(s *rules.State, side rules.Side, men, kings, gone rules.Set) [5]int {
	var n [5]int
	n[0] = t.r.Mobility(s, side)
	n[1] = abs(men.And(t.left).Len() - men.And(t.right).Len())
	others := s.Pieces(side.Other()).Minus(gone)
	for q := range men.And(t.close[side]).All() {
		if !t.ahead[side][q].And(others).Empty() {
			continue
		}
		if t.rows[side][q] <= 2 {
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

// A learned evaluation values a settled state by weights, in hundredths of a man,
// from the side on move. It is for any number of goroutines.
type learned struct {
	*Terms
	men   [2][phases + 1][128]int32 // in sixteenths
	kings [2][128]int32
	rest  [5]int
	move  int
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
	return l
}

func (l *learned) of(s *rules.State, gone rules.Set) int {
	phase := l.phase(s, gone)
	side := s.Mover()
	v := l.side(s, side, phase, rules.Set{}, gone) - l.side(s, side.Other(), phase, gone, rules.Set{})
	return v/phases + l.move
}

// side returns what a side has, in sixteenths, less its pieces in gone, against an
// opponent without those in others.
func (l *learned) side(s *rules.State, side rules.Side, phase int, gone, others rules.Set) int {
	men, kings := s.Men(side).Minus(gone), s.Kings(side).Minus(gone)
	v := sum(&l.men[side][phase], men) + sum(&l.kings[side], kings)
	rest := 0
	for i, n := range l.counts(s, side, men, kings, others) {
		rest += n * l.rest[i]
	}
	return int(v) + rest*phases
}

// sum adds up what stands in table for the squares of s.
func sum(table *[128]int32, s rules.Set) int32 {
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

//go:embed weights
var shipped embed.FS

// WeightsFor returns the weights that come with the program for the game that r
// is, or nil if there are none.
func WeightsFor(r *rules.Rules) (*Weights, error) {
	name := "weights/" + r.PlayHash() + ".txt"
	text, err := shipped.ReadFile(name)
	if err != nil {
		return nil, nil // there is no such file
	}
	w, err := ParseWeights(name, string(text))
	if err == nil {
		err = w.fit(NewTerms(r))
	}
	return w, err
}

// fit reports weights that are not those of the terms.
func (w *Weights) fit(t *Terms) error {
	if w.PlayHash != t.r.PlayHash() {
		return fmt.Errorf("weights of %.12s are not for %.12s (want those of the same game)", w.PlayHash, t.r.PlayHash())
	}
	if len(w.Values) != t.Len() {
		return fmt.Errorf("%d weights (want %d)", len(w.Values), t.Len())
	}
	return nil
}

// Bytes writes w as ParseWeights reads it.
func (w *Weights) Bytes(t *Terms) []byte {
	var b strings.Builder
	for _, note := range w.Notes {
		fmt.Fprintf(&b, "# %s\n", note)
	}
	fmt.Fprintf(&b, "play_hash %s\n", w.PlayHash)
	n := 0
	for _, g := range groups {
		b.WriteString(g.key)
		for range t.size(g) {
			fmt.Fprintf(&b, " %d", w.Values[n])
			n++
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// mostWorth bounds a weight, so that the sum over a full board stays within 32
// bits in sixteenths.
const mostWorth = 2000

// ParseWeights reads the text of a file of weights. Errors name file and line.
func ParseWeights(name, text string) (*Weights, error) {
	w := new(Weights)
	next := 0
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fail := func(format string, args ...any) (*Weights, error) {
			return nil, fmt.Errorf("%s:%d: %s", name, i+1, fmt.Sprintf(format, args...))
		}
		if note, ok := strings.CutPrefix(line, "# "); ok {
			w.Notes = append(w.Notes, note)
			continue
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			return fail("an empty line (want a key and its values)")
		case w.PlayHash == "":
			if words[0] != "play_hash" || len(words) != 2 || len(words[1]) != 64 || strings.Trim(words[1], "0123456789abcdef") != "" {
				return fail("%q (want play_hash and 64 hexadecimal digits)", words[0])
			}
			w.PlayHash = words[1]
			continue
		case next == len(groups):
			return fail("%q after the last key (want the end)", words[0])
		case words[0] != groups[next].key:
			return fail("%q (want %s)", words[0], groups[next].key)
		case !groups[next].bySquare && len(words) != 2:
			return fail("%s: %d values (want one)", words[0], len(words)-1)
		case len(words) == 1 || len(words)-1 > rules.MaxSquares:
			return fail("%s: %d values (want one for each square)", words[0], len(words)-1)
		}
		for _, word := range words[1:] {
			v, err := strconv.Atoi(word)
			if err != nil || abs(v) > mostWorth {
				return fail("%s: %q (want a whole number from %d to %d)", words[0], word, -mostWorth, mostWorth)
			}
			w.Values = append(w.Values, v)
		}
		next++
	}
	if next < len(groups) {
		return nil, fmt.Errorf("%s: ends early (want %s)", name, groups[next].key)
	}
	return w, nil
}

// ShippedWeights is the number of games for which weights come with the program.
func ShippedWeights() int {
	files, err := shipped.ReadDir("weights")
	if err != nil {
		panic(err) // it is embedded
	}
	n := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".txt") {
			n++
		}
	}
	return n
}

// Value returns what weights say of a settled state of the game r, in hundredths of
// a man, for the side on move.
func Value(w *Weights, r *rules.Rules, s *rules.State) (int, error) {
	t := NewTerms(r)
	if err := w.fit(t); err != nil {
		return 0, err
	}
	return newLearned(t, w).of(s, rules.Set{}), nil
}
