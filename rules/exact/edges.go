package exact

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// An edge is the effect of a turn for the other side: a known code (by a claim, or because the
// material has changed) and the position of the same material in which that side may play on.
type edge struct {
	sure    code // the best of the known codes
	certain bool // there is a known code
	claims  bool // the other side may claim, so that accepting an end is a turn
	to      int  // number of the position in which the other side may play on, or noEdge
}

const noEdge = -1

// An asker evaluates a position through its turns. It serves one goroutine.
type asker struct {
	t       *Tables
	turns   []rules.Turn
	inner   [][]rules.Turn // turns of states with claims, by depth
	edges   []edge
	due     []due
	deeper  int
	missing bool // a table that was needed is unknown
}

type due struct {
	from board.Square
	code code // to the side that captures
}

// end returns the code of s if the game is over there.
func end(r *rules.Rules, s *rules.State, turns []rules.Turn) (code, bool) {
	o := r.Ended(s, len(turns))
	return endCode(s, o), o.Over()
}

// look is lookup, but sets missing if the table is unknown.
func (a *asker) look(p *placement) code {
	c, ok := a.t.find(p)
	if !ok {
		a.missing = true
	}
	return c
}

// read fills a.turns with the turns of s, and reports whether there are none, or some that are
// not quiet moves.
func (a *asker) read(s rules.State) bool {
	a.turns = a.t.r.Moves(a.turns[:0], s)
	return len(a.turns) == 0 || slices.ContainsFunc(a.turns, func(t rules.Turn) bool { return t.Action != rules.Quiet })
}

// list fills a.edges with the edges of p, whose turns have been read. number numbers the
// positions of the same material.
func (a *asker) list(p *placement, s rules.State, number func(*placement) int) {
	t := a.t
	a.edges, a.due = a.edges[:0], a.due[:0]
	for i := range a.turns {
		turn := &a.turns[i]
		if turn.Action == rules.Capture && turn.Omission == profile.NoOmission {
			n := t.after(p, turn)
			c := a.look(&n)
			a.edges = append(a.edges, edge{sure: c, certain: true, to: noEdge})
			if t.compel {
				a.due = append(a.due, due{turn.From, c.before()})
			}
		}
	}
	for i := range a.turns {
		turn := a.turns[i]
		if turn.Action == rules.Capture && turn.Omission == profile.NoOmission {
			continue
		}
		n := t.after(p, &turn)
		e := edge{to: noEdge}
		if turn.Omission != profile.NoOmission {
			a.claim(&e, s, &turn, &n)
		}
		if !e.claims || !t.must {
			if turn.Action == rules.Capture || turn.Promotes {
				c := a.look(&n)
				if c.ended() && e.claims {
					c = c.waived()
				}
				e.offer(c)
			} else {
				e.to = number(&n)
			}
		}
		a.edges = append(a.edges, e)
	}
}

func (e *edge) offer(c code) {
	e.sure, e.certain = offered(e.sure, e.certain, c), true
}

// claim adds to e the claims of the other side after the omission turn, which led to n.
func (a *asker) claim(e *edge, s rules.State, turn *rules.Turn, n *placement) {
	t := a.t
	if !t.simple {
		state := t.r.Play(s, *turn)
		a.claimed(e, &state)
		return
	}
	for q := range turn.Huffable.All() {
		if n.pieces[0].Len() < t.fewest {
			break // a side with too few pieces cannot huff
		}
		m := *n
		m.remove(1, t.b.ordinal[q]) // the ordinals are those of the first mover
		switch {
		case m.pieces[1].Len() < t.fewest:
			// The game is over; the huff was the turn.
			e.offer(t.noMover.before())
		case t.spends:
			m.swap()
			e.offer(a.look(&m).before())
		default:
			c := a.look(&m)
			if c.ended() {
				continue // no move after it: no turn
			}
			e.offer(c)
		}
		e.claims = true
	}
	if !t.compel {
		return
	}
	// A replayed turn leaves the best of the due captures.
	e.claims = true
	for i, d := range a.due {
		best, named := d.code, true
		for j, o := range a.due {
			if !t.named || o.from == d.from {
				if j < i {
					named = false // counted already
				}
				best = better(best, o.code)
			}
		}
		if named {
			e.offer(best.before())
		}
	}
}

// claimed adds to e the claims of the side on move in s, turn by turn.
func (a *asker) claimed(e *edge, s *rules.State) {
	t := a.t
	depth := a.descend(s)
	for i := 0; i < len(a.inner[depth]) && !a.missing; i++ {
		turn := a.inner[depth][i]
		if turn.Claim == rules.NoClaim || turn.Claim == rules.Waive {
			continue
		}
		n := t.r.Play(*s, turn)
		e.claims = true
		e.offer(a.value(&n).before())
	}
	a.deeper--
}

// descend lists the turns of s one level deeper, and returns that level.
func (a *asker) descend(s *rules.State) int {
	depth := a.deeper
	a.deeper++
	if depth == len(a.inner) {
		a.inner = append(a.inner, nil)
	}
	a.inner[depth] = a.t.r.Moves(a.inner[depth][:0], *s)
	return depth
}

// value returns the code of any state. Where a table is unknown it sets missing and stops.
func (a *asker) value(s *rules.State) code {
	t := a.t
	if _, compelled := s.Compelled(); compelled {
		depth := a.descend(s)
		best, any := drawn, false
		for i := 0; i < len(a.inner[depth]) && !a.missing; i++ {
			n := t.r.Play(*s, a.inner[depth][i])
			best, any = offered(best, any, a.value(&n).before()), true
		}
		a.deeper--
		return best
	}
	p := t.b.place(s)
	plain := a.look(&p)
	if !s.ClaimOpen() || a.missing {
		return plain
	}
	var e edge
	a.claimed(&e, s)
	if e.claims && t.must {
		return e.sure
	}
	if plain.ended() && e.claims {
		plain = plain.waived()
	}
	e.offer(plain)
	return e.sure
}

// Materials are the materials of the tables from which Probe reads the value of s: its own
// and, if a claim is open or was made, those to which the claims lead.
func Materials(r *rules.Rules, s *rules.State) (ms []Material) {
	add := func(s *rules.State) {
		if m := materialOf(s); m[0].Len() > 0 && m[1].Len() > 0 {
			ms = append(ms, m)
		}
	}
	add(s)
	if s.Pending() {
		for _, turn := range r.Moves(nil, *s) {
			if turn.Claim != rules.NoClaim {
				after := r.Play(*s, turn)
				add(&after)
			}
		}
	}
	return ms
}

// Probe returns the value of s for the side on move (1, 0 or -1) with best play,
// the number of turns to the end (0 in a draw), and whether it is known. Open
// claims and compelled answers are understood.
func (t *Tables) Probe(s *rules.State) (value, turns int, ok bool) {
	if !s.Pending() {
		p := t.b.place(s)
		c, ok := t.find(&p)
		return c.value(), c.distance(), ok
	}
	a := asker{t: t}
	c := a.value(s)
	return c.value(), c.distance(), !a.missing
}

func (c code) distance() int {
	if !c.decided() {
		return 0
	}
	return c.turns()
}
