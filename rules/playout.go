package rules

import "math/bits"

// A Source gives random words, all equally likely.
type Source interface{ Uint64() uint64 }

// Playouts play games of uniformly random turns. They serve one goroutine and
// reuse their buffers.
type Playouts struct {
	r     *Rules
	plain plainGame
	drawn drawnGame
	turns []Turn
	dice  dice
}

// NewPlayouts returns playouts under r.
func NewPlayouts(r *Rules) *Playouts {
	p := &Playouts{r: r}
	if r.one.narrow {
		p.plain = r.plainGame()
	}
	if r.drawn() {
		p.drawn = r.drawnGame(false)
	}
	return p
}

// Play plays from s, each turn chosen from all with equal chance, until the side
// on move has none or plies turns have been played. Draw clauses do not enter. It
// returns the last state and the number of turns.
func (p *Playouts) Play(s State, plies int, g Source) (State, int) {
	n, d := 0, &p.dice
	*d = dice{Source: g}
	switch {
	case p.r.plain(&s, false):
		s, n = p.plain.play(s, plies, d)
	case p.drawn != nil:
		return p.drawn.games(s, plies, d)
	}
	for ; n < plies; n++ {
		p.turns = p.r.moves(p.turns[:0], &s)
		if len(p.turns) == 0 {
			return s, n
		}
		s = p.r.Play(s, p.turns[d.pick(len(p.turns))])
	}
	return s, plies
}

// dice draw numbers from the words of a Source.
type dice struct {
	Source
	word uint64
	left int // numbers that may still be drawn from word
}

// pick returns a number below n. What a draw leaves of a word is as random as the
// word was, less the bits of n, and is drawn from again, but not for long lists, so
// that no number is favoured by more than n in 2^32.
func (d *dice) pick(n int) int {
	if d.left == 0 || n > 1<<8 {
		d.roll()
	}
	return d.below(n)
}

// roll takes a new word, for four draws.
//
//go:noinline
func (d *dice) roll() { d.word, d.left = d.Uint64(), 4 }

// below returns a number below n, at most 256, where a draw is left.
func (d *dice) below(n int) int {
	d.left--
	hi, lo := bits.Mul64(d.word, uint64(n))
	d.word = lo
	return int(hi)
}
