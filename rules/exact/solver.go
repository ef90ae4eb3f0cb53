package exact

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// A word holds the knowledge of a position while its table is made: its code so far, and the
// number of quiet moves that are not yet known to lose.
//
//   - A code without open becomes final when its distance is reached; until then it may
//     become a nearer win.
//   - Open: not decided. The code is the distance of the loss if all quiet moves lose too
//     (0 if no other turn is known to lose). If asked is set, it is the distance at
//     which the position is evaluated again.
//   - Safe: some turn draws at least, so that the position is never lost.
//   - Closed: no quiet move is playable, so that its successors cannot change it.
//   - Asked: its turns are not only quiet moves without claims, so that it is evaluated
//     again whenever a successor may have changed.
const (
	codeBits  = 0xffff
	countOne  = 1 << 16
	countBits = 0xff << 16
	open      = 1 << 24
	safe      = 1 << 25
	closed    = 1 << 26
	asked     = 1 << 27

	never = 0xffff // no certain distance at which to ask again
)

// A solver makes the tables of a material, for either side on move.
type solver struct {
	t       *Tables
	workers int
	halves  []*half // by side on move; one where the sides are alike
}

// A half is the positions of a material with one side on move.
type half struct {
	table *table
	words []uint32
	dirty []uint64 // bits of the positions to be evaluated again
	reply *half    // the half to which quiet moves lead
}

func (t *Tables) newSolver(m Material, workers int) *solver {
	s := &solver{workers: workers, t: t}
	for _, m := range m.Orders() {
		tb := t.newTable(m)
		s.halves = append(s.halves, &half{table: tb, words: make([]uint32, tb.len()), dirty: make([]uint64, (tb.len()+63)/64)})
	}
	for i, h := range s.halves {
		h.reply = s.halves[len(s.halves)-1-i]
	}
	return s
}

// A worker does part of the work on a half. It serves one goroutine.
type worker struct {
	*Tables
	asker
	h        *half
	occ      occupancy
	at       placement
	farthest int // greatest distance at which a position must be visited
}

const blockSize = 1 << 13

// share divides the blocks of each half among all workers.
func (s *solver) share(ctx context.Context, ws []*worker, do func(w *worker, h *half, lo, hi int)) error {
	for _, h := range s.halves {
		blocks := (len(h.words) + blockSize - 1) / blockSize
		var next atomic.Int64
		work := func(w *worker) {
			w.h = h
			for ctx.Err() == nil {
				b := int(next.Add(1)) - 1
				if b >= blocks {
					return
				}
				do(w, h, b*blockSize, min((b+1)*blockSize, len(h.words)))
			}
		}
		if blocks == 1 || len(ws) == 1 {
			work(ws[0])
			continue
		}
		var wg sync.WaitGroup
		for _, w := range ws {
			wg.Go(func() { work(w) })
		}
		wg.Wait()
	}
	return ctx.Err()
}

// solve returns the tables. Reading each position once counts as half of the work; the length
// of the other half is unknown.
func (s *solver) solve(ctx context.Context, done func(positions int)) ([]*table, error) {
	positions := 0
	for _, h := range s.halves {
		positions += len(h.words)
	}
	ws := make([]*worker, s.workers)
	for i := range ws {
		ws[i] = &worker{Tables: s.t}
		ws[i].asker.t = s.t
	}
	if err := s.share(ctx, ws, (*worker).begin); err != nil {
		return nil, err
	}
	done(positions / 2)
	for n := 0; n <= reached(ws); n++ {
		if n >= farthest {
			return nil, fmt.Errorf("%s: more than %d turns", s.halves[0].table.material, farthest)
		}
		if err := s.share(ctx, ws, func(w *worker, h *half, lo, hi int) { w.spread(n, lo, hi) }); err != nil {
			return nil, err
		}
		if s.t.claims || s.t.passes {
			if err := s.share(ctx, ws, func(w *worker, h *half, lo, hi int) { w.askAll(n, lo, hi) }); err != nil {
				return nil, err
			}
		}
	}
	var tables []*table
	for _, h := range s.halves {
		h.finish()
		tables = append(tables, h.table)
	}
	done(positions - positions/2)
	return tables, nil
}

func reached(ws []*worker) int {
	n := -1
	for _, w := range ws {
		n = max(n, w.farthest)
	}
	return n
}

// put notes that a position must be visited at distance n.
func (w *worker) put(n int) { w.farthest = max(w.farthest, n) }

// finish packs the codes: in bytes if the distances allow.
func (h *half) finish() {
	longest := uint32(0)
	for i, word := range h.words {
		c := word & codeBits
		if word&open != 0 {
			c = uint32(drawn)
		}
		h.words[i] = c
		if c != uint32(drawnEnd) {
			longest = max(longest, c)
		}
	}
	if longest < narrowEnd {
		h.table.narrow = make([]uint8, len(h.words))
		for i, c := range h.words {
			h.table.narrow[i] = uint8(min(c, narrowEnd))
		}
	} else {
		h.table.wide = make([]uint16, len(h.words))
		for i, c := range h.words {
			h.table.wide[i] = uint16(c)
		}
	}
	h.words, h.dirty = nil, nil
}
