package rules

import (
	"cmp"
	"math/bits"
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// Moves appends to dst the turns that are playable in s, due captures, omissions
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
	if r.few(b.own) {
		// Only a compel, which takes back the turn that led here, remains.
		if s.compelOpen {
			dst = append(r.compels(dst, s), claimTurn(Waive, board.NoSquare))
		}
		return dst
	}
	duty := duty{held: s.held[b.side]}
	if !s.ClaimOpen() {
		return r.bare(dst, b, duty)
	}
	if !r.must {
		dst = r.bare(dst, b, duty)
	}
	bare := len(dst) - base
	dst = r.huffs(dst, s, b)
	if s.compelOpen {
		dst = r.compels(dst, s)
	}
	switch {
	case r.must && len(dst) == base:
		dst = r.bare(dst, b, duty)
	case !r.must && bare == 0 && len(dst) > base:
		dst = append(dst, claimTurn(Waive, board.NoSquare))
	}
	return dst
}

// Due appends to dst the turns of s that leave no due capture untaken and make
// no claim: under a claimable obligation the turns of its compulsory twin, under a free
// one all turns.
func (r *Rules) Due(dst []Turn, s State) []Turn {
	on := r.view(&s.position)
	b := &on
	if s.compelled {
		return r.answers(dst, b, s.named, s.huffed)
	}
	if r.over(b.own, b.kings) {
		return dst
	}
	if r.profile.Capture.Obligation == profile.Free {
		return r.bare(dst, b, duty{})
	}
	base := len(dst)
	if dst, _, _ = r.due(dst, b); len(dst) > base {
		sortCaptures(dst[base:])
		return dst
	}
	return r.idle(dst, b)
}

// A view is the pieces as a generator sees them, for the side on move.
type view struct {
	side     board.Side
	own, opp board.Set
	kings    board.Set
	barred   [2]board.Square // by side: the king that may not move again, under king.repeat_limit
}

func (r *Rules) view(p *position) view {
	b := view{
		side: p.mover, own: p.pieces[p.mover], opp: p.pieces[p.mover.Other()], kings: p.kings,
		barred: noneBarred,
	}
	if r.repeatLimit > 0 {
		for side := board.First; side <= board.Second; side++ {
			if p.runs[side] >= r.repeatLimit && !p.pieces[side].Minus(p.kings).Empty() {
				b.barred[side] = p.last[side]
			}
		}
	}
	return b
}

var noneBarred = [2]board.Square{board.NoSquare, board.NoSquare}

// reversed returns the same board with the other side on move.
func (b view) reversed() view {
	b.side, b.own, b.opp = b.side.Other(), b.opp, b.own
	return b
}

// duty is what the side on move brings to its turn beside the board.
type duty struct {
	held   board.Set // under lapse = once: its pieces whose claim was left unused
	before *view     // after a huff, where the claimant's duty is read from the board before it: that board
}

// bareTurn is a turn that names no square.
func bareTurn(a Action) Turn {
	return Turn{Action: a, Named: board.NoSquare, From: board.NoSquare, To: board.NoSquare, Offers: board.NoSquare}
}

func claimTurn(kind ClaimKind, named board.Square) Turn {
	t := bareTurn(Nothing)
	t.Claim, t.Named = kind, named
	return t
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
		b, gone := *before, board.SetOf(q)
		if r.allGo {
			q, gone = board.NoSquare, s.claim
		}
		b.opp = b.opp.Minus(gone)
		b.kings = b.kings.Minus(gone)
		d, base := duty{held: s.held[b.side]}, len(dst)
		if r.beforeHuff {
			d.before = before
		}
		if r.few(b.opp) || r.profile.Claim.HuffTurn == profile.SpendsTurn {
			dst = append(dst, bareTurn(Nothing))
		} else {
			dst = r.bare(dst, &b, d)
		}
		for i := base; i < len(dst); i++ {
			dst[i].Claim, dst[i].Named = Huff, q
		}
		if r.allGo {
			break
		}
	}
	return dst
}

// compels appends the turns that have the omission taken back.
func (r *Rules) compels(dst []Turn, s *State) []Turn {
	if choice := r.profile.Claim.CompelChoice; choice != profile.Claimant && choice != profile.SamePiece {
		return append(dst, claimTurn(Compel, board.NoSquare))
	}
	b := r.view(&s.before)
	owing := r.owingAfter(&b, s.huffed)
	if r.samePiece {
		if !owing.Has(s.named) {
			return append(dst, claimTurn(Compel, board.NoSquare))
		}
		owing = board.SetOf(s.named)
	}
	for q := range owing.All() {
		// The piece that moved is claimable whether or not the others are.
		if r.profile.Claim.Lapse == profile.LapseOnce && q != s.named && s.before.held[s.before.mover].Has(q) {
			continue
		}
		dst = append(dst, claimTurn(Compel, q))
	}
	return dst
}

// owingAfter returns the pieces with a capture that an omission on b left untaken.
func (r *Rules) owingAfter(b *view, h huffed) board.Set {
	if h == (huffed{}) {
		return r.owing(b)
	}
	return origins(r.dues(nil, b, h))
}

// earlier returns b as it stood before the huff.
func (h huffed) earlier(b view) view {
	b.opp = b.opp.With(h.at)
	if h.king {
		b.kings = b.kings.With(h.at)
	}
	return b
}

// dues appends the captures that an omission on b left untaken, unsorted: where the
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
	dst = r.captures(dst, b, rank{})
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
	case r.kingWins && !b.kings.Empty():
		return dst
	case r.profile.Capture.Obligation == profile.Claimable && d.before != nil:
		return r.owedBefore(dst, b, d)
	case r.profile.Capture.Obligation == profile.Claimable:
		return r.owed(dst, b, d)
	}
	dst, _, _ = r.due(dst, b)
	captures := len(dst) - base
	sortCaptures(dst[base:])
	switch {
	case captures == 0:
		return r.idle(dst, b)
	case r.profile.Capture.Obligation == profile.Free:
		// No precedence goes with this obligation, so these are all the captures
		// that completion allows. None is owed.
		return behind(r.quiet(dst, b, profile.NoOmission, blame{}), base, captures)
	}
	return dst
}

// idle appends the quiet moves, or a pass where there is nothing at all.
func (r *Rules) idle(dst []Turn, b *view) []Turn {
	base := len(dst)
	dst = r.quiet(dst, b, profile.NoOmission, blame{})
	if len(dst) > base || r.profile.Ending.NoMoves != profile.Passes {
		return dst
	}
	if other := b.reversed(); r.movable(&other) {
		dst = append(dst, bareTurn(Pass))
	}
	return dst
}

// movable reports whether the side on move has a move or a capture.
func (r *Rules) movable(b *view) bool {
	return r.canMove(&b.own, &b.opp, &b.kings, b.side, b.barred[b.side]) || r.takes(b, b.own)
}

// canMove reports whether mobility would count any move.
func (r *Rules) canMove(own, opp, kings *board.Set, side board.Side, barred board.Square) bool {
	if r.narrow {
		return canMove[narrow](r, own, opp, kings, side, barred)
	}
	return canMove[wide](r, own, opp, kings, side, barred)
}

func canMove[W width](r *Rules, own, opp, kings *board.Set, side board.Side, barred board.Square) bool {
	var size W
	w := words(len(size))
	pieces := w.set(*own)
	empty := w.set(r.squares).Minus(pieces).Minus(w.set(*opp))
	if !walkers[W](r, pieces.Minus(w.set(*kings)), empty, side).Empty() {
		return true
	}
	for royal := pieces.And(w.set(*kings)); !royal.Empty(); royal = w.rest(royal) {
		if q := w.low(royal); q != barred && !w.set(r.kingMoves[q&127]).And(empty).Empty() {
			return true
		}
	}
	return false
}

// mobility returns the number of moves without capture of a side, whose king on barred
// may not move.
func (r *Rules) mobility(own, opp, kings *board.Set, side board.Side, barred board.Square) int {
	if r.narrow {
		return mobility[narrow](r, own, opp, kings, side, barred)
	}
	return mobility[wide](r, own, opp, kings, side, barred)
}

func mobility[W width](r *Rules, own, opp, kings *board.Set, side board.Side, barred board.Square) int {
	var size W
	w := words(len(size))
	pieces := w.set(*own)
	empty := w.set(r.squares).Minus(pieces).Minus(w.set(*opp))
	men := pieces.Minus(w.set(*kings))
	n := 0
	if w == 1 {
		n = advances(r, men.Lo, empty.Lo, side)
	} else {
		for _, d := range r.manSteps[side&1] {
			n += men.And(r.leave[d&7]).Shift(r.difference[d&7]).And(empty).Len()
		}
	}
	for royal := pieces.Minus(men); !royal.Empty(); royal = w.rest(royal) {
		if q := w.low(royal); q != barred {
			n += reach[W](r, q, empty).Len()
		}
	}
	return n
}

// walkers returns the men of a side that have a move.
func walkers[W width](r *Rules, men, empty board.Set, side board.Side) (from board.Set) {
	var size W
	if half := r.half; len(size) == 1 {
		if side == board.First {
			half = -half - 1
		}
		return board.Set{Lo: men.Lo & (bits.RotateLeft64(empty.Lo, half) | bits.RotateLeft64(empty.Lo, half+1))}
	}
	for _, d := range r.manSteps[side&1] {
		from = from.Or(empty.Shift(-r.difference[d&7]).And(r.leave[d&7]))
	}
	return from.And(men)
}

// advances counts the moves of men alone, on a board of one word.
func advances(r *Rules, men, empty uint64, side board.Side) int {
	half := r.half
	if side == board.First {
		return bits.OnesCount64(bits.RotateLeft64(men, half)&empty) + bits.OnesCount64(bits.RotateLeft64(men, half+1)&empty)
	}
	return bits.OnesCount64(bits.RotateLeft64(men, -half)&empty) + bits.OnesCount64(bits.RotateLeft64(men, -half-1)&empty)
}

// quiet appends the moves without capture, sorted, each as the given omission.
func (r *Rules) quiet(dst []Turn, b *view, fault profile.Omission, blame blame) []Turn {
	if r.narrow {
		if fault == profile.NoOmission && b.own.Lo&b.kings.Lo == 0 {
			return r.steps(dst, b)
		}
		return quiet[narrow](r, dst, b, fault, blame)
	}
	return quiet[wide](r, dst, b, fault, blame)
}

func quiet[W width](r *Rules, dst []Turn, b *view, fault profile.Omission, blame blame) []Turn {
	var size W
	w := words(len(size))
	own := w.set(b.own)
	empty := w.set(r.squares).Minus(own).Minus(w.set(b.opp))
	kings := w.set(b.movableKings())
	men := walkers[W](r, own.Minus(w.set(b.kings)), empty, b.side)
	var last board.Set
	if r.crowns(b) {
		last = w.set(r.last[b.side&1])
	}
	proto := quietTurn
	proto.Omission = fault
	for pieces := men.Or(kings); !pieces.Empty(); pieces = w.rest(pieces) {
		from := w.low(pieces)
		to, promotes := w.set(r.manMoves[b.side&1][from&127]).And(empty), last
		if w.has(kings, from) {
			to, promotes = reach[W](r, from, empty), board.Set{}
		}
		kept, moves := w.set(blame.kept.Without(from)), w.has(blame.all, from)
		for ; !to.Empty(); to = w.rest(to) {
			// Filled in where it stands: a turn that is written byte by byte somewhere
			// else, and then copied in words, would stall the processor.
			dst = append(dst, proto)
			t := &dst[len(dst)-1]
			at := w.low(to)
			t.From, t.To, t.Promotes = from, at, w.has(promotes, at)
			if t.Huffable = kept; moves {
				t.Huffable = w.with(kept, at)
			}
		}
	}
	return dst
}

// steps is quiet for a side that has men alone, on a board of one word, and owes nothing.
func (r *Rules) steps(dst []Turn, b *view) []Turn {
	empty := r.squares.Lo &^ (b.own.Lo | b.opp.Lo)
	men := walkers[narrow](r, b.own, board.Set{Lo: empty}, b.side).Lo
	last := uint64(0)
	if r.crowns(b) {
		last = r.last[b.side&1].Lo
	}
	moves := &r.manMoves[b.side&1]
	for ; men != 0; men &= men - 1 {
		from := board.Square(bits.TrailingZeros64(men))
		for to := moves[from&127].Lo & empty; to != 0; to &= to - 1 {
			n := len(dst)
			if n == cap(dst) {
				dst = append(dst, quietTurn)
			}
			dst = dst[:n+1]
			t := &dst[n]
			*t = quietTurn
			t.From, t.To, t.Promotes = from, board.Square(bits.TrailingZeros64(to)), to&-to&last != 0
		}
	}
	return dst
}

var quietTurn = Turn{Action: Quiet, Named: board.NoSquare, Offers: board.NoSquare}

// movableKings returns the kings of the side on move that may move without
// capture.
func (b *view) movableKings() board.Set {
	kings := b.own.And(b.kings)
	if q := b.barred[b.side&1]; q != board.NoSquare {
		kings = kings.Without(q)
	}
	return kings
}

// reach returns the squares to which a king on q can move.
func reach[W width](r *Rules, q board.Square, empty board.Set) board.Set {
	var size W
	w := words(len(size))
	if !r.flying {
		return w.set(r.kingMoves[q&127]).And(empty)
	}
	var s board.Set
	if full := r.squares.Lo &^ empty.Lo; w == 1 && len(r.kingSteps) == north {
		for d, ray := range &r.hops[q&63] {
			s.Lo |= open(d, ray, full)
		}
		return s
	}
	for _, d := range r.kingSteps {
		ray := w.set(r.ray[d&7][q&127])
		if met := w.first(d, ray.Minus(empty)); met < board.NoSquare {
			ray = ray.Minus(w.set(r.ray[d&7][met&127])).Without(met)
		}
		s = s.Or(ray)
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
	}
	return cmp.Or(a.Captured.Compare(b.Captured), int(word(a.Promotes))-int(word(b.Promotes)))
}
