package exact

import (
	"slices"

	"varlab/rules"
	"varlab/rules/profile"
)

// A length is a search for the shortest win of a side that is known to win. It asks for a win
// within a number of turns, then within a few more, until there is one. A win in a table
// counts with its distance. No line is longer than that number, so an answer does not depend
// on the way to its state.
type length struct {
	p      *proof // with the tables and remembered numbers to use
	memo   []reach
	frames [][]stage
	order  [][]int32
	turns  [][]rules.Turn
	killer []rules.Turn
	least  int // a number of turns known to be too small
	step   int // wins of a side on move have distances that differ by a multiple of it
}

// A stage is a state that a turn leads to.
type stage struct {
	state rules.State
	key   uint64
	rank  int
}

// A reach is the memory of a state.
type reach struct {
	key      uint64
	holds    int16  // turns within which the attacker wins; 0 if unknown
	fails    int16  // turns within which the attacker does not win; -1 if unknown
	best     uint16 // index of the turn that was decisive last
	occupied bool
}

func newLength(p *proof, states int) *length {
	l := &length{p: p, memo: make([]reach, max(1, states)), step: 1}
	if e := p.r.Profile().Ending; !p.t.claims && e.NoPieces == profile.Loses && e.NoMoves != profile.Wins {
		l.step = 2 // the side on move at the end has lost
	}
	return l
}

// win returns the number of turns within which the attacker, who wins from s, can force the
// win; ok is false if the allowed turns are spent first.
func (l *length) win(s *rules.State) (turns int, ok bool) {
	for ; l.least < farthest; l.least += l.step {
		turns = l.fit(s, l.least+l.step)
		switch l.within(s, l.p.r.Key(s), turns, 0) {
		case holds:
			return turns, true
		case unknown:
			return 0, false
		}
	}
	return 0, false
}

// fit returns the highest possible number of turns of a win from s, up to turns.
func (l *length) fit(s *rules.State, turns int) int {
	if l.step == 2 && (turns%2 == 1) != (s.Mover() == l.p.attacker) {
		turns--
	}
	return turns
}

// within reports whether the attacker wins from s within a number of turns.
func (l *length) within(s *rules.State, key uint64, turns, ply int) verdict {
	p := l.p
	turns = l.fit(s, turns)
	if c, ok := p.tabled(s); ok {
		if c.decided() && c.turns() <= turns && p.seen(s, c.value()) == proved {
			return holds
		}
		return fails
	}
	if v := l.known(s, key, turns); v != unknown {
		return v
	}
	hint := -1
	if m := &l.memo[key%uint64(len(l.memo))]; m.occupied && m.key == key {
		hint = int(m.best)
	}
	for len(l.frames) <= ply {
		l.frames, l.order, l.turns = append(l.frames, nil), append(l.order, nil), append(l.turns, nil)
		l.killer = append(l.killer, rules.Turn{})
	}
	l.turns[ply] = p.r.Moves(l.turns[ply][:0], *s)
	list := l.turns[ply]
	if c, over := end(p.r, s, list); over {
		if turns >= 0 && p.seen(s, c.value()) == proved {
			return holds
		}
		return fails
	}
	if turns <= 0 {
		return fails
	}
	if p.spent() {
		return unknown
	}
	attack := s.Mover() == p.attacker
	decisive, result, best := holds, fails, 0
	if !attack {
		decisive, result = fails, holds
	}
	kids := l.kids(s, list, ply, hint, attack)
	// A child that is known to decide makes a search needless.
	for i := range kids {
		if l.known(&kids[i].state, kids[i].key, turns-1) == decisive {
			l.put(key, turns, decisive, i)
			return decisive
		}
	}
	for _, i := range l.sort(kids, ply) {
		v := l.within(&kids[i].state, kids[i].key, turns-1, ply+1)
		if v == unknown {
			return unknown
		}
		if v == decisive {
			result, best = decisive, int(i)
			l.killer[ply] = list[i]
			break
		}
	}
	l.put(key, turns, result, best)
	return result
}

func (l *length) kids(s *rules.State, turns []rules.Turn, ply, hint int, attack bool) []stage {
	kids := l.frames[ply][:0]
	for i := range turns {
		l.p.nodes++
		k := stage{state: l.p.r.Play(*s, turns[i])}
		k.key = l.p.r.Key(&k.state)
		n, ok := l.p.memo.get(k.key)
		if !ok {
			n = l.p.first(&k.state)
		}
		k.rank = int(n.proof) - int(n.disproof)
		if !attack {
			k.rank = -k.rank
		}
		switch {
		case i == hint:
			k.rank = -4 * endless
		case turns[i] == l.killer[ply]:
			k.rank -= 64
		}
		kids = append(kids, k)
	}
	l.frames[ply] = kids
	return kids
}

func (l *length) known(s *rules.State, key uint64, turns int) verdict {
	turns = l.fit(s, turns)
	m := &l.memo[key%uint64(len(l.memo))]
	switch {
	case !m.occupied || m.key != key:
	case m.holds > 0 && int(m.holds) <= turns:
		return holds
	case int(m.fails) >= turns:
		return fails
	}
	return unknown
}

// sort returns the children by rank, the most promising first.
func (l *length) sort(kids []stage, ply int) []int32 {
	order := l.order[ply][:0]
	for i := range kids {
		order = append(order, int32(i))
	}
	slices.SortStableFunc(order, func(i, j int32) int { return kids[i].rank - kids[j].rank })
	l.order[ply] = order
	return order
}

// put remembers a result, unless the result of a deeper search stands in its place.
func (l *length) put(key uint64, turns int, v verdict, best int) {
	m := &l.memo[key%uint64(len(l.memo))]
	if !m.occupied || m.key != key {
		if m.occupied && int(m.fails) > turns+4 {
			return
		}
		*m = reach{key: key, fails: -1, occupied: true}
	}
	m.best = uint16(best)
	if v == holds {
		m.holds = int16(turns)
	} else {
		m.fails = max(m.fails, int16(turns))
	}
}
