package player

import "varlab/rules"

// guess rates a turn before it is searched: what it takes, crowns or claims;
// defaults come last.
func (p *search) guess(t *rules.Turn) int {
	n := 0
	switch {
	case t.Default != rules.NoDefault:
		n -= 1 << 20
	case t.Claim == rules.Compel:
		n += 1 << 19
	case t.Claim == rules.Huff:
		n += 1 << 18
	}
	if t.Action == rules.Jump {
		n += 1<<16 + t.Captured.Len()<<8
	}
	if t.Promotes {
		n += 1 << 15
	}
	return n
}

func (p *search) rate(b *plyBuffer, side rules.Side, known uint32) {
	b.scores = b.scores[:0]
	for i := range b.turns {
		t := &b.turns[i]
		n := p.guess(t)
		switch {
		case known != noMark && mark(t) == known:
			n = 1 << 30
		case t.Action == rules.Quiet:
			switch mark(t) {
			case b.killers[0]:
				n += 1<<14 + 1
			case b.killers[1]:
				n += 1 << 14
			default:
				n += int(p.worth[side][t.From][t.To])
			}
		}
		b.scores = append(b.scores, n)
	}
}

// pick brings the best of the turns from i on to place i.
func (b *plyBuffer) pick(i int) {
	top := i
	for j := i + 1; j < len(b.scores); j++ {
		if b.scores[j] > b.scores[top] {
			top = j
		}
	}
	b.scores[i], b.scores[top] = b.scores[top], b.scores[i]
	b.turns[i], b.turns[top] = b.turns[top], b.turns[i]
}

// cut notes a turn that was too good for the opponent.
func (p *search) cut(b *plyBuffer, side rules.Side, t *rules.Turn, depth int) {
	if t.Action != rules.Quiet {
		return
	}
	if m := mark(t); m != b.killers[0] {
		b.killers[0], b.killers[1] = m, b.killers[0]
	}
	w := &p.worth[side][t.From][t.To]
	if *w += int32(depth * depth); *w >= 1<<13 {
		for from := range p.worth[side] {
			for to := range p.worth[side][from] {
				p.worth[side][from][to] /= 2
			}
		}
	}
}
