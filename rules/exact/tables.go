package exact

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// Tables are the values of some materials under one rule set. Any number of goroutines may
// probe them while none builds.
type Tables struct {
	r       *rules.Rules
	b       *layout
	hash    string // of the rules
	refused error  // why these rules have no tables; nil if they have
	dir     string
	sides   map[Pieces]*side
	known   []*table // by Material.place
	most    int      // pieces of a known material

	claims   bool // captures may be left, and claimed
	must     bool // a player who notices has to claim
	free     bool
	passes   bool
	simple   bool // huffs are looked up, without a list of the rules' turns
	spends   bool // a huff is a turn
	named    bool // a compel names a piece
	compel   bool
	fewest   int
	kingWins bool
	noMover  code // if the side on move has too few pieces
	noOthers code // if the other side has too few
}

// A table holds the codes of a material by number: the number of the first side's placement
// times the number of the other side's placements, plus the other's number.
type table struct {
	material Material
	sides    [2]*side
	narrow   []uint8
	wide     []uint16
}

const narrowEnd = 0xff // drawnEnd in a narrow table

func (t *table) len() int { return t.sides[0].size * t.sides[1].size }

func (t *table) code(n int) code {
	if t.wide != nil {
		return code(t.wide[n])
	}
	c := t.narrow[n]
	if c == narrowEnd {
		return drawnEnd
	}
	return code(c)
}

// ErrStates says that a rule set, or a material, has no tables because the value of a position
// depends on more than the places of the pieces.
var ErrStates = errors.New("the value of a position depends on more than its pieces")

// New prepares tables under r, kept in files under dir, or in memory alone if dir is empty.
// Accepts says which materials can have tables.
func New(r *rules.Rules, dir string) *Tables {
	p := r.Profile()
	c := &p.Claim
	t := &Tables{r: r, b: newLayout(r), hash: Hash(r), dir: dir, sides: map[Pieces]*side{}, known: make([]*table, places)}
	t.claims = p.Capture.Obligation == profile.Claimable
	t.free = p.Capture.Obligation == profile.Free
	t.passes = p.Ending.NoMoves == profile.Passes
	t.spends, t.named = c.HuffTurn == profile.SpendsTurn, c.CompelChoice == profile.Claimant
	t.must = profile.MustHuff(p)
	t.compel = slices.Contains(c.Remedies, profile.CompelRemedy)
	t.simple = c.OwnDuty != profile.BeforeHuff && c.CompelChoice != profile.SamePiece && c.Number != profile.HuffAll
	t.fewest, t.noMover = r.Fewest(), noPieces(r)
	t.kingWins = p.Ending.FirstKing == profile.KingWins
	t.noOthers = t.noMover.turned()
	var round board.Set
	for q := range r.PromotionSquares(board.First).All() {
		round = round.With(t.b.square(board.Second, t.b.ordinal[q]))
	}
	switch {
	case t.claims && c.Lapse != profile.LapseNextMove:
		t.refused = fmt.Errorf("claim.lapse = %q: %w: which pieces can still be huffed is part of it (want \"next-move\")", profile.AxisOf("claim.lapse").Get(p), ErrStates)
	case round != r.PromotionSquares(board.Second):
		t.refused = fmt.Errorf("promotion.squares: %w: whose they are is part of it (want squares that are the other side's once the board is turned round)", ErrStates)
	}
	return t
}

// Rules returns the rules of the tables.
func (t *Tables) Rules() *rules.Rules { return t.r }

// Accepts reports why there can be no table of m, or nil.
func (t *Tables) Accepts(m Material) error {
	p := t.r.Profile()
	switch {
	case t.refused != nil:
		return t.refused
	case m[0].Len() == 0 || m[1].Len() == 0:
		return fmt.Errorf("%s: a side without pieces has lost its game already (want pieces on both sides)", m)
	case p.King.RepeatLimit > 0 && m.mixes():
		return fmt.Errorf("king.repeat_limit = %d: %w: how often a king has moved in a row is part of it where men stand beside kings, as can come to be in %s", p.King.RepeatLimit, ErrStates, m)
	}
	if err := t.room(m); err != nil {
		return err
	}
	for _, side := range m {
		if side.Men > maxPieces || side.Kings > maxPieces || side.Len() > maxPieces {
			return fmt.Errorf("%s: too many pieces (want at most %d on a side)", m, maxPieces)
		}
		if t.b.most*side.Len() > mostCount {
			return fmt.Errorf("%s: a side can have more than %d moves (want fewer pieces)", m, mostCount)
		}
	}
	if p.Promotion.SpareMan == profile.SpareRequired {
		setup := t.r.Setup()
		for side := range 2 {
			stock := setup.Men[side].Len() + 2*setup.Kings[side].Len()
			if most := max(m[0].Len(), m[1].Len()); 2*most > stock {
				return fmt.Errorf("promotion.spare_man: %w: with %d men at the start, one of %d pieces may wait for another to crown it", ErrStates, stock, most)
			}
		}
	}
	return nil
}

func (t *Tables) room(m Material) error {
	if m.Len() > t.b.n {
		return fmt.Errorf("%s: too many pieces (want at most %d: the board has no more squares)", m, t.b.n)
	}
	if t.uncrowned(m) {
		return fmt.Errorf("%s: a king, though no man is ever crowned (want men alone)", m)
	}
	for _, side := range m {
		if free := t.b.n - t.r.PromotionSquares(board.First).Len(); side.Men > free {
			return fmt.Errorf("%s: too many men on a side (want at most %d: on all other squares they are crowned)", m, free)
		}
	}
	return nil
}

// uncrowned reports whether m has a king though no man is ever crowned.
func (t *Tables) uncrowned(m Material) bool {
	return t.r.Profile().Promotion.When == profile.Never && m[0].Kings+m[1].Kings > 0
}

// Placeable returns the materials of ms for which the board has room.
func (t *Tables) Placeable(ms []Material) []Material {
	return slices.DeleteFunc(slices.Clone(ms), func(m Material) bool { return t.room(m) != nil })
}

// Accepted returns the materials with at most that many pieces that can have tables, or why
// there are none. refused says why some others, the smallest first, have none; nil if all
// endings so small have tables.
func (t *Tables) Accepted(pieces int) (ms []Material, refused, err error) {
	for _, m := range t.Placeable(UpTo(pieces)) {
		if why := t.Accepts(m); why == nil {
			ms = append(ms, m)
		} else if refused == nil {
			refused = why
		}
	}
	if len(ms) == 0 {
		return nil, refused, refused
	}
	return ms, refused, nil
}

func (t *Tables) newTable(m Material) *table {
	tb := &table{material: m}
	for i, p := range m {
		if t.sides[p] == nil {
			t.sides[p] = t.b.newSide(p)
		}
		tb.sides[i] = t.sides[p]
	}
	return tb
}

func (t *Tables) learn(tables []*table) {
	for _, tb := range tables {
		t.known[tb.material.place()] = tb
		t.most = max(t.most, tb.material.Len())
	}
}

// Has reports whether the tables of m exist, for either side on move.
func (t *Tables) Has(m Material) bool { return t.table(m) != nil && t.table(m.Swapped()) != nil }

// table returns the table of m, or nil.
func (t *Tables) table(m Material) *table {
	if m[0].Len() > maxPieces || m[1].Len() > maxPieces {
		return nil
	}
	return t.known[m.place()]
}

// Positions returns the size of the tables of m with either side on move: placements, and some
// numbers without a placement.
func (t *Tables) Positions(m Material) (int, error) {
	n := int64(1)
	for _, p := range m {
		ways, err := t.b.ways(p)
		if err != nil {
			return 0, err
		}
		n *= int64(ways)
	}
	if m[0] != m[1] {
		n *= 2
	}
	return int(min(n, math.MaxInt)), nil
}

// find returns the code of p, which has no open claim, and whether it is known.
func (t *Tables) find(p *placement) (code, bool) {
	if c, over := t.over(p.pieces); over {
		return c, true
	}
	tb := t.table(p.pieces)
	if tb == nil {
		return drawn, false
	}
	if t.waits(p) {
		return drawn, false
	}
	return tb.code(t.number(p, tb)), true
}

// waits reports whether a man stands where it would be crowned. Under these rules such a
// placement is no position.
func (t *Tables) waits(p *placement) bool { return t.b.waits(p.men(0)) || t.b.waits(p.men(1)) }

// over returns the code of a material with which the game has ended, and whether it has: a
// side has too few pieces to play on, or there is a king where the first one wins.
func (t *Tables) over(m Material) (code, bool) {
	switch own, other := m[0].Len(), m[1].Len(); {
	case other < min(own, t.fewest):
		return t.noOthers, true
	case own < t.fewest:
		return t.noMover, true
	case t.kingWins && m[1].Kings > 0:
		return lostEnd, true
	case t.kingWins && m[0].Kings > 0:
		return wonEnd, true
	}
	return drawn, false
}

func (t *Tables) number(p *placement, tb *table) int {
	return t.b.number(p, 0, tb.sides[0].kings)*tb.sides[1].size + t.b.number(p, 1, tb.sides[1].kings)
}

// lookup is find for a material whose table has been built.
func (t *Tables) lookup(p *placement) code {
	c, ok := t.find(p)
	if !ok {
		panic(fmt.Sprintf("exact: no table of %s", Material(p.pieces)))
	}
	return c
}

// state returns p as the first mover's.
func (t *Tables) state(p *placement) rules.State {
	s, err := t.r.Position(t.b.setup(p, board.First))
	if err != nil {
		panic(fmt.Sprintf("exact: %v", err))
	}
	return s
}

// after returns p, in which the first mover is on move, after a turn without claim.
func (t *Tables) after(p *placement, turn *rules.Turn) placement {
	n := *p
	if turn.Action == rules.Quiet || turn.Action == rules.Capture {
		for q := range turn.Captured.All() {
			n.remove(1, t.b.turned(t.b.ordinal[q]))
		}
		king := n.remove(0, t.b.ordinal[turn.From])
		n.add(0, t.b.ordinal[turn.To], king || turn.Promotes)
	}
	n.swap()
	return n
}
