package exact

import "sync/atomic"

// spread follows quiet moves back from the positions decided at distance n.
func (w *worker) spread(n, lo, hi int) {
	won, lost, again := uint32(winIn(n)), uint32(lossIn(n)), uint32(asked|open|n)
	words := w.h.words
	for i := lo; i < hi; i++ {
		word := atomic.LoadUint32(&words[i])
		switch word & (codeBits | open) {
		case won:
			w.back(i, n, false)
		case lost:
			w.back(i, n, true)
		default:
			if word&(asked|open|codeBits) == again {
				w.h.mark(i)
			}
		}
	}
}

// back looks at the positions from which a quiet move leads to position i of w.h, which is
// decided at distance n: lost or won for the side then on move.
func (w *worker) back(i, n int, lost bool) {
	tb := w.h.table
	to := w.h.reply // those positions have the other side on move
	b, a := tb.sides[0], tb.sides[1]
	nb, na := i/a.size, i%a.size
	mine, others := a.on(na), b.on(nb)
	w.occ.set(mine, own)
	w.occ.setOther(w.b, others, theirs)
	visit := func(number int) { to.answered(w, number*b.size+nb, n, lost) }
	men, kings := mine[:a.Men], mine[a.Men:]
	nm, nk := na/a.kings, na%a.kings
	for j, q := range men {
		for _, from := range w.b.behind[q] {
			if w.occ[from] == empty {
				visit(w.b.moved(men, j, from)*a.kings + nk)
			}
		}
	}
	for j, q := range kings {
		for _, ray := range w.b.rays[q] {
			for _, from := range ray {
				if w.occ[from] != empty {
					break
				}
				visit(nm*a.kings + w.b.moved(kings, j, from))
			}
		}
	}
	if w.passes {
		if p := na*b.size + nb; atomic.LoadUint32(&to.words[p])&asked != 0 {
			to.mark(p)
		}
	}
	w.occ.set(mine, empty)
	w.occ.setOther(w.b, others, empty)
}

// answered notes that a quiet move of position p leads to a reply that loses, or wins, in n
// turns.
func (h *half) answered(w *worker, p, n int, lost bool) {
	for {
		word := atomic.LoadUint32(&h.words[p])
		next := uint32(winIn(n + 1))
		switch {
		case word&asked != 0:
			if word&open != 0 {
				h.mark(p)
			}
			return
		case word&closed != 0:
			return
		case lost:
			if word&open == 0 && word&codeBits <= next {
				return
			}
		case word&open == 0, word&safe != 0:
			return
		default:
			if next = word - countOne; next&countBits == 0 {
				next = max(word&codeBits, uint32(lossIn(n+1)))
			}
		}
		if atomic.CompareAndSwapUint32(&h.words[p], word, next) {
			if next&open == 0 {
				w.put(code(next & codeBits).turns())
			}
			return
		}
	}
}

// mark marks position p for evaluation before the next distance.
func (h *half) mark(p int) { atomic.OrUint64(&h.dirty[p/64], 1<<(p%64)) }
