package exact

import (
	"context"
	"fmt"
	"slices"
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
	sums   map[string]string // of tables that were asked for
}

// NewLazy is for endings under t's rules with at most so many pieces.
func NewLazy(t *Tables, pieces int) *Lazy {
	return &Lazy{t: t, pieces: pieces, sums: map[string]string{}}
}

// Ready makes what has to be known of s, before Probe is asked.
func (l *Lazy) Ready(ctx context.Context, s *rules.State, o Options) error {
	return l.ready(ctx, l.materials(s), o)
}

func (l *Lazy) ready(ctx context.Context, ms []Material, o Options) error {
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

// Tables names the tables of which Probe reads the value of s: as files are named in the
// folder of all tables.
func (l *Lazy) Tables(s *rules.State) (names []string) {
	for _, m := range l.materials(s) {
		names = append(names, l.t.name(m))
	}
	return names
}

// Sum is the SHA-256 of the table of a name that Tables gives, made if need be: that of
// its file, in hexadecimal digits.
func (l *Lazy) Sum(ctx context.Context, name string, o Options) (string, error) {
	m, err := l.t.materialOf(name)
	if err == nil && m.Len() > l.pieces {
		err = fmt.Errorf("%s: %d pieces (want at most %d)", m, m.Len(), l.pieces)
	}
	if err == nil {
		err = l.t.Accepts(m)
	}
	if err == nil {
		err = l.ready(ctx, []Material{m}, o)
	}
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sums[name] == "" {
		l.sums[name] = l.t.sum(m)
	}
	return l.sums[name], nil
}

// Believed names the tables that were read from files, as Tables does.
func (l *Lazy) Believed() (names []string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for m, tb := range l.t.known {
		if tb.close != nil {
			names = append(names, l.t.name(m))
		}
	}
	slices.Sort(names)
	return names
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
