package rules

import (
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// lines counts the lines of depth turns from own against opp, where own belongs
// to side.
func (w *walker64[W]) lines(own, opp, kings uint64, side board.Side, depth int) uint64 {
	var size W
	h := strideOf(len(size))
	if depth == 1 {
		return w.turns(own, opp, kings, side)
	}
	if limit := int(w.r.repeatLimit); limit > 0 && kings != 0 && depth > 2*limit {
		s := stateOf(own, opp, kings, side)
		return w.r.perft(s, depth, true)
	}
	men, royal := own&^kings, own&kings
	empty := w.squares &^ (own | opp)
	var n uint64
	if able := w.able(men, opp, empty, side) | w.r.kingJumps(royal, opp, empty); able != 0 {
		if kings == 0 {
			up, down := w.ways(men, 0, side, w.backward)
			x, o := h.jumps(up, down, opp, empty), fan{}
			if crosses(len(size)) {
				o = w.along(up, down, opp, empty)
			}
			on := w.onward(x.all()|o.all(), 0, opp, empty, side)
			if on == 0 && !w.free {
				return w.jumped(x, o, own, opp, kings, side, depth)
			}
			able = w.longest(x, o, on)
		}
		base := len(w.dst)
		if w.due(own, opp, kings, able, side); len(w.dst) > base {
			if n = w.captures(own, opp, kings, side, depth, base); !w.free {
				return n
			}
		}
	}
	if side == board.First {
		for to := h.ne(men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^h.sw(at), kings|at&w.last[board.First], board.Second, depth-1)
		}
		for to := h.nw(men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^h.se(at), kings|at&w.last[board.First], board.Second, depth-1)
		}
	} else {
		for to := h.se(men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^h.nw(at), kings|at&w.last[board.Second], board.First, depth-1)
		}
		for to := h.sw(men) & empty; to != 0; to &= to - 1 {
			at := to & -to
			n += w.lines(opp, own^at^h.ne(at), kings|at&w.last[board.Second], board.First, depth-1)
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
func (w *walker64[W]) turns(own, opp, kings uint64, side board.Side) uint64 {
	var size W
	h := strideOf(len(size))
	men := own &^ kings
	empty := w.squares &^ (own | opp)
	ne, nw, se, sw := h.ne(men), h.nw(men), h.se(men), h.sw(men)
	var able uint64
	if kings == 0 {
		var x, o fan
		if w.backward || side == board.First {
			x.a, x.b = h.ne(ne&opp)&empty, h.nw(nw&opp)&empty
		}
		if w.backward || side == board.Second {
			x.c, x.d = h.sw(sw&opp)&empty, h.se(se&opp)&empty
		}
		landed := x.all()
		if crosses(len(size)) {
			up, down := w.ways(men, 0, side, w.backward)
			o = w.along(up, down, opp, empty)
			landed |= o.all()
		}
		if landed == 0 {
			if side == board.First {
				return uint64(bits.OnesCount64(ne&empty) + bits.OnesCount64(nw&empty))
			}
			return uint64(bits.OnesCount64(se&empty) + bits.OnesCount64(sw&empty))
		}
		on := w.onward(landed, 0, opp, empty, side)
		if on == 0 && !w.free {
			return uint64(x.count() + o.count())
		}
		if n, all := w.pairs(x, o, on, men, opp, empty, side); all && !w.free {
			return uint64(n)
		}
		able = w.longest(x, o, on)
	} else {
		able = w.able(men, opp, empty, side) | w.r.kingJumps(own&kings, opp, empty)
	}
	n := 0
	if able != 0 {
		base := len(w.dst)
		w.tally, w.count = true, 0
		w.due(own, opp, kings, able, side)
		n = len(w.dst) - base + w.count
		w.dst, w.tally = w.dst[:base], false
		if n > 0 && !w.free {
			return uint64(n)
		}
	}
	if side == board.First {
		n += bits.OnesCount64(ne&empty) + bits.OnesCount64(nw&empty)
	} else {
		n += bits.OnesCount64(se&empty) + bits.OnesCount64(sw&empty)
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

// pairs counts the captures of men that begin with the jumps x and o, some of which
// go on from the squares on. It reports false if it cannot, above all as some capture
// may take more than two pieces.
func (w *walker64[W]) pairs(x, o fan, on, men, opp, empty uint64, side board.Side) (int, bool) {
	last := w.last[side&1]
	if w.r.straight || w.r.completion == profile.AtWill || w.r.inPassing && on&last != 0 || on&(x.twice()|o.twice()|x.all()&o.all()) != 0 {
		return 0, false
	}
	if w.r.endsMove {
		on &^= last
	}
	n := 0
	if !w.longer || on == 0 {
		n = bits.OnesCount64(x.a&^on) + bits.OnesCount64(x.b&^on) + bits.OnesCount64(x.c&^on) + bits.OnesCount64(x.d&^on)
		n += bits.OnesCount64(o.a&^on) + bits.OnesCount64(o.b&^on) + bits.OnesCount64(o.c&^on) + bits.OnesCount64(o.d&^on)
	}
	for ; on != 0; on &= on - 1 {
		at := on & -on
		beyond := w.beyond(at, opp, side)
		second := beyond & empty
		further := second
		if w.r.endsMove {
			further &^= last
		}
		// A third jump does not lead back to where the first ended, but may to where
		// it began.
		if w.able(further, opp, empty&^at|beyond&men, side) != 0 || w.r.inPassing && second&last != 0 {
			return 0, false
		}
		n += bits.OnesCount64(second)
	}
	return n, true
}

// jumped counts the lines that begin with a jump to one of x or o, where none goes on.
func (w *walker64[W]) jumped(x, o fan, own, opp, kings uint64, side board.Side, depth int) uint64 {
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

// captures counts the lines that begin with one of dst[base:], and lets them go.
func (w *walker64[W]) captures(own, opp, kings uint64, side board.Side, depth, base int) uint64 {
	end := len(w.dst)
	var n uint64
	for i := base; i < end; i++ {
		after, left, kings := w.dst[i].capture64(own, opp, kings)
		n += w.lines(left, after, kings, side.Other(), depth-1)
	}
	w.dst = w.dst[:base]
	return n
}
