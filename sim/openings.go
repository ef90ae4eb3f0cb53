package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/sim/random"
	"varlab/sim/study"
)

// maxPositions bounds the enumeration of openings; nine quiet plies from the
// usual start of the 10x10 board stay below it.
const maxPositions = 300_000

// An Opening is the way to a position from which games begin.
type Opening struct {
	Turns    []rules.Turn // from the start
	Position string       // where they lead, as positionText writes it
}

// A Book is the openings of one board and start, in the order in which they are
// used.
type Book struct {
	Plies     int // of each opening
	Positions int // distinct positions that many plies from the start: what was drawn from
	Openings  []Opening
}

// NewBook draws want openings for rule sets with the same board and start. They
// consist of quiet moves that are legal under all of them, and in none of the
// positions passed could either side capture under any of them, so that no rule
// about captures has yet spoken. Positions are distinct, and drawn without
// replacement. Where plies give fewer than wanted, the plies grow; where no
// number of plies gives enough, the largest number of positions found is used.
// With plies 0 the start is the only opening.
func NewBook(sets []*rules.Rules, plies, want int, seed uint64) *Book {
	board := boardID(sets[0])
	best := &Book{Positions: 1, Openings: []Opening{{Position: positionText(sets[0].Grid(), sets[0].Setup())}}}
	if plies == 0 {
		return best
	}
	levels := []level{{{setup: sets[0].Setup()}}}
	for len(best.Openings) < want || best.Plies < plies {
		next := expand(sets, levels[len(levels)-1])
		levels = append(levels, next)
		n := len(levels) - 1
		if len(next) == 0 || len(next) > maxPositions || n > study.MaxOpeningPlies {
			break
		}
		if n < plies || n > plies && len(next) <= best.Positions {
			continue
		}
		// A shorter draw is the beginning of a longer one.
		order := make([]int, len(next))
		for i := range order {
			order[i] = i
		}
		random.Shuffle(random.New("varlab openings", strconv.FormatUint(seed, 10), board, strconv.Itoa(n)), order)
		best = &Book{Plies: n, Positions: len(next)}
		for _, i := range order {
			if len(best.Openings) == want {
				break
			}
			best.Openings = append(best.Openings, path(sets[0].Grid(), levels, i))
		}
	}
	return best
}

// level holds the positions that are so many plies from the start, in the order
// of their first paths.
type level []node

type node struct {
	setup  rules.Setup
	parent int // in the level before
	turn   rules.Turn
}

// expand returns the positions one quiet ply after those of a level.
func expand(sets []*rules.Rules, from level) level {
	var to level
	seen := map[rules.Setup]bool{}
	var turns, others []rules.Turn
	for i := range from {
		s, err := sets[0].Position(from[i].setup)
		if err != nil {
			continue
		}
		turns = sets[0].Moves(turns[:0], s)
	turn:
		for _, t := range turns {
			if t.Action != rules.Quiet {
				continue
			}
			after := sets[0].Play(s, t)
			setup := after.Setup()
			if seen[setup] || !calm(sets[0], setup) {
				continue
			}
			for _, r := range sets[1:] {
				s, err := r.Position(from[i].setup)
				if err != nil {
					continue turn
				}
				others = r.Moves(others[:0], s)
				if !slices.Contains(others, t) {
					continue turn
				}
				after := r.Play(s, t)
				if after.Setup() != setup || !calm(r, setup) {
					continue turn
				}
			}
			seen[setup] = true
			to = append(to, node{setup, i, t})
			if len(to) > maxPositions {
				return to
			}
		}
	}
	return to
}

// calm reports whether the side on move can move and neither side, on move, could
// capture.
func calm(r *rules.Rules, setup rules.Setup) bool {
	var buf [64]rules.Turn
	mover := setup.Mover
	for _, side := range []rules.Side{mover, mover.Other()} {
		setup.Mover = side
		s, err := r.Position(setup)
		if err != nil {
			return false
		}
		turns := r.Moves(buf[:0], s)
		if slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Action == rules.Jump }) {
			return false
		}
		if side == mover && !slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Action == rules.Quiet }) {
			return false
		}
	}
	return true
}

// path returns the opening that leads to position i of the last level.
func path(g rules.Grid, levels []level, i int) Opening {
	n := len(levels) - 1
	o := Opening{Turns: make([]rules.Turn, n), Position: positionText(g, levels[n][i].setup)}
	for ; n > 0; n-- {
		o.Turns[n-1] = levels[n][i].turn
		i = levels[n][i].parent
	}
	return o
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
func positionText(g rules.Grid, s rules.Setup) string {
	var b strings.Builder
	b.WriteString(s.Mover.String())
	for row := range g.Rows {
		b.WriteByte(' ')
		for q := range g.Row(row).All() {
			c := byte('.')
			switch {
			case s.Men[rules.First].Has(q):
				c = 'm'
			case s.Kings[rules.First].Has(q):
				c = 'k'
			case s.Men[rules.Second].Has(q):
				c = 'M'
			case s.Kings[rules.Second].Has(q):
				c = 'K'
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}
