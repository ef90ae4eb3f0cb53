package exact

import (
	"fmt"
	"slices"

	"varlab/rules"
)

// begin evaluates each position once: whether the game has ended, the worth of its captures,
// promotions and claims, and the number of its quiet moves.
func (w *worker) begin(_ *half, lo, hi int) {
	tb := w.h.table
	a, b := tb.sides[0], tb.sides[1]
	w.at.pieces = tb.material
	men := a.Men
	var mine []uint8
	for n := lo; n < hi; n++ {
		na, nb := n/b.size, n%b.size
		if nb == 0 || n == lo {
			w.occ.set(mine, empty)
			if mine = a.on(na); mine == nil {
				n += b.size - nb - 1
				continue
			}
			copy(w.at.at[0][:], mine)
			w.occ.set(mine, own)
		}
		theirOwn := b.on(nb)
		if theirOwn == nil || !w.stand(theirOwn) {
			continue
		}
		copy(w.at.at[1][:], theirOwn)
		w.h.words[n] = w.first(mine[:men], mine[men:])
		w.occ.setOther(w.b, theirOwn, empty)
	}
	w.occ.set(mine, empty)
}

// stand puts the other side's pieces on the board, and reports whether their squares were
// free.
func (w *worker) stand(at []uint8) bool {
	for _, q := range at {
		if w.occ[w.b.turned(q)] == own {
			return false
		}
	}
	w.occ.setOther(w.b, at, theirs)
	return true
}

// first returns the first word of position w.at.
func (w *worker) first(men, kings []uint8) uint32 {
	if c, over := w.over(w.at.pieces); over {
		w.put(0)
		return closed | uint32(c)
	}
	best, sure := drawn, false
	if w.b.mayCapture(&w.occ, men, kings) {
		s := w.state(&w.at)
		if w.read(s) {
			if word, all := w.special(s); all {
				return word
			}
			// Captures beside quiet moves, none of them owed.
			for i := range w.turns {
				if turn := &w.turns[i]; turn.Action == rules.Capture {
					n := w.after(&w.at, turn)
					best, sure = offered(best, sure, w.lookup(&n).before()), true
				}
			}
		}
	}
	count := 0
	for _, q := range men {
		for _, to := range w.b.ahead[q] {
			if w.occ[to] != empty {
				continue
			}
			if !w.b.crowned[to] {
				count++
				continue
			}
			n := w.at
			n.remove(0, q)
			n.add(0, to, true)
			n.swap()
			best, sure = offered(best, sure, w.lookup(&n).before()), true
		}
	}
	for _, q := range kings {
		for _, ray := range w.b.rays[q] {
			for _, to := range ray {
				if w.occ[to] != empty {
					break
				}
				count++
			}
		}
	}
	if count == 0 && !sure {
		s := w.state(&w.at)
		w.read(s)
		word, all := w.special(s)
		if !all {
			panic("exact: a position without quiet moves has them")
		}
		return word
	}
	return w.word(best, sure, count)
}

func offered(best code, sure bool, c code) code {
	if !sure {
		return c
	}
	return better(best, c)
}

// word returns the word of a position with count quiet moves whose other turns are worth best;
// sure is false if it has no other turns.
func (w *worker) word(best code, sure bool, count int) uint32 {
	n := uint32(count) * countOne
	switch {
	case count == 0:
		n |= closed | uint32(best)
		if best.decided() {
			w.put(best.turns())
		}
	case sure && best.win():
		n |= uint32(best)
		w.put(best.turns())
	case sure && best.loss():
		n |= open | uint32(best)
	case sure:
		n |= open | safe
	default:
		n |= open
	}
	return n
}

// special returns the word of a position in which no turn is playable, or a turn other
// than a quiet move without claim. If all is false, captures are free and only add to the
// quiet moves.
func (w *worker) special(s rules.State) (word uint32, all bool) {
	if len(w.turns) == 0 {
		c := endCode(&s, w.r.Beaten(&s))
		if c.decided() {
			w.put(0)
		}
		return closed | uint32(c), true
	}
	if w.free && w.turns[0].Action != rules.Pass {
		return 0, false
	}
	w.listEdges(s)
	best, sure := drawn, false
	for _, e := range w.edges {
		if e.to == noEdge {
			best, sure = offered(best, sure, e.sure.before()), true
		}
	}
	// An omission changes nothing if, at best, it is worth as much as another turn.
	kept := slices.DeleteFunc(w.edges, func(e edge) bool {
		return e.to != noEdge && e.certain && sure && e.sure.before().score() <= best.score()
	})
	if !slices.ContainsFunc(kept, func(e edge) bool { return e.to != noEdge }) {
		return w.word(best, sure, 0), true
	}
	w.edges = kept
	_, again := w.weigh(-1)
	if again < never {
		w.put(again)
	}
	return asked | open | uint32(again), true
}

func (w *worker) listEdges(s rules.State) {
	other := w.h.reply.table
	w.list(&w.at, s, func(n *placement) int { return w.number(n, other) })
	if w.missing {
		panic(fmt.Sprintf("exact: tables missing for %s", w.h.table.material))
	}
}
