package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file plays random games with claims, and all that are played on two words. As
// on one word without claims, most turns are never listed: jumps that end a capture,
// and quiet moves, are counted by the word and drawn from there. Captures of several
// pieces, and of kings who come from afar, are listed. A perft counts its last turn
// likewise.

// drawn reports whether random games under r are played by a walker.
func (r *Rules) drawn() bool {
	return r.obligation != profile.Free && len(r.kingJump) == 4 && r.repeatLimit == 0 && r.lapse == profile.LapseNextMove &&
		!r.offenderChooses && !r.beforeHuff && !r.automatic && !r.passes && !r.spare
}

// drawnGame returns a walker: with due, of the compulsory twin.
func (r *Rules) drawnGame(due bool) drawnGame {
	switch half := r.grid.Half(); {
	case !r.one.narrow && half == 5:
		return newWalker[wide5](r, due)
	case !r.one.narrow:
		return newWalker[wide6](r, due)
	case half == 2:
		return newWalker[width2](r, due)
	case half == 3:
		return newWalker[width3](r, due)
	case half == 4:
		return newWalker[width4](r, due)
	case half == 5:
		return newWalker[width5](r, due)
	default:
		return newWalker[width6](r, due)
	}
}

// drawnGame is what a walker does, whatever its spread.
type drawnGame interface {
	count(s *State) (int, bool)
	games(s State, plies int, g *dice) (State, int)
}

// A walker plays random turns.
type walker[W spread] struct {
	r        *Rules
	up, down [2]board.Set // by side: all squares if men take upwards, downwards; else none
	rise     [2]board.Set // by side: all squares if men walk upwards; else none
	hop      board.Set    // all squares where kings take and walk as men do but in all directions; else none
	claims   bool         // turns may open with one
	uneven   bool         // it matters to the captures of men whether there are kings
	faulty   bool         // captures with a fault may be played
	missed   bool         // and quiet moves where a capture is due
	turns    []Turn
	options  []option
}

// An option is the turns of one board, with the claim that leads to it.
type option struct {
	opp, kings      board.Set
	huff            board.Square // or NoSquare
	jumps           [4]board.Set // by direction: where captures land, if they are not listed
	begin, end      int          // walker.turns
	owing           board.Set    // where captures are listed: the pieces with a due one
	captures, quiet int
	listed          bool
}

func newWalker[W spread](r *Rules, due bool) *walker[W] {
	w := &walker[W]{
		r: r, uneven: !r.ranking.alike() || r.sparesKings,
		claims: !due,
		faulty: !due && r.obligation == profile.Claimable && (r.covers[profile.Partial] || r.covers[profile.Weaker]),
		missed: !due && r.obligation == profile.Claimable && r.covers[profile.Missed],
	}
	for side := board.First; side <= board.Second; side++ {
		if side == board.First || len(r.manJumps[side]) == 4 {
			w.up[side] = r.squares
		}
		if side == board.Second || len(r.manJumps[side]) == 4 {
			w.down[side] = r.squares
		}
	}
	w.rise[board.First] = r.squares
	if !r.flying && !r.file {
		w.hop = r.squares
	}
	return w
}

// games plays random turns from s, as Playouts.Play does.
func (w *walker[W]) games(s State, plies int, g *dice) (State, int) {
	for n := range plies {
		if !w.turn(&s, g) {
			return s, n
		}
	}
	return s, plies
}

// turn plays a random turn of s, and reports whether there was one.
func (w *walker[W]) turn(s *State, g *dice) bool {
	n, ok := w.count(s)
	switch {
	case !ok:
		return w.rare(s, g)
	case n == 0:
		return false
	}
	k := g.pick(n)
	for i := range w.options {
		o := &w.options[i]
		if m := o.captures + o.quiet; k >= m {
			k -= m
			continue
		}
		w.play(s, o, k)
		return true
	}
	w.turns = w.r.compels(w.turns[:0], s)
	*s = w.r.Play(*s, w.turns[k])
	return true
}

// count finds the options of s, and returns the number of its turns; those are of
// the options, and then compels. It reports false if they must be listed.
func (w *walker[W]) count(s *State) (int, bool) {
	side := s.mover
	own, opp := s.pieces[side], s.pieces[side.Other()]
	if s.compelled || own.Empty() {
		return 0, false
	}
	w.turns = w.turns[:0]
	w.options = w.options[:0]
	n := w.add(own, opp, s.kings, side, board.NoSquare)
	if !w.claims || !s.ClaimOpen() {
		return n, true
	}
	if n == 0 {
		return 0, false
	}
	for claim := s.claim; !claim.Empty(); claim = claim.Rest() {
		q := claim.First()
		n += w.add(own, opp.Without(q), s.kings.Without(q), side, q)
	}
	switch {
	case !s.compelOpen:
	case w.r.namesPiece:
		b := w.r.view(&s.before)
		n += w.r.owing(&b, nil).Len()
	default:
		n++
	}
	return n, true
}

// rare plays a random turn of those that are listed.
func (w *walker[W]) rare(s *State, g *dice) bool {
	w.turns = w.r.moves(w.turns[:0], s)
	if len(w.turns) == 0 {
		return false
	}
	*s = w.r.Play(*s, w.turns[g.pick(len(w.turns))])
	return true
}

// add adds an option, and returns the number of its turns.
func (w *walker[W]) add(own, opp, kings board.Set, side board.Side, huff board.Square) int {
	i := len(w.options)
	if i < cap(w.options) {
		w.options = w.options[:i+1]
	} else {
		w.options = append(w.options, option{})
	}
	o := &w.options[i]
	o.opp, o.kings, o.huff = opp, kings, huff
	if huff != board.NoSquare && (w.r.spends || opp.Empty()) {
		o.listed, o.captures, o.quiet = true, 1, 0
		o.begin, o.end = len(w.turns), len(w.turns)+1
		w.turns = append(w.turns, claimTurn(Huff, huff))
		return 1
	}
	w.look(o, own, side)
	return o.captures + o.quiet
}

// look counts the turns of an option.
func (w *walker[W]) look(o *option, own board.Set, side board.Side) {
	var size W
	h := span(len(size))
	own, opp, kings := h.set(own), h.set(o.opp), h.set(o.kings)
	empty := h.set(w.r.squares).Minus(own).Minus(opp)
	men, royal := own.Minus(kings), own.And(kings)
	hop := royal.And(w.hop)
	up, down := men.And(w.up[side&1]).Or(hop), men.And(w.down[side&1]).Or(hop)
	a, b := h.ne(h.ne(up).And(opp)).And(empty), h.nw(h.nw(up).And(opp)).And(empty)
	c, d := h.sw(h.sw(down).And(opp)).And(empty), h.se(h.se(down).And(opp)).And(empty)
	landed := a.Or(b).Or(c).Or(d)
	listed := false
	o.captures = 0
	if !landed.Empty() {
		// The piece jumped, which still stands there, stops nothing: no second jump
		// leads back to where the first began.
		above := h.sw(h.sw(empty).And(opp)).Or(h.se(h.se(empty).And(opp)))
		below := h.ne(h.ne(empty).And(opp)).Or(h.nw(h.nw(empty).And(opp)))
		if hop.Empty() {
			above, below = above.And(w.up[side&1]), below.And(w.down[side&1])
		}
		on := landed.And(above.Or(below))
		listed = !on.Empty() || w.uneven && !kings.Empty() || w.r.inPassing && !landed.And(w.r.last[side&1]).Empty()
		o.captures = a.Len() + b.Len() + c.Len() + d.Len()
	}
	rise := men.And(w.rise[side&1])
	fall := men.Minus(rise).Or(hop)
	rise = rise.Or(hop)
	o.quiet = h.ne(rise).And(empty).Len() + h.nw(rise).And(empty).Len() +
		h.sw(fall).And(empty).Len() + h.se(fall).And(empty).Len()
	if royal != hop {
		if w.afar(o, royal, opp, empty) {
			listed = true
		}
	}
	o.jumps = [4]board.Set{a, b, c, d}
	if o.listed = listed; listed {
		w.list(o, own, side)
	}
	if !w.missed && o.captures > 0 {
		o.quiet = 0
	}
}

// afar counts the quiet moves of kings, and reports whether they may have captures.
func (w *walker[W]) afar(o *option, kings, opp, empty board.Set) bool {
	var size W
	h := span(len(size))
	takes := false
	for _, by := range w.r.difference[:4] {
		// No two kings reach one square in one direction: the first is in the way.
		to := h.by(kings, by)
		met := to.And(opp)
		for to = to.And(empty); !to.Empty(); to = to.And(empty) {
			o.quiet += to.Len()
			if !w.r.flying {
				break
			}
			to = h.by(to, by)
			met = met.Or(to.And(opp))
		}
		if w.r.file {
			takes = takes || !met.Empty()
		} else {
			takes = takes || !h.by(met, by).And(empty).Empty()
		}
	}
	return takes
}

// list lists the captures of an option.
func (w *walker[W]) list(o *option, own board.Set, side board.Side) {
	b := board128(own, o.opp, o.kings, side)
	o.begin = len(w.turns)
	if w.faulty {
		w.turns, o.owing = w.r.marked(w.turns, &b)
		w.turns = w.turns[:o.begin+len(w.r.covered(w.turns[o.begin:]))]
	} else {
		w.turns, _, _ = w.r.due(w.turns, &b)
		o.owing = origins(w.turns[o.begin:])
	}
	o.end = len(w.turns)
	o.captures = o.end - o.begin
}

// play plays the kth turn of an option.
func (w *walker[W]) play(s *State, o *option, k int) {
	var size W
	h := span(len(size))
	side := s.mover & 1
	own, opp, kings := h.set(s.pieces[side]), h.set(o.opp), h.set(o.kings)
	if o.listed && k < o.captures {
		t := &w.turns[o.begin+k]
		if t.Action != Nothing && o.huff != board.NoSquare {
			t.Claim, t.Named = Huff, o.huff
		}
		if t.Omission != profile.NoOmission && w.r.huff {
			b := board128(own, opp, kings, side)
			t.Huffable = w.r.atFault(t, o.owing, w.r.blame(o.owing, w.r.capable(&b, o.owing), board.Set{}))
		}
		var n State
		w.r.play(&n, s, t)
		*s = n
		return
	}
	if s.compelOpen {
		s.before = position{}
	}
	s.claim, s.compelOpen, s.named = board.Set{}, false, board.NoSquare
	var from, to board.Set
	if k < o.captures {
		d, over := 0, board.Set{}
		for ; ; d++ {
			m := o.jumps[d].Len()
			if k < m {
				to = bit(o.jumps[d], k)
				over = h.by(to, -w.r.difference[d])
				from = h.by(over, -w.r.difference[d])
				break
			}
			k -= m
		}
		opp, kings = opp.Minus(over), kings.Minus(over)
	} else {
		from, to = w.quiet(own, opp, kings, side, k-o.captures)
		owing := o.owing
		if !o.listed {
			owing = h.sw(h.sw(o.jumps[0])).Or(h.se(h.se(o.jumps[1]))).Or(h.ne(h.ne(o.jumps[2]))).Or(h.nw(h.nw(o.jumps[3])))
		}
		if !owing.Empty() {
			w.miss(s, o, own, owing, from, to)
		}
	}
	own = own.Minus(from).Or(to)
	switch {
	case !kings.And(from).Empty():
		kings = kings.Minus(from).Or(to)
	default:
		kings = kings.Or(to.And(w.r.last[side]))
	}
	s.pieces[side], s.pieces[side^1], s.kings, s.mover = own, opp, kings, side^1
}

func board128(own, opp, kings board.Set, side board.Side) view {
	return view{side: side, own: own, opp: opp, kings: kings, barred: [2]board.Square{board.NoSquare, board.NoSquare}}
}

// miss opens the claims that follow from a quiet move where pieces of owing had a due
// capture.
func (w *walker[W]) miss(s *State, o *option, own, owing, from, to board.Set) {
	r := w.r
	if r.huff {
		capable := owing
		if r.piece == profile.HuffAnyCapture {
			b := board128(own, o.opp, o.kings, s.mover)
			capable = r.capable(&b, owing)
		}
		s.claim = r.blame(owing, capable, board.Set{}).after(from.First(), to.First())
	}
	if r.compel {
		s.compelOpen, s.named = true, from.First()
		s.before = s.position
		s.before.pieces[s.mover.Other()], s.before.kings = o.opp, o.kings
	}
}

// quiet returns where the kth quiet move begins and ends.
func (w *walker[W]) quiet(own, opp, kings board.Set, side board.Side, k int) (from, to board.Set) {
	var size W
	h := span(len(size))
	empty := h.set(w.r.squares).Minus(own).Minus(opp)
	men, royal := own.Minus(kings), own.And(kings)
	hop := royal.And(w.hop)
	rise := men.And(w.rise[side])
	fall := men.Minus(rise).Or(hop)
	rise = rise.Or(hop)
	for d := range 4 {
		to := rise
		if d >= southWest {
			to = fall
		}
		to = h.by(to, w.r.difference[d]).And(empty)
		m := to.Len()
		if k < m {
			to = bit(to, k)
			return h.by(to, -w.r.difference[d]), to
		}
		k -= m
	}
	occupied := own.Or(opp)
	for royal = royal.Minus(hop); ; royal = royal.Rest() {
		q := royal.First()
		to := w.r.reach(q, occupied)
		m := to.Len()
		if k < m {
			return board.SetOf(q), bit(to, k)
		}
		k -= m
	}
}
