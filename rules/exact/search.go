package exact

import (
	"context"

	"varlab/rules"
	"varlab/rules/board"
)

// A search finds the value of a state. It asks in turn whether either side can force a win,
// until the answers decide; then how soon. work may be called again with more turns, after
// larger tables have been built.
type search struct {
	ctx       context.Context
	s         rules.State
	questions [2]question // by side: whether the other side wins, whether the side on move does
	length    *length     // of the side that wins
	g         Game
	states    int // that each question may remember
}

// A question is whether an attacker can force a win.
type question struct {
	p      *proof
	d      defence
	value  int // of the game if so
	failed bool
}

func newSearch(ctx context.Context, t *Tables, s rules.State, l Limits, done func(turns int)) *search {
	h := &search{ctx: ctx, s: s, g: Game{Low: -1, High: 1, Plies: -1, Method: BySearch}, states: min(mostStates, l.Nodes)}
	for i, side := range []board.Side{s.Mover().Other(), s.Mover()} {
		h.questions[i] = question{p: newProof(ctx, t, side, h.states, done), value: 2*i - 1}
	}
	return h
}

func (h *search) solved() bool { return h.g.Proved() && h.g.Plies >= 0 }

func (h *search) work(turns int) error {
	most := h.g.Positions + turns
	for slice := firstTurns; h.g.Positions < most && !h.g.Proved(); slice *= 2 {
		for i := range h.questions {
			q := &h.questions[i]
			if q.failed || h.g.Proved() {
				continue
			}
			var v verdict
			h.count(q.p, min(slice, most-h.g.Positions), func() { v = q.p.attack(&h.s, &q.d) })
			h.learn(q, v)
			if h.ctx.Err() != nil {
				return h.ctx.Err()
			}
		}
	}
	if h.length != nil && h.g.Positions < most {
		h.count(h.length.p, most-h.g.Positions, func() {
			if turns, ok := h.length.win(&h.s); ok {
				h.g.Plies = turns
			}
		})
	}
	return h.ctx.Err()
}

func (h *search) count(p *proof, turns int, do func()) {
	before := p.nodes
	p.allow(turns)
	do()
	h.g.Positions += p.nodes - before
}

func (h *search) learn(q *question, v verdict) {
	switch {
	case v == holds:
		h.g.Low, h.g.High = q.value, q.value
		h.length = newLength(q.p, h.states/2)
	case v == fails && q.value < 0:
		h.g.Low = 0
	case v == fails:
		h.g.High = 0
	}
	q.failed = v == fails
	if h.g.Proved() && h.g.Low == 0 {
		h.g.Plies = 0
	}
}

const (
	firstTurns = 1 << 14 // for each question at first
	mostStates = 1 << 25 // states that a question remembers, 16 bytes each
)
