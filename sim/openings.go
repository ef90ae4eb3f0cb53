package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"
	"varlab/sim/study"
)

// maxPositions bounds the enumeration of openings; nine quiet plies from the
// usual start of the 10x10 board stay below it.
const maxPositions = 300_000

type Opening struct {
	Turns    []rules.Turn // from the start
	Position string       // where they lead, as positionText writes it
}

// A Book is the openings of one board and start, in the order in which they are
// used. It keeps how each position was come by, a few bytes, and makes the opening
// again when it is asked for: its memory does not feel how many games there are.
type Book struct {
	Plies     int  // of each opening
	Positions int  // distinct positions that many plies from the start: what was drawn from
	Any       bool // the turns are playable ones, captures too, for want of quiet ones

	rules  *rules.Rules
	levels []level // by plies
	order  []int32 // of the last level: what was drawn
}

// NewBook draws want openings for rule sets with the same board and start. They
// consist of quiet moves that are legal under all of them, and in none of the
// positions passed could either side capture under any of them, so that no rule
// about captures has yet spoken. Positions are distinct, and drawn without
// replacement. Where plies give fewer than wanted, the plies grow; where no
// number of plies gives enough, the largest number of positions found is used.
// Where that is below fewQuiet, openings are any turns that leave no capture untaken.
// With plies 0 the start is the only opening.
func NewBook(sets []*rules.Rules, plies, want int, seed uint64) *Book {
	b := newBook(sets, plies, want, seed, false)
	if plies > 0 && b.Positions < fewQuiet {
		if livelier := newBook(sets, plies, want, seed, true); livelier.Positions > b.Positions {
			return livelier
		}
	}
	return b
}

// fewQuiet positions are too few for an interval to be worth much.
const fewQuiet = 30

func newBook(sets []*rules.Rules, plies, want int, seed uint64, lively bool) *Book {
	b := &Book{Positions: 1, Any: lively, rules: sets[0], levels: []level{{{}}}, order: []int32{0}}
	if plies == 0 {
		return b
	}
	at := newPositions(sets[0].Setup().Mover)
	at.add(pack(sets[0].Setup()))
	for drawn := 1; drawn < want || b.Plies < plies; {
		var next level
		if next, at = expand(sets, at, lively); len(next) == 0 || len(next) > maxPositions || len(b.levels) > study.MaxOpeningPlies {
			break
		}
		b.levels = append(b.levels, next)
		if n := len(b.levels) - 1; n == plies || n > plies && len(next) > b.Positions {
			b.Plies, b.Positions = n, len(next)
			drawn = min(want, len(next))
		}
	}
	b.levels = b.levels[:b.Plies+1]
	if b.Plies == 0 {
		return b
	}
	// A shorter draw is the beginning of a longer one.
	b.order = make([]int32, b.Positions)
	for i := range b.order {
		b.order[i] = int32(i)
	}
	random.Shuffle(random.New("varlab openings", strconv.FormatUint(seed, 10), boardID(sets[0]), strconv.Itoa(b.Plies)), b.order)
	b.order = b.order[:min(want, len(b.order))]
	return b
}

func (b *Book) Len() int { return len(b.order) }

// Opening returns the opening i. It may be called by several goroutines at once.
func (b *Book) Opening(i int) Opening {
	var way [study.MaxOpeningPlies]step
	for n, k := b.Plies, b.order[i]; n > 0; n-- {
		way[n-1] = b.levels[n][k]
		k = way[n-1].parent
	}
	o := Opening{Turns: make([]rules.Turn, b.Plies)}
	setup := b.rules.Setup()
	var turns []rules.Turn
	for n := range o.Turns {
		s, err := b.rules.Position(setup)
		if err != nil {
			panic(fmt.Sprintf("sim: opening %d after %d plies: %v", i, n, err)) // it was one when it was found
		}
		turns = b.rules.Moves(turns[:0], s)
		o.Turns[n] = turns[way[n].turn]
		s = b.rules.Play(s, o.Turns[n])
		setup = s.Setup()
	}
	o.Position = positionText(b.rules.Grid(), setup)
	return o
}

// level holds how each position that is so many plies from the start was first
// come by, in the order of these ways.
type level []step

type step struct {
	parent int32 // in the level before
	turn   int16 // of those that the first rule set has there
}

// expand returns the positions one quiet ply after those given, or one of any kind
// where that is lively, and how each is come by: at most one more than maxPositions.
func expand(sets []*rules.Rules, from *positions, lively bool) (to level, seen *positions) {
	seen = newPositions(from.mover.Other())
	var turns, others, scratch []rules.Turn
	for i := range from.all {
		before := from.setup(i)
		s, err := sets[0].Position(before)
		if err != nil {
			continue
		}
		turns = sets[0].Moves(turns[:0], s)
	turn:
		for k, t := range turns {
			if t.Action != rules.Quiet && !(lively && t.Action == rules.Capture) || t.Omission != profile.NoOmission {
				continue
			}
			after := sets[0].Play(s, t)
			setup := after.Setup()
			if seen.has(pack(setup)) || !fit(sets[0], setup, &scratch, lively) {
				continue
			}
			for _, r := range sets[1:] {
				s, err := r.Position(before)
				if err != nil {
					continue turn
				}
				others = r.Moves(others[:0], s)
				if !slices.Contains(others, t) {
					continue turn
				}
				after := r.Play(s, t)
				if after.Setup() != setup || !fit(r, setup, &scratch, lively) {
					continue turn
				}
			}
			seen.add(pack(setup))
			to = append(to, step{int32(i), int16(k)})
			if len(to) > maxPositions {
				return to, seen
			}
		}
	}
	return to, seen
}

// fit reports whether an opening may lead to setup: the side on move can move and
// neither side, on move, could capture, or, where that is lively, the game goes on. It
// makes use of buf.
func fit(r *rules.Rules, setup board.Setup, buf *[]rules.Turn, lively bool) bool {
	if lively {
		s, err := r.Position(setup)
		if err != nil || setup.Pieces(setup.Mover.Other()).Empty() {
			return false
		}
		*buf = r.Moves((*buf)[:0], s)
		return len(*buf) > 0
	}
	mover := setup.Mover
	for _, side := range []board.Side{mover, mover.Other()} {
		setup.Mover = side
		s, err := r.Position(setup)
		if err != nil {
			return false
		}
		turns := r.Moves((*buf)[:0], s)
		*buf = turns
		if slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Action == rules.Capture }) {
			return false
		}
		if side == mover && !slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Action == rules.Quiet }) {
			return false
		}
	}
	return true
}

// boardID identifies a board with its start: rule sets that share it share
// openings.
func boardID(r *rules.Rules) string {
	g := r.Grid()
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %t %s", g.Rows, g.Columns, g.Odd, positionText(g, r.Setup())))
	return hex.EncodeToString(sum[:6])
}

// positionText writes a position down in the internal frame: the side on move,
// then row by row what stands on the playing squares.
func positionText(g board.Grid, s board.Setup) string {
	var b strings.Builder
	b.WriteString(s.Mover.String())
	for row := range g.Rows {
		b.WriteByte(' ')
		for q := range g.Row(row).All() {
			c := byte('.')
			switch {
			case s.Men[board.First].Has(q):
				c = 'm'
			case s.Kings[board.First].Has(q):
				c = 'k'
			case s.Men[board.Second].Has(q):
				c = 'M'
			case s.Kings[board.Second].Has(q):
				c = 'K'
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// positions is a set of positions with the same side on move that keeps their
// order. It takes a fifth of the memory of a map.
type positions struct {
	mover board.Side
	all   []packed
	table []int32 // one more than the place in all, or 0; a power of two, at most half full
	seed  maphash.Seed
}

// packed are the pieces of a position: those of the first side, of the second, and the
// kings.
type packed [3]board.Set

func pack(s board.Setup) packed {
	return packed{s.Men[0].Or(s.Kings[0]), s.Men[1].Or(s.Kings[1]), s.Kings[0].Or(s.Kings[1])}
}

func (p *positions) setup(i int) board.Setup {
	first, second, kings := p.all[i][0], p.all[i][1], p.all[i][2]
	return board.Setup{
		Men:   [2]board.Set{first.Minus(kings), second.Minus(kings)},
		Kings: [2]board.Set{first.And(kings), second.And(kings)},
		Mover: p.mover,
	}
}

func newPositions(mover board.Side) *positions {
	return &positions{mover: mover, table: make([]int32, 1024), seed: maphash.MakeSeed()}
}

func (p *positions) place(s packed) uint64 {
	mask := uint64(len(p.table) - 1)
	h := maphash.Comparable(p.seed, s) & mask
	for p.table[h] != 0 && p.all[p.table[h]-1] != s {
		h = (h + 1) & mask
	}
	return h
}

func (p *positions) has(s packed) bool { return p.table[p.place(s)] != 0 }

func (p *positions) add(s packed) {
	if 2*len(p.all) >= len(p.table) {
		p.table = make([]int32, 2*len(p.table))
		for i, old := range p.all {
			p.table[p.place(old)] = int32(i + 1)
		}
	}
	p.all = append(p.all, s)
	p.table[p.place(s)] = int32(len(p.all))
}
