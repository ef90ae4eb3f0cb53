package rules

import (
	"math/bits"

	"varlab/rules/board"
)

// A hunt is a capturer for what most rule sets have, on a board of one word: captures along
// diagonals, which are whole, may turn, take one piece with each jump and leave it on the
// board until the move ends, and are ranked by a number of one word. It finds those that
// are due. What a capturer asks of every jump is known here, so nothing else changes.
type hunt struct {
	r       *Rules
	side    board.Side
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

func (h *hunt) begin(r *Rules, b *view) {
	h.r, h.side, h.opp, h.kings, h.takable = r, b.side, b.opp.Lo, b.kings.Lo, b.opp.Lo
	if r.sparesKings {
		h.takable &^= h.kings
	}
	h.crown = r.crowns(b)
	h.base, h.best, h.count = len(h.dst), 0, 0
}

// find finds the captures of pieces among own.
func (h *hunt) find(own, pieces uint64) {
	for ; pieces != 0; pieces &= pieces - 1 {
		at := pieces & -pieces
		h.from = board.Square(bits.TrailingZeros64(at))
		h.empty = h.r.squares.Lo&^(own|h.opp) | at
		if h.met != nil {
			clear(h.met)
		}
		if h.kings&at != 0 {
			h.king(h.from, 0, h.r.ranking.byKing.hi, 0, false)
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
	for near := r.near[h.side&1][at&127].Lo & h.takable &^ taken; near != 0; near &= near - 1 {
		over := near & -near
		to := 2*board.Square(bits.TrailingZeros64(near)) - at
		if h.empty>>(to&63)&1 == 0 {
			continue
		}
		any = true
		taken, k, crowned, goes := taken|over, k+h.taking(over), false, false
		switch {
		case r.last[h.side&1].Lo>>(to&63)&1 == 0:
			goes = h.man(to, taken, k, n+1)
		case r.inPassing && h.crown:
			crowned = true
			goes = !r.endsMove && h.king(to, taken, k, n+1, true)
		default:
			crowned = h.crown
			goes = !r.endsMove && h.man(to, taken, k, n+1)
		}
		if goes {
			h.more = true
		} else {
			h.emit(to, taken, k, n+1 >= r.twice[0], crowned)
		}
	}
	return any
}

func (h *hunt) king(at board.Square, taken, k uint64, n int, crowned bool) bool {
	if n < longCapture {
		return h.leaps(at, taken, k, n, crowned)
	}
	here := visit{at, board.Set{Lo: taken}, rank{hi: k}}
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

func (h *hunt) leaps(at board.Square, taken, k uint64, n int, crowned bool) (any bool) {
	targets, full := h.opp&^taken, ^h.empty
	for d, ray := range &h.r.hops[at&63] {
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
			for on := landings; on != 0; on &= on - 1 {
				if h.king(board.Square(bits.TrailingZeros64(on)), taken, k, n+1, crowned) {
					goes = true
				}
			}
		}
		if goes {
			h.more = true
			continue
		}
		for ; landings != 0; landings &= landings - 1 {
			h.emit(board.Square(bits.TrailingZeros64(landings)), taken, k, n+1 >= h.r.twice[1], crowned)
		}
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

// emit notes a capture. again: another route may have led to it.
func (h *hunt) emit(to board.Square, taken, k uint64, again, promotes bool) {
	if k < h.best {
		h.more = true
		return
	}
	if h.best < k {
		h.more = h.more || len(h.dst) > h.base
		h.best, h.dst, h.count = k, h.dst[:h.base], 0
	}
	if h.tally && !again {
		h.count++
		return
	}
	if again {
		for i := len(h.dst) - 1; i >= h.base && h.dst[i].From == h.from; i-- {
			if o := &h.dst[i]; o.To == to && o.Captured.Lo == taken && o.Promotes == promotes {
				return
			}
		}
	}
	h.dst = append(h.dst, capture)
	t := &h.dst[len(h.dst)-1]
	t.Captured.Lo, t.From, t.To, t.Promotes = taken, h.from, to, promotes
}

// usualDue is due where a hunt finds captures.
func (r *Rules) usualDue(dst []Turn, b *view) (due []Turn, best rank, more bool) {
	own, opp, kings := b.own.Lo, b.opp.Lo, b.kings.Lo
	empty, takable, men := r.squares.Lo&^(own|opp), opp, own&^kings
	if r.sparesKings {
		takable &^= kings
	}
	f, half := &r.fan[b.side&1], r.half
	up, down := men&f.up.Lo, men&f.down.Lo
	ne := bits.RotateLeft64(bits.RotateLeft64(up, half+1)&takable, half+1) & empty
	nw := bits.RotateLeft64(bits.RotateLeft64(up, half)&takable, half) & empty
	sw := bits.RotateLeft64(bits.RotateLeft64(down, -half-1)&takable, -half-1) & empty
	se := bits.RotateLeft64(bits.RotateLeft64(down, -half)&takable, -half) & empty
	landed := ne | nw | sw | se
	hunters := bits.RotateLeft64(ne, -2*half-2) | bits.RotateLeft64(nw, -2*half) | bits.RotateLeft64(sw, 2*half+2) | bits.RotateLeft64(se, 2*half)
	royal := own & kings
	if royal&(royal-1) != 0 {
		royal = able[narrow](r, b, board.Set{Lo: royal}).Lo
	}
	switch {
	case landed|royal == 0:
		return dst, rank{}, false
	case royal != 0, opp&kings != 0 && !r.alike, r.inPassing && landed&r.last[b.side&1].Lo != 0,
		!jumping[narrow](r, &b.own, &b.opp, &b.kings, b.side, board.Set{Lo: landed}).Empty():
		h := hunt{dst: dst}
		h.begin(r, b)
		h.find(own, hunters|royal)
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
