package rules

import "slices"

// Moves appends to dst the turns that are playable in s, due captures, defaults
// and claims, in a defined order: by claim, square named, action, origin,
// landing, captured squares. What depends on the course of the game (draw
// clauses, and the pause before an ending that an open claim makes) is not in
// it: see History.Turns.
func (r *Rules) Moves(dst []Turn, s State) []Turn {
	return r.moves(dst, &s)
}

func (r *Rules) moves(dst []Turn, s *State) []Turn {
	base := len(dst)
	on := r.board(&s.position)
	b := &on
	if s.compelled {
		return r.answers(dst, b, s.named, s.huffed)
	}
	if b.own.Empty() {
		// Only the claim that takes back what brought this about remains.
		if s.compelOpen {
			dst = append(r.compels(dst, s), claimTurn(Waive, NoSquare))
		}
		return dst
	}
	duty := duty{held: s.held[b.side]}
	if !s.ClaimOpen() {
		return r.bare(dst, b, duty)
	}
	if !r.automatic {
		dst = r.bare(dst, b, duty)
	}
	bare := len(dst) - base
	dst = r.huffs(dst, s, b)
	if s.compelOpen {
		dst = r.compels(dst, s)
	}
	switch {
	case r.automatic && len(dst) == base:
		dst = r.bare(dst, b, duty)
	case !r.automatic && bare == 0 && len(dst) > base:
		dst = append(dst, claimTurn(Waive, NoSquare))
	}
	return dst
}

// Due appends to dst the turns of s that leave no due capture untaken and make
// no claim: under a claimable obligation the turns of its compulsory twin.
func (r *Rules) Due(dst []Turn, s State) []Turn {
	on := r.board(&s.position)
	b := &on
	if s.compelled {
		return r.answers(dst, b, s.named, s.huffed)
	}
	if b.own.Empty() {
		return dst
	}
	if r.obligation == free {
		return r.bare(dst, b, duty{})
	}
	base := len(dst)
	if dst, _, _ = r.due(dst, b); len(dst) > base {
		sortCaptures(dst[base:])
		return dst
	}
	return r.idle(dst, b, base)
}

// duty is what the side on move brings to its turn beside the board.
type duty struct {
	held   Set    // under lapse = once: its pieces whose claim was left unused
	before *board // after a huff, where the claimant's duty is read from: the board before
}

func claimTurn(kind ClaimKind, named Square) Turn {
	return Turn{Claim: kind, Named: named, From: NoSquare, To: NoSquare, Offers: NoSquare}
}

// answers appends the turns of a player who has been compelled.
func (r *Rules) answers(dst []Turn, b *board, named Square, h huffed) []Turn {
	base := len(dst)
	dst = r.dues(dst, b, h)
	if named != NoSquare {
		kept := slices.DeleteFunc(dst[base:], func(t Turn) bool { return t.From != named })
		dst = dst[:base+len(kept)]
	}
	sortCaptures(dst[base:])
	return dst
}

// huffs appends the turns that open with a huff.
func (r *Rules) huffs(dst []Turn, s *State, before *board) []Turn {
	for q := range s.claim.All() {
		b := *before
		b.opp = b.opp.Without(q)
		b.kings = b.kings.Without(q)
		if b.opp.Empty() || r.spends {
			dst = append(dst, claimTurn(Huff, q))
			continue
		}
		d := duty{held: s.held[b.side]}
		if r.beforeHuff {
			d.before = before
		}
		base := len(dst)
		dst = r.bare(dst, &b, d)
		for i := base; i < len(dst); i++ {
			dst[i].Claim, dst[i].Named = Huff, q
		}
	}
	return dst
}

// compels appends the turns that have the default taken back.
func (r *Rules) compels(dst []Turn, s *State) []Turn {
	if !r.namesPiece {
		return append(dst, claimTurn(Compel, NoSquare))
	}
	b := r.board(&s.before)
	for q := range r.owingAfter(&b, s.huffed).All() {
		// The piece that moved is claimable whatever is held against the others.
		if r.lapse == lapseOnce && q != s.named && s.before.held[s.before.mover].Has(q) {
			continue
		}
		dst = append(dst, claimTurn(Compel, q))
	}
	return dst
}

// owingAfter returns the pieces with a capture that a default on b left untaken.
func (r *Rules) owingAfter(b *board, h huffed) Set {
	if h == (huffed{}) {
		return r.owing(b, nil)
	}
	earlier := h.earlier(*b)
	return r.owing(&earlier, b)
}

// earlier returns b as it stood before the huff.
func (h huffed) earlier(b board) board {
	b.opp = b.opp.With(h.at)
	if h.king {
		b.kings = b.kings.With(h.at)
	}
	return b
}

// dues appends the captures that a default on b left untaken, unsorted: where the
// duty is read from the board before a huff, those of that board which are still
// possible.
func (r *Rules) dues(dst []Turn, b *board, h huffed) []Turn {
	if h == (huffed{}) {
		dst, _, _ = r.due(dst, b)
		return dst
	}
	base := len(dst)
	earlier := h.earlier(*b)
	dst, _, _ = r.due(dst, &earlier)
	end := len(dst)
	dst = r.all(dst, b, rank{})
	now := dst[end:]
	kept := slices.DeleteFunc(dst[base:end], func(t Turn) bool { return !among(now, &t) })
	return dst[:base+len(kept)]
}

func origins(turns []Turn) Set {
	var s Set
	for i := range turns {
		s = s.With(turns[i].From)
	}
	return s
}

// bare appends the turns of the side on move that make no claim.
func (r *Rules) bare(dst []Turn, b *board, d duty) []Turn {
	base := len(dst)
	switch {
	case r.obligation == claimed && d.before != nil:
		return r.owedBefore(dst, b, d)
	case r.obligation == claimed:
		return r.owed(dst, b, d)
	}
	dst, _, _ = r.due(dst, b)
	sortCaptures(dst[base:])
	if r.obligation == free {
		// No precedence goes with this obligation, so these are all the captures
		// that completion allows. None is owed.
		captures := len(dst) - base
		return putBehind(r.idle(dst, b, base), base, captures)
	}
	if len(dst) > base {
		return dst
	}
	return r.idle(dst, b, base)
}

// owed appends the due captures and the defaults that claims cover.
func (r *Rules) owed(dst []Turn, b *board, d duty) []Turn {
	base := len(dst)
	dst, best, more := r.due(dst, b)
	if len(dst) == base {
		return r.idle(dst, b, base)
	}
	owing := origins(dst[base:])
	if more && (r.covers[Partial] || r.covers[Weaker]) {
		dst = r.covered(r.all(dst[:base], b, best), base)
	}
	return r.defaults(dst, base, b, d, owing)
}

// covered returns dst less those captures of dst[base:] that are defaults which no
// claim covers.
func (r *Rules) covered(dst []Turn, base int) []Turn {
	if r.covers[Partial] && r.covers[Weaker] {
		return dst
	}
	kept := slices.DeleteFunc(dst[base:], func(t Turn) bool { return t.Default != NoDefault && !r.covers[t.Default] })
	return dst[:base+len(kept)]
}

// owedBefore does the same after a huff, where the duty was read before it: the
// due captures are those that were due then and are still possible. What only the
// huff opened may be played; it is never due, so that it is a default where
// something else is.
func (r *Rules) owedBefore(dst []Turn, b *board, d duty) []Turn {
	base := len(dst)
	dst, best, _ := r.due(dst, d.before)
	dueEnd := len(dst)
	dst = r.all(dst, d.before, best)
	beforeEnd := len(dst)
	dst = r.all(dst, b, rank{}) // marks what is not whole, and nothing else
	due, before, now := dst[base:dueEnd], dst[dueEnd:beforeEnd], dst[beforeEnd:]

	var owing Set
	for i := range now {
		if among(due, &now[i]) {
			owing = owing.With(now[i].From)
		}
	}
	kept := 0
	for _, t := range now {
		switch {
		case owing.Empty():
			if t.Default != NoDefault {
				continue
			}
		case among(due, &t):
			t.Default = NoDefault
		default:
			if t.Default == NoDefault {
				t.Default = Weaker
			}
			if !r.covers[t.Default] {
				// To have been opened by the huff excuses no capture broken off.
				if t.Default == Partial || among(before, &t) {
					continue
				}
				t.Default = NoDefault
			}
		}
		now[kept] = t
		kept++
	}
	kept = copy(dst[base:], now[:kept])
	dst = dst[:base+kept]
	if owing.Empty() {
		sortCaptures(dst[base:])
		return putBehind(r.idle(dst, b, base), base, kept)
	}
	return r.defaults(dst, base, b, d, owing)
}

// among reports whether the capture t is one of turns.
func among(turns []Turn, t *Turn) bool {
	return slices.ContainsFunc(turns, func(o Turn) bool { return sameCapture(&o, t) })
}

// defaults sorts the captures dst[base:], puts before them the quiet moves by
// which a capture can be missed, and notes on each default what may be huffed
// for it. owing is the pieces that had a due capture.
func (r *Rules) defaults(dst []Turn, base int, b *board, d duty, owing Set) []Turn {
	sortCaptures(dst[base:])
	var blame blame
	if r.huff {
		blame = r.blame(owing, r.capable(b, owing), d.held)
		for i := base; i < len(dst); i++ {
			if t := &dst[i]; t.Default != NoDefault {
				t.Huffable = r.atFault(t, owing, blame)
			}
		}
	}
	if r.covers[Missed] {
		captures := len(dst) - base
		dst = putBehind(r.quiet(dst, b, Missed, blame), base, captures)
	}
	if !r.huff || !r.offenderChooses {
		return dst
	}
	end := len(dst)
	for i := base; i < end; i++ {
		t := dst[i]
		if t.Default == NoDefault {
			dst = append(dst, t)
			continue
		}
		if t.Huffable.Empty() {
			dst = append(dst, t)
		}
		for q := range t.Huffable.All() {
			t.Offers, t.Huffable = q, SetOf(q)
			dst = append(dst, t)
		}
	}
	return dst[:base+copy(dst[base:], dst[end:])]
}

// capable returns the pieces of the side on move that may be huffed for having a
// capture, of which owing had a due one.
func (r *Rules) capable(b *board, owing Set) Set {
	if r.piece == huffAnyCapture {
		for q := range b.own.Minus(owing).All() {
			if r.takes(b, SetOf(q)) {
				owing = owing.With(q)
			}
		}
	}
	return owing
}

// blame is who may be huffed after a default, on the board before it: the piece that
// moves if it is one of all, and those of kept, if they are not the piece that moves.
type blame struct{ all, kept Set }

// blame returns who may be huffed, where the pieces of owing had a due capture and
// those of capable any. held is as duty.held.
func (r *Rules) blame(owing, capable, held Set) blame {
	switch {
	case r.piece == huffMoved:
		return blame{all: r.squares}
	case r.piece == huffRequired:
		capable = owing
	}
	if r.lapse == lapseOnce {
		return blame{capable, capable.Minus(held)}
	}
	return blame{capable, capable}
}

// after returns the pieces to blame where they stand after a move.
func (b blame) after(from, to Square) Set {
	s := b.kept.Without(from)
	if b.all.Has(from) {
		s = s.With(to)
	}
	return s
}

// atFault returns the pieces that may be huffed after the default t, where they
// then stand. Eligibility is judged on the board before the default.
func (r *Rules) atFault(t *Turn, owing Set, b blame) Set {
	if r.piece == huffAnyCapture && t.Action == Jump && !owing.Has(t.From) {
		// Pieces that had any capture and made none; a piece that owed one and
		// made another is among them as one that owed.
		b.all = b.all.Without(t.From)
	}
	return b.after(t.From, t.To)
}

// idle appends the quiet moves, or a pass where there is nothing at all.
func (r *Rules) idle(dst []Turn, b *board, base int) []Turn {
	dst = r.quiet(dst, b, NoDefault, blame{})
	if len(dst) > base || !r.passes {
		return dst
	}
	if other := b.reversed(); r.movable(&other) {
		dst = append(dst, Turn{Action: Pass, Named: NoSquare, From: NoSquare, To: NoSquare, Offers: NoSquare})
	}
	return dst
}

// putBehind puts the first n of dst[base:] behind the others.
func putBehind(dst []Turn, base, n int) []Turn {
	dst = append(dst, dst[base:base+n]...)
	return dst[:base+copy(dst[base:], dst[base+n:])]
}

// movable reports whether the side on move has a move or a capture.
func (r *Rules) movable(b *board) bool {
	empty := r.squares.Minus(b.own).Minus(b.opp)
	for q := range b.own.All() {
		dirs := r.manSteps[b.side]
		if b.kings.Has(q) {
			if dirs = kingSteps; q == b.barred[b.side] {
				continue
			}
		}
		for _, d := range dirs {
			if n := r.next[d][q]; n != NoSquare && empty.Has(n) {
				return true
			}
		}
	}
	return r.takes(b, b.own)
}

// quiet appends the moves without capture, sorted, each as the given default.
func (r *Rules) quiet(dst []Turn, b *board, fault Default, blame blame) []Turn {
	if r.one.narrow {
		return r.quiet64(dst, b, fault, blame)
	}
	occupied := b.own.Or(b.opp)
	empty := r.squares.Minus(occupied)
	// Steps in ascending order of the square reached, and the men that can make them.
	first, second := r.difference[r.manSteps[b.side][0]], r.difference[r.manSteps[b.side][1]]
	men := b.own.Minus(b.kings)
	one, two := empty.shift(-first).And(men), empty.shift(-second).And(men)
	last := r.last[b.side]
	if !r.crowns(b) {
		last = Set{}
	}
	proto := Turn{Action: Quiet, Default: fault, Named: NoSquare, Offers: NoSquare}
	for pieces := one.Or(two).Or(b.movableKings()); !pieces.Empty(); pieces = pieces.rest() {
		from := pieces.First()
		if b.kings.Has(from) {
			for to := r.reach(from, occupied); !to.Empty(); to = to.rest() {
				dst = append(dst, proto)
				dst[len(dst)-1].quiet(from, to.First(), Set{}, blame)
			}
			continue
		}
		if one.Has(from) {
			dst = append(dst, proto)
			dst[len(dst)-1].quiet(from, Square(int(from)+first), last, blame)
		}
		if two.Has(from) {
			dst = append(dst, proto)
			dst[len(dst)-1].quiet(from, Square(int(from)+second), last, blame)
		}
	}
	return dst
}

// quiet makes t one from one square to another, of a man who becomes a king on those
// of last. Turns are filled in where they stand: one that is made elsewhere by the
// byte, and copied by the word, has the processor wait for what it has just written.
func (t *Turn) quiet(from, to Square, last Set, blame blame) {
	t.From, t.To = from, to
	t.Promotes = last.Has(to)
	t.Huffable = blame.after(from, to)
}

// reach returns the squares to which a king on q can move.
func (r *Rules) reach(q Square, occupied Set) Set {
	var s Set
	for _, d := range kingSteps {
		if r.flying {
			s = s.Or(r.open(d, q, occupied))
		} else if n := r.next[d][q]; n != NoSquare && !occupied.Has(n) {
			s = s.With(n)
		}
	}
	return s
}

// sortCaptures puts captures in the defined order.
func sortCaptures(turns []Turn) {
	if len(turns) > 1 {
		slices.SortFunc(turns, compareCaptures)
	}
}

func compareCaptures(a, b Turn) int {
	switch {
	case a.From != b.From:
		return int(a.From) - int(b.From)
	case a.To != b.To:
		return int(a.To) - int(b.To)
	case a.Captured != b.Captured:
		return a.Captured.Compare(b.Captured)
	case a.Promotes == b.Promotes:
		return 0
	case b.Promotes:
		return -1
	}
	return 1
}
