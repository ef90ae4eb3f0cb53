package rules

import "math/bits"

// This file finds captures as captures.go does, on boards whose squares fit one
// word. It is there for speed alone, several times that of two words: a square is
// a bit, a step is one rotation, and men that cannot jump are never looked at.
// Whatever is decided here is decided there in the same order and with the same
// names; the second generator and the counts are held against both.

// tables64 are the tables of a board that fits one word.
type tables64 struct {
	narrow  bool
	squares uint64
	last    [2]uint64
	by      [directions]int    // a step is a rotation by so much
	safe    [directions]uint64 // the squares from which it stays on the board
	ray     [directions][64]uint64
	man     [2]uint64 // what a piece taken adds to a rank
	byKing  uint64
	early   uint // as ranking.earliest
}

// fits reports whether steps on g are rotations of one word: none may carry a
// square of one edge round to the other.
func (g Grid) fits() bool { return int(g.All().Last())+g.half()+1 < 64 }

func (t *tables) derive64(g Grid, keys []string) {
	if !g.fits() {
		return
	}
	n := &t.one
	n.narrow = true
	n.squares = t.squares.lo
	n.last = [2]uint64{t.last[First].lo, t.last[Second].lo}
	h := g.half()
	n.by = [directions]int{
		northEast: h + 1, northWest: h, southWest: -h - 1, southEast: -h,
		north: 2*h + 1, west: -1, south: -2*h - 1, east: 1,
	}
	for d := range directions {
		for q := range t.squares.All() {
			n.ray[d][q] = t.ray[d][q].lo
			if t.next[d][q] != NoSquare {
				n.safe[d] |= 1 << q
			}
		}
	}
	k := newRanking(keys, 64)
	n.man = [2]uint64{k.man.lo, k.king.lo}
	n.byKing, n.early = k.byKing.lo, k.earliest
}

// hunter64 is a hunter on a board of one word.
type hunter64 struct {
	r                *Rules
	side             Side
	own, opp, kings  uint64
	dst              []Turn
	base             int
	all, list        bool
	best             uint64
	stop             bool
	origins          uint64
	from             uint64
	crown            bool
	occupied, target uint64
}

func (r *Rules) hunter64(b *board) hunter64 {
	return hunter64{r: r, side: b.side, own: b.own.lo, opp: b.opp.lo, kings: b.kings.lo}
}

// able returns the pieces that may have a capture: men that have one, and kings
// that have any piece to look at.
func (h *hunter64) able() uint64 {
	t := &h.r.one
	kings := h.own & h.kings
	men := h.own &^ h.kings
	targets := h.opp
	if h.r.sparesKings {
		targets &^= h.kings
	}
	empty := t.squares &^ (h.own | h.opp)
	var able uint64
	for _, d := range h.r.manJumps[h.side] {
		by := t.by[d]
		over := bits.RotateLeft64(men&t.safe[d], by) & targets & t.safe[d]
		able |= bits.RotateLeft64(bits.RotateLeft64(over, by)&empty, -2*by)
	}
	return able | kings
}

func (h *hunter64) hunt(pieces uint64) bool {
	if pieces &= h.able(); pieces == 0 {
		return false
	}
	crown := !h.r.spare || h.r.crowns(&board{side: h.side, own: Set{lo: h.own}, kings: Set{lo: h.kings}})
	for ; pieces != 0; pieces &= pieces - 1 {
		h.from = pieces & -pieces
		king := h.kings&h.from != 0
		h.crown = !king && crown
		h.occupied = (h.own | h.opp) &^ h.from
		h.target = h.opp
		var k uint64
		if king {
			k = h.r.one.byKing
		}
		if h.extend(h.from, king, false, -1, 0, 0, k) && h.stop {
			return true
		}
	}
	return false
}

func (h *hunter64) extend(at uint64, king, crowned bool, came int, taken uint64, n int, k uint64) bool {
	if king {
		return h.extendKing(at, crowned, taken, n, k)
	}
	r, t := h.r, &h.r.one
	targets := h.target
	if r.sparesKings {
		targets &^= h.kings
	}
	any := false
	for _, d := range r.manJumps[h.side] {
		if r.straight && came >= 0 && came != d {
			continue
		}
		over := bits.RotateLeft64(at&t.safe[d], t.by[d]) & targets & t.safe[d]
		to := bits.RotateLeft64(over, t.by[d]) &^ h.occupied
		if to == 0 {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		h.landMan(d, to, over, taken|over, n+1, k+h.adds(over, n))
	}
	return any
}

// adds returns what the nth piece of a capture (from 0) adds to its rank.
func (h *hunter64) adds(over uint64, n int) uint64 {
	t := &h.r.one
	if over&h.kings == 0 {
		return t.man[0]
	}
	if t.early == 0 {
		return t.man[1]
	}
	return t.man[1] + 1<<(t.early-uint(n))
}

func (h *hunter64) landMan(d int, to, over, taken uint64, n int, k uint64) {
	r := h.r
	occupied, target := h.occupied, h.target
	h.target &^= over
	if r.atOnce {
		h.occupied &^= over
	}
	goes, stays := false, false
	if r.one.last[h.side]&to == 0 {
		goes = h.extend(to, false, false, d, taken, n, k)
	} else {
		stays = h.crown
		if !r.endsMove {
			crowned := r.inPassing && h.crown
			goes = h.extend(to, crowned, crowned, d, taken, n, k)
		}
	}
	h.occupied, h.target = occupied, target
	if goes && !h.all && r.completion != atWill {
		return
	}
	h.emit(to, stays, goes && r.completion != atWill, taken, n, k)
}

func (h *hunter64) extendKing(at uint64, crowned bool, taken uint64, n int, k uint64) bool {
	r, t := h.r, &h.r.one
	any := false
	q := bits.TrailingZeros64(at)
	for _, d := range r.kingJump {
		var over uint64
		if r.flying {
			over = nearest(d, t.ray[d][q]&h.occupied)
		} else {
			over = bits.RotateLeft64(at&t.safe[d], t.by[d])
		}
		if over &= h.target & t.safe[d]; over == 0 {
			continue
		}
		behind := bits.RotateLeft64(over, t.by[d])
		jumped, last, count, key := over, over, n+1, k+h.adds(over, n)
		for r.file && behind&h.target != 0 {
			last = behind
			jumped |= behind
			key += h.adds(behind, count)
			count++
			behind = bits.RotateLeft64(behind&t.safe[d], t.by[d])
		}
		if behind == 0 || behind&h.occupied != 0 {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		h.landKing(d, behind, last, jumped, crowned, taken|jumped, count, key)
	}
	return any
}

func (h *hunter64) landKing(d int, behind, last, jumped uint64, crowned bool, taken uint64, n int, k uint64) {
	r, t := h.r, &h.r.one
	occupied, target := h.occupied, h.target
	landings := behind
	if r.flying && r.landing != landAdjacent {
		landings |= upTo(d, t.ray[d][bits.TrailingZeros64(behind)], occupied)
	}
	ends := landings
	if r.landing == landAdjacentLast || r.landing == landAdjacentLastKing && last&h.kings != 0 {
		ends = behind
	}
	h.target &^= jumped
	if r.atOnce {
		h.occupied &^= jumped
	}
	var onward uint64
	for on := landings; on != 0; on &= on - 1 {
		if q := on & -on; h.extendKing(q, crowned, taken, n, k) {
			onward |= q
		}
	}
	h.occupied, h.target = occupied, target
	if onward != 0 && !h.all && r.completion == whole {
		return
	}
	for ; ends != 0; ends &= ends - 1 {
		q := ends & -ends
		fault := false
		switch r.completion {
		case whole:
			fault = onward != 0
		case wholeFromLanding:
			fault = onward&q != 0
		}
		h.emit(q, crowned, fault, taken, n, k)
	}
}

func (h *hunter64) emit(to uint64, promotes, fault bool, taken uint64, n int, k uint64) {
	kind := NoDefault
	switch {
	case !h.all:
		if fault || k < h.best {
			return
		}
		if k > h.best {
			h.best = k
			h.dst, h.origins = h.dst[:h.base], 0
		}
		if !h.list {
			h.origins |= h.from
			return
		}
	case fault:
		kind = Partial
	case k < h.best:
		kind = Weaker
	}
	from, at := Square(bits.TrailingZeros64(h.from)), Square(bits.TrailingZeros64(to))
	if n > 1 {
		for i := len(h.dst) - 1; i >= h.base && h.dst[i].From == from; i-- {
			if o := &h.dst[i]; o.Captured.lo == taken && o.To == at && o.Promotes == promotes {
				if o.Default != NoDefault && (kind == NoDefault || kind > o.Default) {
					o.Default = kind
				}
				return
			}
		}
	}
	h.dst = append(h.dst, Turn{
		Captured: Set{lo: taken}, Action: Jump, Default: kind, Promotes: promotes,
		From: from, To: at, Named: NoSquare, Offers: NoSquare,
	})
}

// nearest returns the first of the squares on in direction d, or none.
func nearest(d int, on uint64) uint64 {
	if rising[d] {
		return on & -on
	}
	if on == 0 {
		return 0
	}
	return 1 << 63 >> bits.LeadingZeros64(on)
}

// upTo returns the squares of ray, which runs in direction d, before the first
// that is occupied.
func upTo(d int, ray, occupied uint64) uint64 {
	on := ray & occupied
	if rising[d] {
		return ray & (on&-on - 1)
	}
	if on == 0 {
		return ray
	}
	return ray &^ (1<<(64-bits.LeadingZeros64(on)) - 1)
}
