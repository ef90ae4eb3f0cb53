package player

import (
	"errors"
	"math/rand/v2"

	"varlab/rules"
	"varlab/sim/random"
)

var searchKind = &Kind{
	Name:  "search",
	Means: "looks ahead by alpha-beta search, to a budget of turns or to a depth",
	Options: []Option{
		{Key: "nodes", Min: 1, Max: 1 << 40, Means: "turns tried in the search for each choice"},
		{Key: "depth", Min: 1, Max: maxPly / 2, Means: "turns looked ahead"},
		{Key: "noise", Min: 0, Max: 1000, Means: "each turn's score is moved by up to so many hundredths of a man"},
	},
	Check: func(s *Spec) error {
		if s.Get("nodes") == 0 && s.Get("depth") == 0 {
			return errors.New("without end (want nodes or depth)")
		}
		return nil
	},
	Random: func(s *Spec) bool { return s.Get("noise") > 0 },
	Make: func(r *rules.Rules, s *Spec) Player {
		return newSearch(r, s.Get("nodes"), s.Get("depth"), s.Get("noise"))
	},
}

const (
	maxPly   = 128
	infinity = 1 << 20
	mate     = 1 << 19 // less the ply at which the game is won
	resolved = mate - maxPly
)

// search is a principal variation search, deepened turn by turn until its budget
// is spent. Claims, deliberate defaults and waived claims are turns like any
// other. Where a line ends, captures and claims are resolved first: a settled
// state is judged by the evaluation, a due capture is made, an open claim is worth
// at least the best piece that it removes.
//
// Noise is added to the score of each turn at the root, a uniform number of
// hundredths of a man; a default gets the least of it.
//
// The same history, spec and random numbers give the same turn on every machine.
type search struct {
	r       *rules.Rules
	eval    *evaluation
	nodes   int // 0: no limit
	depth   int // 0: no limit
	noise   int
	special bool // the legal turns need the history

	h     *rules.History
	spent int
	out   bool // the budget is spent: what is being returned means nothing
	table []memo
	plies [maxPly + 1]plyBuffer
	worth [2][128][128]int32 // by side, origin, landing: how often a quiet move cut off
	roots []root
}

type plyBuffer struct {
	turns   []rules.Turn
	scores  []int
	killers [2]rules.Turn
}

// A memo is what is known of a state: the score to a depth, exact or a bound, and
// the turn that gave it.
type memo struct {
	key   uint64
	score int32
	turn  uint32 // as mark gives it
	depth int8
	bound int8 // lower, exact, upper
}

// mark tells a turn among those of its state, but for captures of as many pieces
// between the same squares: enough to try it first.
func mark(t *rules.Turn) uint32 {
	return uint32(t.From) | uint32(t.To)<<8 | uint32(t.Named)<<16 | uint32(t.Claim)<<24 | uint32(t.Captured.Len()&31)<<26
}

const noMark = ^uint32(0)

const (
	upper = iota
	exact
	lower
)

type root struct {
	turn  rules.Turn
	noise int
	score int
}

// tableFor returns a table for a budget of nodes: four places for each, within
// bounds that suit a cache and a machine.
func tableFor(nodes int) []memo {
	size := 1 << 12
	for size < 4*nodes && size < 1<<20 {
		size <<= 1
	}
	if nodes == 0 {
		size = 1 << 20
	}
	return make([]memo, size)
}

func newSearch(r *rules.Rules, nodes, depth, noise int) *search {
	return &search{
		r: r, eval: newEvaluation(r), nodes: nodes, depth: depth, noise: noise,
		special: r.CallsDraws(), table: tableFor(nodes),
	}
}

func (p *search) NewGame() {
	clear(p.table)
	p.worth = [2][128][128]int32{}
	for i := range p.plies {
		p.plies[i].killers = [2]rules.Turn{}
	}
}

func (p *search) Choose(h *rules.History, source rand.Source) (rules.Turn, error) {
	p.h, p.spent, p.out = h, 0, false
	p.roots = p.roots[:0]
	for _, t := range h.Turns() {
		n := 0
		if p.noise > 0 {
			n = random.Below(source, 2*p.noise+1) - p.noise
		}
		if t.Default != rules.NoDefault {
			// Where the turn can be replayed a default costs nothing, and noise
			// alone would have half of them made. One is made only where it is
			// better by more than noise.
			n = -p.noise
		}
		p.roots = append(p.roots, root{turn: t, noise: n})
	}
	if len(p.roots) == 1 {
		return p.roots[0].turn, nil
	}
	p.first()
	limit := p.depth
	if limit == 0 {
		limit = maxPly / 2
	}
	for depth := 1; depth <= limit && !p.out; depth++ {
		p.iterate(depth)
		if best := p.roots[0].score; best >= resolved || best <= -resolved {
			break // won or lost whatever else is found
		}
	}
	return p.roots[0].turn, nil
}

// first orders the root turns for the first iteration, in which each is only
// looked at one turn deep.
func (p *search) first() {
	for i := range p.roots {
		p.roots[i].score = p.guess(&p.roots[i].turn)
	}
	sortRoots(p.roots)
}

// sortRoots sorts by falling score; equal scores keep their order.
func sortRoots(roots []root) {
	for i := 1; i < len(roots); i++ {
		for j := i; j > 0 && roots[j].score > roots[j-1].score; j-- {
			roots[j], roots[j-1] = roots[j-1], roots[j]
		}
	}
}

// iterate searches the root turns to depth and brings the best to the front. If
// the budget ends on the way, the best of what was finished counts; the turn that
// was best before is searched first, so that it is only replaced by a better one.
func (p *search) iterate(depth int) {
	best := -infinity
	for i := range p.roots {
		root := &p.roots[i]
		// A turn counts with its noise, so that its own score has to beat less
		// or more.
		alpha := best - root.noise
		v := p.try(root.turn, depth, 0, alpha, infinity, i > 0)
		if p.out {
			if i == 0 {
				return
			}
			break
		}
		if i == 0 || v > alpha {
			root.score = v + root.noise
			best = root.score
			chosen := *root
			copy(p.roots[1:i+1], p.roots[:i])
			p.roots[0] = chosen
		}
	}
}

// try plays t and returns its score for the side that plays it. With narrow, it is
// first asked only whether it is better than alpha.
func (p *search) try(t rules.Turn, depth, ply, alpha, beta int, narrow bool) int {
	if p.nodes > 0 && p.spent >= p.nodes {
		p.out = true
		return 0
	}
	p.spent++
	mover := p.h.Now().Mover()
	p.h.Play(t)
	after := p.h.Now()
	var v int
	switch {
	case after.Mover() == mover: // an ending was accepted
		v = p.value(after, depth-1, ply+1, alpha, beta)
	case narrow:
		v = -p.value(after, depth-1, ply+1, -alpha-1, -alpha)
		if v > alpha && v < beta && !p.out {
			v = -p.value(after, depth-1, ply+1, -beta, -alpha)
		}
	default:
		v = -p.value(after, depth-1, ply+1, -beta, -alpha)
	}
	p.h.Undo()
	return v
}

// value returns the score of s, the present state, for the side on move: exact
// between alpha and beta, else a bound.
func (p *search) value(s *rules.State, depth, ply, alpha, beta int) int {
	open := s.ClaimOpen()
	special := p.special
	if o := p.h.Drawn(); o.Over() || p.h.Occurrences() > 1 {
		if !open {
			return 0
		}
		special = true // the claimant may yet do something about it
	}
	if ply >= maxPly-1 {
		return p.eval.of(s, rules.Set{})
	}
	settled := depth <= 0 && p.r.Settled(s)
	if settled && p.r.Mobility(s, s.Mover()) > 0 {
		return p.eval.of(s, rules.Set{})
	}

	key := p.r.Key(s)
	slot := &p.table[key&uint64(len(p.table)-1)]
	known := noMark
	if slot.key == key && !special {
		if int(slot.depth) >= max(depth, 0) {
			v := int(slot.score)
			switch {
			case v >= resolved:
				v -= ply
			case v <= -resolved:
				v += ply
			}
			if slot.bound == exact || slot.bound == lower && v >= beta || slot.bound == upper && v <= alpha {
				return v
			}
		}
		known = slot.turn
	}

	b := &p.plies[ply]
	if special {
		b.turns, _ = p.h.Look(b.turns[:0])
	} else {
		b.turns = p.r.Moves(b.turns[:0], *s)
	}
	if len(b.turns) == 0 {
		return p.ended(s, ply)
	}
	best := -infinity
	if depth <= 0 && !settled {
		best = p.standing(s, b.turns)
		if best >= beta {
			return best
		}
	}
	p.rate(b, s.Mover(), known)
	if len(b.turns) == 1 {
		depth++ // a forced turn costs no depth
	}
	floor, chosen := max(alpha, best), -1
	for i := range b.turns {
		b.pick(i)
		t := b.turns[i]
		if depth <= 0 && !urgent(&t) {
			continue
		}
		v := p.try(t, depth, ply, floor, beta, best > -infinity && beta-alpha > 1)
		if p.out {
			return 0
		}
		if v > best {
			best = v
			chosen = i
		}
		if v > floor {
			floor = v
		}
		if v >= beta {
			p.cut(b, s.Mover(), &t, depth)
			break
		}
	}
	if best == -infinity {
		// Only turns that a search of captures leaves out.
		return p.eval.of(s, rules.Set{})
	}
	if !special && chosen >= 0 {
		p.keep(slot, key, mark(&b.turns[chosen]), best, max(depth, 0), ply, alpha, beta)
	}
	return best
}

// ended returns the score of a state without turns.
func (p *search) ended(s *rules.State, ply int) int {
	switch p.r.Ending(s).Result {
	case rules.WinOf(s.Mover()):
		return mate - ply
	case rules.WinOf(s.Mover().Other()):
		return ply - mate
	}
	return 0
}

// standing returns what the side on move has at least, when a line ends in an
// unsettled state: if it may leave its captures, the state as it is; with a claim
// open, the state without the best piece that it may huff.
func (p *search) standing(s *rules.State, turns []rules.Turn) int {
	best := -infinity
	if !s.ClaimOpen() {
		if t := turns[0]; t.Action == rules.Quiet && t.Default == rules.NoDefault {
			best = p.eval.of(s, rules.Set{})
		}
		return best
	}
	for q := range s.Huffable().All() {
		best = max(best, p.eval.of(s, rules.SetOf(q)))
	}
	return best
}

// urgent reports whether a turn is looked at where a line ends: due captures, and
// claims that are whole turns.
func urgent(t *rules.Turn) bool {
	return t.Default == rules.NoDefault && t.Claim != rules.Huff && (t.Action == rules.Jump || t.Action == rules.Nothing)
}

// guess rates a turn before it is searched: what it takes, crowns or claims;
// defaults come last.
func (p *search) guess(t *rules.Turn) int {
	n := 0
	switch {
	case t.Default != rules.NoDefault:
		n -= 1 << 20
	case t.Claim == rules.Compel:
		n += 1 << 19
	case t.Claim == rules.Huff:
		n += 1 << 18
	}
	if t.Action == rules.Jump {
		n += 1<<16 + t.Captured.Len()<<8
	}
	if t.Promotes {
		n += 1 << 15
	}
	return n
}

func (p *search) rate(b *plyBuffer, side rules.Side, known uint32) {
	b.scores = b.scores[:0]
	for i := range b.turns {
		t := &b.turns[i]
		n := p.guess(t)
		switch {
		case known != noMark && mark(t) == known:
			n = 1 << 30
		case t.Action == rules.Quiet:
			switch *t {
			case b.killers[0]:
				n += 1<<14 + 1
			case b.killers[1]:
				n += 1 << 14
			default:
				n += int(min(p.worth[side][t.From][t.To], 1<<14-1))
			}
		}
		b.scores = append(b.scores, n)
	}
}

// pick brings the best of the turns from i on to place i.
func (b *plyBuffer) pick(i int) {
	top := i
	for j := i + 1; j < len(b.scores); j++ {
		if b.scores[j] > b.scores[top] {
			top = j
		}
	}
	b.scores[i], b.scores[top] = b.scores[top], b.scores[i]
	b.turns[i], b.turns[top] = b.turns[top], b.turns[i]
}

// cut notes a turn that was too good for the opponent.
func (p *search) cut(b *plyBuffer, side rules.Side, t *rules.Turn, depth int) {
	if t.Action != rules.Quiet {
		return
	}
	if *t != b.killers[0] {
		b.killers[0], b.killers[1] = *t, b.killers[0]
	}
	w := &p.worth[side][t.From][t.To]
	if *w += int32(depth * depth); *w >= 1<<14 {
		for from := range p.worth[side] {
			for to := range p.worth[side][from] {
				p.worth[side][from][to] /= 2
			}
		}
	}
}

// keep writes what was found into the table. A place is taken by the deeper
// search of the same state, and by any search of another.
func (p *search) keep(slot *memo, key uint64, turn uint32, best, depth, ply, alpha, beta int) {
	if slot.key == key && int(slot.depth) > depth {
		return
	}
	v := best
	switch {
	case v >= resolved:
		v += ply
	case v <= -resolved:
		v -= ply
	}
	bound := int8(exact)
	if best >= beta {
		bound = lower
	} else if best <= alpha {
		bound = upper
	}
	*slot = memo{key: key, score: int32(v), turn: turn, depth: int8(depth), bound: bound}
}
