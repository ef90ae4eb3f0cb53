package rules

import (
	"math/bits"

	"varlab/rules/board"
)

// A hunt is a capturer for the rules that most rule sets share, on a board of one word:
// captures along diagonals that are whole, may turn, take one piece with each jump, leave it on
// the board until the move ends, and are ranked by a number of one word. It finds the due ones.
// It knows the answers that a capturer looks up for every jump; nothing else differs.
type hunt struct {
	r       *Rules
	near    *[bitsOfBoard]board.Set // what men may jump
	last    uint64
	opp     uint64
	kings   uint64
	takable uint64 // what men may take
	empty   uint64 // where a capture may land: the piece that takes has left its square
	dst     []Turn
	base    int // dst[base:] are captures of this hunt

	tally bool // captures that have but one route are counted, not listed
	count int
	best  uint64 // greatest rank of a whole capture
	more  bool   // captures with a fault were left out

	from  board.Square
	crown bool           // a man would be crowned on the last row
	met   map[visit]bool // whether a long capture goes on, by where it stands
}

// find finds the captures of pieces of b.
func (h *hunt) find(r *Rules, b *view, pieces uint64) {
	h.r, h.near, h.last, h.opp, h.kings, h.takable = r, &r.near[b.side&1], r.last[b.side&1].Lo, b.opp.Lo, b.kings.Lo, r.takable(b.opp.Lo, b.kings.Lo)
	h.crown = r.crowns(b)
	h.base, h.best, h.count = len(h.dst), 0, 0
	empty := r.squares.Lo &^ (b.own.Lo | h.opp)
	for ; pieces != 0; pieces &= pieces - 1 {
		at := pieces & -pieces
		h.from = board.Square(bits.TrailingZeros64(at))
		h.empty = empty | at
		h.met = nil
		if h.kings&at != 0 {
			h.leaps(h.from, 0, r.ranking.byKing.hi, 0, false, diagonals)
		} else {
			h.man(h.from, 0, 0, 0)
		}
	}
}

// taking is what a piece taken adds to a rank.
func (h *hunt) taking(piece uint64) uint64 {
	if h.kings&piece != 0 {
		return h.r.ranking.king.hi
	}
	return h.r.ranking.man.hi
}

func (h *hunt) man(at board.Square, taken, k uint64, n int) (any bool) {
	r := h.r
	for near := h.near[at&127].Lo & h.takable &^ taken; near != 0; near &= near - 1 {
		over := near & -near
		to := 2*board.Square(bits.TrailingZeros64(near)) - at
		if h.empty>>(to&63)&1 == 0 {
			continue
		}
		any = true
		taken, k, crowned, goes := taken|over, k+h.taking(over), false, false
		switch {
		case h.last>>(to&63)&1 == 0:
			goes = h.man(to, taken, k, n+1)
		case r.inPassing && h.crown:
			crowned = true
			goes = h.leaps(to, taken, k, n+1, true, diagonals)
		default:
			crowned = h.crown
			goes = !r.endsMove && h.man(to, taken, k, n+1)
		}
		if goes {
			h.more = true
		} else {
			h.emit(1<<(to&63), taken, k, n+1 >= r.twice[0], crowned)
		}
	}
	return any
}

// diagonals are all diagonal directions, a bit for each.
const diagonals = uint8(1<<north - 1)

// again is leaps for a long capture, which may have been here before.
func (h *hunt) again(at board.Square, taken, k uint64, n int, crowned bool, dirs uint8) bool {
	here := visit{at: at, taken: board.Set{Lo: taken}, rank: rank{hi: k}}
	goes, met := h.met[here]
	if met {
		return goes
	}
	if h.met == nil {
		h.met = map[visit]bool{}
	}
	goes = h.leaps(at, taken, k, n, crowned, dirs)
	h.met[here] = goes
	return goes
}

// leaps finds the jumps of a king from at, in the diagonal directions of dirs.
func (h *hunt) leaps(at board.Square, taken, k uint64, n int, crowned bool, dirs uint8) (any bool) {
	targets, full := h.opp&^taken, ^h.empty
	for rays := &h.r.hops[at&63]; dirs != 0; dirs &= dirs - 1 {
		d := bits.TrailingZeros8(dirs) & 3
		ray := rays[d]
		over := ray & full
		if d < southWest {
			over &= -over
		} else if over != 0 {
			over = 1 << ((63 - bits.LeadingZeros64(over)) & 63)
		}
		if over&targets == 0 {
			continue
		}
		landings := open(d, h.r.hops[bits.TrailingZeros64(over)&63][d], full)
		if landings == 0 {
			continue
		}
		any = true
		taken, k, goes := taken|over, k+h.taking(over), false
		if targets != over {
			dirs := diagonals &^ (1 << (d ^ 2)) // back lies what was just taken
			for on := landings; on != 0; on &= on - 1 {
				at := board.Square(bits.TrailingZeros64(on))
				if n+1 >= longCapture {
					goes = h.again(at, taken, k, n+1, crowned, dirs) || goes
					continue
				}
				goes = h.leaps(at, taken, k, n+1, crowned, dirs) || goes
				dirs &^= 1 << d // the next piece ahead is the same for all
			}
		}
		if goes {
			h.more = true
			continue
		}
		h.emit(landings, taken, k, n+1 >= h.r.twice[1], crowned)
	}
	return any
}

// open returns the squares of a ray in diagonal direction d that lie before the first of full.
func open(d int, ray, full uint64) uint64 {
	full &= ray
	if d < southWest {
		return ray & (full&-full - 1)
	}
	return ray & (^uint64(0) << (64 - bits.LeadingZeros64(full)))
}

// emit notes captures that land on the squares ends. again: other routes may have led to them.
func (h *hunt) emit(ends, taken, k uint64, again, promotes bool) {
	if k < h.best {
		h.more = true
		return
	}
	if h.best < k {
		h.more = h.more || len(h.dst) > h.base
		h.best, h.dst, h.count = k, h.dst[:h.base], 0
	}
	if h.tally && !again {
		h.count += bits.OnesCount64(ends)
		return
	}
next:
	for ; ends != 0; ends &= ends - 1 {
		to := board.Square(bits.TrailingZeros64(ends))
		for i := len(h.dst) - 1; again && i >= h.base && h.dst[i].From == h.from; i-- {
			if o := &h.dst[i]; o.To == to && o.Captured.Lo == taken && o.Promotes == promotes {
				continue next
			}
		}
		h.dst = append(h.dst, capture)
		t := &h.dst[len(h.dst)-1]
		t.Captured.Lo, t.From, t.To, t.Promotes = taken, h.from, to, promotes
	}
}

// usualDue is due where a hunt finds captures.
func (r *Rules) usualDue(dst []Turn, b *view) (due []Turn, best rank, more bool) {
	own, opp, kings := b.own.Lo, b.opp.Lo, b.kings.Lo
	empty, takable, men := r.squares.Lo&^(own|opp), r.takable(opp, kings), own&^kings
	half := r.half
	ne, nw, sw, se := r.fan[b.side&1].jumps(men, takable, empty, half)
	landed := ne | nw | sw | se
	royal := own & kings
	if royal&(royal-1) != 0 {
		royal = able[narrow](r, b, board.Set{Lo: royal}).Lo
	}
	if landed|royal == 0 {
		return dst, rank{}, false
	}
	hunters := jumped(ne, nw, sw, se, half)
	switch {
	case royal != 0, opp&kings != 0 && !r.alike, r.inPassing && landed&r.last[b.side&1].Lo != 0,
		jumpers(r, takable, empty, b.side)&landed != 0:
		h := hunt{dst: dst}
		h.find(r, b, hunters|royal)
		return h.dst, rank{hi: h.best}, h.more
	}
	// Each capture takes one piece, by one route: listed as they are sorted.
	crowned := uint64(0)
	if r.crowns(b) {
		crowned = r.last[b.side&1].Lo
	}
	for ; hunters != 0; hunters &= hunters - 1 {
		from := bits.TrailingZeros64(hunters)
		for i, ends := range [4]uint64{sw, se, nw, ne} {
			by := [4]int{-half - 1, -half, half, half + 1}[i]
			if to := uint64(1) << ((from + 2*by) & 63); to&ends != 0 {
				dst = append(dst, capture)
				t := &dst[len(dst)-1]
				t.Captured.Lo, t.From, t.To, t.Promotes = 1<<((from+by)&63), board.Square(from), board.Square(from+2*by), to&crowned != 0
			}
		}
	}
	return dst, r.ranking.man, false
}
