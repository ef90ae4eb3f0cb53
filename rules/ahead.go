package rules

import (
	"math"
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// What lies ahead of a state: how long the draw clauses leave a game alone, which positions
// may draw it, and what clauses look for.

// Left is the least number of plies that the counting clauses leave from the present state on:
// a great number where none counts. A conversion, or a ply that breaks a count off, leaves
// more. A clause that works on claim counts like one that does not.
func (h *History) Left() int {
	e, left := h.last, math.MaxInt32
	at := h.count(int32(len(h.entries) - 1))
	for i := range h.rules.draws {
		switch c := &h.rules.draws[i]; c.Kind {
		case profile.Quiet:
			if c.Side != profile.OneSide {
				left = min(left, c.Plies-h.quiet(e, c))
				break
			}
			for side := range e.own { // the side on move makes its own moves first
				n := 2 * (c.Plies - int(e.own[side][word(c.kingMoves)]))
				if board.Side(side) == e.state.mover {
					n--
				}
				left = min(left, n)
			}
		case profile.Material, profile.Balance:
			if at[i] >= 0 {
				left = min(left, c.Plies-int(at[i]))
			}
		case profile.Stop:
			if at[i] > 0 {
				n := 2 * (int(at[i]) - 1)
				if strong, _ := c.stands(&e.state); strong == e.state.mover {
					n--
				}
				left = min(left, n)
			}
		case profile.Dead: // a side may be blocked without a capture
			left = min(left, max(1, c.AfterQuietPlies-int(e.quiet[0])))
		case profile.Repetition:
			if !c.SideToMove && c.Count == 2 {
				left = min(left, 1) // then the present pieces stand with the other side on move
			}
		}
	}
	return max(0, left)
}

// Recurring returns the positions that could come back and have stood so often that a clause may
// draw the game the next time. Where the side on move does not matter, it returns them with
// either side on move.
func (h *History) Recurring() (list []State) {
	type place struct {
		pieces [2]board.Set
		kings  board.Set
		mover  board.Side
	}
	for i := range h.rules.draws {
		c := &h.rules.draws[i]
		if c.Kind != profile.Repetition {
			continue
		}
		last, seen := h.last, map[place]int{}
		for e := last; last.plies-e.plies <= last.still; e = &h.entries[e.prev] {
			s := h.rules.waived(e.state) // an open claim is no part of a position
			at := place{s.pieces, s.kings, s.mover}
			if !c.SideToMove {
				at.mover = board.First
			}
			seen[at]++
			switch {
			case c.SideToMove && seen[at] == c.Count-1:
				list = append(list, s)
			case !c.SideToMove && seen[at] == max(1, c.Count-2):
				other := s
				other.mover = s.mover.Other()
				list = append(list, s, other)
			}
			if e.prev < 0 {
				break
			}
		}
	}
	return list
}

// An ahead holds what lies ahead of a state, searched once for all clauses.
type ahead struct {
	rules *Rules
	state State
	size  int // what dead returns
	proof proof

	reached []State // the states that dead reaches
	met     map[uint64]int
	turns   []Turn
}

// dead returns the number of states that the turns of the two sides reach if none of these
// turns is a capture and the number is at most limit; else a great number: what is not proved
// dead is alive.
func (a *ahead) dead(s *State, limit int) int {
	if a.size > 0 && a.state == *s {
		return a.size
	}
	a.state, a.size = *s, math.MaxInt
	clear(a.met)
	a.reached, a.met[a.rules.Key(&a.state)] = append(a.reached[:0], a.state), 0
	for i := 0; i < len(a.reached); i++ {
		a.turns = a.rules.Moves(a.turns[:0], a.reached[i])
		for _, t := range a.turns {
			if t.Action == Capture {
				return a.size
			}
			n := a.rules.Play(a.reached[i], t)
			key := a.rules.Key(&n)
			switch k, met := a.met[key]; {
			case met && a.reached[k] == n:
				continue
			case met || len(a.reached) >= limit: // where two states share a key nothing is proved
				return a.size
			}
			a.met[key], a.reached = len(a.reached), append(a.reached, n)
		}
	}
	a.size = len(a.reached)
	return a.size
}

// wins reports whether the strong side can force the end of the game in its favour within that
// number of its own moves, whatever the other side plays. Draw clauses are left out.
func (a *ahead) wins(s *State, strong board.Side, moves int) bool {
	a.proof = proof{r: a.rules, strong: strong, known: map[pending]bool{}, turns: a.proof.turns}
	return a.proof.wins(*s, moves)
}

// A proof looks for a forced win. A state is looked at once for each number
// of own moves left, as far as it is remembered, and the reply that last refuted a move is
// tried first against the next.
type proof struct {
	r       *Rules
	strong  board.Side
	known   map[pending]bool
	refuter [8]Turn
	depth   int
	turns   [][]Turn // by depth
}

// mostKnown bounds the memory of a proof. No proof about the few pieces of a clause comes near
// it.
const mostKnown = 1 << 16

type pending struct {
	key   uint64 // of the state; equal keys are taken for equal states, as in proofs of exact values
	moves int
}

func (p *proof) wins(s State, n int) bool {
	at := pending{p.r.Key(&s), n}
	won, ok := p.known[at]
	if !ok {
		if won = p.search(s, n); len(p.known) < mostKnown {
			p.known[at] = won
		}
	}
	return won
}

func (p *proof) search(s State, n int) bool {
	if p.depth == len(p.turns) {
		p.turns = append(p.turns, nil)
	}
	turns := p.r.Moves(p.turns[p.depth][:0], s)
	p.turns[p.depth] = turns
	p.depth++
	defer func() { p.depth-- }()
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
