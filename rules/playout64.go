package rules

import (
	"math/bits"

	"varlab/rules/board"
)

// play plays random turns from s, as Playouts.Play does. The most frequent turns, of
// pieces that all go as men do and take one piece or none, are played here: without
// calls, and without a branch on what the dice show, which would be mispredicted.
func (w *walker64[W]) play(s State, plies int, g *dice) (State, int) {
	var size W
	side := s.mover
	own, opp, kings := s.pieces[side].Lo, s.pieces[side.Other()].Lo, s.kings.Lo
	w.bar(&s.position, side, own&^kings)
	n := 0
	for ; n < plies; n++ {
		royal, empty := own&kings, w.squares&^(own|opp)
		simple := royal&^w.hop|kings&w.uneven == 0
		p, q := w.ahead[side&1][0], w.ahead[side&1][1]
		var a, b, c, d, jump uint64 // landings ahead, by p and q, and astern
		if simple {
			right, left := bits.RotateLeft64(own, p), bits.RotateLeft64(own, q)
			a, b = bits.RotateLeft64(right&opp, p)&empty, bits.RotateLeft64(left&opp, q)&empty
			if back := royal | own&w.astern; back != 0 {
				c = bits.RotateLeft64(bits.RotateLeft64(back, -p)&opp, -p) & empty
				d = bits.RotateLeft64(bits.RotateLeft64(back, -q)&opp, -q) & empty
			}
			landed := a | b | c | d
			if crosses(len(size)) {
				up, down := w.ways(own^royal, royal, side, w.backward)
				landed |= w.along(up, down, opp, empty).all()
			}
			switch {
			case landed != 0:
				simple = !crosses(len(size)) && !w.free && w.onward(landed, royal, opp, empty, side) == 0
				jump = ^uint64(0)
			case royal != 0:
				c, d = bits.RotateLeft64(royal, -p)&empty, bits.RotateLeft64(royal, -q)&empty
				fallthrough
			default:
				a, b = right&empty, left&empty
			}
		}
		if !simple {
			after, left, crowned, ok := w.random(own, opp, kings, side, g)
			if !ok {
				break
			}
			if w.r.repeatLimit > 0 && kings != 0 {
				from, to, taken := own&^after, after&^own, opp&^left
				w.r.number(&s.position, side, kings&from != 0 && taken == 0, board.Set{Lo: from}.First(), board.Set{Lo: to}.First())
				s.forget(side.Other(), board.Set{Lo: taken})
				w.bar(&s.position, side.Other(), left&^crowned)
			}
			own, opp, kings, side = left, after, crowned, side.Other()
			continue
		}
		na := bits.OnesCount64(a)
		nb := na + bits.OnesCount64(b)
		nc, turns := nb, nb
		if c|d != 0 {
			nc = nb + bits.OnesCount64(c)
			turns = nc + bits.OnesCount64(d)
		}
		if turns == 0 {
			break
		}
		if g.left == 0 {
			g.roll() // not by pick, which is too long to be no call
		}
		k := g.below(turns)
		to, before, by := a, 0, -p
		if k >= na {
			to, before, by = b, na, -q
		}
		if k >= nb {
			to, before, by = c, nb, p
		}
		if k >= nc {
			to, before, by = d, nc, q
		}
		to = nth(to, k-before)
		over := bits.RotateLeft64(to, by)
		from := bits.RotateLeft64(over, by&int(jump))
		over &= jump
		crown := to & (filled(kings&from) | w.last[side&1])
		own, opp, kings, side = opp&^over, own^from^to, kings&^(from|over)|crown, side^1
	}
	end := stateOf(own, opp, kings, side)
	end.last, end.runs = s.last, s.runs
	return end, n
}

// filled returns all squares if s has any.
func filled(s uint64) uint64 { return uint64(int64(s|-s) >> 63) }

// bar notes which king of side, which has men, may not move again.
func (w *walker64[W]) bar(p *position, side board.Side, men uint64) {
	w.barred = 0
	if q := w.r.barred(p, side); q != board.NoSquare && men != 0 {
		w.barred = 1 << q
	}
}

// random plays a random turn and returns what it leaves of own, opp and kings, or
// false if there is none.
func (w *walker64[W]) random(own, opp, kings uint64, side board.Side, g *dice) (uint64, uint64, uint64, bool) {
	var size W
	h := strideOf(len(size))
	men, royal := own&^kings, own&kings
	empty := w.squares &^ (own | opp)
	var able uint64
	if royal&^w.hop|kings&w.uneven == 0 {
		up, down := w.ways(men, royal, side, w.backward)
		// Not by a call of jumps, which costs a tenth of the rate.
		x, o := fan{h.jumpNE(up, opp, empty), h.jumpNW(up, opp, empty), h.jumpSW(down, opp, empty), h.jumpSE(down, opp, empty)}, fan{}
		landed := x.all()
		if crosses(len(size)) {
			o = w.along(up, down, opp, empty)
			landed |= o.all()
		}
		if landed != 0 {
			on := w.onward(landed, royal, opp, empty, side)
			if on == 0 && !w.free {
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
	w.dst = w.dst[:0]
	if able != 0 {
		w.due(own, opp, kings, able, side)
	}
	captures := len(w.dst)
	if captures > 0 && !w.free {
		own, opp, kings = w.dst[g.pick(captures)].capture64(own, opp, kings)
		return own, opp, kings, true
	}
	royal &^= w.barred
	up, down := w.ways(men, royal&w.walk, side, false)
	x := fan{h.ne(up) & empty, h.nw(up) & empty, h.sw(down) & empty, h.se(down) & empty}
	near := x.count()
	n := captures + near
	for from := royal &^ w.walk; from != 0; from &= from - 1 {
		n += bits.OnesCount64(w.r.one.reach(from&-from, empty, true))
	}
	if n == 0 {
		return own, opp, kings, false
	}
	k := g.pick(n)
	if k < captures {
		own, opp, kings = w.dst[k].capture64(own, opp, kings)
		return own, opp, kings, true
	}
	if k -= captures; k < near {
		to, by := x.choose(k, int(h)+1, int(h))
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
	var size W
	h := strideOf(len(size))
	n := x.count()
	if crosses(len(size)) {
		n += o.count()
	}
	k := g.pick(n)
	if m := x.count(); crosses(len(size)) && k >= m {
		return o.choose(k-m, 2*int(h)+1, -1)
	}
	return x.choose(k, int(h)+1, int(h))
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
	for ; n > 3; n-- {
		s &= s - 1
	}
	// Without branches, as there are seldom more.
	if n > 2 {
		s &= s - 1
	}
	if n > 1 {
		s &= s - 1
	}
	if n > 0 {
		s &= s - 1
	}
	return s & -s
}
