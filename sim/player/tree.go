package player

import (
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A state is pruned where a search to pruneShare per cent of its depth beats the score asked
// for by pruneMargin hundredths of a man for each ply of that depth (ProbCut, with fixed
// margins: Buro 1995, ICCA Journal 18(2), pp. 71-76).
const (
	leastPruned = 3
	pruneShare  = 40
	pruneMargin = 5
)

// try plays t and returns its score for the side that plays it. With nullWindow it first asks,
// by a search that is shallower by reduced plies, only whether t is better than alpha.
func (p *search) try(t *rules.Turn, depth, ply, alpha, beta int, nullWindow bool, reduced int) int {
	if p.spent >= p.nodes || p.spent&1023 == 1023 && p.stopped.Load() {
		p.out = true
		return 0
	}
	p.spent++
	if t.Action == rules.CallDraw {
		return p.drawn(p.h.Now(), ply)
	}
	mover := p.h.Now().Mover()
	p.h.Make(t)
	after := p.h.Now()
	var v int
	switch {
	case after.Mover() == mover: // an ending was accepted
		v = p.value(after, depth-1, ply+1, alpha, beta)
	case nullWindow:
		v = -p.value(after, depth-1-reduced, ply+1, -alpha-1, -alpha)
		if reduced > 0 && v > alpha && !p.out {
			v = -p.value(after, depth-1, ply+1, -alpha-1, -alpha)
		}
		if v > alpha && v < beta && !p.out {
			v = -p.value(after, depth-1, ply+1, -beta, -alpha)
		}
	default:
		v = -p.value(after, depth-1, ply+1, -beta, -alpha)
	}
	p.h.Undo()
	return v
}

// value returns the score of s, the present state, for the side on move: exact
// between alpha and beta, else a bound.
func (p *search) value(s *rules.State, depth, ply, alpha, beta int) int {
	pending := false // the game has ended, but for a claim
	if p.h.Stale() {
		if !s.ClaimOpen() {
			return p.scored(p.h.Drawn(), s, ply)
		}
		pending = true
	}
	if p.h.Pieces() <= p.pieces && !pending {
		if v, ok := p.exactScore(s, ply); ok {
			return v
		}
	}
	if ply >= maxPly-1 {
		return p.eval.of(s, board.Set{})
	}
	callable := p.h.Callable()
	if callable {
		if alpha = max(alpha, p.drawn(s, ply)); alpha >= beta {
			return alpha
		}
	}
	key := p.r.Key(s)
	quiescent := false
	if depth <= 0 {
		if v, ok := p.leaves.of(key); ok {
			return v
		}
		quiescent = p.r.Quiescent(s)
	}
	if quiescent && p.r.CanMove(s, s.Mover()) {
		v := p.eval.of(s, board.Set{})
		p.leaves.keep(key, v)
		return v
	}
	return p.node(s, key, depth, ply, alpha, beta, pending, callable, quiescent)
}

// node is value for a state that is searched. It is apart from value, since most states are
// not, and its variables want a place each.
func (p *search) node(s *rules.State, key uint64, depth, ply, alpha, beta int, pending, callable, quiescent bool) int {
	slot := &p.table[key&uint64(len(p.table)-1)]
	hashMove := noHashMove
	if slot.key == key && !pending && !callable {
		if slot.depth() >= max(depth, 0) {
			v, bound := later(slot.score(), -ply), slot.bound()
			if bound == exact || bound == lower && v >= beta || bound == upper && v <= alpha {
				return v
			}
		}
		hashMove = slot.turn()
	}

	best := -infinity
	if callable {
		best = p.drawn(s, ply)
	}
	ends := depth <= 0 && !quiescent // quiescence search
	if ends {
		if best = max(best, p.standPat(s)); best >= beta {
			return best
		}
	}
	prunes := !p.plain && depth >= leastPruned && beta-alpha == 1 && !p.shallow
	if prunes && !pending && !callable && beta < resolved && alpha > -resolved {
		p.shallow = true
		above := beta + pruneMargin*depth
		v := p.value(s, depth*pruneShare/100, ply, above-1, above)
		p.shallow = false
		if p.out {
			return 0
		}
		if v >= above {
			return v
		}
		if slot.key == key {
			hashMove = slot.turn()
		}
	}
	b := &p.plies[ply]
	more := false
	switch {
	case pending:
		b.turns, _ = p.h.Look(b.turns[:0])
	case ends:
		b.turns, more = p.r.Noisy(b.turns[:0], s)
	default:
		b.turns, more = p.r.FirstStage(b.turns[:0], s)
	}
	if !more {
		switch len(b.turns) {
		case 0:
			return p.ended(s, ply)
		case 1:
			if !p.plain { // a forced turn costs no depth
				depth++
				ends = depth <= 0
			}
		}
	}
	b.begin(hashMove, ends, more && !ends)
	floor, chosen, tried := max(alpha, best), noHashMove, 0
	for i := p.next(b, s); i >= 0; i = p.next(b, s) {
		t := &b.turns[i]
		if p.refuses(t, s.Mover()) {
			continue
		}
		v := p.try(t, depth, ply, floor, beta, tried > 0, p.reduce(t, depth, tried, beta-alpha > 1))
		if p.out {
			return 0
		}
		tried++
		b.tried = append(b.tried, int32(i))
		if v > best {
			best = v
			chosen = hashMoveOf(t)
		}
		if v > floor {
			floor = v
		}
		if v >= beta {
			p.learn(s.Mover(), b.turns, b.tried, i)
			break
		}
	}
	if best == -infinity {
		// Only turns that a search of captures leaves out.
		return p.eval.of(s, board.Set{})
	}
	if !pending && !callable && chosen != noHashMove {
		p.store(slot, key, chosen, best, max(depth, 0), ply, alpha, beta)
	}
	return best
}

// reduce returns the number of plies by which the search first looks at a turn less deeply,
// with tried turns before it. It reduces late quiet turns, earlier ones in a narrow window, and
// omissions, which are seldom worth their cost.
func (p *search) reduce(t *rules.Turn, depth, tried int, open bool) int {
	if p.plain || tried == 0 || depth < 2 || t.Promotes || t.Claim == rules.Compel {
		return 0
	}
	switch {
	case t.Omission != profile.NoOmission:
		return 1
	case t.Action != rules.Quiet || t.Claim == rules.Huff:
		return 0
	case !open && tried >= 4:
		return 2
	case !open || tried >= 3:
		return 1
	}
	return 0
}

func (p *search) ended(s *rules.State, ply int) int {
	return p.scored(p.r.Beaten(s), s, ply)
}

// scored returns the worth of an ending to the side on move in s.
func (p *search) scored(o rules.Outcome, s *rules.State, ply int) int {
	switch p.r.Scored(o.Result) {
	case rules.WinOf(s.Mover()):
		return mate - ply
	case rules.WinOf(s.Mover().Other()):
		return ply - mate
	}
	return 0
}

// drawn returns the worth of a draw to the side on move in s.
func (p *search) drawn(s *rules.State, ply int) int {
	return p.scored(rules.Outcome{Result: rules.Draw}, s, ply)
}

// standPat returns the least worth of a noisy state to the side on move, when a line ends
// there: if it may leave its captures, the worth of the state as it is; with a claim open, that
// of the state without the best piece that it may huff.
func (p *search) standPat(s *rules.State) int {
	best := -infinity
	if !s.ClaimOpen() {
		if p.free && p.r.CanMove(s, s.Mover()) {
			best = p.eval.of(s, board.Set{})
		}
		return best
	}
	for q := range s.Huffable().All() {
		best = max(best, p.eval.of(s, board.SetOf(q)))
	}
	return best
}

// resolving reports whether a turn is looked at where a line ends: due captures, and
// claims that are whole turns.
func resolving(t *rules.Turn) bool {
	return t.Omission == profile.NoOmission && t.Claim != rules.Huff && (t.Action == rules.Capture || t.Action == rules.Nothing)
}
