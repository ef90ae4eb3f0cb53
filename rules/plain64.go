package rules

import "math/bits"

// This file counts and plays games that follow from the board alone: on one
// word, with every capture compulsory, so that no claim is ever open. A position
// is then three words, copied and never taken back; quiet turns are played as
// they are found, and the last of a line are counted by the word.

// plain reports whether s, and all that follows from it, is such a game: where the
// moves of a king are numbered, until there is one.
func (r *Rules) plain(s *State, due bool) bool {
	return r.one.narrow && !s.compelled && !s.ClaimOpen() &&
		(r.obligation == compulsory || due && r.obligation == claimed) &&
		!r.passes && !r.spare && (r.repeatLimit == 0 || s.kings.Empty())
}

// plainGame is what a walker64 does, whatever its width.
type plainGame interface {
	lines(own, opp, kings uint64, side Side, depth int) uint64
	play(s State, plies int, g Source) (State, int)
}

func (r *Rules) plainGame() plainGame {
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

// The width of a board, in squares of a row, is a type: the compiler makes the
// code anew for each, in which a step is a rotation by a constant. Read from a
// variable it costs a third of the rate.
type (
	width2 [2]struct{}
	width3 [3]struct{}
	width4 [4]struct{}
	width5 [5]struct{}
	width6 [6]struct{}
	width  interface {
		width2 | width3 | width4 | width5 | width6
	}
)

func stepNE[W width](s uint64) uint64 { var w W; return bits.RotateLeft64(s, len(w)+1) }
func stepNW[W width](s uint64) uint64 { var w W; return bits.RotateLeft64(s, len(w)) }
func stepSE[W width](s uint64) uint64 { var w W; return bits.RotateLeft64(s, -len(w)) }
func stepSW[W width](s uint64) uint64 { var w W; return bits.RotateLeft64(s, -len(w)-1) }

// A walker64 goes through plain games. The captures of the positions on the way to
// the one that is looked at lie in dst, one after the other.
type walker64[W width] struct {
	hunter64
	squares    uint64
	last       [2]uint64
	backward   bool // men capture in all directions
	orthogonal bool
}

func newWalker64[W width](r *Rules) *walker64[W] {
	w := &walker64[W]{
		hunter64: r.hunter64(&board{}), squares: r.one.squares, last: r.one.last,
		backward:   len(r.manJumps[First]) >= 4,
		orthogonal: len(r.kingJump) > 4,
	}
	w.list = true
	w.dst = make([]Turn, 0, 256)
	return w
}

// lines counts the lines of depth turns from own against opp, where own belongs
// to side.
func (w *walker64[W]) lines(own, opp, kings uint64, side Side, depth int) uint64 {
	if depth == 1 {
		return w.turns(own, opp, kings, side) // a new king has no moves to be numbered
	}
	if w.r.repeatLimit > 0 && kings != 0 {
		s := stateOf(own, opp, kings, side)
		return w.r.perft(s, true, make([][]Turn, depth))
	}
	men := own &^ kings
	empty := w.squares &^ (own | opp)
	if able := w.able(men, opp, empty, side) | w.r.kingJumps(own&kings, opp, empty); able != 0 {
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

// able returns the men that may have a jump.
func (w *walker64[W]) able(men, opp, empty uint64, side Side) uint64 {
	if w.orthogonal {
		return w.r.one.jumps(men, opp, empty, side)
	}
	var able uint64
	if w.backward || side == First {
		able = stepSW[W](stepSW[W](empty)&opp) | stepSE[W](stepSE[W](empty)&opp)
	}
	if w.backward || side == Second {
		able |= stepNW[W](stepNW[W](empty)&opp) | stepNE[W](stepNE[W](empty)&opp)
	}
	return able & men
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

// turns counts the turns of own. Where only men jump, each once, and all pieces
// count alike, the captures need not be found one by one.
func (w *walker64[W]) turns(own, opp, kings uint64, side Side) uint64 {
	men := own &^ kings
	empty := w.squares &^ (own | opp)
	ne, nw, se, sw := stepNE[W](men), stepNW[W](men), stepSE[W](men), stepSW[W](men)
	if kings == 0 && !w.orthogonal {
		n, landed := 0, uint64(0)
		if w.backward || side == First {
			a, b := stepNE[W](ne&opp)&empty, stepNW[W](nw&opp)&empty
			n, landed = bits.OnesCount64(a)+bits.OnesCount64(b), a|b
		}
		if w.backward || side == Second {
			a, b := stepSE[W](se&opp)&empty, stepSW[W](sw&opp)&empty
			n += bits.OnesCount64(a) + bits.OnesCount64(b)
			landed |= a | b
		}
		if landed != 0 && w.able(landed, opp, empty, side) == 0 && (!w.r.inPassing || landed&w.last[side] == 0) {
			return uint64(n)
		}
		if landed == 0 {
			if side == First {
				return uint64(bits.OnesCount64(ne&empty) + bits.OnesCount64(nw&empty))
			}
			return uint64(bits.OnesCount64(se&empty) + bits.OnesCount64(sw&empty))
		}
	}
	if able := w.able(men, opp, empty, side) | w.r.kingJumps(own&kings, opp, empty); able != 0 {
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
func (w *walker64[W]) play(s State, plies int, g Source) (State, int) {
	side := s.mover
	numbered := w.r.repeatLimit > 0
	own, opp, kings := s.pieces[side].lo, s.pieces[side.Other()].lo, s.kings.lo
	n := 0
	for ; n < plies && (kings == 0 || !numbered); n++ {
		var ok bool
		if own, opp, kings, ok = w.random(own, opp, kings, side, g); !ok {
			break
		}
		own, opp, side = opp, own, side.Other()
	}
	return stateOf(own, opp, kings, side), n
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
func (w *walker64[W]) random(own, opp, kings uint64, side Side, g Source) (uint64, uint64, uint64, bool) {
	men := own &^ kings
	empty := w.squares &^ (own | opp)
	if able := w.able(men, opp, empty, side) | w.r.kingJumps(own&kings, opp, empty); able != 0 {
		w.dst = w.dst[:0]
		if w.due(own, opp, kings, able, side); len(w.dst) > 0 {
			own, opp, kings = w.dst[pick(g, len(w.dst))].capture64(own, opp, kings)
			return own, opp, kings, true
		}
	}
	right, left := stepNE[W](men)&empty, stepNW[W](men)&empty
	if side == Second {
		right, left = stepSE[W](men)&empty, stepSW[W](men)&empty
	}
	nr, nl := bits.OnesCount64(right), bits.OnesCount64(left)
	n := nr + nl
	for from := own & kings; from != 0; from &= from - 1 {
		n += bits.OnesCount64(w.r.one.reach(from&-from, empty, w.r.flying))
	}
	if n == 0 {
		return own, opp, kings, false
	}
	k := pick(g, n)
	var from, to uint64
	switch {
	case k < nr:
		to = nth(right, k)
		from = stepSW[W](to)
		if side == Second {
			from = stepNW[W](to)
		}
	case k < nr+nl:
		to = nth(left, k-nr)
		from = stepSE[W](to)
		if side == Second {
			from = stepNE[W](to)
		}
	default:
		k -= nr + nl
		for of := own & kings; ; of &= of - 1 {
			from = of & -of
			to = w.r.one.reach(from, empty, w.r.flying)
			m := bits.OnesCount64(to)
			if k < m {
				to = nth(to, k)
				break
			}
			k -= m
		}
		return own ^ from ^ to, opp, kings ^ from ^ to, true
	}
	return own ^ from ^ to, opp, kings | to&w.last[side], true
}

// nth returns the nth of the squares of s, from 0.
func nth(s uint64, n int) uint64 {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return s & -s
}
