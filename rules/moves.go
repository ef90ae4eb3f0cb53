package rules

import (
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

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
	on := r.view(&s.position)
	b := &on
	if s.compelled {
		return r.answers(dst, b, s.named, s.huffed)
	}
	if b.own.Empty() {
		// Only the claim that takes back what brought this about remains.
		if s.compelOpen {
			dst = append(r.compels(dst, s), claimTurn(Waive, board.NoSquare))
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
		dst = append(dst, claimTurn(Waive, board.NoSquare))
	}
	return dst
}

// Due appends to dst the turns of s that leave no due capture untaken and make
// no claim: under a claimable obligation the turns of its compulsory twin.
func (r *Rules) Due(dst []Turn, s State) []Turn {
	on := r.view(&s.position)
	b := &on
	if s.compelled {
		return r.answers(dst, b, s.named, s.huffed)
	}
	if b.own.Empty() {
		return dst
	}
	if r.obligation == profile.Free {
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
	held   board.Set // under lapse = once: its pieces whose claim was left unused
	before *view     // after a huff, where the claimant's duty is read from: the board before
}

func claimTurn(kind ClaimKind, named board.Square) Turn {
	return Turn{Claim: kind, Named: named, From: board.NoSquare, To: board.NoSquare, Offers: board.NoSquare}
}

// answers appends the turns of a player who has been compelled.
func (r *Rules) answers(dst []Turn, b *view, named board.Square, h huffed) []Turn {
	base := len(dst)
	dst = r.dues(dst, b, h)
	if named != board.NoSquare {
		kept := slices.DeleteFunc(dst[base:], func(t Turn) bool { return t.From != named })
		dst = dst[:base+len(kept)]
	}
	sortCaptures(dst[base:])
	return dst
}

// huffs appends the turns that open with a huff.
func (r *Rules) huffs(dst []Turn, s *State, before *view) []Turn {
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
		return append(dst, claimTurn(Compel, board.NoSquare))
	}
	b := r.view(&s.before)
	for q := range r.owingAfter(&b, s.huffed).All() {
		// The piece that moved is claimable whatever is held against the others.
		if r.lapse == profile.LapseOnce && q != s.named && s.before.held[s.before.mover].Has(q) {
			continue
		}
		dst = append(dst, claimTurn(Compel, q))
	}
	return dst
}

// owingAfter returns the pieces with a capture that a default on b left untaken.
func (r *Rules) owingAfter(b *view, h huffed) board.Set {
	if h == (huffed{}) {
		return r.owing(b, nil)
	}
	earlier := h.earlier(*b)
	return r.owing(&earlier, b)
}

// earlier returns b as it stood before the huff.
func (h huffed) earlier(b view) view {
	b.opp = b.opp.With(h.at)
	if h.king {
		b.kings = b.kings.With(h.at)
	}
	return b
}

// dues appends the captures that a default on b left untaken, unsorted: where the
// duty is read from the board before a huff, those of that board which are still
// possible.
func (r *Rules) dues(dst []Turn, b *view, h huffed) []Turn {
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

func origins(turns []Turn) board.Set {
	var s board.Set
	for i := range turns {
		s = s.With(turns[i].From)
	}
	return s
}

// bare appends the turns of the side on move that make no claim.
func (r *Rules) bare(dst []Turn, b *view, d duty) []Turn {
	base := len(dst)
	switch {
	case r.obligation == profile.Claimable && d.before != nil:
		return r.owedBefore(dst, b, d)
	case r.obligation == profile.Claimable:
		return r.owed(dst, b, d)
	}
	dst, _, _ = r.due(dst, b)
	sortCaptures(dst[base:])
	if len(dst) == base {
		return r.idle(dst, b, base)
	}
	if r.obligation == profile.Free {
		// No precedence goes with this obligation, so these are all the captures
		// that completion allows. None is owed.
		captures := len(dst) - base
		dst = r.quiet(dst, b, profile.NoOmission, blame{})
		dst = append(dst, dst[base:base+captures]...)
		return dst[:base+copy(dst[base:], dst[base+captures:])]
	}
	return dst
}

// idle appends the quiet moves, or a pass where there is nothing at all.
func (r *Rules) idle(dst []Turn, b *view, base int) []Turn {
	dst = r.quiet(dst, b, profile.NoOmission, blame{})
	if len(dst) > base || !r.passes {
		return dst
	}
	if other := b.reversed(); r.movable(&other) {
		dst = append(dst, Turn{Action: Pass, Named: board.NoSquare, From: board.NoSquare, To: board.NoSquare, Offers: board.NoSquare})
	}
	return dst
}

// movable reports whether the side on move has a move or a capture.
func (r *Rules) movable(b *view) bool {
	empty := r.squares.Minus(b.own).Minus(b.opp)
	for q := range b.own.All() {
		dirs := r.manSteps[b.side]
		if b.kings.Has(q) {
			if dirs = kingSteps; q == b.barred[b.side] {
				continue
			}
		}
		for _, d := range dirs {
			if n := r.next[d][q]; n != board.NoSquare && empty.Has(n) {
				return true
			}
		}
	}
	return r.takes(b, b.own)
}

// quiet appends the moves without capture, sorted, each as the given default.
func (r *Rules) quiet(dst []Turn, b *view, fault profile.Omission, blame blame) []Turn {
	if r.one.narrow {
		return r.quiet64(dst, b, fault, blame)
	}
	occupied := b.own.Or(b.opp)
	empty := r.squares.Minus(occupied)
	// Steps in ascending order of the square reached, and the men that can make them.
	first, second := r.difference[r.manSteps[b.side][0]], r.difference[r.manSteps[b.side][1]]
	men := b.own.Minus(b.kings)
	one, two := empty.Shift(-first).And(men), empty.Shift(-second).And(men)
	last := r.last[b.side]
	if !r.crowns(b) {
		last = board.Set{}
	}
	proto := Turn{Action: Quiet, Omission: fault, Named: board.NoSquare, Offers: board.NoSquare}
	for pieces := one.Or(two).Or(b.movableKings()); !pieces.Empty(); pieces = pieces.Rest() {
		from := pieces.First()
		if b.kings.Has(from) {
			for to := r.reach(from, occupied); !to.Empty(); to = to.Rest() {
				dst = append(dst, proto)
				dst[len(dst)-1].quiet(from, to.First(), board.Set{}, blame)
			}
			continue
		}
		if one.Has(from) {
			dst = append(dst, proto)
			dst[len(dst)-1].quiet(from, board.Square(int(from)+first), last, blame)
		}
		if two.Has(from) {
			dst = append(dst, proto)
			dst[len(dst)-1].quiet(from, board.Square(int(from)+second), last, blame)
		}
	}
	return dst
}

// quiet makes t one from one square to another, of a man who becomes a king on those
// of last. Turns are filled in where they stand: one that is made elsewhere by the
// byte, and copied by the word, has the processor wait for what it has just written.
func (t *Turn) quiet(from, to board.Square, last board.Set, blame blame) {
	t.From, t.To = from, to
	t.Promotes = last.Has(to)
	t.Huffable = blame.after(from, to)
}

// movableKings returns the kings of the side on move that may move without
// capture.
func (b *view) movableKings() board.Set {
	kings := b.own.And(b.kings)
	if q := b.barred[b.side]; q != board.NoSquare {
		kings = kings.Without(q)
	}
	return kings
}

// reach returns the squares to which a king on q can move.
func (r *Rules) reach(q board.Square, occupied board.Set) board.Set {
	if r.one.narrow {
		return board.Set{Lo: r.one.reach(1<<(q&63), r.squares.Lo&^occupied.Lo, r.flying)}
	}
	var s board.Set
	for _, d := range kingSteps {
		if r.flying {
			s = s.Or(r.open(d, q, occupied))
		} else if n := r.next[d][q]; n != board.NoSquare && !occupied.Has(n) {
			s = s.With(n)
		}
	}
	return s
}

// sortCaptures puts captures in the defined order.
func sortCaptures(turns []Turn) {
	if len(turns) > 16 {
		slices.SortFunc(turns, func(a, b Turn) int { return compareCaptures(&a, &b) })
		return
	}
	for i := 1; i < len(turns); i++ {
		for j := i; j > 0 && compareCaptures(&turns[j], &turns[j-1]) < 0; j-- {
			turns[j], turns[j-1] = turns[j-1], turns[j]
		}
	}
}

func compareCaptures(a, b *Turn) int {
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
