package parting

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
)

// The bounds of a search. No capture in the largest draw is longer than nine pieces allow. Six
// plies are enough for an omission, its claim and the turns after it, or a king's third move.
const (
	mostPieces = 9
	mostPlies  = 6
	// Search reduces at most this number of differences; in the worst of twenty pairs tried,
	// the 168th led to the smallest position.
	enough = 400
	// Search tries all placings of a number of pieces if there are no more than this.
	mostPlacings = 300_000
)

// Search looks for the smallest position in which a and b, rules of one board, have different
// turns. It tries random positions, up to tries, and a few random turns from each; where one
// shows a difference, it removes pieces as long as the difference stays. Then it tries all
// positions of two or three pieces, if there are not too many. A smaller position has fewer
// pieces and fewer turns before it, then fewer turns to look at.
//
// It returns at most the given number of positions, the smallest first, then the smallest of
// each kind in turn, with each set of men and kings. A kind is a difference without squares:
// which rule set has turns that the other lacks, with which claims, and which turns are
// omissions. Equal seeds give the same answer.
func Search(ctx context.Context, a, b *rules.Rules, rng *rand.Rand, tries, most int) ([]*Position, error) {
	s := &searcher{pair: pair{rules: [2]*rules.Rules{a, b}}, kinds: map[string][]*Position{}}
	if err := s.run(ctx, rng, tries); err != nil || s.best == nil {
		return nil, err
	}
	longest := 0
	for _, list := range s.kinds {
		slices.SortStableFunc(list, (*Position).compare)
		longest = max(longest, len(list))
	}
	slices.SortStableFunc(s.order, func(j, k string) int { return s.kinds[j][0].compare(s.kinds[k][0]) })
	all := []*Position{s.best}
	for n := range longest {
		for _, kind := range s.order {
			if list := s.kinds[kind]; n < len(list) && list[n] != s.best && len(all) < most {
				all = append(all, list[n])
			}
		}
	}
	return all, nil
}

func (s *searcher) run(ctx context.Context, rng *rand.Rand, tries int) error {
	found := 0
	for n := range tries {
		if n%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if w := s.walk(rng, s.draw(rng)); w != nil {
			s.shrink(w)
			if found++; found == enough {
				break
			}
		}
	}
	for pieces := 2; pieces <= 3; pieces++ {
		if s.best != nil && s.best.size() < pieces {
			break
		}
		if err := s.all(ctx, pieces); err != nil {
			return err
		}
	}
	return nil
}

// Pieces is the number of pieces at the beginning.
func (w *Position) Pieces() int { return pieces(w.Setup).Len() }

// size measures how much a reader has to follow.
func (w *Position) size() int { return w.Pieces() + 2*len(w.After) }

func pieces(s board.Setup) board.Set {
	return s.Pieces(board.First).Or(s.Pieces(board.Second))
}

// compare orders positions: the smaller first, of equal size by the turns to look at,
// then by kings. A difference that no notation shows, whether a man is crowned, comes last.
func (w *Position) compare(o *Position) int {
	key := func(w *Position) []int {
		hidden := 0
		if sameTurns(uncrowned(w.Turns[0]), uncrowned(w.Turns[1])) {
			hidden = 1
		}
		return []int{hidden, w.size(), len(w.After), len(w.Turns[0]) + len(w.Turns[1]), w.Setup.Kings[0].Or(w.Setup.Kings[1]).Len()}
	}
	return slices.Compare(key(w), key(o))
}

func (w *Position) smaller(o *Position) bool { return w.compare(o) < 0 }

func uncrowned(turns []rules.Turn) []rules.Turn {
	turns = slices.Clone(turns)
	for i := range turns {
		turns[i].Promotes = false
	}
	return turns
}

type searcher struct {
	pair
	best  *Position
	kinds map[string][]*Position // the smallest of each kind, for each material
	order []string               // of kinds, as they were found
}

// keep keeps w where it is the smallest so far.
func (s *searcher) keep(w *Position) {
	if s.best == nil || w.smaller(s.best) {
		s.best = w
	}
	kind := w.kind()
	list, seen := s.kinds[kind]
	if !seen {
		s.order = append(s.order, kind)
	}
	i := slices.IndexFunc(list, func(v *Position) bool { return v.material() == w.material() })
	switch {
	case i < 0:
		s.kinds[kind] = append(list, w)
	case w.smaller(list[i]):
		list[i] = w
	}
}

// kind names the difference, without squares.
func (w *Position) kind() string {
	var marks []string
	for side, turns := range w.Turns {
		others := w.Turns[1-side]
		for _, t := range turns {
			if i := rules.Find(others, t); i < 0 {
				marks = append(marks, fmt.Sprint(side, " only ", t.Claim, t.Action, t.Omission))
			} else if others[i] != t {
				marks = append(marks, fmt.Sprint(side, " costs ", t.Omission, t.Huffable.Len()))
			}
		}
	}
	slices.Sort(marks)
	return strings.Join(slices.Compact(marks), ";")
}

// material counts the men and kings of each side, and the turns before the position.
func (w *Position) material() (m [5]int) {
	for side := range 2 {
		m[2*side], m[2*side+1] = w.Setup.Men[side].Len(), w.Setup.Kings[side].Len()
	}
	m[4] = len(w.After)
	return m
}

func sameTurns(a, b []rules.Turn) bool {
	if slices.Equal(a, b) {
		return true
	}
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t rules.Turn) bool { return !slices.Contains(b, t) })
}

// place sets the same pieces up under both rule sets.
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

// replay plays turns from setup as far as both have them, and returns the first difference.
func (s *searcher) replay(setup board.Setup, turns []rules.Turn) *Position {
	return s.follow(setup, func(n int) int {
		if n == len(turns) {
			return -1
		}
		return rules.Find(s.turns[0], turns[n])
	})
}

// walk plays random turns from setup and returns the first difference.
func (s *searcher) walk(rng *rand.Rand, setup board.Setup) *Position {
	return s.follow(setup, func(n int) int {
		if n == mostPlies || len(s.turns[0]) == 0 {
			return -1
		}
		return rng.IntN(len(s.turns[0]))
	})
}

// follow plays the turns that next chooses, by their number among those of the first rule
// set, until the turns differ or next is below 0.
func (s *searcher) follow(setup board.Setup, next func(n int) int) *Position {
	states, ok := s.place(setup)
	if !ok {
		return nil
	}
	var after []rules.Turn
	for {
		s.list(states)
		if !sameTurns(s.turns[0], s.turns[1]) {
			return s.position(setup, after, states)
		}
		k := next(len(after))
		if k < 0 {
			return nil
		}
		t := s.turns[0][k]
		after = append(after, t)
		states = s.play(states, t)
	}
}

// shrink makes w as small as it gets by beginning later, by taking one piece away
// and by making a man of one king, and keeps the smallest of all.
func (s *searcher) shrink(w *Position) {
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

// draw makes a random position with the first player to move; those of the second are the
// same, turned round. Every third time one piece of the first player stands among many that do
// not touch each other, so that captures are long.
func (s *searcher) draw(rng *rand.Rand) board.Setup {
	var setup board.Setup
	kings := []int{10, 50, 100}[rng.IntN(3)]
	long := rng.IntN(3) == 0
	squares := slices.Collect(s.rules[0].Grid().All().All())
	for n := 2 + rng.IntN(mostPieces-1); n > 0; n-- {
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
	if placings > mostPlacings {
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
