package rules

import "math/bits"

// A Source gives random words, all equally likely.
type Source interface{ Uint64() uint64 }

// Playouts play games of uniformly random turns. They serve one goroutine and
// reuse their buffers.
type Playouts struct {
	r     *Rules
	turns []Turn
	plain plainGame
}

// NewPlayouts returns playouts under r.
func NewPlayouts(r *Rules) *Playouts {
	p := &Playouts{r: r}
	if r.one.narrow {
		p.plain = r.plainGame()
	}
	return p
}

// Play plays from s, each turn chosen from all with equal chance, until the side
// on move has none or plies turns have been played. Draw clauses do not enter. It
// returns the last state and the number of turns.
func (p *Playouts) Play(s State, plies int, g Source) (State, int) {
	if p.r.plain(&s, false) {
		return p.plain.play(s, plies, g)
	}
	for n := range plies {
		p.turns = p.r.Moves(p.turns[:0], s)
		if len(p.turns) == 0 {
			return s, n
		}
		s = p.r.Play(s, p.turns[pick(g, len(p.turns))])
	}
	return s, plies
}

// pick returns a number below n. It favours some by less than n in 2^64.
func pick(g Source, n int) int {
	hi, _ := bits.Mul64(g.Uint64(), uint64(n))
	return int(hi)
}
