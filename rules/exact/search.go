package exact

import (
	"context"

	"varlab/rules"
)

// A proof is a search for whether one side can force at least a value, its leaves
// being tables and ends. It looks so many turns deep; what is beyond is taken to
// fail, so that what it proves is so, and what it does not prove may yet be. That
// a game may go round in circles does not matter: no line is longer than its depth.
//
// States are told apart by rules.Key, 64 bits.
type proof struct {
	t      *Tables
	r      *rules.Rules
	side   rules.Side // who is to reach the value
	want   int        // that value, for side: 1 or 0
	memo   []proofMemo
	nodes  int
	limit  int
	ctx    context.Context
	turns  [256][]rules.Turn
	order  [256][]int32
	killer [256]rules.Turn
}

// A proofMemo is what is known of a state: proved to this depth, failed to that.
type proofMemo struct {
	key            uint64
	proved, failed int8 // depth at which it was proved (-1: not), and failed
	best           uint8
}

type verdict int8

const (
	fails verdict = iota
	holds
	unknown // the budget is spent
)

// search finds the value of s by asking what each side can force, a little deeper
// each time, until the answers meet or the nodes are spent.
func search(ctx context.Context, t *Tables, s rules.State, nodes int) (Game, error) {
	g := Game{Low: -1, High: 1, Plies: -1, Method: BySearch}
	ask := func(side rules.Side, want int) *proof {
		return &proof{t: t, r: t.r, side: side, want: want, limit: nodes / 4, ctx: ctx, memo: make([]proofMemo, min(1<<22, nodes))}
	}
	mover := s.Mover()
	questions := []struct {
		p    *proof
		open func() bool
		then func()
	}{
		{ask(mover, 0), func() bool { return g.Low < 0 && g.High >= 0 }, func() { g.Low = max(g.Low, 0) }},
		{ask(mover.Other(), 0), func() bool { return g.High > 0 && g.Low <= 0 }, func() { g.High = min(g.High, 0) }},
		{ask(mover, 1), func() bool { return g.High == 1 && g.Low < 1 }, func() { g.Low = 1 }},
		{ask(mover.Other(), 1), func() bool { return g.Low == -1 && g.High > -1 }, func() { g.High = -1 }},
	}
	for depth := 2; depth < 120 && !g.Proved(); depth += 2 {
		busy := false
		for _, q := range questions {
			if !q.open() || q.p.nodes >= q.p.limit {
				continue
			}
			switch q.p.force(s, depth, 0) {
			case holds:
				q.then()
			case fails:
				busy = true
			case unknown:
			}
			if ctx.Err() != nil {
				return g, ctx.Err()
			}
		}
		if !busy {
			break
		}
	}
	for _, q := range questions {
		g.Positions += q.p.nodes
	}
	if g.Proved() && g.Low == 0 {
		g.Plies = 0
	}
	return g, nil
}

// leaf returns the value of s for the side that is asked about, if it is over or in
// a table.
func (p *proof) leaf(s *rules.State, turns []rules.Turn) (int, bool) {
	if c, over := end(p.r, s, turns); over {
		return p.seenBy(s, c.value()), true
	}
	return 0, false
}

func (p *proof) seenBy(s *rules.State, value int) int {
	if s.Mover() != p.side {
		return -value
	}
	return value
}

func (p *proof) judge(value int) verdict {
	if value >= p.want {
		return holds
	}
	return fails
}

// force reports whether the side can force its value from s in at most depth turns.
func (p *proof) force(s rules.State, depth, ply int) verdict {
	if _, compelled := s.Compelled(); !compelled && !s.ClaimOpen() {
		at := p.t.b.place(&s)
		if c, ok := p.t.find(&at); ok {
			return p.judge(p.seenBy(&s, c.value()))
		}
	}
	turns := p.r.Moves(p.turns[ply][:0], s)
	p.turns[ply] = turns
	if v, over := p.leaf(&s, turns); over {
		return p.judge(v)
	}
	if depth <= 0 {
		return fails
	}
	if p.nodes >= p.limit || p.nodes%4096 == 0 && p.ctx.Err() != nil {
		return unknown
	}
	key := p.r.Key(&s)
	m := &p.memo[key%uint64(len(p.memo))]
	hint := -1
	if m.key == key {
		switch {
		case m.proved >= 0 && int(m.proved) <= depth:
			return holds
		case int(m.failed) >= depth:
			return fails
		}
		hint = int(m.best)
	}
	own := s.Mover() == p.side
	decisive, other := holds, fails
	if !own {
		decisive, other = fails, holds
	}
	result, best := other, 0
	order := p.sort(ply, turns, hint)
	for _, i := range order {
		p.nodes++
		v := p.force(p.r.Play(s, turns[i]), depth-1, ply+1)
		if v == unknown {
			return unknown
		}
		if v == decisive {
			result, best = decisive, int(i)
			p.killer[ply] = turns[i]
			break
		}
	}
	if m.key != key {
		if m.key != 0 && int(m.failed) > depth+4 {
			return result // keep what took more work
		}
		*m = proofMemo{key: key, proved: -1, failed: -1}
	}
	m.best = uint8(min(best, 255))
	if result == holds {
		m.proved = int8(depth)
	} else {
		m.failed = max(m.failed, int8(depth))
	}
	return result
}

// sort orders turns: the one that decided before, the one that decided elsewhere at
// this ply, then claims, due captures, quiet moves, defaults.
func (p *proof) sort(ply int, turns []rules.Turn, hint int) []int32 {
	order := p.order[ply][:0]
	for class := range 6 {
		for i := range turns {
			if p.class(ply, &turns[i], i == hint) == class {
				order = append(order, int32(i))
			}
		}
	}
	p.order[ply] = order
	return order
}

func (p *proof) class(ply int, t *rules.Turn, hint bool) int {
	switch {
	case hint:
		return 0
	case *t == p.killer[ply]:
		return 1
	case t.Claim != rules.NoClaim:
		return 2
	case t.Default != rules.NoDefault:
		return 5
	case t.Action == rules.Jump:
		return 3
	}
	return 4
}
