package games

import (
	"slices"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Referee follows games under one rule set: it reports illegal moves, results that the last
// position contradicts, and the rules that the players felt. It is immutable, and all
// goroutines share it.
//
// A rule is felt where it *binds*: where it forbade a move that would otherwise have been
// playable. To find that out for an axis, the rule set is compiled again with that axis alone
// at its loosest value. So old games can show under which rule sets they could have been
// played, and which clause speaks against the others.
type Referee struct {
	rules *rules.Rules
	names []*notation.Notation // its own first
	loose []loose
	draw  bool // there are clauses that end a game undecided
}

// loose is the rule set with one axis at its loosest value.
type loose struct {
	key   string
	rules *rules.Rules
	// Without a duty there is no claim, so a position leaves an open claim out.
	unclaimed bool
}

// NewReferee returns the referee of r. The games may have the names of squares of the rule sets
// beside, instead of r's.
func NewReferee(r *rules.Rules, beside ...*profile.Profile) (*Referee, error) {
	p := r.Profile()
	j := &Referee{rules: r, names: namings(p, beside), draw: len(p.Draws) > 0}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		q, ok := profile.Loosened(p, a)
		if !ok || a.Key == "draw" {
			continue // no turn depends on a draw clause; Follow sees when one stands
		}
		lr, err := rules.Compile(q)
		if err != nil {
			continue // a start in which men wait for a condition that the looser rule does not make
		}
		j.loose = append(j.loose, loose{a.Key, lr, p.Capture.Obligation == profile.Claimable && q.Capture.Obligation != profile.Claimable})
	}
	return j, nil
}

// namings returns the notations of p with which games may be read: its own, and those of
// other rule sets.
func namings(p *profile.Profile, others []*profile.Profile) []*notation.Notation {
	list := []*notation.Notation{notation.Of(p)}
	seen := map[string]bool{}
	for _, o := range others {
		t := notation.NamingOf(&o.Board)
		if n, ok := t.Notation(p); ok && !seen[t.String()] {
			seen[t.String()] = true
			list = append(list, n)
		}
	}
	return list
}

// Keys returns the axes that may bind, in the order of profile.Axes: those that are not at
// their loosest value.
func (j *Referee) Keys() []string {
	keys := make([]string, 0, len(j.loose)+1)
	for i := range j.loose {
		keys = append(keys, j.loose[i].key)
	}
	if j.draw {
		keys = append(keys, "draw")
	}
	return keys
}

// Binds calls yield for each axis that forbids a move in the present position of h, with its
// place among Keys, one of the forbidden turns, and all turns under the looser rule. A draw
// clause that has ended the game has no turn. Binds returns buffer, which it overwrites.
func (j *Referee) Binds(h *rules.History, buffer []rules.Turn, yield func(key int, forbidden rules.Turn, turns []rules.Turn)) []rules.Turn {
	s, turns := h.Now(), playable(h)
	for i := range j.loose {
		var ok bool
		buffer, ok = j.loose[i].moves(buffer[:0], s)
		if !ok {
			continue
		}
		if k := slices.IndexFunc(buffer, func(u rules.Turn) bool { return !playedAs(turns, u) }); k >= 0 {
			yield(i, buffer[k], buffer)
		}
	}
	if j.draw {
		if _, ok := stands(h); ok {
			yield(len(j.loose), rules.Turn{}, nil)
		}
	}
	return buffer
}

// moves returns the turns of s under the looser rule set, if s is a position there.
func (l *loose) moves(dst []rules.Turn, s *rules.State) ([]rules.Turn, bool) {
	if l.unclaimed && s.Pending() {
		free, err := l.rules.Position(s.Setup())
		if err != nil {
			return dst, false
		}
		s = &free
	}
	return l.rules.Moves(dst, *s), true
}

// playedAs reports whether one of turns does the same on the board as u.
func playedAs(turns []rules.Turn, u rules.Turn) bool {
	return slices.ContainsFunc(turns, func(t rules.Turn) bool {
		return t.Action == u.Action && t.From == u.From && t.To == u.To && t.Captured == u.Captured &&
			t.Promotes == u.Promotes && t.Claim == u.Claim && t.Named == u.Named
	})
}

// playable returns the turns of the present state. If a draw clause has ended the game, or
// does when open claims are waived, it returns the turns that could be played on.
func playable(h *rules.History) []rules.Turn {
	if o := h.Outcome(); o.Over() && !o.Reason.OnBoard() {
		return h.Rules().Moves(nil, h.State())
	}
	turns := h.Turns()
	if !onlyClaims(h, turns) {
		return turns
	}
	moves := h.Rules().Moves(nil, h.State())
	if last := turns[len(turns)-1]; last.Claim == rules.Waive && !slices.Contains(moves, last) {
		moves = append(moves, last)
	}
	return moves
}

// onlyClaims reports whether turns, the turns of h, are open claims and their waiving alone:
// otherwise a draw clause, or the board, ends the game.
func onlyClaims(h *rules.History, turns []rules.Turn) bool {
	return len(turns) > 0 && h.Now().Pending() && !slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.NoClaim })
}

// stands is the draw clause that ends the game in the present state, or does when open claims
// are waived.
func stands(h *rules.History) (rules.Reason, bool) {
	o := h.Outcome()
	if !o.Over() && h.Now().Pending() {
		turns := h.Turns()
		if i := slices.IndexFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.Waive }); i >= 0 && onlyClaims(h, turns) {
			h.Play(turns[i])
			o = h.Outcome()
			h.Undo()
		}
	}
	return o.Reason, o.Over() && !o.Reason.OnBoard()
}
