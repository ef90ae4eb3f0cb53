package rules

import "math/bits"

// This file counts and plays games that follow from the board alone: on one
// word, with every capture compulsory, so that no claim is ever open. A position
// is then three words, copied and never taken back; quiet turns are played as
// they are found, and the last of a line are counted by the word.

// plain reports whether s, and all that follows from it, is such a game.
func (r *Rules) plain(s *State, due bool) bool {
	return r.one.narrow && !s.compelled && !s.ClaimOpen() &&
		(r.obligation == compulsory || due && r.obligation == claimed) &&
		!r.passes && !r.spare
}

// plainGame is what a walker64 does, whatever its width.
type plainGame interface {
	lines(own, opp, kings uint64, side Side, depth int) uint64
	play(s State, plies int, d *dice) (State, int)
}

func (r *Rules) plainGame() plainGame {
	if len(r.kingJump) > 4 {
		switch r.grid.half() {
		case 2:
			return newWalker64[cross2](r)
		case 3:
			return newWalker64[cross3](r)
		case 4:
			return newWalker64[cross4](r)
		case 5:
			return newWalker64[cross5](r)
		default:
			return newWalker64[cross6](r)
		}
	}
	switch r.grid.half() {
	case 2:
		return newWalker64[width2](r)
	case 3:
		return newWalker64[width3](r)
	case 4:
		return newWalker64[width4](r)
	case 5:
		return newWalker64[width5](r)
	default:
		return newWalker64[width6](r)
	}
}

// The width of a board, in squares of a row, is a type, and so is that captures go
// along columns and rows as well: the compiler makes the code anew for each, in
// which a step is a rotation by a constant. Read from a variable it costs a third
// of the rate.
type (
	width2 [2]struct{}
	width3 [3]struct{}
	width4 [4]struct{}
	width5 [5]struct{}
	width6 [6]struct{}
	cross2 [2 + crossed]struct{}
	cross3 [3 + crossed]struct{}
	cross4 [4 + crossed]struct{}
	cross5 [5 + crossed]struct{}
	cross6 [6 + crossed]struct{}
	width  interface {
		width2 | width3 | width4 | width5 | width6 | cross2 | cross3 | cross4 | cross5 | cross6
	}
)

const crossed = 8

func half[W width]() int   { var w W; return len(w) % crossed }
func cross[W width]() bool { var w W; return len(w) > crossed }

func stepNE[W width](s uint64) uint64 { return bits.RotateLeft64(s, half[W]()+1) }
func stepNW[W width](s uint64) uint64 { return bits.RotateLeft64(s, half[W]()) }
func stepSW[W width](s uint64) uint64 { return bits.RotateLeft64(s, -half[W]()-1) }
func stepSE[W width](s uint64) uint64 { return bits.RotateLeft64(s, -half[W]()) }
func stepN[W width](s uint64) uint64  { return s << (2*half[W]() + 1) }
func stepS[W width](s uint64) uint64  { return s >> (2*half[W]() + 1) }

func jumpNE[W width](s, over, to uint64) uint64 { return stepNE[W](stepNE[W](s)&over) & to }
func jumpNW[W width](s, over, to uint64) uint64 { return stepNW[W](stepNW[W](s)&over) & to }
func jumpSW[W width](s, over, to uint64) uint64 { return stepSW[W](stepSW[W](s)&over) & to }
func jumpSE[W width](s, over, to uint64) uint64 { return stepSE[W](stepSE[W](s)&over) & to }

// A fan is where moves of one kind end, by direction: north-east, north-west,
// south-west, south-east; or, along columns and rows, north, west, south, east.
type fan struct{ a, b, c, d uint64 }

func (f fan) all() uint64 { return f.a | f.b | f.c | f.d }

func (f fan) count() int {
	return bits.OnesCount64(f.a) + bits.OnesCount64(f.b) + bits.OnesCount64(f.c) + bits.OnesCount64(f.d)
}

// A walker64 goes through plain games. The captures of the positions on the way to
// the one that is looked at lie in dst, one after the other.
type walker64[W width] struct {
	hunter64
	squares    uint64
	last       [2]uint64
	west, east uint64          // squares with two to the west, to the east in their row
	backward   bool            // men capture in all directions
	hop, walk  uint64          // all squares where kings jump, and walk, as men do but in all directions; else none
	alike      bool            // one jump ranks as any other, whatever takes and is taken
	counts     bool            // among men, who takes more ranks higher
	back       [directions]int // rotations
	barred     uint64          // the king that may not move again, under king.repeat_limit
}

func newWalker64[W width](r *Rules) *walker64[W] {
	w := &walker64[W]{
		hunter64: r.hunter64(&board{}), squares: r.one.squares, last: r.one.last,
		backward: len(r.manJumps[First]) >= 4,
		alike:    r.ranking.alike() && !r.sparesKings,
		counts:   r.ranking.man != rank{} && !r.inPassing && !r.straight && !r.endsMove,
	}
	for q := range r.squares.All() {
		if r.ray[west][q].Len() >= 2 {
			w.west |= 1 << q
		}
		if r.ray[east][q].Len() >= 2 {
			w.east |= 1 << q
		}
	}
	if !r.flying {
		w.walk = w.squares
		if !r.file {
			w.hop = w.squares
		}
	}
	for d := range w.back {
		w.back[d] = -r.difference[d]
	}
	w.list = true
	w.dst = make([]Turn, 0, 256)
	return w
}

// ways returns the pieces that go up and down the board, to the next square or by a
// jump: men, backward too if they may, and kings that are no more than men that do.
func (w *walker64[W]) ways(men, royal uint64, side Side, backward bool) (up, down uint64) {
	if backward {
		return men | royal, men | royal
	}
	if side == First {
		return men | royal, royal
	}
	return royal, men | royal
}

// jumps returns where the pieces that go up and down land with a jump.
func jumps[W width](up, down, opp, empty uint64) fan {
	return fan{jumpNE[W](up, opp, empty), jumpNW[W](up, opp, empty), jumpSW[W](down, opp, empty), jumpSE[W](down, opp, empty)}
}

// along is jumps along columns and rows.
func (w *walker64[W]) along(up, down, opp, empty uint64) fan {
	both := up & down
	return fan{
		stepN[W](stepN[W](up)&opp) & empty, (both & w.west) >> 1 & opp >> 1 & empty,
		stepS[W](stepS[W](down)&opp) & empty, (both & w.east) << 1 & opp << 1 & empty,
	}
}

// able returns the men that may have a jump.
func (w *walker64[W]) able(men, opp, empty uint64, side Side) uint64 {
	var able uint64
	if w.backward || side == First {
		able = stepSW[W](stepSW[W](empty)&opp) | stepSE[W](stepSE[W](empty)&opp)
		if cross[W]() {
			able |= stepS[W](stepS[W](empty) & opp)
		}
	}
	if w.backward || side == Second {
		able |= stepNW[W](stepNW[W](empty)&opp) | stepNE[W](stepNE[W](empty)&opp)
		if cross[W]() {
			able |= stepN[W](stepN[W](empty) & opp)
		}
	}
	if cross[W]() && w.backward {
		able |= (empty<<1&opp)<<1&w.west | (empty>>1&opp)>>1&w.east
	}
	return able & men
}

// onward returns those of the squares on which men, and kings that jump as they do,
// have landed with a jump, from where they may go on. The piece jumped, which still
// stands there, stops nothing: no second jump leads back to where the first began.
func (w *walker64[W]) onward(landed, royal, opp, empty uint64, side Side) uint64 {
	on := w.able(landed, opp, empty, side)
	if royal != 0 {
		on |= w.able(landed, opp, empty, side.Other())
	}
	if w.r.inPassing {
		on |= landed & w.last[side]
	}
	return on
}

// longest returns the pieces that have due captures, of all with the jumps x and o:
// some go on from the squares on, and where the number of pieces taken ranks first no
// others count.
func (w *walker64[W]) longest(x, o fan, on uint64) uint64 {
	if !w.counts {
		on = w.squares
	}
	x = fan{x.a & on, x.b & on, x.c & on, x.d & on}
	men := stepSW[W](stepSW[W](x.a)) | stepSE[W](stepSE[W](x.b)) | stepNE[W](stepNE[W](x.c)) | stepNW[W](stepNW[W](x.d))
	if cross[W]() {
		o = fan{o.a & on, o.b & on, o.c & on, o.d & on}
		men |= stepS[W](stepS[W](o.a)) | o.b<<2 | stepN[W](stepN[W](o.c)) | o.d>>2
	}
	return men
}

// due puts the due captures of own, of which only able may have one, behind those
// in dst.
func (w *walker64[W]) due(own, opp, kings, able uint64, side Side) {
	w.side, w.kings = side, kings
	if w.r.sparesKings {
		w.takable = ^kings
	}
	w.base, w.best = len(w.dst), 0
	w.hunt(own, opp, able)
}

// lines counts the lines of depth turns from own against opp, where own belongs
// to side.
func (w *walker64[W]) lines(own, opp, kings uint64, side Side, depth int) uint64 {
	if depth == 1 {
		return w.turns(own, opp, kings, side)
	}
	if limit := int(w.r.repeatLimit); limit > 0 && kings != 0 && depth > 2*limit {
		s := stateOf(own, opp, kings, side)
		return w.r.perft(s, true, make([][]Turn, depth))
	}
	men, royal := own&^kings, own&kings
	empty := w.squares &^ (own | opp)
	if able := w.able(men, opp, empty, side) | w.r.kingJumps(royal, opp, empty); able != 0 {
		if kings == 0 {
			up, down := w.ways(men, 0, side, w.backward)
			x, o := jumps[W](up, down, opp, empty), fan{}
			if cross[W]() {
				o = w.along(up, down, opp, empty)
			}
			on := w.onward(x.all()|o.all(), 0, opp, empty, side)
			if on == 0 {
				return w.jumped(x, o, own, opp, kings, side, depth)
			}
			able = w.longest(x, o, on)
		}
		base := len(w.dst)
		if w.due(own, opp, kings, able, side); len(w.dst) > base {
			return w.captures(own, opp, kings, side, depth, base)
		}
	}
	var n uint64
	if side == First {
		for to := stepNE[W](men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^stepSW[W](at), kings|at&w.last[First], Second, depth-1)
		}
		for to := stepNW[W](men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^stepSE[W](at), kings|at&w.last[First], Second, depth-1)
		}
	} else {
		for to := stepSE[W](men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^stepNW[W](at), kings|at&w.last[Second], First, depth-1)
		}
		for to := stepSW[W](men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^stepNE[W](at), kings|at&w.last[Second], First, depth-1)
		}
	}
	for from := own & kings; from != 0; from &= from - 1 {
		at := from & -from
		for to := w.r.one.reach(at, empty, w.r.flying); to != 0; to &= to - 1 {
			move := at | to&-to
			n += w.lines(opp, own^move, kings^move, side.Other(), depth-1)
		}
	}
	return n
}

// turns counts the turns of own. Where only men jump, each once, and all pieces
// count alike, the captures need not be found one by one.
func (w *walker64[W]) turns(own, opp, kings uint64, side Side) uint64 {
	men := own &^ kings
	empty := w.squares &^ (own | opp)
	ne, nw, se, sw := stepNE[W](men), stepNW[W](men), stepSE[W](men), stepSW[W](men)
	var able uint64
	if kings == 0 {
		var x, o fan
		if w.backward || side == First {
			x.a, x.b = stepNE[W](ne&opp)&empty, stepNW[W](nw&opp)&empty
		}
		if w.backward || side == Second {
			x.c, x.d = stepSW[W](sw&opp)&empty, stepSE[W](se&opp)&empty
		}
		landed := x.all()
		if cross[W]() {
			up, down := w.ways(men, 0, side, w.backward)
			o = w.along(up, down, opp, empty)
			landed |= o.all()
		}
		if landed == 0 {
			if side == First {
				return uint64(bits.OnesCount64(ne&empty) + bits.OnesCount64(nw&empty))
			}
			return uint64(bits.OnesCount64(se&empty) + bits.OnesCount64(sw&empty))
		}
		on := w.onward(landed, 0, opp, empty, side)
		if on == 0 {
			return uint64(x.count() + o.count())
		}
		able = w.longest(x, o, on)
	} else {
		able = w.able(men, opp, empty, side) | w.r.kingJumps(own&kings, opp, empty)
	}
	if able != 0 {
		base := len(w.dst)
		w.tally, w.count = true, 0
		w.due(own, opp, kings, able, side)
		n := len(w.dst) - base + w.count
		w.dst, w.tally = w.dst[:base], false
		if n > 0 {
			return uint64(n)
		}
	}
	n := 0
	if side == First {
		n = bits.OnesCount64(ne&empty) + bits.OnesCount64(nw&empty)
	} else {
		n = bits.OnesCount64(se&empty) + bits.OnesCount64(sw&empty)
	}
	if own &= kings; own != 0 {
		for i := range w.r.one.steps {
			line := &w.r.one.steps[i]
			// No two kings reach one square in one direction: the first is in the way.
			to := line.step(own) & empty
			n += bits.OnesCount64(to)
			for w.r.flying && to != 0 {
				to = line.step(to) & empty
				n += bits.OnesCount64(to)
			}
		}
	}
	return uint64(n)
}

// jumped counts the lines that begin with a jump to one of x or o, where none goes on.
func (w *walker64[W]) jumped(x, o fan, own, opp, kings uint64, side Side, depth int) uint64 {
	var n uint64
	for d, landed := range [directions]uint64{x.a, x.b, x.c, x.d, o.a, o.b, o.c, o.d} {
		for ; landed != 0; landed &= landed - 1 {
			to := landed & -landed
			over := bits.RotateLeft64(to, w.back[d])
			after, left := w.moved(own, kings&^over, bits.RotateLeft64(over, w.back[d]), to, side)
			n += w.lines(opp&^over, after, left, side.Other(), depth-1)
		}
	}
	return n
}

// moved returns what the move of a piece leaves of own and kings.
func (w *walker64[W]) moved(own, kings, from, to uint64, side Side) (uint64, uint64) {
	if kings&from != 0 {
		kings ^= from | to
	}
	return own ^ from ^ to, kings | to&w.last[side]
}

// captures counts the lines that begin with one of dst[base:], and lets them go.
func (w *walker64[W]) captures(own, opp, kings uint64, side Side, depth, base int) uint64 {
	end := len(w.dst)
	var n uint64
	for i := base; i < end; i++ {
		after, left, kings := w.dst[i].capture64(own, opp, kings)
		n += w.lines(left, after, kings, side.Other(), depth-1)
	}
	w.dst = w.dst[:base]
	return n
}

// capture64 returns what the capture t leaves of own, opp and kings.
func (t *Turn) capture64(own, opp, kings uint64) (uint64, uint64, uint64) {
	from, to, taken := uint64(1)<<t.From, uint64(1)<<t.To, t.Captured.lo
	king := kings&from != 0 || t.Promotes
	own, kings = own&^from|to, kings&^(from|taken)
	if king {
		kings |= to
	}
	return own, opp &^ taken, kings
}

// play plays random turns from s, as Playouts.Play does.
func (w *walker64[W]) play(s State, plies int, d *dice) (State, int) {
	side := s.mover
	own, opp, kings := s.pieces[side].lo, s.pieces[side.Other()].lo, s.kings.lo
	w.bar(&s.position, side, own&^kings)
	n := 0
	for ; n < plies; n++ {
		after, left, crowned, ok := w.random(own, opp, kings, side, d)
		if !ok {
			break
		}
		if w.r.repeatLimit > 0 && kings != 0 {
			from, to, taken := own&^after, after&^own, opp&^left
			w.r.number(&s.position, side, kings&from != 0 && taken == 0, Set{lo: from}.First(), Set{lo: to}.First())
			s.forget(side.Other(), Set{lo: taken})
			w.bar(&s.position, side.Other(), left&^crowned)
		}
		own, opp, kings, side = left, after, crowned, side.Other()
	}
	end := stateOf(own, opp, kings, side)
	end.last, end.runs = s.last, s.runs
	return end, n
}

// bar notes which king of side, which has men, may not move again.
func (w *walker64[W]) bar(p *position, side Side, men uint64) {
	w.barred = 0
	if q := w.r.barred(p, side); q != NoSquare && men != 0 {
		w.barred = 1 << q
	}
}

func stateOf(own, opp, kings uint64, side Side) State {
	s := State{named: NoSquare}
	s.last = [2]Square{NoSquare, NoSquare}
	s.mover, s.kings = side, Set{lo: kings}
	s.pieces[side], s.pieces[side.Other()] = Set{lo: own}, Set{lo: opp}
	return s
}

// random plays a random turn and returns what it leaves of own, opp and kings, or
// false if there is none.
func (w *walker64[W]) random(own, opp, kings uint64, side Side, g *dice) (uint64, uint64, uint64, bool) {
	men, royal := own&^kings, own&kings
	empty := w.squares &^ (own | opp)
	var able uint64
	if kings == 0 || w.alike && royal&^w.hop == 0 {
		up, down := w.ways(men, royal, side, w.backward)
		// Not by a call of jumps, which costs a tenth of the rate.
		x, o := fan{jumpNE[W](up, opp, empty), jumpNW[W](up, opp, empty), jumpSW[W](down, opp, empty), jumpSE[W](down, opp, empty)}, fan{}
		landed := x.all()
		if cross[W]() {
			o = w.along(up, down, opp, empty)
			landed |= o.all()
		}
		if landed != 0 {
			on := w.onward(landed, royal, opp, empty, side)
			if on == 0 {
				to, by := w.choose(x, o, g)
				over := bits.RotateLeft64(to, by)
				own, kings = w.moved(own, kings&^over, bits.RotateLeft64(over, by), to, side)
				return own, opp &^ over, kings, true
			}
			if royal != 0 {
				on = w.squares // some may be squares of men from where only a king would go on
			}
			able = w.longest(x, o, on)
		}
	} else {
		able = w.able(men, opp, empty, side) | w.r.kingJumps(royal, opp, empty)
	}
	if able != 0 {
		w.dst = w.dst[:0]
		if w.due(own, opp, kings, able, side); len(w.dst) > 0 {
			own, opp, kings = w.dst[g.pick(len(w.dst))].capture64(own, opp, kings)
			return own, opp, kings, true
		}
	}
	royal &^= w.barred
	up, down := w.ways(men, royal&w.walk, side, false)
	x := fan{stepNE[W](up) & empty, stepNW[W](up) & empty, stepSW[W](down) & empty, stepSE[W](down) & empty}
	near := x.count()
	n := near
	for from := royal &^ w.walk; from != 0; from &= from - 1 {
		n += bits.OnesCount64(w.r.one.reach(from&-from, empty, true))
	}
	if n == 0 {
		return own, opp, kings, false
	}
	k := g.pick(n)
	if k < near {
		to, by := x.choose(k, half[W]()+1, half[W]())
		own, kings = w.moved(own, kings, bits.RotateLeft64(to, by), to, side)
		return own, opp, kings, true
	}
	k -= near
	for royal &^= w.walk; ; royal &= royal - 1 {
		from := royal & -royal
		to := w.r.one.reach(from, empty, true)
		m := bits.OnesCount64(to)
		if k < m {
			to = nth(to, k)
			return own ^ from ^ to, opp, kings ^ from ^ to, true
		}
		k -= m
	}
}

// choose returns one of the squares of x and o, and the rotation that goes a step
// back from there.
func (w *walker64[W]) choose(x, o fan, g *dice) (to uint64, by int) {
	n := x.count()
	if cross[W]() {
		n += o.count()
	}
	k := g.pick(n)
	if m := x.count(); cross[W]() && k >= m {
		return o.choose(k-m, 2*half[W]()+1, -1)
	}
	return x.choose(k, half[W]()+1, half[W]())
}

// choose returns the kth square of f, and the rotation that goes a step back from
// there, where those that lead to the first two of f are given.
func (f fan) choose(k, first, second int) (to uint64, by int) {
	a := bits.OnesCount64(f.a)
	b := a + bits.OnesCount64(f.b)
	c := b + bits.OnesCount64(f.c)
	// Without branches, of which every other would be mispredicted.
	s, before, by := f.a, 0, -first
	if k >= a {
		s, before, by = f.b, a, -second
	}
	if k >= b {
		s, before, by = f.c, b, first
	}
	if k >= c {
		s, before, by = f.d, c, second
	}
	return nth(s, k-before), by
}

// nth returns the nth of the squares of s, from 0.
func nth(s uint64, n int) uint64 {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return s & -s
}
