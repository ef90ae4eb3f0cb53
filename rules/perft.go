package rules

// Perft counts the sequences of depth turns from s; with due, those in which no
// due capture is left untaken. Draw clauses do not enter. The last turn is
// counted without being played.
func (r *Rules) Perft(s State, depth int, due bool) uint64 {
	if depth <= 0 {
		return 1
	}
	if r.plain(&s, due) && s.runs == [2]uint8{} {
		side := s.mover
		return r.plainGame().lines(s.pieces[side].Lo, s.pieces[side.Other()].Lo, s.kings.Lo, side, depth)
	}
	return r.perft(s, depth, due)
}

// perft counts by lists of turns, but the last turn, where a walker can.
func (r *Rules) perft(s State, depth int, due bool) uint64 {
	p := perft{r: r, due: due, plies: make([]perftPly, depth)}
	if r.drawn() {
		p.last = r.drawnGame(due)
	}
	p.plies[0].state = s
	return p.lines(0)
}

type perft struct {
	r     *Rules
	due   bool
	last  drawnGame
	plies []perftPly
}

// A perftPly is a state on the way, and its turns.
type perftPly struct {
	state State
	turns []Turn
}

// lines counts the lines from ply i on.
func (p *perft) lines(i int) uint64 {
	r, at := p.r, &p.plies[i]
	last := i+1 == len(p.plies)
	if last && p.last != nil {
		if n, ok := p.last.count(&at.state); ok {
			return uint64(n)
		}
	}
	if p.due {
		at.turns = r.Due(at.turns[:0], at.state)
	} else {
		at.turns = r.moves(at.turns[:0], &at.state)
	}
	if last {
		return uint64(len(at.turns))
	}
	next := &p.plies[i+1].state
	var n uint64
	for j := range at.turns {
		*next = State{}
		r.play(next, &at.state, &at.turns[j])
		n += p.lines(i + 1)
	}
	return n
}
