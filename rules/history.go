package rules

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// A History is the course of a game: the states passed through, as far as they
// were not taken back, with the counters that draw clauses read. It is for one
// goroutine.
//
// A turn that is taken back by a compel leaves the course as if it had never
// been made; Undo takes back any turn, a compel included.
type History struct {
	rules   *Rules
	entries []entry
	last    *entry       // the last of entries
	counts  []int32      // len(rules.draws) for each entry that is not calm; see count
	latest  [marks]int32 // the last entry with each mark, counted from 1; 0: none
	marked  int          // how many entries have their marks: those after them wait until one is asked for

	read    bool // turns and outcome are those of the last entry
	turns   []Turn
	outcome Outcome
	ahead   ahead // what clauses have found ahead of a state
}

type entry struct {
	state State
	course
	prev   int32   // the entry before it in the course, or -1
	mark   uint16  // the same for the same pieces on the same squares
	twin   int32   // the last entry before it with its mark, counted from 1; 0: none
	calm   bool    // no clause that reads material applies: the counters are those of rules.calm
	near   bool    // a clause may stand, or the position again
	huffed bool    // the turn that led here opened with a huff
	full   bool    // more than a short turn has been written into it: see Undo
	over   Outcome // where a turn ended the game: a draw called
	left   bool    // a later entry stands in its place: it is no part of the course
	leaves int8    // how many entries this one has taken the place of
}

// A course is what is counted along a game.
type course struct {
	plies  int32       // turns that stand
	still  int32       // how many turns in a row could be undone by moving back
	quiet  [2]int32    // plies in a row without capture; and of kings alone
	own    [2][2]int32 // by side: its own moves in a row, likewise
	pieces [2]int32    // by side: how many there are
}

// fresh is an entry that awaits a turn. Entries past the last one are fresh, except for what a
// short turn writes.
var fresh = entry{state: State{position: position{last: noneBarred}, named: board.NoSquare}}

// salt keeps anybody from choosing positions that share one mark, where each look would be
// long. It does not change the course or the outcome of a game.
var salt = maphash.Comparable(maphash.MakeSeed(), marks)

// marks is the number of marks: so large that few entries of a game share the mark of another
// position, and so small that all marks are at hand.
const (
	markBits = 11
	marks    = 1 << markBits
)

func markOf(s *State) uint16 {
	m := salt
	for _, set := range [...]board.Set{s.pieces[board.First], s.pieces[board.Second], s.kings} {
		m = (bits.RotateLeft64(m, 29) ^ set.Lo ^ bits.RotateLeft64(set.Hi, 47)) * 0x9e3779b97f4a7c15
	}
	return uint16(m >> (64 - markBits)) // every bit enters these
}

// mark gives the entries their marks.
func (h *History) mark() {
	for ; h.marked < len(h.entries); h.marked++ {
		e := &h.entries[h.marked]
		e.mark = markOf(&e.state)
		e.twin, h.latest[e.mark] = h.latest[e.mark], int32(h.marked+1)
	}
}

// NewHistory returns the history of a game that begins in s.
func NewHistory(r *Rules, s State) *History {
	h := &History{rules: r, ahead: ahead{rules: r, met: map[uint64]int{}}}
	h.Begin(s)
	return h
}

// Begin makes h the history of another game under the same rules, which begins in
// s.
func (h *History) Begin(s State) { h.BeginAfter(s, 0) }

// BeginAfter is Begin after that number of plies in which kings alone moved and none captured.
func (h *History) BeginAfter(s State, quiet int) {
	for i := range h.entries {
		h.entries[i] = fresh
	}
	h.entries, h.marked = h.entries[:0], 0
	clear(h.latest[:])
	n := int32(quiet)
	own := [2]int32{n / 2, n / 2}
	h.push(entry{state: s, prev: -1, course: course{quiet: [2]int32{n, n}, own: [2][2]int32{own, own}}})
}

// Rules returns the rules of the game.
func (h *History) Rules() *Rules { return h.rules }

// State returns the present state.
func (h *History) State() State { return h.last.state }

// Now returns the present state in place. It must not be changed, and is valid
// until the turn that led to it is undone.
func (h *History) Now() *State { return &h.last.state }

// Pieces returns the number of pieces on the board.
func (h *History) Pieces() int {
	e := h.last
	return int(e.pieces[board.First] + e.pieces[board.Second])
}

// Plies returns the number of turns that stand: an omission taken back and its
// compel are not among them.
func (h *History) Plies() int { return int(h.last.plies) }

// QuietPlies returns the number of plies since the last capture or huff.
func (h *History) QuietPlies() int { return int(h.last.quiet[0]) }

// Idle is how many plies ago the last conversion was made.
func (h *History) Idle() int { return int(h.last.still) }

// Turns returns the turns that are legal now. They are those of Moves, except
// that an omission which would end the game leaves only claims and Waive, and that
// a draw clause which works on claim adds CallDraw. The slice is valid until the
// next call of a method that changes h.
func (h *History) Turns() []Turn {
	h.look()
	return h.turns
}

// Unnoticed returns the turns of a player who did not notice an omission that has to be
// claimed: turns without a claim, or Waive, which accepts an ending. Turns does not list them
// then. There are none where nothing has to be claimed.
func (h *History) Unnoticed() (turns []Turn) {
	r, s := h.rules, h.Now()
	if r.profile.Claim.Automatic || !r.must || !slices.ContainsFunc(h.Turns(), func(t Turn) bool { return t.Claim == Huff }) {
		return nil
	}
	b := r.view(&s.position)
	if !h.standing(false, true).Over() {
		turns = r.bare(nil, &b, duty{held: s.held[b.side]})
	}
	if len(turns) == 0 {
		turns = append(turns, claimTurn(Waive, board.NoSquare))
	}
	return turns
}

// Readable returns all turns with which a game can have gone on: Turns and Unnoticed.
func (h *History) Readable() []Turn {
	turns := h.Turns()
	if more := h.Unnoticed(); more != nil {
		turns = slices.Concat(turns, more)
	}
	return turns
}

// Outcome says how the game stands.
func (h *History) Outcome() Outcome {
	h.look()
	return h.outcome
}

// Play makes t, one of Turns.
func (h *History) Play(t Turn) { h.Make(&t) }

// Make is Play with a turn that stands elsewhere, and is not kept.
func (h *History) Make(t *Turn) {
	if t.Claim > Huff || t.Action == CallDraw {
		h.revise(*t)
		return
	}
	// Made in its place: a search spends much of its time here.
	prev, e := len(h.entries)-1, h.next()
	last := &h.entries[prev]
	e.course = last.course
	e.plies++
	e.prev, e.huffed = int32(prev), t.Claim == Huff
	side := last.state.mover & 1
	if h.rules.short && t.Claim == NoClaim && t.Omission == profile.NoOmission {
		e.count(h.rules.step(&e.state, &last.state, t), side)
		e.pieces[side^1] -= int32(bits.OnesCount64(t.Captured.Lo))
	} else {
		e.full = true
		e.count(h.rules.Conversion(&last.state, t), side)
		h.rules.play(&e.state, &last.state, t)
		e.pieces = size(&e.state)
	}
	h.follows(e)
}

// revise makes a turn whose entry takes the place of others.
func (h *History) revise(t Turn) {
	last := h.last
	switch {
	case t.Action == CallDraw:
		e := *last
		e.over = h.standing(true, true)
		h.again(e, int32(len(h.entries)-1), 1)
	case t.Claim == Waive:
		// The reading of the clauses stands: the waive accepts the ending.
		e := *last
		e.state = h.rules.Play(e.state, t)
		h.again(e, int32(len(h.entries)-1), 1)
	case t.Claim == Compel:
		// The entry before the omission stands again, with the duty to take.
		e := h.entries[last.prev]
		e.state = h.rules.Play(last.state, t)
		if last.huffed {
			// The huff with which the omission's turn opened stands too.
			e.prev = last.prev
			e.count(Taking, board.First)
			h.replace(&e, 1)
			h.push(e)
			return
		}
		h.again(e, last.prev, 2)
	}
}

// next adds an entry, which is fresh.
func (h *History) next() *entry {
	n := len(h.entries)
	if n == cap(h.entries) {
		h.entries = append(h.entries, fresh)
		for i := range h.entries[n+1 : cap(h.entries)] {
			h.entries[:cap(h.entries)][n+1+i] = fresh
		}
	}
	h.entries = h.entries[:n+1]
	h.last = &h.entries[n]
	return h.last
}

// count counts a turn of side.
func (e *course) count(c Conversion, side board.Side) {
	if c == Taking {
		*e = course{plies: e.plies, pieces: e.pieces}
		return
	}
	e.quiet[0]++
	e.own[side][0]++
	e.still++
	e.quiet[1]++
	e.own[side][1]++
	if c != Reversible {
		e.quiet[1], e.own[side][1] = 0, 0
	}
	if c == Advance {
		e.still = 0
	}
}

// Undo takes the last turn back, whatever it was.
func (h *History) Undo() {
	e := h.last
	if h.marked == len(h.entries) {
		h.latest[e.mark] = e.twin
		h.marked--
	}
	if e.full {
		for i, n := len(h.entries)-2, e.leaves; n > 0; i, n = int(h.entries[i].prev), n-1 {
			h.entries[i].left = false
		}
		*e = fresh
	}
	h.entries = h.entries[:len(h.entries)-1]
	h.last = &h.entries[len(h.entries)-1]
	h.read = false
}

// count returns the counters of entry i, one for each draw clause. For a material
// or balance clause it is the plies for which the material has stood, or -1. For a stop
// clause it is one more than the own moves left to the stronger side, 0 where
// the clause has not been read.
func (h *History) count(i int32) []int32 {
	if h.entries[i].calm {
		return h.rules.calm
	}
	n := int32(len(h.rules.draws))
	for int(i*n+n) > len(h.counts) {
		h.counts = append(h.counts, 0)
	}
	return h.counts[i*n : i*n+n]
}

// replace marks the last entries of the course, leaves of them, as replaced by e, which the
// caller appends.
func (h *History) replace(e *entry, leaves int8) {
	for i, n := len(h.entries)-1, leaves; n > 0; i, n = int(h.entries[i].prev), n-1 {
		h.entries[i].left = true
	}
	e.left, e.leaves, e.full = false, leaves, true
}

// again appends e in the place of the last entries, leaves of them, with the counters of entry
// i.
func (h *History) again(e entry, i int32, leaves int8) {
	h.replace(&e, leaves)
	*h.next() = e
	if !e.calm {
		copy(h.count(int32(len(h.entries)-1)), h.count(i))
	}
	h.read = false
}

// push appends e with the counters that follow from the entry before it.
func (h *History) push(e entry) {
	e.pieces, e.full = size(&e.state), true
	last := h.next()
	*last = e
	h.follows(last)
}

func size(s *State) [2]int32 {
	return [2]int32{int32(s.pieces[board.First].Len()), int32(s.pieces[board.Second].Len())}
}

// follows adds the counters of e, the last entry.
func (h *History) follows(e *entry) {
	h.read = false
	r := h.rules
	if e.calm = min(e.pieces[board.First], e.pieces[board.Second]) > r.crowd; e.calm {
		e.near = e.still >= r.soonest.still || e.quiet[0] >= r.soonest.quiet
		return
	}
	e.near = e.still >= r.sooner.still || e.quiet[0] >= r.sooner.quiet
	same := e.prev >= 0 && material(&h.entries[e.prev].state) == material(&e.state)
	counts := h.count(int32(len(h.entries) - 1))
	for i := range h.rules.draws {
		if counts[i] = 0; h.rules.draws[i].reads {
			counts[i] = h.follow(i, e, same)
		}
	}
}

// follow returns the counter of draw clause i in e; same says that the material is
// that of the entry before.
func (h *History) follow(i int, e *entry, same bool) int32 {
	c := &h.rules.draws[i]
	switch c.Kind {
	case profile.Material, profile.Balance:
		was := int32(-1)
		if e.prev >= 0 {
			was = h.count(e.prev)[i]
		}
		if same && !c.placed {
			if was < 0 {
				return -1
			}
		} else if !h.rules.holds(c, &e.state) {
			return -1
		}
		if was < 0 || !same || c.Restart == profile.OnConversion && e.quiet[1] == 0 {
			return 0
		}
		return was + 1
	case profile.Stop:
		if !same {
			return 0
		}
		strong, ok := c.stands(&e.state)
		if !ok {
			return 0
		}
		left := h.count(e.prev)[i]
		if left > 0 && h.entries[e.prev].state.mover == strong {
			left--
		}
		return left
	}
	return 0
}

// material returns what the two sides have.
func material(s *State) (n [2]sideMaterial) {
	for side := range n {
		kings := s.pieces[side].And(s.kings).Len()
		n[side] = sideMaterial{kings, s.pieces[side].Len() - kings}
	}
	return n
}

type sideMaterial struct{ kings, men int }

// look reads turns and outcome.
func (h *History) look() {
	if !h.read {
		h.read = true
		h.turns, h.outcome = h.judge(h.turns[:0], true)
	}
}

// Look appends to dst the turns that are legal now, and says how the game stands,
// as Turns and Outcome do but with the draw clauses as Drawn reads them.
func (h *History) Look(dst []Turn) ([]Turn, Outcome) { return h.judge(dst, false) }

// judge reads turns and outcome in the order of the rules of ending: no pieces, a single one,
// the first king, both blocked, no moves, automatic draw clauses as the profile lists them.
func (h *History) judge(dst []Turn, exact bool) ([]Turn, Outcome) {
	e := h.last
	if e.over.Over() {
		return dst, e.over
	}
	r, s := h.rules, &e.state
	base := len(dst)
	dst = r.moves(dst, s)
	if o := r.Ended(s, len(dst)-base); o.Over() {
		return dst[:base], o
	}
	if !r.watchful {
		return dst, Outcome{}
	}
	if o := h.standing(false, exact); o.Over() {
		claims := slices.DeleteFunc(dst[base:], func(t Turn) bool { return t.Claim == NoClaim })
		if len(claims) == 0 {
			return dst[:base], o
		}
		dst = dst[:base+len(claims)]
		if !r.must && claims[len(claims)-1].Claim != Waive {
			dst = append(dst, claimTurn(Waive, board.NoSquare))
		}
		return dst, Outcome{}
	}
	if r.claims && h.standing(true, true).Over() {
		dst = append(dst, bareTurn(CallDraw))
	}
	return dst, Outcome{}
}

// Drawn says whether an automatic draw clause ends the game in the present
// state, as a search reads it: a stop clause that has not been read yet is taken
// to break the game off, without looking for the forced win that would let it go
// on, and dead positions are not looked for. Where the board ends the game no clause is
// read. An open claim, which comes before the
// ending, is not considered.
func (h *History) Drawn() Outcome {
	if o := h.standing(false, false); o.Over() && !h.ended() {
		return o
	}
	return Outcome{}
}

// ended reports whether the board ends the game.
func (h *History) ended() bool {
	s := h.Now()
	turns := h.rules.Mobility(s, s.mover)
	if turns == 0 {
		turns = len(h.rules.Moves(nil, *s))
	}
	return h.rules.Ended(s, turns).Over()
}

// standing says what the draw clauses that work by themselves, or on claim, make of the
// present state.
func (h *History) standing(onClaim, exact bool) Outcome {
	e := h.last
	if !e.near {
		return Outcome{}
	}
	for i := range h.rules.draws {
		c := &h.rules.draws[i]
		if c.OnClaim != onClaim || c.reads && e.calm || e.still < c.after.still || e.quiet[0] < c.after.quiet {
			continue
		}
		if o := h.applies(i, c, exact); o.Over() {
			return o
		}
	}
	return Outcome{}
}

// Stale reports whether a search takes the game to be drawn in the present state: an
// automatic draw clause ends it, as Drawn reads it, or the position has stood before
// with the same side on move, so that play goes round.
func (h *History) Stale() bool { return h.last.near && h.stale() }

func (h *History) stale() bool {
	if h.last.still >= shortestRound && h.occurrences(true, 2) > 1 {
		return true
	}
	return h.Drawn().Over()
}

// Callable reports whether the side on move may call a draw.
func (h *History) Callable() bool { return h.rules.claims && h.callable() }

func (h *History) callable() bool {
	return h.standing(true, true).Over() && !h.Drawn().Over() && !h.ended()
}

// quiet is what a clause of quiet plies has counted.
func (h *History) quiet(e *entry, c *clause) int {
	kind := word(c.kingMoves)
	if c.Side == profile.OneSide {
		return int(max(e.own[board.First][kind], e.own[board.Second][kind]))
	}
	return int(e.quiet[kind])
}

// applies says whether clause i ends the game now.
func (h *History) applies(i int, c *clause, exact bool) Outcome {
	e := h.last
	r, s := h.rules, &e.state
	at := h.count(int32(len(h.entries) - 1))
	switch c.Kind {
	case profile.Repetition:
		if h.occurrences(c.SideToMove, c.Count) >= c.Count {
			return Outcome{Draw, Repetition}
		}
	case profile.Quiet:
		if h.quiet(e, c) >= c.Plies {
			return Outcome{Draw, QuietPlies}
		}
	case profile.Material, profile.Balance:
		if int(at[i]) >= c.Plies {
			if c.StrongLoses {
				strong, _ := c.stands(s)
				return Outcome{WinOf(strong.Other()), Material}
			}
			return Outcome{Draw, Material}
		}
	case profile.Stop:
		strong, ok := c.stands(s)
		if !ok {
			break
		}
		if at[i] == 0 {
			b := r.view(&s.position)
			if r.profile.Capture.Obligation != profile.Free && r.takes(&b, b.own) {
				break // a capture is due: the clause is read when it has been made
			}
			if exact {
				at[i] = 1
				if h.ahead.wins(s, strong, c.WithinMoves) {
					at[i] += int32(c.WithinMoves)
				}
			}
		}
		if at[i] <= 1 {
			if c.Outcome == profile.StopVoid {
				return Outcome{Void, Stop}
			}
			return Outcome{Draw, Stop}
		}
	case profile.Dead:
		if exact && h.ahead.dead(s, r.farthest) <= c.LimitPositions {
			return Outcome{Draw, Dead}
		}
	}
	return Outcome{}
}

// occurrences counts how often the present position has stood, up to enough. An
// open claim is no part of a position.
func (h *History) occurrences(sideToMove bool, enough int) int {
	h.mark()
	last := h.last
	n := 1
	for i := last.twin - 1; i >= 0; i = h.entries[i].twin - 1 {
		e := &h.entries[i]
		if last.plies-e.plies > last.still { // and so are all before it
			break
		}
		p, q := &e.state.position, &last.state.position
		if !e.left && p.pieces == q.pieces && p.kings == q.kings && (!sideToMove || p.mover == q.mover) {
			if n++; n >= enough {
				break
			}
		}
	}
	return n
}
