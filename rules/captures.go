package rules

import (
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// A capturer finds the captures of a view: the one generator of capture chains. It
// answers two questions: which captures are due (whole, and the best in
// precedence), and which captures there are at all, each with its fault.
//
// Its methods are functions with the width of the board as a type: the compiler makes
// them anew for boards of one word, which most are, and leaves the second word out.
type capturer struct {
	r        *Rules
	side     board.Side
	opp      board.Set
	kings    board.Set
	takable  board.Set // what men may take
	occupied board.Set // the pieces that block: all but the piece that takes
	dst      []Turn
	base     int // dst[base:] are captures of this search

	all   bool // also the captures with a fault, marked
	list  bool // captures are listed; else only their origins are noted
	tally bool // captures that have but one route are counted, not listed
	count int
	stop  bool // one capture is enough
	best  rank // greatest rank of a whole capture; given, where all are asked for
	more  bool // captures with a fault were left out

	origins board.Set
	from    board.Square
	crown   bool           // a man would be crowned on the last row
	met     map[visit]bool // whether a long capture goes on, by where it stands

	want  *Turn // one capture is looked for
	legs  []Leg // on the way to it, where routes are asked for
	route func(legs []Leg) bool
	done  bool // it was found, and route has had enough
}

// A visit is a stage of a king's capture. The rest of the capture depends on it alone.
type visit struct {
	at    board.Square
	came  int8 // by which step, where that matters
	taken board.Set
	rank  rank
}

// longCapture is the number of pieces taken from which the rest of a capture is remembered.
// Among scattered pieces the routes by which kings reach the same square over the same pieces
// multiply with each piece; the captures of real games are shorter, and cheaper to find again
// than to remember.
const longCapture = 6

// begin makes c look at b.
func (c *capturer) begin(r *Rules, b *view) {
	c.r, c.side, c.opp, c.kings, c.takable, c.occupied = r, b.side, b.opp, b.kings, b.opp, b.own.Or(b.opp)
	if r.sparesKings {
		c.takable = b.opp.Minus(b.kings)
	}
	c.crown = r.crowns(b)
	c.base, c.best = len(c.dst), rank{}
}

// crowns reports whether a man of the side on move that reaches the last row can
// be crowned.
func (r *Rules) crowns(b *view) bool {
	return !r.spare || b.own.Len()+b.own.And(b.kings).Len()+1 <= r.stock[b.side]
}

// find finds the captures of pieces, and reports whether it was stopped at one.
func (c *capturer) find(pieces board.Set) bool {
	if c.r.narrow {
		return find[narrow](c, pieces)
	}
	return find[wide](c, pieces)
}

func find[W width](c *capturer, pieces board.Set) bool {
	var size W
	w := words(len(size))
	occupied := c.occupied
	for pieces = w.set(pieces); !pieces.Empty(); pieces = w.rest(pieces) {
		q := w.low(pieces)
		c.from = q
		c.occupied = w.set(occupied.Without(q))
		clear(c.met)
		any := false
		if w.has(c.kings, q) {
			any = king[W](c, q, board.Set{}, c.r.ranking.byKing, 0, 0, false)
		} else {
			any = man[W](c, q, board.Set{}, rank{}, 0, 0)
		}
		if any && c.stop {
			return true
		}
	}
	return false
}

// man finds the jumps of a man from at, after taken has been taken (n pieces, of
// the rank k), the last by a step of came. It reports whether there is any.
func man[W width](c *capturer, at board.Square, taken board.Set, k rank, n, came int) bool {
	var size W
	w := words(len(size))
	r := c.r
	any := false
	taken = w.set(taken)
	empty := w.empty(c, taken)
	for near := w.set(r.near[c.side&1][at&127]).And(w.set(c.takable)).Minus(taken); !near.Empty(); near = w.rest(near) {
		over := w.low(near)
		step := int(over) - int(at)
		to := over + board.Square(step)
		if !w.has(empty, to) || r.straight && came != 0 && step != came {
			continue
		}
		if c.stop {
			return true
		}
		any = true
		k, taken := k.plus(r.ranking.taken(w.has(c.kings, over), n)), w.with(taken, over)
		if c.route != nil {
			c.legs = append(c.legs, Leg{board.SetOf(over), to, r.inPassing && c.crown && w.has(r.last[c.side&1], to)})
		}
		goes, stays := false, false
		switch {
		case !w.has(r.last[c.side&1], to):
			goes = man[W](c, to, taken, k, n+1, step)
		case r.inPassing && c.crown:
			stays = true
			goes = king[W](c, to, taken, k, n+1, step, true)
		default:
			stays = c.crown
			goes = !r.endsMove && man[W](c, to, taken, k, n+1, step)
		}
		if goes && !c.all && r.profile.Capture.Completion != profile.AtWill {
			c.more = true
		} else {
			c.emit(to, taken, k, n+1 >= r.twice[0], stays, goes && r.profile.Capture.Completion != profile.AtWill)
		}
		if c.route != nil {
			if c.legs = c.legs[:len(c.legs)-1]; c.done {
				return true
			}
		}
	}
	return any
}

// king is man for a king; crowned if it was a man when the capture began.
func king[W width](c *capturer, at board.Square, taken board.Set, k rank, n, came int, crowned bool) bool {
	if n < longCapture || c.route != nil {
		return leaps[W](c, at, taken, k, n, came, crowned)
	}
	here := visit{at: at, taken: taken, rank: k}
	if c.r.bound {
		here.came = int8(came)
	}
	goes, met := c.met[here]
	if met {
		return goes
	}
	if c.met == nil {
		c.met = map[visit]bool{}
	}
	goes = leaps[W](c, at, taken, k, n, came, crowned)
	c.met[here] = goes
	return goes
}

// bars reports whether a king that came by a step may not go on in direction d.
func (r *Rules) bars(came, d int) bool {
	by := r.difference[d]
	return came != 0 && by != came && (r.kingStraight || by == -came)
}

func leaps[W width](c *capturer, at board.Square, taken board.Set, k rank, n, came int, crowned bool) bool {
	var size W
	w := words(len(size))
	r := c.r
	taken = w.set(taken)
	empty, targets := w.empty(c, taken), w.set(c.opp).Minus(taken)
	any := false
	for _, d := range r.kingJump {
		if r.bound && r.bars(came, d) {
			continue
		}
		// The piece to be jumped: the next on the line, or next to at.
		over := r.next[d&7][at&127]
		if r.flying {
			over = w.first(d, w.set(r.ray[d&7][at&127]).Minus(empty))
		}
		if over >= board.NoSquare || !w.has(targets, over) {
			continue
		}
		n, k, taken := n+1, k.plus(r.ranking.taken(w.has(c.kings, over), n)), w.with(taken, over)
		last, behind := over, r.next[d&7][over&127]
		for r.file && behind != board.NoSquare && w.has(targets, behind) {
			last = behind
			k = k.plus(r.ranking.taken(w.has(c.kings, behind), n))
			taken = w.with(taken, behind)
			n++
			behind = r.next[d&7][behind&127]
		}
		if behind == board.NoSquare || !w.has(empty, behind) {
			continue
		}
		if c.stop {
			return true
		}
		any = true
		nearest := w.with(board.Set{}, behind)
		landings := nearest
		if r.flying && r.profile.King.Landing != profile.LandAdjacent {
			ray := w.set(r.ray[d&7][behind&127])
			if met := w.first(d, ray.Minus(empty)); met < board.NoSquare {
				ray = ray.Minus(w.set(r.ray[d&7][met&127])).Without(met)
			}
			landings = landings.Or(ray)
		}
		ends := landings
		if r.profile.King.Landing == profile.LandAdjacentLast || r.profile.King.Landing == profile.LandAdjacentLastKing && w.has(c.kings, last) {
			ends = nearest
		}
		if c.route != nil {
			if c.follow(landings, ends, taken, k, n, r.difference[d], crowned) {
				return true
			}
			continue
		}
		var onward board.Set // landings from where it goes on
		if targets.Minus(taken) != (board.Set{}) {
			for on := landings; !on.Empty(); on = w.rest(on) {
				if q := w.low(on); king[W](c, q, taken, k, n, r.difference[d&7], crowned) {
					onward = w.with(onward, q)
				}
			}
		}
		if !onward.Empty() && !c.all && r.profile.Capture.Completion == profile.Whole {
			c.more = true
			continue
		}
		for ; !ends.Empty(); ends = w.rest(ends) {
			q := w.low(ends)
			fault := false
			switch r.profile.Capture.Completion {
			case profile.Whole:
				if fault = !onward.Empty(); fault && r.slips && !w.has(onward, q) {
					continue
				}
			case profile.WholeFromLanding:
				fault = w.has(onward, q)
			}
			c.emit(q, taken, k, n >= r.twice[1], crowned, fault)
		}
	}
	return any
}

// A Leg is one jump of a capture: what it takes, where it lands, and whether the piece
// is a king from there on.
type Leg struct {
	Over board.Set
	To   board.Square
	King bool
}

// Routes calls found with the legs of each route of t, a capture in the position at or a huff
// there followed by a capture, until found returns false. found must not keep its argument.
func (r *Rules) Routes(at board.Setup, t *Turn, found func(legs []Leg) bool) {
	own, opp := at.Mover, at.Mover.Other()
	b := view{
		side: own, own: at.Men[own].Or(at.Kings[own]), opp: at.Men[opp].Or(at.Kings[opp]),
		kings: at.Kings[own].Or(at.Kings[opp]), barred: noneBarred,
	}
	if t.Claim == Huff {
		if b.opp, b.kings = b.opp.Without(t.Named), b.kings.Without(t.Named); t.Named == board.NoSquare {
			b.opp = t.Captured // which of the others were huffed is not said
		}
	}
	var c capturer
	c.begin(r, &b)
	c.opp, c.takable = c.opp.And(t.Captured), c.takable.And(t.Captured)
	c.all, c.want, c.route = true, t, found
	c.find(board.SetOf(t.From))
}

// Ways is the number of routes by which t, a turn of the position at, can be carried out.
func (r *Rules) Ways(at board.Setup, t *Turn) uint64 {
	if t.Captured.Len() < 2 {
		return 1
	}
	n := uint64(0)
	r.Routes(at, t, func([]Leg) bool { n++; return true })
	return n
}

// follow goes on from each landing of a king, where routes are asked for.
func (c *capturer) follow(landings, ends, taken board.Set, k rank, n, came int, crowned bool) bool {
	before := board.Set{}
	for _, l := range c.legs {
		before = before.Or(l.Over)
	}
	for q := range landings.All() {
		c.legs = append(c.legs, Leg{taken.Minus(before), q, true})
		if ends.Has(q) {
			c.emit(q, taken, k, true, crowned, false)
		}
		if !c.done {
			if c.r.narrow {
				leaps[narrow](c, q, taken, k, n, came, crowned)
			} else {
				leaps[wide](c, q, taken, k, n, came, crowned)
			}
		}
		if c.legs = c.legs[:len(c.legs)-1]; c.done {
			return true
		}
	}
	return false
}

// emit notes a capture. again: another route may have led to it.
func (c *capturer) emit(to board.Square, taken board.Set, k rank, again, promotes, fault bool) {
	kind := profile.NoOmission
	switch {
	case c.want != nil:
		if o := c.want; o.From == c.from && o.To == to && o.Captured == taken && o.Promotes == promotes {
			c.done = !c.route(c.legs)
		}
		return
	case !c.all:
		if fault || k.less(c.best) {
			c.more = true
			return
		}
		if c.best.less(k) {
			c.more = c.more || len(c.dst) > c.base
			c.best = k
			c.dst, c.origins, c.count = c.dst[:c.base], board.Set{}, 0
		}
		if !c.list {
			c.origins = c.origins.With(c.from)
			return
		}
		if c.tally && !again {
			c.count++
			return
		}
	case fault:
		kind = profile.Partial
	case k.less(c.best):
		kind = profile.Weaker
	}
	if again {
		// The better route counts: a due one before a weaker one, and that before one broken
		// off.
		for i := len(c.dst) - 1; i >= c.base && c.dst[i].From == c.from; i-- {
			if o := &c.dst[i]; o.To == to && o.Captured == taken && o.Promotes == promotes {
				if o.Omission != profile.NoOmission && (kind == profile.NoOmission || kind > o.Omission) {
					o.Omission = kind
				}
				return
			}
		}
	}
	c.dst = append(c.dst, capture)
	t := &c.dst[len(c.dst)-1]
	t.Captured, t.From, t.To, t.Omission, t.Promotes = taken, c.from, to, kind, promotes
}

var capture = Turn{Action: Capture, Named: board.NoSquare, Offers: board.NoSquare}

// able returns the pieces, among some of the mover's, that may have a capture: all that have
// one, and kings that would have one if rows were joined at their ends.
func (r *Rules) able(b *view, pieces board.Set) board.Set {
	if r.narrow {
		return able[narrow](r, b, pieces)
	}
	return able[wide](r, b, pieces)
}

func able[W width](r *Rules, b *view, pieces board.Set) board.Set {
	var size W
	w := words(len(size))
	opp, kings := w.set(b.opp), w.set(b.kings)
	pieces = w.set(pieces)
	men := jumping[W](r, &b.own, &b.opp, &b.kings, b.side, pieces.Minus(kings))
	royal := pieces.And(kings)
	if royal.Empty() {
		return men
	}
	empty := w.set(r.squares).Minus(w.set(b.own)).Minus(opp)
	var from board.Set
	for _, d := range r.kingJump {
		by := -r.difference[d&7]
		over := w.shift(empty, by).And(opp)
		for before := over; r.file && !before.Empty(); over = over.Or(before) {
			before = w.shift(before, by).And(opp)
		}
		step := w.leaving(r, d, w.shift(over, by))
		from = from.Or(step)
		for step = step.And(empty); r.flying && !step.Empty(); step = step.And(empty) {
			step = w.leaving(r, d, w.shift(step, by))
			from = from.Or(step)
		}
	}
	return men.Or(from.And(royal))
}

// hunters is able for all pieces on a board of one word. A single king is returned unasked: to
// try it costs no more than to ask.
func hunters(r *Rules, b *view) board.Set {
	royal := b.own.Lo & b.kings.Lo
	if royal&(royal-1) != 0 {
		return able[narrow](r, b, b.own)
	}
	return board.Set{Lo: jumpers(r, r.takable(b.opp.Lo, b.kings.Lo), r.squares.Lo&^(b.own.Lo|b.opp.Lo), b.side)&b.own.Lo | royal}
}

// takable returns the opponent's pieces that men may take, on a board of one word.
func (r *Rules) takable(opp, kings uint64) uint64 {
	if r.sparesKings {
		return opp &^ kings
	}
	return opp
}

// jumping returns the men that have a jump. They stand on squares of the mover's, or on squares
// to which they could come.
func jumping[W width](r *Rules, own, opp, kings *board.Set, side board.Side, men board.Set) board.Set {
	var size W
	w := words(len(size))
	targets, empty := *opp, r.squares.Minus(*own).Minus(*opp)
	if w == 1 {
		return board.Set{Lo: jumpers(r, r.takable(opp.Lo, kings.Lo), empty.Lo, side) & men.Lo}
	}
	if r.sparesKings {
		targets = targets.Minus(*kings)
	}
	var from board.Set
	for _, d := range r.manJumps[side&1] {
		by := -r.difference[d&7]
		from = from.Or(empty.Shift(by).And(targets).Shift(by).And(r.leap[d&7]))
	}
	return from.And(men)
}

// jumpers returns the squares from which men of a side would have a jump, on a board of one
// word.
func jumpers(r *Rules, targets, empty uint64, side board.Side) uint64 {
	f, half := &r.fan[side&1], r.half
	up := bits.RotateLeft64(bits.RotateLeft64(empty, -half-1)&targets, -half-1) | bits.RotateLeft64(bits.RotateLeft64(empty, -half)&targets, -half)
	down := bits.RotateLeft64(bits.RotateLeft64(empty, half+1)&targets, half+1) | bits.RotateLeft64(bits.RotateLeft64(empty, half)&targets, half)
	from := up&f.up.Lo | down&f.down.Lo
	for d := north; r.rows && d <= east; d++ {
		by := -r.difference[d]
		from |= bits.RotateLeft64(bits.RotateLeft64(empty, by)&targets, by) & f.along[d-north].Lo
	}
	return from
}

// jumps returns the squares on which men land that jump once, on a board of one word, by
// diagonal direction.
func (f *fan) jumps(men, targets, empty uint64, half int) (ne, nw, sw, se uint64) {
	up, down := men&f.up.Lo, men&f.down.Lo
	return bits.RotateLeft64(bits.RotateLeft64(up, half+1)&targets, half+1) & empty,
		bits.RotateLeft64(bits.RotateLeft64(up, half)&targets, half) & empty,
		bits.RotateLeft64(bits.RotateLeft64(down, -half-1)&targets, -half-1) & empty,
		bits.RotateLeft64(bits.RotateLeft64(down, -half)&targets, -half) & empty
}

// jumped returns the squares from which jumps have led to those squares.
func jumped(ne, nw, sw, se uint64, half int) uint64 {
	return bits.RotateLeft64(ne, -2*half-2) | bits.RotateLeft64(nw, -2*half) | bits.RotateLeft64(sw, 2*half+2) | bits.RotateLeft64(se, 2*half)
}

// words is the number of words that hold the squares of a board. As a type, a width, it lets
// the compiler drop the code for the second word; a variable would not.
type words int

type (
	narrow [1]struct{}
	wide   [2]struct{}
	width  interface{ narrow | wide }
)

// set returns s, a set of squares of the board.
func (w words) set(s board.Set) board.Set {
	if w == 1 {
		return board.Set{Lo: s.Lo}
	}
	return s
}

// shift returns the squares of s, moved by that number. On one word no square of the board is
// carried from one edge to the other.
func (w words) shift(s board.Set, by int) board.Set {
	if w == 1 {
		return board.Set{Lo: bits.RotateLeft64(s.Lo, by)}
	}
	return s.Shift(by)
}

// leaving returns the squares of s from which a line leads on in direction d; on one word all
// squares.
func (w words) leaving(r *Rules, d int, s board.Set) board.Set {
	if w == 1 {
		return s
	}
	return s.And(r.leave[d&7])
}

// has reports whether q is in s, with returns s and q, and low returns the lowest
// square of s, which is not empty.
func (w words) has(s board.Set, q board.Square) bool {
	if w == 1 {
		return s.Lo>>(q&63)&1 != 0
	}
	return s.Has(q)
}

func (w words) with(s board.Set, q board.Square) board.Set {
	if w == 1 {
		return board.Set{Lo: s.Lo | 1<<(q&63)}
	}
	return s.With(q)
}

// rest returns s without its lowest square.
func (w words) rest(s board.Set) board.Set {
	if w == 1 {
		return board.Set{Lo: s.Lo & (s.Lo - 1)}
	}
	return s.Rest()
}

func (w words) low(s board.Set) board.Square {
	if w == 1 {
		return board.Square(bits.TrailingZeros64(s.Lo))
	}
	return s.First()
}

// empty returns the squares on which a capture may land.
func (w words) empty(c *capturer, taken board.Set) board.Set {
	empty := w.set(c.r.squares).Minus(w.set(c.occupied))
	if c.r.atOnce {
		return empty.Or(taken)
	}
	return empty
}

// first returns the first square of on in direction d, or NoSquare.
func (w words) first(d int, on board.Set) board.Square {
	if rising[d&7] {
		return on.First()
	}
	return on.Last()
}
