package rules

import "math/bits"

// A Source gives random words, all equally likely.
type Source interface{ Uint64() uint64 }

// Playouts play games of uniformly random turns. They serve one goroutine and
// reuse their buffers.
type Playouts struct {
	r       *Rules
	plain   plainGame
	turns   []Turn
	choices []choice
	dice    dice
}

// A choice is the turns of one board that begin with the same claim: captures,
// which are listed, and quiet moves, which are only counted. To list the moves of
// every board that a claim may leave, for the sake of one of them, is what makes
// claims dear.
type choice struct {
	b          board
	claim      ClaimKind
	named      Square
	begin, end int // Playouts.turns
	quiet      int
	fault      Default // of the quiet moves
	owing      Set     // pieces with a due capture
}

// NewPlayouts returns playouts under r.
func NewPlayouts(r *Rules) *Playouts {
	p := &Playouts{r: r}
	if r.one.narrow {
		p.plain = r.plainGame()
	}
	return p
}

// Play plays from s, each turn chosen from all with equal chance, until the side
// on move has none or plies turns have been played. Draw clauses do not enter. It
// returns the last state and the number of turns.
func (p *Playouts) Play(s State, plies int, g Source) (State, int) {
	n, d := 0, &p.dice
	*d = dice{Source: g}
	if p.r.plain(&s, false) {
		s, n = p.plain.play(s, plies, d)
	}
	for ; n < plies; n++ {
		t, ok := p.turn(&s, d)
		if !ok {
			return s, n
		}
		s = p.r.Play(s, t)
	}
	return s, plies
}

// turn returns a random turn of s, or false if there is none.
func (p *Playouts) turn(s *State, d *dice) (Turn, bool) {
	r := p.r
	p.turns, p.choices = p.turns[:0], p.choices[:0]
	b := r.board(&s.position)
	if s.compelled || b.own.Empty() || r.offenderChooses || r.beforeHuff || r.passes || r.automatic {
		// Rare, or counted no faster than listed.
		p.turns = r.Moves(p.turns, *s)
		if len(p.turns) == 0 {
			return Turn{}, false
		}
		return p.turns[d.pick(len(p.turns))], true
	}
	p.add(b, NoClaim, NoSquare)
	none := p.choices[0].quiet+len(p.turns) == 0
	for q := range s.claim.All() {
		left := b
		left.opp, left.kings = b.opp.Without(q), b.kings.Without(q)
		if left.opp.Empty() || r.spends {
			p.list(func(dst []Turn) []Turn { return append(dst, claimTurn(Huff, q)) })
			continue
		}
		p.add(left, Huff, q)
	}
	if s.compelOpen {
		p.list(func(dst []Turn) []Turn { return r.compels(dst, s) })
	}
	if none && s.ClaimOpen() && p.count() > 0 {
		p.list(func(dst []Turn) []Turn { return append(dst, claimTurn(Waive, NoSquare)) })
	}
	n := p.count()
	if n == 0 {
		return Turn{}, false
	}
	return p.nth(d.pick(n), s.held[b.side]), true
}

func (p *Playouts) count() int {
	n := len(p.turns)
	for i := range p.choices {
		n += p.choices[i].quiet
	}
	return n
}

// list adds turns that are listed whole.
func (p *Playouts) list(turns func([]Turn) []Turn) {
	begin := len(p.turns)
	p.turns = turns(p.turns)
	p.choices = append(p.choices, choice{begin: begin, end: len(p.turns)})
}

// add adds the turns that follow a claim on b.
func (p *Playouts) add(b board, claim ClaimKind, named Square) {
	r := p.r
	c := choice{b: b, claim: claim, named: named, begin: len(p.turns)}
	if r.obligation == claimed && (r.covers[Partial] || r.covers[Weaker]) {
		p.turns, c.owing = r.marked(p.turns, &b)
		p.turns = p.turns[:c.begin+len(r.covered(p.turns[c.begin:]))]
	} else {
		p.turns, _, _ = r.due(p.turns, &b)
		c.owing = origins(p.turns[c.begin:])
	}
	switch {
	case c.owing.Empty() || r.obligation == free:
		c.quiet = r.countQuiet(&b)
	case r.obligation == claimed:
		if r.covers[Missed] {
			c.quiet, c.fault = r.countQuiet(&b), Missed
		}
	}
	c.end = len(p.turns)
	p.choices = append(p.choices, c)
}

// nth returns the kth turn of the choices. held is as duty.held.
func (p *Playouts) nth(k int, held Set) Turn {
	r := p.r
	for i := range p.choices {
		c := &p.choices[i]
		captures := c.end - c.begin
		if k >= captures+c.quiet {
			k -= captures + c.quiet
			continue
		}
		var t Turn
		if k < captures {
			t = p.turns[c.begin+k]
			if t.Action == Nothing {
				return t
			}
		} else {
			t = r.nthQuiet(&c.b, k-captures, c.fault)
		}
		t.Claim, t.Named = c.claim, c.named
		if t.Default != NoDefault && r.huff {
			t.Huffable = r.atFault(&t, c.owing, r.blame(c.owing, r.capable(&c.b, c.owing), held))
		}
		return t
	}
	panic("rules: fewer turns than were counted")
}

// countQuiet returns the number of moves without capture.
func (r *Rules) countQuiet(b *board) int {
	empty := r.squares.Minus(b.own).Minus(b.opp)
	men, kings := b.own.Minus(b.kings), b.movableKings()
	n := 0
	for _, d := range r.manSteps[b.side] {
		n += men.shift(r.difference[d]).And(empty).Len()
	}
	if kings.Empty() {
		return n
	}
	for _, d := range kingSteps {
		// No two kings reach one square in one direction: the first is in the way.
		to := kings.shift(r.difference[d]).And(empty)
		n += to.Len()
		for r.flying && !to.Empty() {
			to = to.shift(r.difference[d]).And(empty)
			n += to.Len()
		}
	}
	return n
}

// nthQuiet returns the nth move without capture, in no order that means anything,
// as the given default.
func (r *Rules) nthQuiet(b *board, n int, fault Default) Turn {
	empty := r.squares.Minus(b.own).Minus(b.opp)
	t := Turn{Action: Quiet, Default: fault, Named: NoSquare, Offers: NoSquare}
	men := b.own.Minus(b.kings)
	for _, d := range r.manSteps[b.side] {
		by := r.difference[d]
		to := men.shift(by).And(empty)
		if m := to.Len(); n >= m {
			n -= m
			continue
		}
		t.To = to.nth(n)
		t.From = Square(int(t.To) - by)
		t.Promotes = r.last[b.side].Has(t.To) && r.crowns(b)
		return t
	}
	for q := range b.movableKings().All() {
		to := r.reach(q, b.own.Or(b.opp))
		if m := to.Len(); n >= m {
			n -= m
			continue
		}
		t.From, t.To = q, to.nth(n)
		return t
	}
	panic("rules: fewer moves than were counted")
}

// movableKings returns the kings of the side on move that may move without
// capture.
func (b *board) movableKings() Set {
	kings := b.own.And(b.kings)
	if q := b.barred[b.side]; q != NoSquare {
		kings = kings.Without(q)
	}
	return kings
}

// nth returns the nth square of s, from 0, in ascending order.
func (s Set) nth(n int) Square {
	for ; n > 0; n-- {
		s = s.Without(s.First())
	}
	return s.First()
}

// dice draw numbers from the words of a Source.
type dice struct {
	Source
	word uint64
	left int // numbers that may still be drawn from word
}

// pick returns a number below n. What a draw leaves of a word is as random as the
// word was, less the bits of n, and is drawn from again, but not for long lists, so
// that no number is favoured by more than n in 2^32.
func (d *dice) pick(n int) int {
	if d.left == 0 || n > 1<<8 {
		d.roll()
	}
	return d.below(n)
}

// roll takes a new word, for four draws.
//
//go:noinline
func (d *dice) roll() { d.word, d.left = d.Uint64(), 4 }

// below returns a number below n, at most 256, where a draw is left.
func (d *dice) below(n int) int {
	d.left--
	hi, lo := bits.Mul64(d.word, uint64(n))
	d.word = lo
	return int(hi)
}
