package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"
	"varlab/sim/record"
)

// maxPositions bounds the enumeration of openings; nine quiet plies from the
// usual start of the 10x10 board stay below it.
const maxPositions = 300_000

// fewPositions is the number of quiet positions below which openings are not drawn from them.
const fewPositions = 30

// An Opening is how games begin: turns from the start or from a position.
type Opening struct {
	Setup    *board.Setup // from which the turns begin; nil: the start
	Turns    []rules.Turn
	Position string // reached by them, as positionText writes it
}

// Begin is the state under r before the first turn.
func (o *Opening) Begin(r *rules.Rules) (rules.State, error) {
	if o.Setup == nil {
		return r.Start(), nil
	}
	return r.Position(*o.Setup)
}

// A Book is the openings of one board and start, by their number of plies. With k chapters,
// opening i is opening i div k of chapter i mod k.
type Book struct{ Chapters []Chapter }

// A Chapter is the openings of one number of plies, in the order in which they are used.
type Chapter struct {
	record.Chapter
	drawn []Opening
}

// NewBook draws want openings for rule sets with the same board and start, equally many of
// each number of plies. They consist of quiet moves that are legal under all the rule sets,
// through positions in which neither side could capture under any: no rule about captures has
// yet spoken. Positions are distinct and drawn without replacement; if a number of plies gives
// fewer than wanted, all are used. If it gives fewer than fewPositions, openings are of any
// due turns that lead to the same position under all the rule sets. With 0 plies the start is
// the only opening.
func NewBook(sets []*rules.Rules, plies []int, want int, seed uint64) (*Book, error) {
	b, levels := new(Book), []level{{{}}}
	at := []board.Setup{sets[0].Setup()}
	for range slices.Max(plies) {
		var next level
		if next, at = expand(sets, at); len(next) > maxPositions {
			return nil, fmt.Errorf("%d quiet plies lead to more than %d positions (want at most %d plies)", len(levels), maxPositions, len(levels)-1)
		}
		levels = append(levels, next)
	}
	for i, n := range plies {
		c := Chapter{Chapter: record.Chapter{Plies: n, Positions: len(levels[n])}}
		most := (want - i + len(plies) - 1) / len(plies)
		words := []string{"varlab openings", strconv.FormatUint(seed, 10), boardID(sets[0]), strconv.Itoa(n)}
		if n > 0 && c.Positions < fewPositions {
			c.drawn, c.Wild = wild(sets, n, most, random.NewChance(words...)), true
			c.Positions = len(c.drawn)
		} else {
			// A shorter draw is the beginning of a longer one.
			order := make([]int32, c.Positions)
			for k := range order {
				order[k] = int32(k)
			}
			random.Shuffle(random.New(words...), order)
			c.drawn = playable(sets, levels[:n+1], most, order)
		}
		if c.Clusters = len(c.drawn); c.Clusters == 0 && want > i {
			if len(sets) == 1 {
				return nil, fmt.Errorf("games end before an opening of %d plies does (want fewer plies)", n)
			}
			return nil, fmt.Errorf("no opening of %d plies is the same under all rule sets on the board (want others, or another number)", n)
		}
		b.Chapters = append(b.Chapters, c)
	}
	return b, nil
}

// Opening returns the opening i. It may be called by several goroutines at once.
func (b *Book) Opening(i int) Opening {
	return b.Chapters[i%len(b.Chapters)].drawn[i/len(b.Chapters)]
}

// openingTo makes the opening to a position of the last level.
func openingTo(r *rules.Rules, levels []level, position int32) Opening {
	o := Opening{Turns: make([]rules.Turn, len(levels)-1)}
	way := make([]step, len(o.Turns))
	for n := len(way) - 1; n >= 0; n-- {
		way[n] = levels[n+1][position]
		position = way[n].parent
	}
	setup := r.Setup()
	for n := range o.Turns {
		s, err := r.Position(setup)
		if err != nil {
			panic(fmt.Sprintf("sim: opening, after %d plies: %v", n, err)) // it was a position when it was found
		}
		o.Turns[n] = r.Moves(nil, s)[way[n].turn]
		s = r.Play(s, o.Turns[n])
		setup = s.Setup()
	}
	o.Position = positionText(r.Grid(), setup)
	return o
}

// playable returns the openings to the first want positions of the last level whose opening can
// be played under all rule sets and ends no game. The position alone does not tell: the turns
// before may have used up the moves of a king, or complete a draw.
func playable(sets []*rules.Rules, levels []level, want int, positions []int32) (found []Opening) {
	histories := histories(sets)
	for _, at := range positions {
		if len(found) == want {
			break
		}
		o := openingTo(sets[0], levels, at)
		if !slices.ContainsFunc(histories, func(h *rules.History) bool { return !goesOn(h, o.Turns) }) {
			found = append(found, o)
		}
	}
	return found
}

// histories returns the history of a game under each rule set.
func histories(sets []*rules.Rules) (list []*rules.History) {
	for _, r := range sets {
		list = append(list, rules.NewHistory(r, r.Start()))
	}
	return list
}

// begin begins all games anew.
func begin(histories []*rules.History) {
	for _, h := range histories {
		h.Begin(h.Rules().Start())
	}
}

// beginIn begins all games anew as an opening does, and reports whether all rule sets have that
// position and no game is over there.
func beginIn(histories []*rules.History, o *Opening) bool {
	for _, h := range histories {
		s, err := o.Begin(h.Rules())
		if err != nil {
			return false
		}
		if h.Begin(s); h.Outcome().Over() {
			return false
		}
	}
	return true
}

// goesOn reports whether turns can be played from the start and leave the game open.
func goesOn(h *rules.History, turns []rules.Turn) bool {
	h.Begin(h.Rules().Start())
	for _, t := range turns {
		if !slices.Contains(h.Turns(), t) {
			return false
		}
		h.Play(t)
	}
	return !h.Outcome().Over()
}

// newBookOf draws openings from the beginnings of games, given by their turns under the first
// rule set: from the distinct positions after the given plies, if all rule sets allow the
// position in which the game begins and the turns before, and no claim was open.
func newBookOf(sets []*rules.Rules, games []Opening, plies []int, want int, seed uint64) (*Book, error) {
	b := new(Book)
	histories := histories(sets)
	found := make([][]Opening, len(plies))
	seen := map[string]bool{}
	for _, g := range games {
		turns := g.Turns
		if !beginIn(histories, &g) {
			continue
		}
		for n := 0; ; n++ {
			if i := slices.Index(plies, n); i >= 0 {
				at := positionText(sets[0].Grid(), histories[0].Now().Setup())
				if key := fmt.Sprint(n, at); !seen[key] {
					seen[key] = true
					found[i] = append(found[i], Opening{g.Setup, slices.Clone(turns[:n]), at})
				}
			}
			if n == len(turns) || turns[n].Claim != rules.NoClaim || turns[n].Omission != profile.NoOmission || !agreed(histories, turns[n]) {
				break
			}
			for _, h := range histories {
				h.Play(turns[n])
			}
		}
	}
	for i, n := range plies {
		c := Chapter{Chapter: record.Chapter{Plies: n, Positions: len(found[i]), Games: true}, drawn: found[i]}
		if c.Positions == 0 {
			return nil, fmt.Errorf("no game reaches ply %d under all rule sets (want other games, or fewer plies)", n)
		}
		random.Shuffle(random.New("varlab openings of games", strconv.FormatUint(seed, 10), boardID(sets[0]), strconv.Itoa(n)), c.drawn)
		c.Clusters = min(len(c.drawn), max(1, (want-i+len(plies)-1)/len(plies)))
		b.Chapters = append(b.Chapters, c)
	}
	return b, nil
}

// tries is the number of draws for each wanted wild opening, as long as only known positions
// come up.
const tries = 20

// wild draws want openings of any due turns, or as many as there are.
func wild(sets []*rules.Rules, plies, want int, c random.Chance) (drawn []Opening) {
	seen := map[string]bool{}
	histories := histories(sets)
	for try := 0; try < tries*want && len(drawn) < want; try++ {
		var o Opening
		begin(histories)
		for len(o.Turns) < plies {
			common := slices.DeleteFunc(slices.Clone(histories[0].Turns()), func(t rules.Turn) bool {
				return t.Claim != rules.NoClaim || t.Omission != profile.NoOmission || t.Action != rules.Quiet && t.Action != rules.Capture ||
					!agreed(histories, t)
			})
			if len(common) == 0 {
				break
			}
			t := common[c.Of(uint64(try), uint64(len(o.Turns))).Below(len(common))]
			o.Turns = append(o.Turns, t)
			for _, h := range histories {
				h.Play(t)
			}
		}
		if len(o.Turns) < plies {
			continue
		}
		if o.Position = positionText(sets[0].Grid(), histories[0].Now().Setup()); !seen[o.Position] {
			seen[o.Position] = true
			drawn = append(drawn, o)
		}
	}
	return drawn
}

// agreed reports whether t can be played in all games, leads to the same position and
// ends none.
func agreed(histories []*rules.History, t rules.Turn) bool {
	var first board.Setup
	for i, h := range histories {
		if !slices.Contains(h.Turns(), t) {
			return false
		}
		h.Play(t)
		after, over := h.Now().Setup(), h.Outcome().Over()
		h.Undo()
		if i == 0 {
			first = after
		}
		if over || after != first {
			return false
		}
	}
	return true
}

// A level says how each position at one number of plies from the start was first reached, in
// the order of discovery.
type level []step

type step struct {
	parent int32 // in the level before
	turn   int16 // by its place among the turns of the first rule set
}

// expand returns the positions one quiet ply after the given ones, and how each is reached: at
// most maxPositions+1.
func expand(sets []*rules.Rules, from []board.Setup) (to level, positions []board.Setup) {
	seen := map[board.Setup]bool{}
	var turns, others, scratch []rules.Turn
	for i, before := range from {
		s, err := sets[0].Position(before)
		if err != nil {
			continue
		}
		turns = sets[0].Moves(turns[:0], s)
	turn:
		for k, t := range turns {
			if t.Action != rules.Quiet || t.Omission != profile.NoOmission { // the start may not be calm
				continue
			}
			after := sets[0].Play(s, t)
			setup := after.Setup()
			if seen[setup] || !calm(sets[0], setup, &scratch) {
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
				if after.Setup() != setup || !calm(r, setup, &scratch) {
					continue turn
				}
			}
			seen[setup] = true
			positions = append(positions, setup)
			to = append(to, step{int32(i), int16(k)})
			if len(to) > maxPositions {
				return to, positions
			}
		}
	}
	return to, positions
}

// calm reports whether the side on move can move and neither side, on move, could capture. It
// uses buf.
func calm(r *rules.Rules, setup board.Setup, buf *[]rules.Turn) bool {
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

// boardID identifies a board with its start; rule sets with the same boardID share openings.
func boardID(r *rules.Rules) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s", r.Grid(), positionText(r.Grid(), r.Setup())))
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
