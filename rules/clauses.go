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
	// While both sides have more pieces than this, no clause that reads material applies, and
	// the counters are those in calm: for nearly all of a game.
	crowd int32
	calm  []int32
	// Before both of these numbers no clause can stand, on claim or by itself, and no position
	// again: soonest while the counters are calm, sooner otherwise.
	soonest, sooner wait
	// The most states that a clause looks at.
	farthest int
}

type clause struct {
	profile.DrawClause
	strong, weak []profile.MaterialPattern
	kingMoves    bool
	reads        bool // material
	placed       bool // and where the pieces stand
	after        wait // it cannot stand before both of these
}

// A wait is two numbers of plies in a row: plies that could be undone by moving back, and plies
// without capture.
type wait struct{ still, quiet int32 }

func newClauses(p *profile.Profile) clauses {
	c := clauses{watchful: len(p.Draws) > 0, soonest: wait{shortestRound, math.MaxInt32}}
	for _, d := range p.Draws {
		k := clause{DrawClause: d, strong: patterns(d.Strong), weak: patterns(d.Weak), kingMoves: d.Moves == profile.KingMoves}
		idle := int32(0)
		switch d.Kind {
		case profile.Material, profile.Stop:
			k.reads, k.placed = true, d.Diagonal != profile.AnyWhere
			c.crowd = max(c.crowd, int32(min(most(k.strong), most(k.weak))))
		case profile.Balance:
			k.reads = true
			c.crowd = max(c.crowd, int32(d.Most/2))
		}
		if k.reads && d.Kind != profile.Stop {
			idle = -1
		}
		switch d.Kind {
		case profile.Repetition:
			k.after.still = int32(d.Count - 1)
			if d.SideToMove { // without it, a pass brings the same pieces
				k.after.still *= shortestRound
			}
			c.soonest.still = min(c.soonest.still, k.after.still)
		case profile.Dead:
			k.after.quiet = int32(d.AfterQuietPlies)
			c.farthest = max(c.farthest, d.LimitPositions)
		case profile.Stop:
		default:
			k.after.quiet = int32(d.Plies)
		}
		c.draws, c.calm = append(c.draws, k), append(c.calm, idle)
		c.claims = c.claims || d.OnClaim
		if d.Kind != profile.Repetition && !k.reads {
			c.soonest.quiet = min(c.soonest.quiet, k.after.quiet)
		}
	}
	c.sooner = c.soonest
	for i := range c.draws {
		if k := &c.draws[i]; k.reads {
			c.sooner.quiet = min(c.sooner.quiet, k.after.quiet)
		}
	}
	return c
}

// shortestRound is the fewest turns after which a position stands again with the same
// side on move: each side leaves and comes back, or passes.
const shortestRound = 4

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
	return slices.ContainsFunc(ms, func(m profile.MaterialPattern) bool { return m.Matches(n.kings, n.men) })
}

// holds reports whether the pieces stand as a material or balance clause wants, on the main
// diagonal too.
func (r *Rules) holds(c *clause, s *State) bool {
	if c.Kind == profile.Balance {
		n := s.pieces[board.First].Len() + s.pieces[board.Second].Len()
		return c.Fewest <= n && n <= c.Most && !s.Kings(board.First).Empty() && !s.Kings(board.Second).Empty()
	}
	strong, ok := c.stands(s)
	if !ok || c.Diagonal == profile.AnyWhere {
		return ok
	}
	held := !s.Kings(strong.Other()).And(r.line).Empty()
	return held == (c.Diagonal == profile.LineHeld)
}
