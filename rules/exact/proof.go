package exact

import (
	"context"
	"math/bits"

	"varlab/rules"
	"varlab/rules/board"
)

// A proof is a search for whether one side, the attacker, can force a win. Its leaves are
// tables and ends of games. It is a depth-first proof-number search (Nagai, Df-pn algorithm
// for searching AND/OR trees, 2002): for each state it keeps the least number of unknown
// states that must be won to prove the win, and the least number that must be lost to
// disprove it, and it follows the child that needs the least.
//
// A win that it finds is proved: it rests on tables, ends and earlier wins, never on a line
// that goes round. If a line returns to one of its own states, or is too long, the search
// takes the attack to have failed, and remembers that, although the attack may succeed on
// another line. A failure is therefore only a proposal, which a defence must prove.
//
// rules.Key, of 64 bits, tells states apart.
type proof struct {
	asker
	r        *rules.Rules
	attacker board.Side
	ctx      context.Context
	memo     memo
	nodes    int // turns played
	told     int // turns already reported to done
	limit    int
	done     func(turns int)
	stopped  bool
	frames   []*frame // by ply
}

// A frame is a state on the present line.
type frame struct {
	key        uint64
	reversible int // number of turns up to here that can be taken back
	turns      []rules.Turn
	kids       []kid
}

// A kid is a child: a state that a turn leads to.
type kid struct {
	state rules.State
	key   uint64
	n     numbers
	// reversible is the number of turns up to this state that can be taken back.
	reversible int
}

// Numbers are the least number of unknown states that prove a win of the attacker, and the
// least that disprove it. If one is 0 the other is endless.
type numbers struct{ proof, disproof uint32 }

const (
	endless  = 1<<28 - 1
	longLine = 600     // turns on a line
	often    = 1 << 14 // turns after which a search reports its progress
)

var (
	proved    = numbers{0, endless}
	disproved = numbers{endless, 0}
)

func (n numbers) solved() bool { return n.proof == 0 || n.disproof == 0 }

func newProof(ctx context.Context, t *Tables, attacker board.Side, states int, done func(int)) *proof {
	return &proof{asker: asker{t: t}, r: t.r, attacker: attacker, ctx: ctx, memo: newMemo(states), done: done}
}

func (p *proof) allow(turns int) { p.limit, p.stopped = p.nodes+turns, false }

func (p *proof) spent() bool {
	if p.nodes >= p.limit {
		p.stopped = true
	}
	if p.stopped || p.nodes >= p.told+often {
		p.done(p.nodes - p.told)
		p.told = p.nodes
		p.stopped = p.stopped || p.ctx.Err() != nil
	}
	return p.stopped
}

// seen returns the numbers of a state with a known value for the side on move.
func (p *proof) seen(s *rules.State, value int) numbers {
	if s.Mover() != p.attacker {
		value = -value
	}
	if value > 0 {
		return proved
	}
	return disproved
}

func (p *proof) tabled(s *rules.State) (c code, ok bool) {
	if s.Pieces(board.First).Len()+s.Pieces(board.Second).Len() > p.t.most {
		return drawn, false
	}
	if !s.Pending() {
		at := p.t.b.place(s)
		return p.t.find(&at)
	}
	p.missing = false
	c = p.value(s)
	return c, !p.missing
}

// first guesses the numbers of an unknown state: a side that is ahead is more likely to
// win, and each move of a side must be met. The weights are those that solved four games
// on six rows of six in the fewest turns.
func (p *proof) first(s *rules.State) numbers {
	worth := func(side board.Side) int { return 2*s.Men(side).Len() + 5*s.Kings(side).Len() }
	ahead := worth(p.attacker) - worth(p.attacker.Other())
	ahead = max(-12, min(12, ahead))
	n := numbers{uint32(1) << ((12 - ahead) / 4), uint32(1) << ((12 + ahead) / 4)}
	moves := uint32(p.r.Mobility(s, s.Mover()) + 2)
	if s.Mover() == p.attacker {
		n.disproof = n.disproof*moves/4 + 1
	} else {
		n.proof = n.proof*moves/4 + 1
	}
	return n
}

// know fills in the numbers of a child without a search.
func (p *proof) know(k *kid, ply int) {
	if c, ok := p.tabled(&k.state); ok {
		k.n = p.seen(&k.state, c.value())
		return
	}
	k.key = p.r.Key(&k.state)
	for i, back := ply, k.reversible-1; back >= 0 && i >= 0; i, back = i-1, back-1 {
		if p.frames[i].key == k.key {
			k.n = disproved
			return
		}
	}
	var ok bool
	if k.n, ok = p.memo.get(k.key); !ok {
		k.n = p.first(&k.state)
	}
}

// unfold lists the children of s at a ply; over is true if the game has ended there.
func (p *proof) unfold(s *rules.State, key uint64, ply, reversible int) (f *frame, n numbers, over bool) {
	for len(p.frames) <= ply {
		p.frames = append(p.frames, new(frame))
	}
	f = p.frames[ply]
	f.key, f.reversible = key, reversible
	f.turns = p.r.Moves(f.turns[:0], *s)
	if c, over := end(p.r, s, f.turns); over {
		return f, p.seen(s, c.value()), true
	}
	f.kids = f.kids[:0]
	for i := range f.turns {
		t := &f.turns[i]
		p.nodes++
		f.kids = append(f.kids, kid{state: p.r.Play(*s, *t)})
		k := &f.kids[i]
		if p.r.Conversion(s, t) < rules.Advance {
			k.reversible = reversible + 1
		}
		p.know(k, ply)
	}
	return f, numbers{}, false
}

// sum returns the numbers of a state from those of its children. The attacker needs only
// the easiest turn; the defender's turns must all be met. Beside the hardest child each
// unsolved child counts one, since lines that meet again would be counted twice (Ueda and
// others, Weak proof-number search, 2008). It also returns the child to follow, the second
// least of the numbers whose least was taken, and the number of unsolved children.
func sum(kids []kid, attack bool) (n numbers, next int, second, unsolved uint32) {
	least, most := uint32(endless), uint32(0)
	second = endless
	for i := range kids {
		one, other := kids[i].n.proof, kids[i].n.disproof
		if !attack {
			one, other = other, one
		}
		if other > 0 {
			most, unsolved = max(most, other), unsolved+1
		}
		switch {
		case one < least:
			least, second, next = one, least, i
		case one < second:
			second = one
		}
	}
	rest := most
	switch {
	case least == 0:
		rest = endless
	case unsolved > 0:
		rest += unsolved - 1
	}
	if !attack {
		return numbers{rest, least}, next, second, unsolved
	}
	return numbers{least, rest}, next, second, unsolved
}

// look returns the numbers of s after a search, which ends when one of them reaches its bound.
func (p *proof) look(s *rules.State, key uint64, ply, reversible int, bound numbers) numbers {
	if n, ok := p.memo.get(key); ok && (n.solved() || n.proof >= bound.proof || n.disproof >= bound.disproof) {
		return n
	}
	return p.follow(s, key, ply, reversible, bound)
}

// follow is look without the remembered numbers of s itself.
func (p *proof) follow(s *rules.State, key uint64, ply, reversible int, bound numbers) numbers {
	if ply >= longLine {
		return disproved
	}
	before := p.nodes
	f, n, over := p.unfold(s, key, ply, reversible)
	if over {
		p.memo.put(key, n, 0)
		return n
	}
	attack := s.Mover() == p.attacker
	for {
		var i int
		var second, unsolved uint32
		n, i, second, unsolved = sum(f.kids, attack)
		if n.solved() || n.proof >= bound.proof || n.disproof >= bound.disproof || p.spent() {
			break
		}
		k := &f.kids[i]
		// The bound is a little above the second best, so that the search does not change to
		// another child at each step (Pawlewicz and Lew, Improving depth-first pn-search, 2006).
		second = min(second+second/4+1, endless)
		sub := numbers{min(bound.proof, second), bound.disproof - (unsolved - 1)}
		if !attack {
			sub = numbers{bound.proof - (unsolved - 1), min(bound.disproof, second)}
		}
		k.n = p.look(&k.state, k.key, ply+1, k.reversible, sub)
	}
	p.memo.put(key, n, p.nodes-before)
	return n
}

// A memo remembers the numbers of states, four to a bucket. A new state replaces the cheapest
// state of its bucket.
type memo struct {
	slots []slot
	mask  uint64
}

type slot struct {
	key uint64
	// proof and disproof number, 28 bits each, and the bits of the work spent
	word uint64
}

func (s *slot) numbers() numbers { return numbers{uint32(s.word >> 36), uint32(s.word>>8) & endless} }

const bucket = 4

func newMemo(states int) memo {
	n := 1 << bits.Len(uint(max(states, 1<<12)-1))
	return memo{make([]slot, n), uint64(n/bucket - 1)}
}

func (m *memo) bucket(key uint64) []slot {
	i := (key >> 20 & m.mask) * bucket
	return m.slots[i : i+bucket : i+bucket]
}

func (m *memo) get(key uint64) (numbers, bool) {
	b := m.bucket(key)
	for i := range b {
		if b[i].key == key {
			return b[i].numbers(), true
		}
	}
	return numbers{}, false
}

func (m *memo) put(key uint64, n numbers, work int) {
	s := slot{key, uint64(n.proof)<<36 | uint64(n.disproof)<<8 | uint64(bits.Len(uint(work))+1)}
	b := m.bucket(key)
	at := &b[0]
	for i := range b {
		if b[i].key == key {
			at = &b[i]
			break
		}
		if b[i].word&0xff < at.word&0xff {
			at = &b[i]
		}
	}
	*at = s
}
