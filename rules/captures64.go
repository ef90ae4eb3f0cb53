package rules

import (
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// This file finds captures as hunter.go does, on boards whose squares fit one
// word. It is there for speed alone, many times that of two words: a square is
// a bit, a step is one rotation, men that cannot jump are never looked at, and
// what changes from jump to jump stays in registers. Whatever is decided here is
// decided there in the same order and with the same names; the second generator
// and the counts are held against both.

// tables64 are the tables of a board that fits one word.
type tables64 struct {
	narrow   bool
	squares  uint64
	last     [2]uint64
	manSteps [2][2]int // by side: rotations, as the others
	manJumps [2][]line64
	near     [2][64]uint64 // by side and square: what a man may jump from there
	kingJump []line64
	steps    [4]line64 // the diagonals
	man      [2]uint64 // what a piece taken adds to a rank
	byKing   uint64
	early    uint // as ranking.earliest
	vacated  uint64
}

// line64 is a direction: a step is a rotation by so much. Diagonal steps off the
// board end on numbers that are no squares; along a row they would end on the next,
// and only those from safe squares count.
type line64 struct {
	by     int
	safe   uint64
	rising bool
	ray    *[64]uint64
}

// fits reports whether steps on g are rotations of one word: none may carry a
// square of one edge round to the other.
func fits(g board.Grid) bool { return int(g.All().Last())+g.Half()+1 < 64 }

func (t *tables) derive64(g board.Grid, keys []profile.Precedence) {
	if !fits(g) {
		return
	}
	n := &t.one
	n.narrow = true
	n.squares = t.squares.Lo
	n.last = [2]uint64{t.last[board.First].Lo, t.last[board.Second].Lo}
	var lines [directions]line64
	for d := range directions {
		lines[d] = line64{by: t.difference[d], rising: rising[d], ray: new([64]uint64)}
		for q := range t.squares.All() {
			lines[d].ray[q] = t.ray[d][q].Lo
			if t.next[d][q] != board.NoSquare {
				lines[d].safe |= 1 << q
			}
		}
	}
	n.steps = [4]line64(lines[:4])
	for _, d := range t.kingJump {
		n.kingJump = append(n.kingJump, lines[d])
	}
	for side := range n.manJumps {
		for _, d := range t.manJumps[side] {
			n.manJumps[side] = append(n.manJumps[side], lines[d])
		}
		for q := range n.near[side] {
			n.near[side][q] = t.near[side][q].Lo
		}
		n.manSteps[side] = [2]int{t.difference[t.manSteps[side][0]], t.difference[t.manSteps[side][1]]}
	}
	k := newRanking(keys, 64)
	n.man = [2]uint64{k.man.lo, k.king.lo}
	n.byKing, n.early = k.byKing.lo, k.earliest
	if t.atOnce {
		n.vacated = ^uint64(0)
	}
}

// hunter64 is a hunter on a board of one word.
type hunter64 struct {
	r       *Rules
	side    board.Side
	kings   uint64
	takable uint64 // what men may take
	dst     []Turn
	base    int
	best    uint64
	origins uint64
	from    uint64
	count   int  // captures not in dst, where they are only counted
	more    bool // captures with a fault were left out, or not marked
	weighs  bool // the greatest rank is found among all
	all     bool
	list    bool // captures are listed; else only their origins are noted
	tally   bool // captures are only counted: those that have but one route are not listed
	stop    bool
	crown   bool
	met     map[visit64]bool // whether a long capture goes on, by where it stands
}

// A visit64 is where a capture by a king stands: what follows depends on that alone.
type visit64 struct{ at, taken, rank uint64 }

// longCapture is from how many pieces taken on what follows is remembered. Kings
// among scattered pieces reach the same square over the same pieces by routes whose
// number grows with each piece by a factor; captures that games bring about are
// shorter, and cheaper found again than remembered.
const longCapture = 6

func (r *Rules) hunter64(b *view) hunter64 {
	h := hunter64{
		r: r, side: b.side, kings: b.kings.Lo, takable: ^uint64(0), crown: !r.spare || r.crowns(b),
	}
	if r.sparesKings {
		h.takable = ^b.kings.Lo
	}
	return h
}

// jumps returns those of own, taken as men of a side, that have a jump.
func (t *tables64) jumps(own, opp, empty uint64, side board.Side) uint64 {
	var able uint64
	for i := range t.manJumps[side] {
		line := &t.manJumps[side][i]
		able |= line.back(line.back(empty) & opp)
	}
	return able & own
}

// able64 returns those of pieces, some of the mover's, that may have a capture.
func (r *Rules) able64(b *view, pieces uint64) uint64 {
	own, opp, kings := b.own.Lo, b.opp.Lo, b.kings.Lo
	empty := r.one.squares &^ (own | opp)
	targets := opp
	if r.sparesKings {
		targets &^= kings
	}
	return r.one.jumps(pieces&^kings, targets, empty, b.side) | r.kingJumps(pieces&kings, opp, empty)
}

// kingJumps returns those of kings that have a jump.
func (r *Rules) kingJumps(kings, opp, empty uint64) uint64 {
	if kings&(kings-1) == 0 {
		return kings // to find out is to find its captures
	}
	var able uint64
	for i := range r.one.kingJump {
		line := &r.one.kingJump[i]
		over := line.back(empty) & opp
		for before := over; r.file && before != 0; over |= before {
			before = line.back(before) & opp
		}
		from := line.back(over)
		able |= from
		for r.flying && from&empty != 0 {
			from = line.back(from & empty)
			able |= from
		}
	}
	return able & kings
}

// hunt finds the captures of pieces, which are some of own. It reports whether
// it was stopped at one.
func (h *hunter64) hunt(own, opp, pieces uint64) bool {
	empty := h.r.one.squares &^ (own | opp)
	kings := pieces & h.kings
	for men := pieces &^ kings; men != 0; men &= men - 1 {
		h.from = men & -men
		clear(h.met)
		if h.man(bits.TrailingZeros64(men), opp, empty|h.from, 0, 0, 0, 0) && h.stop {
			return true
		}
	}
	for ; kings != 0; kings &= kings - 1 {
		h.from = kings & -kings
		clear(h.met)
		if h.king(h.from, opp, empty|h.from, 0, h.r.one.byKing, 0, false) && h.stop {
			return true
		}
	}
	return false
}

// man finds the jumps of a man from at, after n pieces have been taken, with the
// rank k so far, the last by a step of came. target holds the pieces that may yet
// be taken, empty the squares on which it may land. It reports whether there is
// any.
func (h *hunter64) man(at int, target, empty, taken, k uint64, n, came int) bool {
	t := &h.r.one
	any := false
	for near := t.near[h.side][at&63] & target & h.takable; near != 0; near &= near - 1 {
		step := bits.TrailingZeros64(near) - at
		q := at + 2*step
		to := uint64(1) << (q & 63) & empty
		if to == 0 || h.r.straight && came != 0 && came != step {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		over := near & -near
		k, taken := k+h.adds(over, n), taken|over
		left := target &^ over
		open := empty | over&t.vacated
		goes, stays := false, false
		switch {
		case to&t.last[h.side] == 0:
			goes = h.man(q, left, open, taken, k, n+1, step)
		case h.r.inPassing && h.crown:
			stays = true
			goes = !h.r.endsMove && h.king(to, left, open, taken, k, n+1, true)
		default:
			stays = h.crown
			goes = !h.r.endsMove && h.man(q, left, open, taken, k, n+1, step)
		}
		if goes && !h.all && h.r.completion != profile.AtWill {
			h.more = true
		} else {
			h.emit(to, taken, k, n+1 >= h.r.twice[0], stays, goes && h.r.completion != profile.AtWill)
		}
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

// king is man for a king; crowned if it was a man when the capture began.
func (h *hunter64) king(at, target, empty, taken, k uint64, n int, crowned bool) bool {
	r := h.r
	any := false
	if n >= longCapture {
		visit := visit64{at, taken, k}
		if goes, met := h.met[visit]; met {
			return goes
		}
		if h.met == nil {
			h.met = map[visit64]bool{}
		}
		defer func() { h.met[visit] = any }()
	}
	for i := range r.one.kingJump {
		line := &r.one.kingJump[i]
		over := line.step(at)
		if r.flying {
			over = line.nearest(line.ray[bits.TrailingZeros64(at)] &^ empty)
		}
		if over &= target; over == 0 {
			continue
		}
		behind := line.step(over)
		jumped, last, n, k := over, over, n+1, k+h.adds(over, n)
		for r.file && behind&target != 0 {
			last = behind
			jumped |= behind
			k += h.adds(behind, n)
			n++
			behind = line.step(behind)
		}
		if behind&empty == 0 {
			continue
		}
		if h.stop {
			return true
		}
		any = true
		landings := behind
		if r.flying && r.landing != profile.LandAdjacent {
			landings |= line.upTo(line.ray[bits.TrailingZeros64(behind)], ^empty)
		}
		ends := landings
		if r.landing == profile.LandAdjacentLast || r.landing == profile.LandAdjacentLastKing && last&h.kings != 0 {
			ends = behind
		}
		left, open := target&^jumped, empty|jumped&r.one.vacated
		var onward uint64
		if left != 0 {
			for on := landings; on != 0; on &= on - 1 {
				if q := on & -on; h.king(q, left, open, taken|jumped, k, n, crowned) {
					onward |= q
				}
			}
		}
		if onward != 0 && !h.all && r.completion == profile.Whole {
			h.more = true
			continue
		}
		for ; ends != 0; ends &= ends - 1 {
			q := ends & -ends
			fault := false
			switch r.completion {
			case profile.Whole:
				fault = onward != 0
			case profile.WholeFromLanding:
				fault = onward&q != 0
			}
			h.emit(q, taken|jumped, k, n >= r.twice[1], crowned, fault)
		}
	}
	return any
}

// emit notes a capture. again: another route may have led to it.
func (h *hunter64) emit(to, taken, k uint64, again, promotes, fault bool) {
	kind := profile.NoOmission
	switch {
	case !h.all:
		if fault || k < h.best {
			h.more = true
			return
		}
		if k > h.best {
			h.more = h.more || len(h.dst) > h.base
			h.best = k
			h.dst, h.origins, h.count = h.dst[:h.base], 0, 0
		}
		if !h.list {
			h.origins |= h.from
			return
		}
		if h.tally && !again {
			h.count++
			return
		}
	case fault:
		kind = profile.Partial
	case k < h.best:
		kind = profile.Weaker
	case h.weighs && k > h.best:
		h.more = h.more || len(h.dst) > h.base
		h.best = k
	}
	from, at := board.Square(bits.TrailingZeros64(h.from)), board.Square(bits.TrailingZeros64(to))
	if again {
		for i := len(h.dst) - 1; i >= h.base && h.dst[i].From == from; i-- {
			if o := &h.dst[i]; o.Captured.Lo == taken && o.To == at && o.Promotes == promotes {
				if o.Omission != profile.NoOmission && (kind == profile.NoOmission || kind > o.Omission) {
					o.Omission = kind
				}
				return
			}
		}
	}
	h.dst = append(h.dst, capture) // filled in where it stands: see Turn.quiet
	t := &h.dst[len(h.dst)-1]
	t.Captured.Lo, t.From, t.To, t.Omission, t.Promotes = taken, from, at, kind, promotes
}

// step returns the squares next to those of s.
func (l *line64) step(s uint64) uint64 { return bits.RotateLeft64(s&l.safe, l.by) }

// back returns the squares from which a step leads to s.
func (l *line64) back(s uint64) uint64 { return bits.RotateLeft64(s, -l.by) & l.safe }

// nearest returns the first of the squares on that lie in the direction of l, or
// none.
func (l *line64) nearest(on uint64) uint64 {
	if l.rising {
		return on & -on
	}
	if on == 0 {
		return 0
	}
	return 1 << 63 >> bits.LeadingZeros64(on)
}

// upTo returns the squares of ray, which runs in the direction of l, before the
// first that is occupied.
func (l *line64) upTo(ray, occupied uint64) uint64 {
	on := ray & occupied
	if l.rising {
		return ray & (on&-on - 1)
	}
	if on == 0 {
		return ray
	}
	return ray &^ (1<<(64-bits.LeadingZeros64(on)) - 1)
}
