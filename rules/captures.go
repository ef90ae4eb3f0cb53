package rules

// A board is the pieces as a generator sees them, for the side on move.
type board struct {
	side     Side
	own, opp Set
	kings    Set
	barred   [2]Square // by side: the king that may not move again, under king.repeat_limit
}

func (r *Rules) board(p *position) board {
	b := board{
		side: p.mover, own: p.pieces[p.mover], opp: p.pieces[p.mover.Other()], kings: p.kings,
		barred: [2]Square{NoSquare, NoSquare},
	}
	if r.repeatLimit > 0 {
		for side := First; side <= Second; side++ {
			if !p.pieces[side].Minus(p.kings).Empty() {
				b.barred[side] = r.barred(p, side)
			}
		}
	}
	return b
}

// barred returns the king of a side with men that may not move again.
func (r *Rules) barred(p *position, side Side) Square {
	if r.repeatLimit > 0 && p.runs[side] >= r.repeatLimit {
		return p.last[side]
	}
	return NoSquare
}

// reversed returns the same board with the other side on move.
func (b board) reversed() board {
	b.side, b.own, b.opp = b.side.Other(), b.opp, b.own
	return b
}

// A hunter finds the captures of a board. Two questions are asked of it: which
// captures are due (whole, and the best in precedence), and which captures there
// are at all, each with its fault.
type hunter struct {
	r    *Rules
	b    board
	dst  []Turn
	base int // dst[base:] are captures of this hunt

	all   bool // also the captures with a fault, marked
	best  rank // greatest rank of a whole capture; given, where all are asked for
	stop  bool // one capture is enough
	found bool
	more  bool // captures with a fault were left out

	list    bool // captures are listed; else only their origins are noted
	origins Set
	later   bool // only captures that are possible on the board now as well are noted
	now     board
	wanted  bool // one capture is looked for
	want    Turn

	from     Square
	king     bool           // the piece that takes is a king from the start
	crown    bool           // it would be crowned on the last row
	occupied Set            // the pieces that block: all but the piece that takes, and those that have left
	targets  Set            // the pieces that may yet be taken
	met      map[visit]bool // as in hunter64
}

// A visit is where a capture by a king stands.
type visit struct {
	at    Square
	taken Set
	rank  rank
}

// due appends the due captures of b, unsorted, and returns their rank. more: there
// are others, with a fault.
func (r *Rules) due(dst []Turn, b board) (due []Turn, best rank, more bool) {
	if r.one.narrow {
		able := r.able64(&b, b.own.lo)
		if able == 0 {
			return dst, rank{}, false
		}
		h := r.hunter64(&b)
		h.dst, h.base, h.list = dst, len(dst), true
		h.hunt(b.own.lo, b.opp.lo, able)
		return h.dst, rank{lo: h.best}, h.more
	}
	h := hunter{r: r, b: b, dst: dst, base: len(dst), list: true}
	h.hunt(b.own)
	return h.dst, h.best, h.more
}

// all appends every capture of b, unsorted, the faulty ones marked. best is the
// rank of those that are due.
func (r *Rules) all(dst []Turn, b board, best rank) []Turn {
	if r.one.narrow {
		h := r.hunter64(&b)
		h.dst, h.base, h.list, h.all, h.best = dst, len(dst), true, true, best.lo
		h.hunt(b.own.lo, b.opp.lo, r.able64(&b, b.own.lo))
		return h.dst
	}
	h := hunter{r: r, b: b, dst: dst, base: len(dst), list: true, all: true, best: best}
	h.hunt(b.own)
	return h.dst
}

// takes reports whether any of pieces has a capture.
func (r *Rules) takes(b board, pieces Set) bool {
	if r.one.narrow {
		h := r.hunter64(&b)
		h.stop = true
		return h.hunt(b.own.lo, b.opp.lo, r.able64(&b, pieces.lo))
	}
	h := hunter{r: r, b: b, stop: true}
	h.hunt(pieces)
	return h.found
}

// owing returns the pieces of the side on move that have a due capture; with now,
// one that is possible on that board as well.
func (r *Rules) owing(b board, now *board) Set {
	if r.one.narrow && now == nil {
		h := r.hunter64(&b)
		h.hunt(b.own.lo, b.opp.lo, r.able64(&b, b.own.lo))
		return Set{lo: h.origins}
	}
	h := hunter{r: r, b: b}
	if now != nil {
		h.later, h.now = true, *now
	}
	h.hunt(b.own)
	return h.origins
}

// possible reports whether the capture t is one of those of b, broken off or not.
func (r *Rules) possible(b *board, t *Turn) bool {
	h := hunter{r: r, b: *b, all: true, wanted: true, want: *t}
	h.hunt(SetOf(t.From))
	return h.found
}

// sameCapture reports whether two captures are one, by whatever routes.
func sameCapture(a, b *Turn) bool {
	return a.From == b.From && a.To == b.To && a.Captured == b.Captured && a.Promotes == b.Promotes
}

// able returns those of pieces, some of the mover's, that may have a capture: all
// that have one, and such as would have one if rows were joined at their ends.
func (r *Rules) able(b *board, pieces Set) Set {
	empty := r.squares.Minus(b.own).Minus(b.opp)
	targets := b.opp
	if r.sparesKings {
		targets = targets.Minus(b.kings)
	}
	var men, kings Set
	for _, d := range r.manJumps[b.side] {
		by := -r.difference[d]
		men = men.Or(empty.shift(by).And(targets).shift(by))
	}
	pieces, royal := pieces.Minus(b.kings), pieces.And(b.kings)
	if royal.Empty() {
		return pieces.And(men)
	}
	for _, d := range r.kingJump {
		by := -r.difference[d]
		over := empty.shift(by).And(b.opp)
		for before := over; r.file && !before.Empty(); over = over.Or(before) {
			before = before.shift(by).And(b.opp)
		}
		from := over.shift(by)
		kings = kings.Or(from)
		for r.flying && !from.And(empty).Empty() {
			from = from.And(empty).shift(by)
			kings = kings.Or(from)
		}
	}
	return pieces.And(men).Or(royal.And(kings))
}

func (h *hunter) hunt(pieces Set) {
	for q := range h.r.able(&h.b, pieces).All() {
		h.from = q
		clear(h.met)
		h.king = h.b.kings.Has(q)
		h.crown = !h.king && h.r.crowns(&h.b)
		h.occupied = h.b.own.Or(h.b.opp).Without(q)
		h.targets = h.b.opp
		var k rank
		if h.king {
			k = h.r.ranking.byKing
		}
		if h.extend(q, h.king, false, -1, Set{}, 0, k) && h.stop {
			h.found = true
			return
		}
	}
}

// crowns reports whether a man of the side on move that reaches the last row can
// be crowned.
func (r *Rules) crowns(b *board) bool {
	if !r.spare {
		return true
	}
	return b.own.Len()+b.own.And(b.kings).Len()+1 <= r.stock[b.side]
}

// extend finds the jumps from at, after taken has been taken (n pieces, of the
// given rank) and the last jump went in direction came. It reports whether there
// is any.
func (h *hunter) extend(at Square, king, crowned bool, came int, taken Set, n int, k rank) bool {
	r := h.r
	targets := h.targets
	dirs := r.kingJump
	if !king {
		dirs = r.manJumps[h.b.side]
		if r.sparesKings {
			targets = targets.Minus(h.b.kings)
		}
		if targets.And(r.near[h.b.side][at]).Empty() {
			return false
		}
	}
	any := false
	if king && n >= longCapture {
		at := visit{at, taken, k}
		if goes, met := h.met[at]; met {
			return goes
		}
		if h.met == nil {
			h.met = map[visit]bool{}
		}
		defer func() { h.met[at] = any }()
	}
	for _, d := range dirs {
		if !king && r.straight && came >= 0 && came != d {
			continue
		}
		// The piece to be jumped: the next on the line, or next to at.
		over := r.next[d][at]
		if king && r.flying {
			over = r.first(d, at, h.occupied)
		}
		if over == NoSquare || !targets.Has(over) {
			continue
		}
		jumped := SetOf(over)
		rk := k.plus(r.ranking.taken(h.b.kings.Has(over), n))
		count, lastKing := n+1, h.b.kings.Has(over)
		behind := r.next[d][over]
		for king && r.file && behind != NoSquare && targets.Has(behind) {
			lastKing = h.b.kings.Has(behind)
			jumped = jumped.With(behind)
			rk = rk.plus(r.ranking.taken(lastKing, count))
			count++
			behind = r.next[d][behind]
		}
		if behind == NoSquare || h.occupied.Has(behind) {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		h.land(d, behind, king, crowned, lastKing, jumped, taken.Or(jumped), count, rk)
	}
	return any
}

// land tries the landing squares of a jump in direction d, of which behind is
// the nearest, and emits the captures that end there.
func (h *hunter) land(d int, behind Square, king, crowned, lastKing bool, jumped, taken Set, n int, k rank) {
	r := h.r
	occupied, targets := h.occupied, h.targets
	h.targets = targets.Minus(jumped)
	if r.atOnce {
		h.occupied = occupied.Minus(jumped)
	}
	landings := SetOf(behind)
	if king && r.flying && r.landing != landAdjacent {
		landings = landings.Or(r.open(d, behind, occupied))
	}
	// Where the capture may end.
	ends := landings
	if r.landing == landAdjacentLast || r.landing == landAdjacentLastKing && lastKing {
		ends = SetOf(behind)
	}
	var onward Set // landings from where it goes on
	stays := crowned
	if !king && r.last[h.b.side].Has(behind) {
		if r.inPassing && h.crown {
			king, crowned, stays = true, true, true
		} else {
			stays = h.crown
		}
		if !r.endsMove && h.extend(behind, king, crowned, d, taken, n, k) {
			onward = landings
		}
	} else {
		for q := range landings.All() {
			if h.extend(q, king, crowned, d, taken, n, k) {
				onward = onward.With(q)
			}
		}
	}
	h.occupied, h.targets = occupied, targets
	if !onward.Empty() && !h.all && r.completion == whole {
		h.more = true
		return
	}
	for q := range ends.All() {
		fault := false
		switch r.completion {
		case whole:
			fault = !onward.Empty()
		case wholeFromLanding:
			fault = onward.Has(q)
		}
		h.emit(q, stays, fault, taken, n, k)
	}
}

func (h *hunter) emit(to Square, promotes, fault bool, taken Set, n int, k rank) {
	t := Turn{
		Captured: taken, Action: Jump, From: h.from, To: to, Promotes: promotes,
		Named: NoSquare, Offers: NoSquare,
	}
	switch {
	case !h.all:
		if fault || k.less(h.best) {
			h.more = true
			return
		}
		if h.best.less(k) {
			h.more = h.more || len(h.dst) > h.base
			h.best = k
			h.dst, h.origins = h.dst[:h.base], Set{}
		}
	case fault:
		t.Default = Partial
	case k.less(h.best):
		t.Default = Weaker
	}
	if !h.list {
		h.note(&t)
		return
	}
	if n > 1 {
		// Another route may have led here. The better one counts: one that is
		// due before one that is weaker, and that before one broken off.
		for i := len(h.dst) - 1; i >= h.base && h.dst[i].From == t.From; i-- {
			if o := &h.dst[i]; sameCapture(o, &t) {
				if o.Default != NoDefault && (t.Default == NoDefault || t.Default > o.Default) {
					o.Default = t.Default
				}
				return
			}
		}
	}
	h.dst = append(h.dst, t)
}

// note is emit where no list is wanted.
func (h *hunter) note(t *Turn) {
	switch {
	case h.wanted:
		h.found = h.found || sameCapture(&h.want, t)
	case !h.later || h.r.possible(&h.now, t):
		h.origins = h.origins.With(t.From)
	}
}

// first returns the first occupied square from q in direction d, or NoSquare.
func (t *tables) first(d int, q Square, occupied Set) Square {
	on := t.ray[d][q].And(occupied)
	if rising[d] {
		return on.First()
	}
	return on.Last()
}

// open returns the squares from q in direction d up to the first occupied one.
func (t *tables) open(d int, q Square, occupied Set) Set {
	ray := t.ray[d][q]
	if b := t.first(d, q, occupied); b != NoSquare {
		return ray.Minus(t.ray[d][b]).Without(b)
	}
	return ray
}
