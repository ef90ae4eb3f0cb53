package player

import (
	"math"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// guess rates a turn before it is searched: what it takes, crowns or claims;
// omissions come last.
func (p *search) guess(t *rules.Turn) int {
	n := 0
	switch {
	case t.Omission != profile.NoOmission:
		n -= 1 << 20
	case t.Claim == rules.Compel:
		n += 1 << 19
	case t.Claim == rules.Huff:
		n += 1 << 18
	}
	if t.Action == rules.Capture {
		n += 1<<16 + t.Captured.Len()<<8
	}
	if t.Promotes {
		n += 1 << 15
	}
	return n
}

// begin makes b ready to hand out its turns: the hash move first, if it is among them,
// and only resolving turns where last says that this is quiescence search. more says that
// b has the turns of the first stage only.
func (b *plyBuffer) begin(hashMove uint32, last, more bool) {
	b.hashMove, b.last, b.more, b.rated, b.done = hashMove, last, more, false, -1
	b.tried = b.tried[:0]
}

// next returns the turn of b to try next in s, or -1. Turns are rated once the hash move has
// failed to cut off; the turns of the second stage are listed once the first stage has failed.
func (p *search) next(b *plyBuffer, s *rules.State) int {
	if !b.rated {
		if b.hashMove != noHashMove && b.done < 0 {
			if b.done = b.find(b.hashMove); b.done < 0 && b.more {
				b.turns, b.more = p.r.Moves(b.turns[:0], *s), false
				b.done = b.find(b.hashMove)
			}
			if b.done >= 0 {
				return b.done
			}
		}
		p.rate(b, s.Mover())
	}
	i := b.pick()
	if i < 0 && b.more {
		b.more = false
		p.others(b, s)
		p.rate(b, s.Mover())
		i = b.pick()
	}
	return i
}

// others lists the turns of the second stage.
func (p *search) others(b *plyBuffer, s *rules.State) {
	b.turns = p.r.Moves(b.turns[:0], *s)
	b.done = -1
	n := 0
	for i := range b.turns {
		t := &b.turns[i]
		if s.ClaimOpen() && t.Claim != rules.Compel || !s.ClaimOpen() && t.Omission != profile.NoOmission {
			b.turns[n] = *t
			n++
		}
	}
	b.turns, b.tried = b.turns[:n], b.tried[:0]
}

func (b *plyBuffer) find(hashMove uint32) int {
	for i := range b.turns {
		if t := &b.turns[i]; hashMoveOf(t) == hashMove && (!b.last || resolving(t)) {
			return i
		}
	}
	return -1
}

// rate notes in what order the turns of b are tried: the best score first, and of
// equals the one that is listed first.
func (p *search) rate(b *plyBuffer, side board.Side) {
	order, n, top := slices.Grow(b.order[:0], len(b.turns))[:len(b.turns)], 0, 0
	history := &p.quietHistory[side&1]
	best := int64(math.MinInt64)
	for i := range b.turns {
		t := &b.turns[i]
		if i == b.done || b.last && !resolving(t) {
			continue
		}
		score := 0
		if t.Action != rules.Quiet || t.Promotes || t.Omission != profile.NoOmission || t.Claim != rules.NoClaim {
			score = p.guess(t)
		}
		if t.Action == rules.Quiet {
			score += int(history[t.From&127][t.To&127])
		}
		rated := int64(score)<<32 | int64(^uint32(i))
		if order[n] = rated; rated > best {
			best, top = rated, n
		}
		n++
	}
	b.order, b.picked, b.top, b.rated = order[:n], 0, top, true
}

func (b *plyBuffer) pick() int {
	order := b.order[b.picked:]
	if len(order) == 0 {
		return -1
	}
	b.picked++
	top := b.top
	if b.top = -1; top < 0 {
		best := int64(math.MinInt64)
		for i, rated := range order {
			if rated > best {
				best, top = rated, i
			}
		}
	}
	order[0], order[top] = order[top], order[0]
	return int(^uint32(order[0]))
}

// learn updates, for the quiet turns that were tried in a state, how often each is the best, as
// a moving average: chosen was the best, the other turns of tried were not.
func (p *search) learn(side board.Side, turns []rules.Turn, tried []int32, chosen int) {
	for _, i := range tried {
		t := &turns[i]
		if t.Action != rules.Quiet {
			continue
		}
		w := &p.quietHistory[side][t.From][t.To]
		if int(i) == chosen {
			*w += (mostHistory - *w) >> historyShift
		} else {
			*w -= *w >> historyShift
		}
	}
}

const (
	mostHistory  = 1 << 14
	historyShift = 5
)
