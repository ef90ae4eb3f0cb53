// Package parting finds positions in which two rule sets have different turns: the first
// from the start, and the smallest.
package parting

import (
	"context"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Position is one in which two rule sets have different turns, or in which the same turn is
// an omission under one of them only, or costs other pieces.
type Position struct {
	Setup  board.Setup     // where to begin
	After  []rules.Turn    // turns from there, the same under both
	States [2]rules.State  // the states then reached
	Turns  [2][]rules.Turn // their turns
}

// Played returns the turns before the position in the notation of r, the first rule set.
func (p *Position) Played(r *rules.Rules) []string {
	list, n := []string{}, notation.Of(r.Profile())
	s, err := r.Position(p.Setup)
	if err != nil {
		return list
	}
	for _, t := range p.After {
		list = append(list, n.Format(notation.PDN, s.Setup(), t, r.Moves(nil, s)))
		s = r.Play(s, t)
	}
	return list
}

// OnBoardOf returns b's rules played on a's board from a's start, with a's names
// of squares and colours.
func OnBoardOf(a, b *rules.Rules) (*rules.Rules, error) {
	p := *b.Profile()
	p.Board = a.Profile().Board
	return rules.Compile(&p)
}

// SameTurns reports whether a and b, rules of one board, can be seen to have the same turns in
// every position: they differ at most in how a game ends or scores, and neither knows a pass,
// or a draw that is a turn of the side to move.
func SameTurns(a, b *rules.Rules) (bool, error) {
	var hashes [2]string
	for i, r := range []*rules.Rules{a, b} {
		p := *r.Profile()
		if slices.ContainsFunc(p.Draws, func(c profile.DrawClause) bool { return c.OnClaim }) {
			return a.PlayHash() == b.PlayHash(), nil
		}
		p.Draws, p.Match.Draw, p.Ending.NoPieces = nil, profile.DrawHalf, profile.Loses
		if p.Ending.NoMoves != profile.Passes {
			p.Ending.NoMoves, p.Ending.BothBlocked = profile.Loses, profile.AsNoMoves
		}
		endless, err := rules.Compile(&p)
		if err != nil {
			return false, err
		}
		hashes[i] = endless.PlayHash()
	}
	return hashes[0] == hashes[1], nil
}

// A Divergence is where two rule sets part on the way from the start.
type Divergence struct {
	Comparable bool // same board and same start
	Plies      int  // compared in full; in those before the last all turns are the same
	// CountA and CountB are the turn sequences of that length, as perft counts them.
	CountA, CountB uint64
	// First is the first position of the last ply, in the order of turns, in which one of
	// the two has a turn that the other lacks; nil if there is none.
	First *Position
}

// Diverge compares the turns of every position ply by ply, while no more sequences than the
// limit lead to the ply. Draw clauses and endings do not enter: they make no turns.
func Diverge(ctx context.Context, a, b *rules.Rules, limit uint64) (Divergence, error) {
	d := Divergence{Comparable: a.Grid() == b.Grid() && a.Setup() == b.Setup()}
	if !d.Comparable {
		return d, nil
	}
	for d.CountA = 1; d.First == nil && d.CountA > 0 && d.CountA <= limit; {
		if err := d.walk(ctx, [2]*rules.Rules{a, b}); err != nil {
			return d, err
		}
	}
	return d, nil
}

// walk compares one ply more, by playing every sequence of turns that leads to it.
func (d *Divergence) walk(ctx context.Context, rs [2]*rules.Rules) error {
	depth := d.Plies
	d.Plies++
	d.CountA, d.CountB = 0, 0
	path := make([]rules.Turn, 0, depth)
	pairs := make([]pair, depth+1)
	var visit func(at [2]rules.State)
	visit = func(at [2]rules.State) {
		p := &pairs[len(path)]
		p.rules = rs
		p.list(at)
		if len(path) == depth {
			a, b := p.turns[0], p.turns[1]
			d.CountA += uint64(len(a))
			d.CountB += uint64(len(b))
			if d.First == nil && len(missing(a, b))+len(missing(b, a)) > 0 {
				d.First = p.position(rs[0].Setup(), path, at)
			}
			return
		}
		for _, t := range p.turns[0] {
			path = append(path, t)
			visit(p.play(at, t))
			path = path[:len(path)-1]
			if ctx.Err() != nil {
				return
			}
		}
	}
	visit([2]rules.State{rs[0].Start(), rs[1].Start()})
	return ctx.Err()
}

// A pair is two rule sets, with the turns that each has in a position.
type pair struct {
	rules [2]*rules.Rules
	turns [2][]rules.Turn
}

// list fills in the turns of at.
func (p *pair) list(at [2]rules.State) {
	for i, r := range p.rules {
		p.turns[i] = r.Moves(p.turns[i][:0], at[i])
	}
}

// play plays t, a turn of the first rule set, and its counterpart under the second.
func (p *pair) play(at [2]rules.State, t rules.Turn) [2]rules.State {
	return [2]rules.State{p.rules[0].Play(at[0], t), p.rules[1].Play(at[1], counterpart(t, p.turns[1]))}
}

func counterpart(t rules.Turn, turns []rules.Turn) rules.Turn {
	if i := rules.Find(turns, t); i >= 0 {
		return turns[i]
	}
	return t
}

// position is where the rule sets have the listed turns.
func (p *pair) position(from board.Setup, after []rules.Turn, at [2]rules.State) *Position {
	return &Position{from, slices.Clone(after), at, [2][]rules.Turn{slices.Clone(p.turns[0]), slices.Clone(p.turns[1])}}
}

// Only returns the turns that one of the two rule sets has alone, whatever they cost.
func (p *Position) Only(side int) []rules.Turn { return missing(p.Turns[side], p.Turns[1-side]) }

// missing returns the turns that have no counterpart among others.
func missing(turns, others []rules.Turn) []rules.Turn {
	if slices.Equal(turns, others) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(turns), func(t rules.Turn) bool { return rules.Find(others, t) >= 0 })
}
