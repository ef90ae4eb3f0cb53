package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A hunter finds the captures of a board. Two questions are asked of it: which
// captures are due (whole, and the best in precedence), and which captures there
// are at all, each with its fault.
type hunter struct {
	r       *Rules
	side    board.Side
	opp     board.Set
	kings   board.Set
	takable board.Set // what men may take
	dst     []Turn
	base    int // dst[base:] are captures of this hunt

	all   bool // also the captures with a fault, marked
	best  rank // greatest rank of a whole capture; given, where all are asked for
	stop  bool // one capture is enough
	found bool
	more  bool // captures with a fault were left out, or not marked

	weighs bool // the greatest rank is found among all

	list    bool // captures are listed; else only their origins are noted
	origins board.Set
	later   bool // only captures that are possible on the board now as well are noted
	now     view
	wanted  bool // one capture is looked for
	want    Turn

	from     board.Square
	crown    bool           // a man would be crowned on the last row
	occupied board.Set      // the pieces that block: all but the piece that takes
	met      map[visit]bool // as in hunter64
}

// A visit is where a capture by a king stands.
type visit struct {
	at    board.Square
	taken board.Set
	rank  rank
}

func (r *Rules) hunter(b *view) hunter {
	h := hunter{r: r, side: b.side, opp: b.opp, kings: b.kings, takable: b.opp, occupied: b.own.Or(b.opp)}
	if r.sparesKings {
		h.takable = b.opp.Minus(b.kings)
	}
	h.crown = !r.spare || r.crowns(b)
	return h
}

// crowns reports whether a man of the side on move that reaches the last row can
// be crowned.
func (r *Rules) crowns(b *view) bool {
	if !r.spare {
		return true
	}
	return b.own.Len()+b.own.And(b.kings).Len()+1 <= r.stock[b.side]
}

// hunt finds the captures of pieces.
func (h *hunter) hunt(pieces board.Set) {
	occupied := h.occupied
	for ; !pieces.Empty(); pieces = pieces.Rest() {
		q := pieces.First()
		h.from = q
		h.occupied = occupied.Without(q)
		clear(h.met)
		any := false
		if h.kings.Has(q) {
			any = h.king(q, board.Set{}, h.r.ranking.byKing, 0, false)
		} else {
			any = h.man(q, board.Set{}, rank{}, 0, board.NoSquare)
		}
		if any && h.stop {
			h.found = true
			return
		}
	}
}

// man finds the jumps of a man from at, after taken has been taken (n pieces, of
// the rank k) and the last jump came from came. It reports whether there is any.
func (h *hunter) man(at board.Square, taken board.Set, k rank, n int, came board.Square) bool {
	r := h.r
	any := false
	for near := r.near[h.side][at].And(h.takable).Minus(taken); !near.Empty(); near = near.Rest() {
		over := near.First()
		to := 2*over - at
		if h.blocked(to, taken) || r.straight && came != board.NoSquare && to-at != at-came {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		k, taken := k.plus(r.ranking.taken(h.kings.Has(over), n)), taken.With(over)
		goes, stays := false, false
		switch {
		case !r.last[h.side].Has(to):
			goes = h.man(to, taken, k, n+1, at)
		case r.inPassing && h.crown:
			stays = true
			goes = !r.endsMove && h.king(to, taken, k, n+1, true)
		default:
			stays = h.crown
			goes = !r.endsMove && h.man(to, taken, k, n+1, at)
		}
		if goes && !h.all && r.completion != profile.AtWill {
			h.more = true
		} else {
			h.emit(to, taken, k, n+1 >= r.twice[0], stays, goes && r.completion != profile.AtWill)
		}
	}
	return any
}

// blocked reports whether a piece stands on q when taken has been taken.
func (h *hunter) blocked(q board.Square, taken board.Set) bool {
	return h.occupied.Has(q) && !(h.r.atOnce && taken.Has(q))
}

// king is man for a king; crowned if it was a man when the capture began.
func (h *hunter) king(at board.Square, taken board.Set, k rank, n int, crowned bool) bool {
	if n < longCapture {
		return h.leaps(at, taken, k, n, crowned)
	}
	here := visit{at, taken, k}
	goes, met := h.met[here]
	if met {
		return goes
	}
	if h.met == nil {
		h.met = map[visit]bool{}
	}
	goes = h.leaps(at, taken, k, n, crowned)
	h.met[here] = goes
	return goes
}

func (h *hunter) leaps(at board.Square, taken board.Set, k rank, n int, crowned bool) bool {
	r := h.r
	occupied, targets := h.occupied, h.opp.Minus(taken)
	if r.atOnce {
		occupied = occupied.Minus(taken)
	}
	any := false
	for _, d := range r.kingJump {
		// The piece to be jumped: the next on the line, or next to at.
		over := r.next[d][at]
		if r.flying {
			over = r.first(d, at, occupied)
		}
		if over == board.NoSquare || !targets.Has(over) {
			continue
		}
		n, k, taken := n+1, k.plus(r.ranking.taken(h.kings.Has(over), n)), taken.With(over)
		last, behind := over, r.next[d][over]
		for r.file && behind != board.NoSquare && targets.Has(behind) {
			last = behind
			k = k.plus(r.ranking.taken(h.kings.Has(behind), n))
			taken = taken.With(behind)
			n++
			behind = r.next[d][behind]
		}
		if behind == board.NoSquare || occupied.Has(behind) {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		landings := board.SetOf(behind)
		if r.flying && r.landing != profile.LandAdjacent {
			landings = landings.Or(r.open(d, behind, occupied))
		}
		// Where the capture may end.
		ends := landings
		if r.landing == profile.LandAdjacentLast || r.landing == profile.LandAdjacentLastKing && h.kings.Has(last) {
			ends = board.SetOf(behind)
		}
		var onward board.Set // landings from where it goes on
		if targets.Minus(taken) != (board.Set{}) {
			for on := landings; !on.Empty(); on = on.Rest() {
				if q := on.First(); h.king(q, taken, k, n, crowned) {
					onward = onward.With(q)
				}
			}
		}
		if !onward.Empty() && !h.all && r.completion == profile.Whole {
			h.more = true
			continue
		}
		for ; !ends.Empty(); ends = ends.Rest() {
			q := ends.First()
			fault := false
			switch r.completion {
			case profile.Whole:
				fault = !onward.Empty()
			case profile.WholeFromLanding:
				fault = onward.Has(q)
			}
			h.emit(q, taken, k, n >= r.twice[1], crowned, fault)
		}
	}
	return any
}

// emit notes a capture. again: another route may have led to it.
func (h *hunter) emit(to board.Square, taken board.Set, k rank, again, promotes, fault bool) {
	kind := profile.NoOmission
	switch {
	case !h.all:
		if fault || k.less(h.best) {
			h.more = true
			return
		}
		if h.best.less(k) {
			h.more = h.more || len(h.dst) > h.base
			h.best = k
			h.dst, h.origins = h.dst[:h.base], board.Set{}
		}
	case fault:
		kind = profile.Partial
	case k.less(h.best):
		kind = profile.Weaker
	case h.weighs && h.best.less(k):
		h.more = h.more || len(h.dst) > h.base
		h.best = k
	}
	if !h.list {
		h.note(to, taken, promotes)
		return
	}
	if again {
		// The better route counts: one that is due before one that is weaker, and
		// that before one broken off.
		for i := len(h.dst) - 1; i >= h.base && h.dst[i].From == h.from; i-- {
			if o := &h.dst[i]; o.To == to && o.Captured == taken && o.Promotes == promotes {
				if o.Omission != profile.NoOmission && (kind == profile.NoOmission || kind > o.Omission) {
					o.Omission = kind
				}
				return
			}
		}
	}
	h.dst = append(h.dst, capture)
	t := &h.dst[len(h.dst)-1]
	t.Captured, t.From, t.To, t.Omission, t.Promotes = taken, h.from, to, kind, promotes
}

var capture = Turn{Action: Capture, Named: board.NoSquare, Offers: board.NoSquare}

// note is emit where no list is wanted.
func (h *hunter) note(to board.Square, taken board.Set, promotes bool) {
	t := capture
	t.Captured, t.From, t.To, t.Promotes = taken, h.from, to, promotes
	switch {
	case h.wanted:
		h.found = h.found || sameCapture(&h.want, &t)
	case !h.later || h.r.possible(&h.now, &t):
		h.origins = h.origins.With(t.From)
	}
}

// able returns those of pieces, some of the mover's, that may have a capture: all
// that have one, and such as would have one if rows were joined at their ends.
func (r *Rules) able(b *view, pieces board.Set) board.Set {
	switch {
	case r.one.narrow:
		return board.Set{Lo: r.able64(b, pieces.Lo)}
	case r.grid.Half() == 5:
		return able[width5](r, b, pieces)
	default:
		return able[width6](r, b, pieces)
	}
}

func able[W width](r *Rules, b *view, pieces board.Set) board.Set {
	empty := r.squares.Minus(b.own).Minus(b.opp)
	targets := b.opp
	if r.sparesKings {
		targets = targets.Minus(b.kings)
	}
	var men, kings board.Set
	for _, d := range r.manJumps[b.side] {
		men = men.Or(back[W](d, back[W](d, empty).And(targets)))
	}
	pieces, royal := pieces.Minus(b.kings), pieces.And(b.kings)
	if royal.Empty() {
		return pieces.And(men)
	}
	for _, d := range r.kingJump {
		over := back[W](d, empty).And(b.opp)
		for before := over; r.file && !before.Empty(); over = over.Or(before) {
			before = back[W](d, before).And(b.opp)
		}
		from := back[W](d, over)
		kings = kings.Or(from)
		for r.flying && !from.And(empty).Empty() {
			from = back[W](d, from.And(empty))
			kings = kings.Or(from)
		}
	}
	return pieces.And(men).Or(royal.And(kings))
}

// back returns the squares from which a step in direction d leads to s, on a board
// of this width.
func back[W width](d int, s board.Set) board.Set {
	var size W
	half := int(strideOf(len(size)))
	switch d {
	case northEast:
		return s.Down(half + 1)
	case northWest:
		return s.Down(half)
	case southWest:
		return s.Up(half + 1)
	case southEast:
		return s.Up(half)
	case north:
		return s.Down(2*half + 1)
	case west:
		return s.Up(1)
	case south:
		return s.Up(2*half + 1)
	default:
		return s.Down(1)
	}
}

// first returns the first occupied square from q in direction d, or NoSquare.
func (t *tables) first(d int, q board.Square, occupied board.Set) board.Square {
	on := t.ray[d][q].And(occupied)
	if rising[d] {
		return on.First()
	}
	return on.Last()
}

// open returns the squares from q in direction d up to the first occupied one.
func (t *tables) open(d int, q board.Square, occupied board.Set) board.Set {
	ray := t.ray[d][q]
	if b := t.first(d, q, occupied); b != board.NoSquare {
		return ray.Minus(t.ray[d][b]).Without(b)
	}
	return ray
}
