package exact

import (
	"context"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
)

// Lazy tables are made when an ending is first asked about. Which endings are known
// does not depend on what was asked before: all that have tables, and at most so many
// pieces. It is for any number of goroutines.
type Lazy struct {
	mu     sync.RWMutex
	t      *Tables
	pieces int
}

// NewLazy is for endings under t's rules with at most so many pieces.
func NewLazy(t *Tables, pieces int) *Lazy { return &Lazy{t: t, pieces: pieces} }

// Ready makes what has to be known of s, before Probe is asked.
func (l *Lazy) Ready(ctx context.Context, s *rules.State, o Options) error {
	ms := l.materials(s)
	l.mu.RLock()
	missing := false
	for _, m := range ms {
		missing = missing || !l.t.Has(m)
	}
	l.mu.RUnlock()
	if !missing {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.t.Build(ctx, ms, o)
}

// materials are those of s and, where a claim is open or was made, of what the claims
// lead to, as far as they can have tables.
func (l *Lazy) materials(s *rules.State) (ms []Material) {
	add := func(s *rules.State) {
		m := Material{piecesOf(s, s.Mover()), piecesOf(s, s.Mover().Other())}
		if m.Len() <= l.pieces && m[0].Len() > 0 && m[1].Len() > 0 && l.t.Accepts(m) == nil {
			ms = append(ms, m)
		}
	}
	add(s)
	if s.Pending() {
		for _, turn := range l.t.r.Moves(nil, *s) {
			if turn.Claim != rules.NoClaim {
				after := l.t.r.Play(*s, turn)
				add(&after)
			}
		}
	}
	return ms
}

func piecesOf(s *rules.State, side board.Side) Pieces {
	return Pieces{Men: s.Men(side).Len(), Kings: s.Kings(side).Len()}
}

// Probe is Tables.Probe, of states with at most so many pieces.
func (l *Lazy) Probe(s *rules.State) (value, turns int, ok bool) {
	if s.Pieces(board.First).Len()+s.Pieces(board.Second).Len() > l.pieces {
		return 0, 0, false
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.t.Probe(s)
}
