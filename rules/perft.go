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
	p := perft{r: r, depth: depth, due: due || r.profile.Capture.Obligation != profile.Claimable, plies: make([]perftPly, depth)}
	p.counts = s.runs == [2]uint8{} && !r.passes && !r.spare && !r.byPiece &&
		(p.due || r.profile.Claim.Lapse == profile.LapseNextMove && !r.offenderChooses && !r.beforeHuff && !r.must && !r.allGo)
	p.faulty = !p.due && (r.covers[profile.Partial] || r.covers[profile.Weaker])
	p.missed = r.profile.Capture.Obligation == profile.Free || !p.due && r.covers[profile.Missed]
	p.dst = make([]Turn, 0, 256)
	if p.counts && p.due && !s.compelled && !s.ClaimOpen() && r.fewest == 1 {
		b := r.view(&s.position)
		switch {
		case !r.narrow:
			return lines[wide](&p, b.own, b.opp, b.kings, b.side)
		case r.grid.Half() == 4:
			return lines[narrow4](&p, b.own, b.opp, b.kings, b.side)
		case r.grid.Half() == 5:
			return lines[narrow5](&p, b.own, b.opp, b.kings, b.side)
		default:
			return lines[narrow](&p, b.own, b.opp, b.kings, b.side)
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
	h              hunt
	along          [directions - north]board.Set // where captures along columns and rows land
	dst            []Turn
	depth          int // turns to go
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
	if s.compelled || r.few(b.own) || b.barred != noneBarred {
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
		if r.few(after.opp) || r.spends {
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
		return turns[narrow](p, b.own, b.opp, b.kings, b.side)
	}
	return turns[wide](p, b.own, b.opp, b.kings, b.side)
}

// listed counts turns where captures are listed, those of pieces, all of which may have one.
func listed[W width](p *perft, own, opp, kings board.Set, side board.Side, pieces board.Set) (n int) {
	var size W
	w := words(len(size))
	b := view{side, w.set(own), w.set(opp), w.set(kings), noneBarred}
	switch {
	case pieces.Empty():
	case p.faulty:
		base := len(p.dst)
		p.dst, _ = p.r.marked(p.dst, &b)
		n = len(p.r.covered(p.dst[base:]))
		p.dst = p.dst[:base]
	default:
		base := len(p.dst)
		n = dues[W](p, &b, pieces, true) + len(p.dst) - base
		p.dst = p.dst[:base]
	}
	if n == 0 || p.missed {
		n += mobility[W](p.r, &b.own, &b.opp, &b.kings, b.side, board.NoSquare)
	}
	return n
}

// menAlone reports whether own are men, to whom the opponent's kings, if any, are as men.
func (p *perft) menAlone(own, kings board.Set) bool {
	return kings.Empty() || own.And(kings).Empty() && p.r.alike
}

// dues lists the due captures of pieces; with tally, it counts those that have but one route
// instead.
func dues[W width](p *perft, b *view, pieces board.Set, tally bool) (count int) {
	if p.r.usual {
		p.h.dst = p.dst
		p.h.begin(p.r, b)
		p.h.tally = tally
		p.h.find(b.own.Lo, pieces.Lo)
		p.dst = p.h.dst
		return p.h.count
	}
	p.c.dst = p.dst
	p.c.begin(p.r, b)
	p.c.list, p.c.tally, p.c.count = true, tally, 0
	find[W](&p.c, pieces)
	p.dst = p.c.dst
	return p.c.count
}

// turns counts the turns of own that make no claim. Captures of men that stand alone are
// counted by the set if each is due, since none takes more pieces than another may.
func turns[W width](p *perft, own, opp, kings board.Set, side board.Side) (n int) {
	var size W
	w := words(len(size))
	r := p.r
	if !p.menAlone(own, kings) {
		b := view{side, w.set(own), w.set(opp), w.set(kings), noneBarred}
		return listed[W](p, own, opp, kings, side, hunters[W](r, &b))
	}
	able := w.set(own)
	opp = w.set(opp)
	empty := w.set(r.squares).Minus(able).Minus(opp)
	f, half := &r.fan[side&1], w.half(r)
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
			return listed[W](p, own, opp, kings, side, landed)
		case side == board.First:
			return ne1.And(empty).Len() + nw1.And(empty).Len()
		}
		return sw1.And(empty).Len() + se1.And(empty).Len()
	}
	if r.inPassing && !landed.And(w.set(r.last[side&1])).Empty() {
		return listed[W](p, own, opp, kings, side, able)
	}
	// The piece jumped, which still stands there, stops nothing: no second jump leads
	// back to where the first began.
	var none board.Set // no kings
	on := jumping[W](r, &able, &opp, &none, side, landed)
	if on.Empty() {
		n = ne.Len() + nw.Len() + sw.Len() + se.Len()
		for i := 0; r.rows && i < len(p.along); i++ {
			n += p.along[i].Len()
		}
		return n + p.quiet(own, opp, side)
	}
	if !r.longest {
		return listed[W](p, own, opp, kings, side, able)
	}
	seen, twice := ne.Or(nw), ne.And(nw)
	seen, twice = seen.Or(sw), twice.Or(seen.And(sw))
	seen, twice = seen.Or(se), twice.Or(seen.And(se))
	for i := 0; r.rows && i < len(p.along); i++ {
		seen, twice = seen.Or(p.along[i]), twice.Or(seen.And(p.along[i]))
	}
	if twice.And(on).Empty() && !p.faulty {
		if n, all := pairs[W](r, able, opp, side, on); all {
			return n + p.quiet(own, opp, side)
		}
	}
	able = w.shift(ne.And(on), -2*half-2).Or(w.shift(nw.And(on), -2*half)).
		Or(w.shift(sw.And(on), 2*half+2)).Or(w.shift(se.And(on), 2*half))
	for i := 0; r.rows && i < len(p.along); i++ {
		able = able.Or(w.shift(p.along[i].And(on), -2*r.difference[north+i]))
	}
	return listed[W](p, own, opp, kings, side, able)
}

// quiet counts the quiet moves of men that may be played though a capture is due.
func (p *perft) quiet(own, opp board.Set, side board.Side) int {
	if !p.missed {
		return 0
	}
	var none board.Set // no kings
	if p.r.narrow {
		return mobility[narrow](p.r, &own, &opp, &none, side, board.NoSquare)
	}
	return mobility[wide](p.r, &own, &opp, &none, side, board.NoSquare)
}

// pairs counts the captures of two men, which go on from the squares on, if there are
// no longer ones.
func pairs[W width](r *Rules, own, opp board.Set, side board.Side, on board.Set) (n int, all bool) {
	var size W
	w := words(len(size))
	half := w.half(r)
	own, opp = w.set(own), w.set(opp)
	var none board.Set // no kings
	empty := w.set(r.squares).Minus(own).Minus(opp)
	f := &r.fan[side&1]
	for ; !on.Empty(); on = w.rest(on) {
		at := w.one(on)
		up, down := at.And(w.set(f.up)), at.And(w.set(f.down))
		beyond := w.shift(w.shift(up, half+1).And(opp), half+1).Or(w.shift(w.shift(up, half).And(opp), half)).
			Or(w.shift(w.shift(down, -half-1).And(opp), -half-1)).Or(w.shift(w.shift(down, -half).And(opp), -half))
		for i := 0; r.rows && i < len(f.along); i++ {
			by := r.difference[north+i]
			beyond = beyond.Or(w.shift(w.shift(at.And(w.set(f.along[i])), by).And(opp), by))
		}
		second := beyond.And(empty)
		// A third jump does not lead back to where the first ended, but may to where
		// it began.
		after := own.Or(at).Minus(beyond)
		if !jumping[W](r, &after, &opp, &none, side, second).Empty() {
			return 0, false
		}
		n += second.Len()
	}
	return n, true
}

// through counts the lines of p.depth turns from b through states.
func (p *perft) through(b *view) uint64 {
	s := State{position: position{kings: b.kings, mover: b.side, last: noneBarred}, named: board.NoSquare}
	s.pieces[b.side], s.pieces[b.side^1] = b.own, b.opp
	q := perft{r: p.r, due: p.due, counts: true, missed: p.missed, plies: make([]perftPly, p.depth)}
	q.plies[0].state = s
	return q.lines(0)
}

// lines counts the lines of p.depth turns from own against opp, where
// no claim can be open and the turns depend on the pieces alone.
func lines[W width](p *perft, own, opp, kings board.Set, side board.Side) (n uint64) {
	var size W
	w := words(len(size))
	if p.depth == 1 {
		return uint64(turns[W](p, own, opp, kings, side))
	}
	own, opp, kings = w.set(own), w.set(opp), w.set(kings)
	r := p.r
	b := view{side, own, opp, kings, noneBarred}
	if limit := int(r.repeatLimit); limit > 0 && p.depth > 2*limit && !kings.Empty() {
		return p.through(&b) // a king may come to be barred
	}
	p.depth--
	half := w.half(r)
	empty := w.set(r.squares).Minus(own).Minus(opp)
	last := w.set(r.last[side&1])
	var able board.Set
	jumps := true
	if !r.rows && p.menAlone(own, kings) {
		// Men that jump once each need not be listed.
		f := &r.fan[side&1]
		up, down := own.And(w.set(f.up)), own.And(w.set(f.down))
		landed := [4]board.Set{
			w.shift(w.shift(up, half+1).And(opp), half+1).And(empty), w.shift(w.shift(up, half).And(opp), half).And(empty),
			w.shift(w.shift(down, -half-1).And(opp), -half-1).And(empty), w.shift(w.shift(down, -half).And(opp), -half).And(empty),
		}
		all := landed[0].Or(landed[1]).Or(landed[2]).Or(landed[3])
		jumps = !all.Empty()
		if jumps {
			able = w.shift(landed[0], -2*half-2).Or(w.shift(landed[1], -2*half)).Or(w.shift(landed[2], 2*half+2)).Or(w.shift(landed[3], 2*half))
		}
		if jumps && !(r.inPassing && !all.And(last).Empty()) && jumping[W](r, &own, &opp, &kings, side, all).Empty() {
			for i, by := range [4]int{half + 1, half, -half - 1, -half} {
				for to := landed[i]; !to.Empty(); to = w.rest(to) {
					at := w.one(to)
					over := w.shift(at, -by)
					after := own.Minus(w.shift(over, -by)).Or(at)
					if p.depth == 1 {
						n += uint64(turns[W](p, opp.Minus(over), after, kings.Minus(over).Or(at.And(last)), side^1))
					} else {
						n += lines[W](p, opp.Minus(over), after, kings.Minus(over).Or(at.And(last)), side^1)
					}
				}
			}
			if jumps, able = false, (board.Set{}); !p.missed {
				p.depth++
				return n
			}
		}
	}
	if jumps && able.Empty() {
		able = hunters[W](r, &b)
	}
	if !able.Empty() {
		base := len(p.dst)
		dues[W](p, &b, able, false)
		end := len(p.dst)
		for i := base; i < end; i++ {
			t := &p.dst[i]
			after, left := w.with(own.Without(t.From), t.To), w.set(kings.Minus(t.Captured))
			if w.has(left, t.From) || t.Promotes {
				left = w.with(left.Without(t.From), t.To)
			}
			n += lines[W](p, w.set(opp.Minus(t.Captured)), after, left, side^1)
		}
		if p.dst = p.dst[:base]; end > base && !p.missed {
			p.depth++
			return n
		}
	}
	for _, by := range [2]int{half + 1, half} {
		if side == board.Second {
			by = -by
		}
		for to := w.shift(own.Minus(kings), by).And(empty); !to.Empty(); to = w.rest(to) {
			at := w.one(to)
			after := own.Minus(w.shift(at, -by)).Or(at)
			if p.depth == 1 {
				n += uint64(turns[W](p, opp, after, kings.Or(at.And(last)), side^1))
			} else {
				n += lines[W](p, opp, after, kings.Or(at.And(last)), side^1)
			}
		}
	}
	for from := own.And(kings); !from.Empty(); from = w.rest(from) {
		at := w.one(from)
		for to := reach[W](r, w.low(from), empty); !to.Empty(); to = w.rest(to) {
			move := at.Or(w.one(to))
			n += lines[W](p, opp, own.Xor(move), kings.Xor(move), side^1)
		}
	}
	p.depth++
	return n
}
