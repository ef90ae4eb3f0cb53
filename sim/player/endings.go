package player

import (
	"context"
	"fmt"
	"sync"

	"varlab/rules"
	tables "varlab/rules/exact"
)

// usualPieces is the number of pieces of the endings that a search knows unless its spec says
// otherwise: under most rule sets they are made in a second, when a game first comes to them.
const usualPieces = 3

// shelf keeps tables once made, for all players of a program: they are facts about
// the rules, the same whoever makes them.
var shelf sync.Map

// endingsOf returns the tables of all endings under r with a limit on the pieces.
// The error says why there can be none.
func endingsOf(r *rules.Rules, pieces int) (*tables.Tables, error) {
	made, _ := shelf.LoadOrStore(fmt.Sprint(pieces, " ", tables.Hash(r)), sync.OnceValues(func() (*tables.Tables, error) {
		t := tables.New(r, "")
		ms, _, err := t.Accepted(pieces)
		if err == nil {
			err = t.Build(context.Background(), ms, tables.Options{Share: true})
		}
		if err != nil {
			return nil, fmt.Errorf("tables: %w", err)
		}
		return t, nil
	}))
	return made.(func() (*tables.Tables, error))()
}

// TablesError says why the endings that the spec asks for, beyond the usual ones, cannot be
// known under r; nil if they can.
func (s *Spec) TablesError(r *rules.Rules) error {
	if !s.Searches() || s.Get("tables") <= usualPieces {
		return nil
	}
	if _, _, err := tables.New(r, "").Accepted(s.Get("tables")); err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	return nil
}

// exactScore returns the score of s, which has no more pieces than tables, ply turns from the
// root, if they hold it.
// States with a claim open are searched. Draw clauses are no part of an exact value:
// a win that takes longer than a clause allows counts as one, and a drawn position scores as
// if the game were drawn there, late.
func (p *search) exactScore(s *rules.State, ply int) (int, bool) {
	if s.Pending() {
		return 0, false
	}
	if p.endings == nil {
		var err error
		if p.endings, err = endingsOf(p.r, p.pieces); err != nil {
			p.pieces = 0 // a position's value depends on more than its pieces
			return 0, false
		}
	}
	value, turns, ok := p.endings.Probe(s)
	if ok && value == 0 {
		return p.drawn(s, maxPly-1), true
	}
	return value * (mate - min(ply+turns, maxPly-1)), ok
}

// decided reports whether tables know which side wins in s.
func (p *search) decided(s *rules.State) bool {
	if p.h.Pieces() > p.pieces {
		return false
	}
	v, ok := p.exactScore(s, 0)
	return ok && v != 0
}
