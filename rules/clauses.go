package rules

import (
	"math"
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// clauses are the draw clauses of a profile as the game reads them.
type clauses struct {
	draws    []clause
	claims   bool // some clause works on claim
	watchful bool // there is any clause at all
	// While both sides have more pieces than this, no clause that reads material has
	// it, and the counters are those in calm. Nearly all of a game is so.
	crowd int
	calm  []int32
	// By whether they work on claim: the fewest plies without capture after which a
	// clause can stand.
	soonest [2]int32
	// The most states that a clause looks at.
	farthest int
}

type clause struct {
	profile.DrawClause
	strong, weak []profile.MaterialPattern
	kingMoves    bool
	reads        bool  // material
	placed       bool  // and where the pieces stand
	after        int32 // the fewest plies without capture after which it can stand
}

func newClauses(p *profile.Profile) clauses {
	c := clauses{watchful: len(p.Draws) > 0, soonest: [2]int32{math.MaxInt32, math.MaxInt32}}
	for _, d := range p.Draws {
		k := clause{DrawClause: d, strong: patterns(d.Strong), weak: patterns(d.Weak), kingMoves: d.Moves == profile.KingMoves}
		idle := int32(0)
		switch d.Kind {
		case profile.Material, profile.Stop:
			k.reads, k.placed = true, d.Diagonal != profile.AnyWhere
			c.crowd = max(c.crowd, min(most(k.strong), most(k.weak)))
		case profile.Balance:
			k.reads = true
			c.crowd = max(c.crowd, d.Most/2)
		}
		if k.reads && d.Kind != profile.Stop {
			idle = -1
		}
		after := d.Plies
		switch d.Kind {
		case profile.Repetition:
			after = d.Count - 1
			if d.SideToMove { // without it, a pass brings the same pieces
				after *= shortestRound
			}
		case profile.Dead:
			after = d.AfterQuietPlies
			c.farthest = max(c.farthest, d.LimitPositions)
		case profile.Stop:
			after = 0
		}
		k.after = int32(after)
		c.draws, c.calm = append(c.draws, k), append(c.calm, idle)
		c.claims = c.claims || d.OnClaim
		soonest := &c.soonest[word(d.OnClaim)]
		*soonest = min(*soonest, k.after)
	}
	return c
}

// shortestRound is the fewest turns after which a position stands again with the same
// side on move: each side leaves and comes back, or passes.
const shortestRound = 4

// crowded reports whether both sides have more pieces than any clause looks for.
func (c *clauses) crowded(s *State) bool {
	return s.pieces[board.First].Len() > c.crowd && s.pieces[board.Second].Len() > c.crowd
}

// most returns the most pieces that a side has under any of the patterns.
func most(ms []profile.MaterialPattern) int {
	n := 0
	for _, m := range ms {
		if m.More {
			return board.MaxSquares
		}
		n = max(n, m.Kings+m.Men)
	}
	return n
}

func patterns(texts []string) []profile.MaterialPattern {
	var ms []profile.MaterialPattern
	for _, t := range texts {
		m, err := profile.ParseMaterial(t)
		if err != nil {
			panic(err) // Check has read it
		}
		ms = append(ms, m)
	}
	return ms
}

// stands reports whether the pieces stand as the clause's strong side against its
// weak one, and which side is the strong one.
func (c *clause) stands(s *State) (board.Side, bool) {
	n := material(s)
	for side := board.First; side <= board.Second; side++ {
		if has(c.strong, n[side]) && has(c.weak, n[side.Other()]) {
			return side, true
		}
	}
	return board.First, false
}

func has(ms []profile.MaterialPattern, n sideMaterial) bool {
	for _, m := range ms {
		if m.Matches(n.kings, n.men) {
			return true
		}
	}
	return false
}

// balances reports whether each side has a king and the pieces are as many as a
// balance clause wants.
func (c *clause) balances(s *State) bool {
	n := s.pieces[board.First].Len() + s.pieces[board.Second].Len()
	return c.Fewest <= n && n <= c.Most && !s.Kings(board.First).Empty() && !s.Kings(board.Second).Empty()
}

// holds reports whether the pieces stand as a material or balance clause wants,
// what a material clause asks of the main diagonal included.
func (r *Rules) holds(c *clause, s *State) bool {
	if c.Kind == profile.Balance {
		return c.balances(s)
	}
	strong, ok := c.stands(s)
	if !ok || c.Diagonal == profile.AnyWhere {
		return ok
	}
	held := !s.Kings(strong.Other()).And(r.line).Empty()
	return held == (c.Diagonal == profile.LineHeld)
}

// wins reports whether the strong side can force the end of the game in its
// favour within n of its own moves, whatever the other side plays. Draw clauses
// are left out.
func (r *Rules) wins(s State, strong board.Side, n int) bool {
	p := proof{r: r, strong: strong, known: map[pending]bool{}}
	return p.wins(s, n)
}

// A proof looks for a forced win. A state is looked at once for each number
// of own moves left, as far as it is remembered, and the reply that last refuted a move is
// tried first against the next.
type proof struct {
	r       *Rules
	strong  board.Side
	known   map[pending]bool
	refuter [8]Turn
}

// mostKnown bounds the memory of a proof, and is far more than any needs of the few pieces
// that clauses are about.
const mostKnown = 1 << 16

type pending struct {
	state State
	moves int
}

func (p *proof) wins(s State, n int) bool {
	at := pending{s, n}
	won, ok := p.known[at]
	if !ok {
		if won = p.search(s, n); len(p.known) < mostKnown {
			p.known[at] = won
		}
	}
	return won
}

func (p *proof) search(s State, n int) bool {
	turns := p.r.Moves(nil, s)
	if len(turns) == 0 {
		return p.r.Beaten(&s).Result == WinOf(p.strong)
	}
	if s.mover == p.strong {
		return slices.ContainsFunc(turns, func(t Turn) bool {
			left := n
			if t.Claim != Compel && t.Claim != Waive { // those move nothing
				left--
			}
			return left >= 0 && p.wins(p.r.Play(s, t), left)
		})
	}
	killer := &p.refuter[n]
	if i := slices.Index(turns, *killer); i > 0 {
		turns[0], turns[i] = turns[i], turns[0]
	}
	for _, t := range turns {
		left := n
		if t.Claim == Compel {
			left++ // the move that is taken back was never made
		}
		if n == 0 || !p.wins(p.r.Play(s, t), left) {
			*killer = t
			return false
		}
	}
	return true
}

// dead returns how many states the turns of the two sides reach, if none is a capture and
// they are at most limit. What is not proved so is alive: then it returns a great number.
func (r *Rules) dead(s State, limit int) int {
	reached := map[State]bool{s: true}
	queue := []State{s}
	var turns []Turn
	for len(queue) > 0 {
		s, queue = queue[0], queue[1:]
		turns = r.Moves(turns[:0], s)
		for _, t := range turns {
			if t.Action == Capture {
				return math.MaxInt
			}
			n := r.Play(s, t)
			if reached[n] {
				continue
			}
			if len(reached) >= limit {
				return math.MaxInt
			}
			reached[n] = true
			queue = append(queue, n)
		}
	}
	return len(reached)
}
