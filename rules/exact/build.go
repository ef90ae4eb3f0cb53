package exact

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"varlab/rules"
)

// Options are how tables are built. None of it changes what is built.
type Options struct {
	Workers int                    // goroutines; all processors if 0
	Begin   func(total, found int) // told how many positions there are, and how many are there already
	Done    func(positions int)    // told of positions done since; from one goroutine
}

// Build makes the tables of ms and of all that they lead to. Tables found in files
// are read, new ones written as soon as they are complete, so that a build which
// is stopped goes on where it was.
func (t *Tables) Build(ctx context.Context, ms []Material, o Options) error {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	all := Closure(ms...)
	total, found := 0, 0
	var missing []Material
	for _, m := range all {
		if err := t.Accepts(m); err != nil {
			return err
		}
		n, err := t.Positions(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
		if n > mostPositions {
			return fmt.Errorf("%s: %d positions (want at most %d)", m, n, mostPositions)
		}
		total += n
		there, err := t.load(m)
		if err != nil {
			return err
		}
		if there {
			found += n
		} else {
			missing = append(missing, m)
		}
	}
	if o.Begin != nil {
		o.Begin(total, found)
	}
	for _, m := range missing {
		s, err := t.newSolver(m, o.Workers)
		if err != nil {
			return err
		}
		tables, err := s.solve(ctx, o.Done)
		if err != nil {
			return err
		}
		if err := t.keep(tables); err != nil {
			return err
		}
	}
	return nil
}

const (
	mostCount     = 250     // quiet moves that a word can count
	mostPositions = 1 << 31 // of one material, four bytes each while it is solved
)

// A word is what is known of a position while its table is made: its code so far,
// and how many quiet moves have not been seen to lose.
//
//   - A code without open is final once its distance has been reached, and may
//     become a nearer win until then.
//   - Open: not decided. The code is the least loss that is left when all moves
//     are counted down (0 if none is lost yet). If asked is set, it is the
//     distance at which the position is asked again.
//   - Safe: some turn draws at least, so that the position is never lost.
//   - Closed: no quiet move is playable, so that nothing follows from those.
//   - Asked: its turns are more than quiet moves without claim, so that it is read
//     anew whenever something may have changed.
const (
	codeBits  = 0xffff
	countOne  = 1 << 16
	countBits = 0xff << 16
	open      = 1 << 24
	safe      = 1 << 25
	closed    = 1 << 26
	asked     = 1 << 27

	never = 0xffff // asked again at no certain distance
)

// A solver makes the tables of a material, for either side on move.
type solver struct {
	t       *Tables
	workers int
	halves  [2]*half // by side on move; the same where the sides are alike
}

// A half is the positions of a material with one side on move.
type half struct {
	table *table
	words []uint32
	dirty []uint64 // positions to be asked
	reply *half    // where quiet moves lead
}

func (t *Tables) newSolver(m Material, workers int) (*solver, error) {
	s := &solver{t: t, workers: workers}
	for i, m := range []Material{m, m.Swapped()} {
		if i == 1 && m[0] == m[1] {
			s.halves[1] = s.halves[0]
			break
		}
		tb, err := t.newTable(m)
		if err != nil {
			return nil, err
		}
		h := &half{table: tb, words: make([]uint32, tb.len())}
		h.dirty = make([]uint64, (tb.len()+63)/64)
		s.halves[i] = h
	}
	s.halves[0].reply, s.halves[1].reply = s.halves[1], s.halves[0]
	return s, nil
}

// each returns the halves, one if they are the same.
func (s *solver) each() []*half {
	if s.halves[0] == s.halves[1] {
		return s.halves[:1]
	}
	return s.halves[:]
}

// A worker does part of the work on a half. It is for one goroutine.
type worker struct {
	*Tables
	asker
	h        *half
	occ      occupancy
	at       placement
	vacancy  vacancy
	farthest int // greatest distance that was written
}

// blockSize is how many positions a worker takes at a time.
const blockSize = 1 << 13

// share has all workers do something with the blocks of each half.
func (s *solver) share(ctx context.Context, ws []*worker, do func(w *worker, h *half, lo, hi int)) error {
	for _, h := range s.each() {
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

// solve returns the tables. To read each position once is counted as half of the
// work on it; of the other half nobody knows how long it takes.
func (s *solver) solve(ctx context.Context, done func(positions int)) ([]*table, error) {
	if done == nil {
		done = func(int) {}
	}
	positions := 0
	for _, h := range s.each() {
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
	for _, h := range s.each() {
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

// put notes that a position will be looked at when distance n is reached.
func (w *worker) put(n int) { w.farthest = max(w.farthest, n) }

// begin reads each position once: its ends, what its captures, promotions and
// claims make certain, and how many quiet moves it has.
func (w *worker) begin(_ *half, lo, hi int) {
	tb := w.h.table
	a, b := tb.sides[0], tb.sides[1]
	w.at.pieces = tb.material
	men := a.Men
	var mine []uint8
	for n := lo; n < hi; n++ {
		na, nb := n/b.size, n%b.size
		if nb == 0 || n == lo {
			w.clear(mine)
			if mine = a.on(na); mine == nil {
				n += b.size - nb - 1
				continue
			}
			copy(w.at.at[0][:], mine)
			for _, q := range mine {
				w.occ[q] = own
			}
		}
		theirOwn := b.on(nb)
		if theirOwn == nil || !w.put2(theirOwn) {
			continue
		}
		copy(w.at.at[1][:], theirOwn)
		w.h.words[n] = w.first(mine[:men], mine[men:])
		w.take2(theirOwn)
	}
	w.clear(mine)
}

func (w *worker) clear(at []uint8) {
	for _, q := range at {
		w.occ[q] = empty
	}
}

// put2 puts the other side's pieces on the board, if their squares are free.
func (w *worker) put2(at []uint8) bool {
	for _, q := range at {
		if w.occ[w.b.turned(q)] == own {
			return false
		}
	}
	for _, q := range at {
		w.occ[w.b.turned(q)] = theirs
	}
	return true
}

func (w *worker) take2(at []uint8) {
	for _, q := range at {
		w.occ[w.b.turned(q)] = empty
	}
}

// first returns the first word of the position w.at.
func (w *worker) first(men, kings []uint8) uint32 {
	best, sure := drawn, false
	if w.b.mayCapture(&w.occ, men, kings) {
		s := w.state(&w.at)
		if w.read(&w.at, s) {
			if word, all := w.special(s); all {
				return word
			}
			// Captures beside quiet moves, of which none is owed.
			for i := range w.turns {
				if turn := &w.turns[i]; turn.Action == rules.Jump {
					n := w.after(&w.at, turn)
					best, sure = offered(best, sure, w.lookup(&n).before()), true
				}
			}
		}
	}
	count := 0
	for _, q := range men {
		for _, to := range w.b.ahead[q] {
			if w.occ[to] != empty {
				continue
			}
			if int(to) < w.b.men {
				count++
				continue
			}
			n := w.at
			n.remove(0, q)
			n.add(0, to, true)
			n.swap()
			best, sure = offered(best, sure, w.lookup(&n).before()), true
		}
	}
	for _, q := range kings {
		for _, ray := range w.b.rays[q] {
			for _, to := range ray {
				if w.occ[to] != empty {
					break
				}
				count++
			}
		}
	}
	if count == 0 && !sure {
		s := w.state(&w.at)
		w.read(&w.at, s)
		word, all := w.special(s)
		if !all {
			panic("exact: a position without quiet moves has them")
		}
		return word
	}
	return w.word(best, sure, count)
}

func offered(best code, sure bool, c code) code {
	if !sure {
		return c
	}
	return better(best, c)
}

// word returns the word of a position whose certain turns are worth best, and
// which has count quiet moves besides.
func (w *worker) word(best code, sure bool, count int) uint32 {
	n := uint32(count) * countOne
	switch {
	case count == 0:
		n |= closed | uint32(best)
		if best.decided() {
			w.put(best.turns())
		}
	case sure && best.win():
		n |= uint32(best)
		w.put(best.turns())
	case sure && best.loss():
		n |= open | uint32(best)
	case sure:
		n |= open | safe
	default:
		n |= open
	}
	return n
}

// special returns the word of a position in which more than quiet moves without
// claim is playable, or nothing is; all is false where its captures are merely
// further turns.
func (w *worker) special(s rules.State) (word uint32, all bool) {
	if len(w.turns) == 0 {
		c := endCode(&s, w.r.Ending(&s))
		if c.decided() {
			w.put(0)
		}
		return closed | uint32(c), true
	}
	if w.free && w.turns[0].Action != rules.Pass {
		return 0, false
	}
	if !w.claims && w.turns[0].Action == rules.Jump {
		best, sure := drawn, false
		for i := range w.turns {
			n := w.after(&w.at, &w.turns[i])
			best, sure = offered(best, sure, w.lookup(&n).before()), true
		}
		return w.word(best, sure, 0), true
	}
	w.edges2(s)
	best, sure := drawn, false
	for _, e := range w.edges {
		if e.to == noEdge {
			best, sure = offered(best, sure, e.sure.before()), true
		}
	}
	// A default that is at best what some turn is for certain changes nothing.
	kept := slices.DeleteFunc(w.edges, func(e edge) bool {
		return e.to != noEdge && e.certain && sure && e.sure.before().score() <= best.score()
	})
	if !slices.ContainsFunc(kept, func(e edge) bool { return e.to != noEdge }) {
		return w.word(best, sure, 0), true
	}
	w.edges = kept
	_, again := w.weigh(-1)
	if again < never {
		w.put(again)
	}
	return asked | open | uint32(again), true
}

func (w *worker) edges2(s rules.State) {
	other := w.h.reply.table
	w.list(&w.at, s, func(n *placement) int { return w.number(n, other) })
	if w.missing {
		panic(fmt.Sprintf("exact: tables missing for %s", w.h.table.material))
	}
}

// weigh returns the code of the position whose edges have been listed, if it
// follows from what is decided at up to the given distance; else drawn, and the
// distance at which there may be more to say.
func (w *worker) weigh(level int) (code, int) {
	again, won, lost, longest := never, -1, true, 0
	for i := range w.edges {
		c, at := w.settle(&w.edges[i], level)
		switch {
		case !c.decided():
			lost = false
			again = min(again, at)
		case c.loss():
			if won < 0 || c.turns() < won {
				won = c.turns()
			}
			lost = false
		default:
			longest = max(longest, c.turns())
		}
	}
	switch {
	case won >= 0:
		return winIn(won + 1), never
	case lost:
		return lossIn(longest + 1), never
	}
	return drawn, again
}

// settle returns the code that e has for the side that answers, if it is decided
// at up to the given distance; else drawn, and the distance at which it will be for
// certain, or never.
func (w *worker) settle(e *edge, level int) (code, int) {
	c := e.sure
	known := e.certain
	if e.to != noEdge {
		x := w.decided(e.to, level)
		if x.ended() && e.claims {
			x = x.waived()
		}
		switch {
		case x.decided() && known:
			c = better(c, x)
		case x.decided():
			c, known = x, true
		case known && c.win():
			// Playing on may yet be nearer, but then this would be known by then.
		default:
			return drawn, never
		}
	}
	switch {
	case !known || !c.decided():
		return drawn, never
	case c.turns() > level:
		return drawn, c.turns()
	}
	return c, 0
}

// decided returns the code of a reply's position, if it is final at the given
// distance.
func (w *worker) decided(n, level int) code {
	word := atomic.LoadUint32(&w.h.reply.words[n])
	c := code(word & codeBits)
	if word&open != 0 || !c.decided() || c.turns() > level {
		return drawn
	}
	return c
}

// spread follows quiet moves back from the positions decided at distance n.
func (w *worker) spread(n, lo, hi int) {
	won, lost, again := uint32(winIn(n)), uint32(lossIn(n)), uint32(asked|open|n)
	words := w.h.words
	for i := lo; i < hi; i++ {
		word := atomic.LoadUint32(&words[i])
		switch word & (codeBits | open) {
		case won:
			w.back(i, n, false)
		case lost:
			w.back(i, n, true)
		default:
			if word&(asked|open|codeBits) == again {
				w.h.mark(i)
			}
		}
	}
}

// back looks at the positions from which a quiet move leads to position i of w.h,
// decided at distance n: lost for the side then on move, or won.
func (w *worker) back(i, n int, lost bool) {
	tb := w.h.table
	to := w.h.reply // those positions have the other side on move
	b, a := tb.sides[0], tb.sides[1]
	nb, na := i/a.size, i%a.size
	mine, others := a.on(na), b.on(nb)
	for _, q := range mine {
		w.occ[q] = own
	}
	for _, q := range others {
		w.occ[w.b.turned(q)] = theirs
	}
	visit := func(number int) {
		p := number*b.size + nb
		if lost {
			to.win(w, p, n+1)
		} else {
			to.countDown(w, p, n)
		}
	}
	men, kings := mine[:a.Men], mine[a.Men:]
	nm, nk := na/a.kings, na%a.kings
	for j, q := range men {
		ready := false
		for _, from := range w.b.behind[q] {
			if w.occ[from] == empty {
				if !ready {
					w.b.vacate(&w.vacancy, men, j)
					ready = true
				}
				visit(w.b.fill(&w.vacancy, from)*a.kings + nk)
			}
		}
	}
	for j, q := range kings {
		w.b.vacate(&w.vacancy, kings, j)
		for _, ray := range w.b.rays[q] {
			for _, from := range ray {
				if w.occ[from] != empty {
					break
				}
				visit(nm*a.kings + w.b.fill(&w.vacancy, from))
			}
		}
	}
	if w.passes {
		if p := na*b.size + nb; atomic.LoadUint32(&to.words[p])&asked != 0 {
			to.mark(p)
		}
	}
	w.clear(mine)
	w.take2(others)
}

// win notes that position p can be won in n turns.
func (h *half) win(w *worker, p, n int) {
	c := uint32(winIn(n))
	for {
		word := atomic.LoadUint32(&h.words[p])
		switch {
		case word&asked != 0:
			if word&open != 0 {
				h.mark(p)
			}
			return
		case word&closed != 0, word&open == 0 && word&codeBits <= c:
			return
		}
		if atomic.CompareAndSwapUint32(&h.words[p], word, c) {
			w.put(n)
			return
		}
	}
}

// countDown notes that a quiet move of position p loses, the reply winning in n
// turns.
func (h *half) countDown(w *worker, p, n int) {
	for {
		word := atomic.LoadUint32(&h.words[p])
		switch {
		case word&asked != 0:
			if word&open != 0 {
				h.mark(p)
			}
			return
		case word&closed != 0, word&open == 0, word&safe != 0:
			return
		}
		next := word - countOne
		if next&countBits == 0 {
			next = max(word&codeBits, uint32(lossIn(n+1)))
		}
		if atomic.CompareAndSwapUint32(&h.words[p], word, next) {
			if next&open == 0 {
				w.put(code(next & codeBits).turns())
			}
			return
		}
	}
}

// mark has position p asked before the next distance.
func (h *half) mark(p int) { atomic.OrUint64(&h.dirty[p/64], 1<<(p%64)) }

// askAll reads anew the positions that have been marked.
func (w *worker) askAll(level, lo, hi int) {
	tb := w.h.table
	a, b := tb.sides[0], tb.sides[1]
	for i := lo; i < hi; i += 64 {
		marked := w.h.dirty[i/64]
		if marked == 0 {
			continue
		}
		w.h.dirty[i/64] = 0
		for j := range 64 {
			if marked>>j&1 == 0 {
				continue
			}
			p := i + j
			w.at.pieces = tb.material
			copy(w.at.at[0][:], a.on(p/b.size))
			copy(w.at.at[1][:], b.on(p%b.size))
			s := w.state(&w.at)
			w.read(&w.at, s)
			w.edges2(s)
			c, again := w.weigh(level)
			word := uint32(asked)
			if c.decided() {
				word |= uint32(c)
				w.put(c.turns())
			} else {
				word |= open | uint32(again)
				if again < never {
					w.put(again)
				}
			}
			atomic.StoreUint32(&w.h.words[p], word)
		}
	}
}

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
