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
		return r.plainGame().lines(s.pieces[side].lo, s.pieces[side.Other()].lo, s.kings.lo, side, depth)
	}
	return r.perft(s, due, make([][]Turn, depth))
}

// perft counts len(buffers) turns deep; each depth keeps its buffer.
func (r *Rules) perft(s State, due bool, buffers [][]Turn) uint64 {
	turns := buffers[0][:0]
	if due {
		turns = r.Due(turns, s)
	} else {
		turns = r.Moves(turns, s)
	}
	buffers[0] = turns
	if len(buffers) == 1 {
		return uint64(len(turns))
	}
	var n uint64
	for i := range turns {
		n += r.perft(r.Play(s, turns[i]), due, buffers[1:])
	}
	return n
}
