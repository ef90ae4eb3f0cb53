package exact

import (
	"sync/atomic"
)

// askAll evaluates the marked positions again.
func (w *worker) askAll(level, lo, hi int) {
	tb := w.h.table
	a, b := tb.sides[0], tb.sides[1]
	for i := lo; i < hi; i += 64 {
		marked := w.h.dirty[i/64]
		if marked == 0 {
			continue
		}
		w.h.dirty[i/64] = 0
		for j := range 64 {
			if marked>>j&1 == 0 {
				continue
			}
			p := i + j
			w.at.pieces = tb.material
			copy(w.at.at[0][:], a.on(p/b.size))
			copy(w.at.at[1][:], b.on(p%b.size))
			s := w.state(&w.at)
			w.read(s)
			w.listEdges(s)
			c, again := w.weigh(level)
			word := uint32(asked)
			if c.decided() {
				word |= uint32(c)
				w.put(c.turns())
			} else {
				word |= open | uint32(again)
				if again < never {
					w.put(again)
				}
			}
			atomic.StoreUint32(&w.h.words[p], word)
		}
	}
}

// weigh returns the code of the position whose edges are listed, if it follows from the codes
// decided up to distance level. Otherwise it returns drawn and the distance at which to
// evaluate the position again.
func (w *worker) weigh(level int) (code, int) {
	again, won, lost, longest := never, -1, true, 0
	for i := range w.edges {
		c, at := w.settle(&w.edges[i], level)
		switch {
		case !c.decided():
			lost = false
			again = min(again, at)
		case c.loss():
			if won < 0 || c.turns() < won {
				won = c.turns()
			}
			lost = false
		default:
			longest = max(longest, c.turns())
		}
	}
	switch {
	case won >= 0:
		return winIn(won + 1), never
	case lost:
		return lossIn(longest + 1), never
	}
	return drawn, again
}

// settle returns the code of e for the side that answers, if it is decided up to distance
// level. Otherwise it returns drawn and the distance at which it certainly will be, or never.
func (w *worker) settle(e *edge, level int) (code, int) {
	c := e.sure
	known := e.certain
	if e.to != noEdge {
		x := w.decided(e.to, level)
		if x.ended() && e.claims {
			x = x.waived()
		}
		switch {
		case x.decided() && known:
			c = better(c, x)
		case x.decided():
			c, known = x, true
		case known && c.win():
			// Playing on may win sooner, but that would be known by then.
		default:
			return drawn, never
		}
	}
	switch {
	case !known || !c.decided():
		return drawn, never
	case c.turns() > level:
		return drawn, c.turns()
	}
	return c, 0
}

// decided returns the code of position n of the reply, if it is final at distance level.
func (w *worker) decided(n, level int) code {
	word := atomic.LoadUint32(&w.h.reply.words[n])
	c := code(word & codeBits)
	if word&open != 0 || !c.decided() || c.turns() > level {
		return drawn
	}
	return c
}
