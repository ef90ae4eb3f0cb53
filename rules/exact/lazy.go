package exact

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"varlab/rules"
)

// Lazy tables are made when an ending is first needed. The known endings do not depend on that:
// they are all that have tables and at most a number of pieces. Lazy may be used by any number
// of goroutines.
type Lazy struct {
	mu      sync.RWMutex
	t       *Tables
	pieces  int
	options Options
	sums    map[string]string // of tables that were asked for
}

// NewLazy returns the tables of endings under t's rules with at most that many pieces.
func NewLazy(t *Tables, pieces int, o Options) *Lazy {
	return &Lazy{t: t, pieces: pieces, options: o, sums: map[string]string{}}
}

// Ready makes the tables from which Probe reads the value of s.
func (l *Lazy) Ready(ctx context.Context, s *rules.State) error {
	if l.t.refused != nil {
		return l.t.refused
	}
	return l.ready(ctx, l.materials(s)...)
}

func (l *Lazy) ready(ctx context.Context, ms ...Material) error {
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
	return l.t.Build(ctx, ms, l.options)
}

// materials are the materials of s that can have tables.
func (l *Lazy) materials(s *rules.State) []Material {
	return slices.DeleteFunc(Materials(l.t.r, s), func(m Material) bool { return m.Len() > l.pieces || l.t.Accepts(m) != nil })
}

// Tables names the tables from which Probe reads the value of s by their files in the folder
// of all tables.
func (l *Lazy) Tables(s *rules.State) (names []string) {
	for _, m := range l.materials(s) {
		names = append(names, l.t.name(m))
	}
	return names
}

// Sum returns the SHA-256 of the file of a table that Tables has named, in hexadecimal
// digits. The table is made if it is missing.
func (l *Lazy) Sum(ctx context.Context, name string) (string, error) {
	m, err := l.t.materialOf(name)
	if err == nil && m.Len() > l.pieces {
		err = fmt.Errorf("%s: %d pieces (want at most %d)", m, m.Len(), l.pieces)
	}
	if err == nil {
		err = l.t.Accepts(m)
	}
	if err == nil {
		err = l.ready(ctx, m)
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

// Probe is Tables.Probe for states with at most that many pieces.
func (l *Lazy) Probe(s *rules.State) (value, turns int, ok bool) {
	if materialOf(s).Len() > l.pieces {
		return 0, 0, false
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.t.Probe(s)
}
