package variants

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A Witness is a small position in which two rule sets, played on one board, have
// different turns, or the same turn is an omission under one of them only, or costs
// other pieces.
type Witness struct {
	Setup  board.Setup     // where to begin
	After  []rules.Turn    // turns from there, the same under both
	States [2]rules.State  // what is then reached under each
	Turns  [2][]rules.Turn // and what can be played there
}

// OnBoardOf returns b's rules played on a's board from a's start, with a's names
// of squares and colours.
func OnBoardOf(a, b *rules.Rules) (*rules.Rules, error) {
	p := *b.Profile()
	p.Board = a.Profile().Board
	return rules.Compile(&p)
}

// SameTurns reports whether a and b, rules of one board, are seen to have the same
// turns in every position: whether they differ at most in how a game ends, and
// neither knows a pass, or a draw that is a turn of the side to move.
func SameTurns(a, b *rules.Rules) (bool, error) {
	var hashes [2]string
	for i, r := range []*rules.Rules{a, b} {
		p := *r.Profile()
		if slices.ContainsFunc(p.Draws, func(c profile.DrawClause) bool { return c.OnClaim }) {
			return a.PlayHash() == b.PlayHash(), nil
		}
		p.Draws, p.Ending.NoPieces = nil, profile.Loses
		if p.Ending.NoMoves != profile.Passes {
			p.Ending.NoMoves, p.Ending.BothBlocked = profile.Loses, profile.AsNoMoves
		}
		endless, err := rules.Compile(&p)
		if err != nil {
			return false, err
		}
		hashes[i] = endless.PlayHash()
	}
	return hashes[0] == hashes[1], nil
}

// How far Search goes. Longer captures than those of the largest draw need no
// more pieces than it has; what has to be played before a difference shows (an
// omission, its claim, and what is left of it; a king's third move) fits in the
// plies.
const (
	witnessPieces = 9
	witnessPlies  = 6
	// so many differences are made small; the hundred-and-sixty-eighth was the
	// smallest in the worst of twenty pairs tried
	witnessEnough = 400
	// every placing of so few pieces is tried, if there are no more placings
	witnessAll = 300_000
)

// Search looks for the smallest position in which a and b, rules of one board,
// have different turns: in up to tries random positions and what a few random
// turns make of them, taking pieces away from each that shows a difference while
// it still does; then in all positions of two or three pieces, if there are not
// too many. Smaller means fewer pieces and turns before it, then fewer turns to
// look at. It returns nil if it finds none, and always the same for equal seeds.
func Search(ctx context.Context, a, b *rules.Rules, rng *rand.Rand, tries int) (*Witness, error) {
	s, err := search(ctx, a, b, rng, tries)
	return s.best, err
}

// SearchAll looks as Search does and returns the smallest position of each kind that it
// found, the smallest of all first, then at most so many: the kinds in turn, each with its
// positions of other pieces. A kind is what differs: who has turns that the other has not,
// with which claims, and which of them are omissions.
func SearchAll(ctx context.Context, a, b *rules.Rules, rng *rand.Rand, tries, most int) ([]*Witness, error) {
	s, err := search(ctx, a, b, rng, tries)
	if err != nil || s.best == nil {
		return nil, err
	}
	longest := 0
	for _, list := range s.kinds {
		slices.SortStableFunc(list, (*Witness).compare)
		longest = max(longest, len(list))
	}
	slices.SortStableFunc(s.order, func(j, k string) int { return s.kinds[j][0].compare(s.kinds[k][0]) })
	all := []*Witness{s.best}
	for n := range longest {
		for _, kind := range s.order {
			if list := s.kinds[kind]; n < len(list) && list[n] != s.best && len(all) < most {
				all = append(all, list[n])
			}
		}
	}
	return all, nil
}

func search(ctx context.Context, a, b *rules.Rules, rng *rand.Rand, tries int) (*searcher, error) {
	s := &searcher{pair: pair{rules: [2]*rules.Rules{a, b}}, kinds: map[string][]*Witness{}}
	found := 0
	for n := range tries {
		if n%1000 == 0 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		if w := s.walk(rng, s.draw(rng)); w != nil {
			s.shrink(w)
			if found++; found == witnessEnough {
				break
			}
		}
	}
	for pieces := 2; pieces <= 3; pieces++ {
		if s.best != nil && s.best.size() < pieces {
			break
		}
		if err := s.all(ctx, pieces); err != nil {
			return s, err
		}
	}
	return s, nil
}

// size is what a reader has to take in.
func (w *Witness) size() int { return pieces(w.Setup).Len() + 2*len(w.After) }

func pieces(s board.Setup) board.Set {
	return s.Pieces(board.First).Or(s.Pieces(board.Second))
}

// compare orders witnesses: the smaller first, of equal size by the turns to look at,
// then by kings. A difference that no notation shows, whether a man is crowned, comes last.
func (w *Witness) compare(o *Witness) int {
	key := func(w *Witness) []int {
		hidden := 0
		if sameTurns(uncrowned(w.Turns[0]), uncrowned(w.Turns[1])) {
			hidden = 1
		}
		return []int{hidden, w.size(), len(w.After), len(w.Turns[0]) + len(w.Turns[1]), w.Setup.Kings[0].Or(w.Setup.Kings[1]).Len()}
	}
	return slices.Compare(key(w), key(o))
}

func (w *Witness) smaller(o *Witness) bool { return w.compare(o) < 0 }

func uncrowned(turns []rules.Turn) []rules.Turn {
	turns = slices.Clone(turns)
	for i := range turns {
		turns[i].Promotes = false
	}
	return turns
}

type searcher struct {
	pair
	best  *Witness
	kinds map[string][]*Witness // the smallest of each kind, for each material
	order []string              // of kinds, as they were found
}

// keep keeps w where it is the smallest so far.
func (s *searcher) keep(w *Witness) {
	if s.best == nil || w.smaller(s.best) {
		s.best = w
	}
	kind := w.kind()
	list, seen := s.kinds[kind]
	if !seen {
		s.order = append(s.order, kind)
	}
	i := slices.IndexFunc(list, func(v *Witness) bool { return v.material() == w.material() })
	switch {
	case i < 0:
		s.kinds[kind] = append(list, w)
	case w.smaller(list[i]):
		list[i] = w
	}
}

// kind says what differs, without squares.
func (w *Witness) kind() string {
	var marks []string
	for side, turns := range w.Turns {
		others := w.Turns[1-side]
		for _, t := range turns {
			if i := slices.IndexFunc(others, func(u rules.Turn) bool { return u.Bare() == t.Bare() }); i < 0 {
				marks = append(marks, fmt.Sprint(side, " only ", t.Claim, t.Action, t.Omission))
			} else if others[i] != t {
				marks = append(marks, fmt.Sprint(side, " costs ", t.Omission, t.Huffable.Len()))
			}
		}
	}
	slices.Sort(marks)
	return strings.Join(slices.Compact(marks), ";")
}

// material is how many men and kings each side has, and how many turns come first.
func (w *Witness) material() (m [5]int) {
	for side := range 2 {
		m[2*side], m[2*side+1] = w.Setup.Men[side].Len(), w.Setup.Kings[side].Len()
	}
	m[4] = len(w.After)
	return m
}

func (s *searcher) at(states [2]rules.State) *Witness {
	s.list(states)
	if sameTurns(s.turns[0], s.turns[1]) {
		return nil
	}
	return &Witness{States: states, Turns: [2][]rules.Turn{slices.Clone(s.turns[0]), slices.Clone(s.turns[1])}}
}

func sameTurns(a, b []rules.Turn) bool {
	if slices.Equal(a, b) {
		return true
	}
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t rules.Turn) bool { return !slices.Contains(b, t) })
}

func (s *searcher) place(setup board.Setup) (states [2]rules.State, ok bool) {
	if setup.Pieces(board.First).Empty() || setup.Pieces(board.Second).Empty() {
		return states, false // a game that is over shows nothing
	}
	for i, r := range s.rules {
		state, err := r.Position(setup)
		if err != nil {
			return states, false
		}
		states[i] = state
	}
	return states, true
}

// replay plays turns from setup as far as both have them, and returns the first
// difference.
func (s *searcher) replay(setup board.Setup, turns []rules.Turn) *Witness {
	states, ok := s.place(setup)
	if !ok {
		return nil
	}
	for n := 0; ; n++ {
		if w := s.at(states); w != nil {
			w.Setup, w.After = setup, slices.Clone(turns[:n])
			return w
		}
		if n == len(turns) {
			return nil
		}
		for i, r := range s.rules {
			k := slices.IndexFunc(s.turns[i], func(t rules.Turn) bool { return t.Bare() == turns[n].Bare() })
			if k < 0 {
				return nil
			}
			states[i] = r.Play(states[i], s.turns[i][k])
		}
	}
}

func (s *searcher) walk(rng *rand.Rand, setup board.Setup) *Witness {
	states, ok := s.place(setup)
	if !ok {
		return nil
	}
	var after []rules.Turn
	for {
		if w := s.at(states); w != nil {
			w.Setup, w.After = setup, after
			return w
		}
		if len(after) == witnessPlies || len(s.turns[0]) == 0 {
			return nil
		}
		t := s.turns[0][rng.IntN(len(s.turns[0]))]
		after = append(after, t)
		states = s.play(states, t)
	}
}

// shrink makes w as small as it gets by beginning later, by taking one piece away
// and by making a man of one king, and keeps the smallest of all.
func (s *searcher) shrink(w *Witness) {
	for again := true; again; {
		again = false
		try := func(setup board.Setup, turns []rules.Turn) {
			if v := s.replay(setup, turns); v != nil && v.smaller(w) {
				w, again = v, true
			}
		}
		states, ok := s.place(w.Setup)
		for n := 0; ok && n < len(w.After); n++ {
			states[0] = s.rules[0].Play(states[0], w.After[n])
			rest := w.After[n+1:]
			try(states[0].Setup(), rest)
		}
		for q := range pieces(w.Setup).All() {
			less := w.Setup
			for side := range less.Men {
				less.Men[side], less.Kings[side] = less.Men[side].Without(q), less.Kings[side].Without(q)
			}
			try(less, w.After)
			for side := range less.Men {
				if less := w.Setup; less.Kings[side].Has(q) {
					less.Men[side], less.Kings[side] = less.Men[side].With(q), less.Kings[side].Without(q)
					try(less, w.After)
				}
			}
		}
	}
	s.keep(w)
}

// draw makes a random position with the first player on move; the second's are
// the same, turned round. Every third time a single piece of his stands among
// many that do not touch, where captures are long.
func (s *searcher) draw(rng *rand.Rand) board.Setup {
	var setup board.Setup
	kings := []int{10, 50, 100}[rng.IntN(3)]
	long := rng.IntN(3) == 0
	squares := slices.Collect(s.rules[0].Grid().All().All())
	for n := 2 + rng.IntN(witnessPieces-1); n > 0; n-- {
		q := squares[rng.IntN(len(squares))]
		side := board.Side(rng.IntN(2))
		if long {
			side = board.Second
			if setup.Pieces(board.First).Empty() {
				side = board.First
			}
		}
		if all := pieces(setup); all.Has(q) || long && s.touching(q, all) {
			continue
		}
		setup.Put(side, q, rng.IntN(100) < kings || s.rules[0].PromotionSquares(side).Has(q))
	}
	return setup
}

// touching reports whether one of all stands next to q where a king could move.
func (s *searcher) touching(q board.Square, all board.Set) bool {
	_, lines, _, _ := s.rules[0].Lines(board.First, q)
	return slices.ContainsFunc(lines, func(line []board.Square) bool { return all.Has(line[0]) })
}

func (s *searcher) all(ctx context.Context, count int) error {
	squares := slices.Collect(s.rules[0].Grid().All().All())
	placings := 1
	for n := range count {
		placings = placings * 4 * (len(squares) - n) / (n + 1)
	}
	if placings > witnessAll {
		return nil
	}
	seen := 0
	var err error
	var add func(from, left int, setup board.Setup)
	add = func(from, left int, setup board.Setup) {
		if left == 0 {
			if seen++; seen%1000 == 0 && ctx.Err() != nil {
				err = ctx.Err()
			}
			if w := s.replay(setup, nil); w != nil {
				s.keep(w)
			}
			return
		}
		for i := from; i <= len(squares)-left && err == nil; i++ {
			q := squares[i]
			for side := board.First; side <= board.Second; side++ {
				king, man := setup, setup
				king.Put(side, q, true)
				add(i+1, left-1, king)
				if !s.rules[0].PromotionSquares(side).Has(q) {
					man.Put(side, q, false)
					add(i+1, left-1, man)
				}
			}
		}
	}
	add(0, count, board.Setup{})
	return err
}
