package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// Perft counts the sequences of depth turns from s; with due, those in which no
// due capture is left untaken. Draw clauses do not enter. The last turn is
// counted without being played, and mostly without being listed.
func (r *Rules) Perft(s State, depth int, due bool) uint64 {
	if depth <= 0 {
		return 1
	}
	p := perft{r: r, due: due || r.obligation != profile.Claimable, plies: make([]perftPly, depth)}
	p.counts = r.repeatLimit == 0 && !r.passes && !r.spare &&
		(p.due || r.lapse == profile.LapseNextMove && !r.offenderChooses && !r.beforeHuff && !r.automatic)
	p.faulty = !p.due && (r.covers[profile.Partial] || r.covers[profile.Weaker])
	p.missed = r.obligation == profile.Free || !p.due && r.covers[profile.Missed]
	p.dst = make([]Turn, 0, 256)
	if p.counts && p.due && !s.compelled && !s.ClaimOpen() {
		b := r.view(&s.position)
		switch {
		case !r.narrow:
			return below[wide](&p, &b, depth)
		case r.grid.Half() == 4:
			return below[narrow4](&p, &b, depth)
		case r.grid.Half() == 5:
			return below[narrow5](&p, &b, depth)
		default:
			return below[narrow](&p, &b, depth)
		}
	}
	p.plies[0].state = s
	return p.lines(0)
}

type perft struct {
	r              *Rules
	due            bool // no turn is an omission or a claim
	counts         bool // turns can be counted without the state that they belong to
	faulty, missed bool // captures with a fault, and quiet moves beside captures, are turns
	c              capturer
	along          [directions - north]board.Set // where captures along columns and rows land
	dst            []Turn
	plies          []perftPly
}

// A perftPly is a state on the way, and its turns.
type perftPly struct {
	state State
	turns []Turn
}

// lines counts the lines from ply i on, through states.
func (p *perft) lines(i int) uint64 {
	r, at := p.r, &p.plies[i]
	last := i+1 == len(p.plies)
	if last && p.counts {
		if n, ok := p.state(&at.state); ok {
			return uint64(n)
		}
	}
	if p.due {
		at.turns = r.Due(at.turns[:0], at.state)
	} else {
		at.turns = r.moves(at.turns[:0], &at.state)
	}
	if last {
		return uint64(len(at.turns))
	}
	next := &p.plies[i+1].state
	var n uint64
	for j := range at.turns {
		*next = State{}
		r.play(next, &at.state, &at.turns[j])
		n += p.lines(i + 1)
	}
	return n
}

// state counts the turns of s, or reports false if they must be listed.
func (p *perft) state(s *State) (int, bool) {
	r := p.r
	b := r.view(&s.position)
	if s.compelled || b.own.Empty() {
		return 0, false
	}
	n := p.turns(&b)
	if p.due || !s.ClaimOpen() {
		return n, true
	}
	if n == 0 {
		return 0, false // but for claims there may be a waive
	}
	for q := range s.claim.All() {
		after := b
		after.opp, after.kings = b.opp.Without(q), b.kings.Without(q)
		if after.opp.Empty() || r.spends {
			n++
		} else {
			n += p.turns(&after)
		}
	}
	if s.compelOpen {
		p.dst = r.compels(p.dst[:0], s)
		n += len(p.dst)
	}
	return n, true
}

// turns counts the turns of b that make no claim.
func (p *perft) turns(b *view) int {
	if p.r.narrow {
		return turns[narrow](p, b)
	}
	return turns[wide](p, b)
}

func turns[W width](p *perft, b *view) int {
	var size W
	w := words(len(size))
	n, pieces := 0, board.Set{}
	if w.set(b.kings).Empty() {
		if n, pieces = menAlone[W](p, b); n > 0 && !p.missed {
			return n
		}
	} else {
		pieces = able[W](p.r, b, b.own)
	}
	switch {
	case pieces.Empty():
	case p.faulty:
		base := len(p.dst)
		p.dst, _ = p.r.marked(p.dst, b)
		n = len(p.r.covered(p.dst[base:]))
		p.dst = p.dst[:base]
	default:
		p.c.dst = p.dst
		p.c.begin(p.r, b)
		p.c.list, p.c.tally, p.c.count = true, true, 0
		find[W](&p.c, pieces)
		n = p.c.count + len(p.c.dst) - len(p.dst)
		p.dst = p.c.dst[:len(p.dst)]
	}
	if n == 0 || p.missed {
		n += mobility[W](p.r, b)
	}
	return n
}

// menAlone counts the captures of b, where men stand alone, if each is due since none
// takes more pieces than another may, or, if there are none, the quiet moves. Else it
// returns the pieces among which those with a due capture are, with 0.
func menAlone[W width](p *perft, b *view) (int, board.Set) {
	var size W
	w := words(len(size))
	r := p.r
	able, opp := w.set(b.own), w.set(b.opp)
	empty := w.set(r.squares).Minus(able).Minus(opp)
	f, half := &r.fan[b.side&1], w.half(r)
	up, down := able.And(w.set(f.up)), able.And(w.set(f.down))
	ne1, nw1, sw1, se1 := w.shift(up, half+1), w.shift(up, half), w.shift(down, -half-1), w.shift(down, -half)
	ne, nw := w.shift(ne1.And(opp), half+1).And(empty), w.shift(nw1.And(opp), half).And(empty)
	sw, se := w.shift(sw1.And(opp), -half-1).And(empty), w.shift(se1.And(opp), -half).And(empty)
	landed := ne.Or(nw).Or(sw).Or(se)
	if r.rows {
		for i := range p.along {
			by := r.difference[north+i]
			p.along[i] = w.shift(w.shift(able.And(w.set(f.along[i])), by).And(opp), by).And(empty)
			landed = landed.Or(p.along[i])
		}
	}
	if landed.Empty() {
		switch {
		case p.missed:
			return 0, landed
		case b.side == board.First:
			return ne1.And(empty).Len() + nw1.And(empty).Len(), landed
		}
		return sw1.And(empty).Len() + se1.And(empty).Len(), landed
	}
	if r.inPassing && !landed.And(w.set(r.last[b.side&1])).Empty() {
		return 0, able
	}
	// The piece jumped, which still stands there, stops nothing: no second jump leads
	// back to where the first began.
	on := jumping[W](r, b, landed)
	if on.Empty() {
		n := ne.Len() + nw.Len() + sw.Len() + se.Len()
		for i := 0; r.rows && i < len(p.along); i++ {
			n += p.along[i].Len()
		}
		return n, on
	}
	if !r.longest {
		return 0, able
	}
	if n, all := pairs[W](r, b, on, ne, nw, sw, se); all && !p.faulty {
		return n, board.Set{}
	}
	able = w.shift(ne.And(on), -2*half-2).Or(w.shift(nw.And(on), -2*half)).
		Or(w.shift(sw.And(on), 2*half+2)).Or(w.shift(se.And(on), 2*half))
	for i := 0; r.rows && i < len(p.along); i++ {
		able = able.Or(w.shift(p.along[i].And(on), -2*r.difference[north+i]))
	}
	return 0, able
}

// pairs counts the captures of two men, which begin with a jump to ne, nw, sw or se and
// go on from the squares on, if there are no longer ones and no two begin on one square.
func pairs[W width](r *Rules, b *view, on, ne, nw, sw, se board.Set) (int, bool) {
	var size W
	w := words(len(size))
	if r.rows || !ne.And(nw.Or(sw).Or(se)).Or(nw.And(sw.Or(se))).Or(sw.And(se)).And(on).Empty() {
		return 0, false
	}
	opp, own, half := w.set(b.opp), w.set(b.own), w.half(r)
	empty := w.set(r.squares).Minus(own).Minus(opp)
	f := &r.fan[b.side&1]
	n := 0
	for ; !on.Empty(); on = on.Rest() {
		at := on.Minus(on.Rest())
		up, down := at.And(w.set(f.up)), at.And(w.set(f.down))
		beyond := w.shift(w.shift(up, half+1).And(opp), half+1).Or(w.shift(w.shift(up, half).And(opp), half)).
			Or(w.shift(w.shift(down, -half-1).And(opp), -half-1)).Or(w.shift(w.shift(down, -half).And(opp), -half))
		second := beyond.And(empty)
		// A third jump does not lead back to where the first ended, but may to where
		// it began.
		after := *b
		after.own = own.Or(at).Minus(beyond)
		if !jumping[W](r, &after, second).Empty() {
			return 0, false
		}
		n += second.Len()
	}
	return n, true
}

func below[W width](p *perft, b *view, depth int) uint64 {
	if depth == 1 {
		return uint64(turns[W](p, b))
	}
	return lines[W](p, b, depth)
}

// lines counts the lines of depth turns from b, more than one, where no claim can be open and the
// turns depend on the pieces alone.
func lines[W width](p *perft, b *view, depth int) uint64 {
	var size W
	w := words(len(size))
	r := p.r
	next := view{side: b.side ^ 1, barred: noneBarred}
	var n uint64
	if able := able[W](r, b, b.own); !able.Empty() {
		base := len(p.dst)
		p.c.dst = p.dst
		p.c.begin(r, b)
		p.c.list, p.c.tally = true, false
		find[W](&p.c, able)
		p.dst = p.c.dst
		end := len(p.dst)
		for i := base; i < end; i++ {
			t := &p.dst[i]
			next.own = w.set(b.opp.Minus(t.Captured))
			next.opp, next.kings = w.set(b.own.Without(t.From).With(t.To)), w.set(b.kings.Minus(t.Captured))
			if next.kings.Has(t.From) || t.Promotes {
				next.kings = w.set(next.kings.Without(t.From).With(t.To))
			}
			n += below[W](p, &next, depth-1)
		}
		if p.dst = p.dst[:base]; end > base && !p.missed {
			return n
		}
	}
	own, kings, half := w.set(b.own), w.set(b.kings), w.half(r)
	men := own.Minus(kings)
	empty := w.set(r.squares).Minus(own).Minus(w.set(b.opp))
	last := w.set(r.last[b.side&1])
	first, second := half+1, half
	if b.side == board.Second {
		first, second = -first, -second
	}
	next.own = w.set(b.opp)
	for to := w.shift(men, first).And(empty); !to.Empty(); to = to.Rest() {
		at := to.Minus(to.Rest())
		next.opp, next.kings = own.Minus(w.shift(at, -first)).Or(at), kings.Or(at.And(last))
		n += below[W](p, &next, depth-1)
	}
	for to := w.shift(men, second).And(empty); !to.Empty(); to = to.Rest() {
		at := to.Minus(to.Rest())
		next.opp, next.kings = own.Minus(w.shift(at, -second)).Or(at), kings.Or(at.And(last))
		n += below[W](p, &next, depth-1)
	}
	for from := own.And(kings); !from.Empty(); from = from.Rest() {
		at := from.Minus(from.Rest())
		for to := reach[W](r, from.First(), empty); !to.Empty(); to = to.Rest() {
			move := at.Or(to.Minus(to.Rest()))
			next.opp, next.kings = own.Xor(move), kings.Xor(move)
			n += below[W](p, &next, depth-1)
		}
	}
	return n
}
