package rules

import (
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// Games that follow from the board alone, on one word, with captures compulsory or free,
// so that no claim is ever open, are counted in perft64.go and played at random in
// playout64.go. A position is then three words, copied and never taken back; quiet
// turns are played as they are found, and the last of a line are counted by the word.
// What both look for on a board by the word is here.

// plain reports whether s, and all that follows from it, is such a game.
func (r *Rules) plain(s *State, due bool) bool {
	return r.one.narrow && !s.compelled && !s.ClaimOpen() &&
		(r.obligation != profile.Claimable || due) &&
		!r.passes && !r.spare
}

// plainGame is what a walker64 does, whatever its width.
type plainGame interface {
	lines(own, opp, kings uint64, side board.Side, depth int) uint64
	play(s State, plies int, d *dice) (State, int)
}

func (r *Rules) plainGame() plainGame {
	if len(r.kingJump) > 4 {
		switch r.grid.Half() {
		case 2:
			return newWalker64[cross2](r)
		case 3:
			return newWalker64[cross3](r)
		case 4:
			return newWalker64[cross4](r)
		case 5:
			return newWalker64[cross5](r)
		default:
			return newWalker64[cross6](r)
		}
	}
	switch r.grid.Half() {
	case 2:
		return newWalker64[width2](r)
	case 3:
		return newWalker64[width3](r)
	case 4:
		return newWalker64[width4](r)
	case 5:
		return newWalker64[width5](r)
	default:
		return newWalker64[width6](r)
	}
}

// The width of a board, in squares of a row, is a type, and so is that captures go
// along columns and rows as well: the compiler makes the code anew for each, in
// which a step is a rotation by a constant. Read from a variable it costs a third
// of the rate.
type (
	width2 [2]struct{}
	width3 [3]struct{}
	width4 [4]struct{}
	width5 [5]struct{}
	width6 [6]struct{}
	cross2 [2 + crossed]struct{}
	cross3 [3 + crossed]struct{}
	cross4 [4 + crossed]struct{}
	cross5 [5 + crossed]struct{}
	cross6 [6 + crossed]struct{}
	width  interface {
		width2 | width3 | width4 | width5 | width6 | cross2 | cross3 | cross4 | cross5 | cross6
	}
)

const crossed = 8

// A stride is half a row, the rotation that is a step north-west.
type stride int

// strideOf and crosses read a width from its length, which the compiler knows:
// asked of a function of the type itself, it would be looked up.
func strideOf(length int) stride { return stride(length % crossed) }
func crosses(length int) bool    { return length > crossed }

func (h stride) ne(s uint64) uint64 { return bits.RotateLeft64(s, int(h)+1) }
func (h stride) nw(s uint64) uint64 { return bits.RotateLeft64(s, int(h)) }
func (h stride) sw(s uint64) uint64 { return bits.RotateLeft64(s, int(-h)-1) }
func (h stride) se(s uint64) uint64 { return bits.RotateLeft64(s, int(-h)) }
func (h stride) n(s uint64) uint64  { return s << (2*h + 1) }
func (h stride) s(s uint64) uint64  { return s >> (2*h + 1) }

func (h stride) jumpNE(s, over, to uint64) uint64 { return h.ne(h.ne(s)&over) & to }
func (h stride) jumpNW(s, over, to uint64) uint64 { return h.nw(h.nw(s)&over) & to }
func (h stride) jumpSW(s, over, to uint64) uint64 { return h.sw(h.sw(s)&over) & to }
func (h stride) jumpSE(s, over, to uint64) uint64 { return h.se(h.se(s)&over) & to }

// A fan is where moves of one kind end, by direction: north-east, north-west,
// south-west, south-east; or, along columns and rows, north, west, south, east.
type fan struct{ a, b, c, d uint64 }

func (f fan) all() uint64 { return f.a | f.b | f.c | f.d }

func (f fan) count() int {
	return bits.OnesCount64(f.a) + bits.OnesCount64(f.b) + bits.OnesCount64(f.c) + bits.OnesCount64(f.d)
}

// twice returns the squares reached in two directions.
func (f fan) twice() uint64 { return f.a&f.b | (f.a|f.b)&(f.c|f.d) | f.c&f.d }

// A walker64 goes through plain games. The captures of the positions on the way to
// the one that is looked at lie in dst, one after the other.
type walker64[W width] struct {
	hunter64
	squares    uint64
	last       [2]uint64
	west, east uint64          // squares with two to the west, to the east in their row
	backward   bool            // men capture in all directions
	ahead      [2][2]int       // by side: rotations, steps of men
	astern     uint64          // all squares if men capture backward; else none
	free       bool            // captures may be left
	hop, walk  uint64          // all squares where kings jump, and walk, as men do but in all directions; else none
	uneven     uint64          // all squares where it matters to the turns of men whether there are kings; else none
	longer     bool            // among men, who takes more ranks higher
	counts     bool            // and goes on after a jump wherever a man can
	back       [directions]int // rotations
	barred     uint64          // the king that may not move again, under king.repeat_limit
}

func newWalker64[W width](r *Rules) *walker64[W] {
	w := &walker64[W]{
		hunter64: r.hunter64(&view{}), squares: r.one.squares, last: r.one.last,
		backward: len(r.manJumps[board.First]) >= 4,
		free:     r.obligation == profile.Free,
		longer:   r.ranking.man != rank{},
		counts:   r.ranking.man != rank{} && !r.inPassing && !r.straight && !r.endsMove,
	}
	for q := range r.squares.All() {
		if r.ray[west][q].Len() >= 2 {
			w.west |= 1 << q
		}
		if r.ray[east][q].Len() >= 2 {
			w.east |= 1 << q
		}
	}
	if !r.flying {
		w.walk = w.squares
		if !r.file {
			w.hop = w.squares
		}
	}
	if !r.ranking.alike() || r.sparesKings || r.repeatLimit > 0 {
		w.uneven = w.squares
	}
	if w.backward {
		w.astern = w.squares
	}
	w.ahead = [2][2]int{{r.difference[northEast], r.difference[northWest]}, {r.difference[southWest], r.difference[southEast]}}
	for d := range w.back {
		w.back[d] = -r.difference[d]
	}
	w.list = true
	w.dst = make([]Turn, 0, 256)
	return w
}

// ways returns the pieces that go up and down the board, to the next square or by a
// jump: men, backward too if they may, and kings that are no more than men that do.
func (w *walker64[W]) ways(men, royal uint64, side board.Side, backward bool) (up, down uint64) {
	if backward {
		return men | royal, men | royal
	}
	if side == board.First {
		return men | royal, royal
	}
	return royal, men | royal
}

// jumps returns where the pieces that go up and down land with a jump.
func (h stride) jumps(up, down, opp, empty uint64) fan {
	return fan{h.jumpNE(up, opp, empty), h.jumpNW(up, opp, empty), h.jumpSW(down, opp, empty), h.jumpSE(down, opp, empty)}
}

// along is jumps along columns and rows.
func (w *walker64[W]) along(up, down, opp, empty uint64) fan {
	var size W
	h := strideOf(len(size))
	both := up & down
	return fan{
		h.n(h.n(up)&opp) & empty, (both & w.west) >> 1 & opp >> 1 & empty,
		h.s(h.s(down)&opp) & empty, (both & w.east) << 1 & opp << 1 & empty,
	}
}

// beyond returns where men would land with a jump, if it were empty.
func (w *walker64[W]) beyond(men, opp uint64, side board.Side) uint64 {
	var size W
	h := strideOf(len(size))
	var to uint64
	if w.backward || side == board.First {
		to = h.ne(h.ne(men)&opp) | h.nw(h.nw(men)&opp)
		if crosses(len(size)) {
			to |= h.n(h.n(men) & opp)
		}
	}
	if w.backward || side == board.Second {
		to |= h.se(h.se(men)&opp) | h.sw(h.sw(men)&opp)
		if crosses(len(size)) {
			to |= h.s(h.s(men) & opp)
		}
	}
	if crosses(len(size)) && w.backward {
		to |= (men&w.west)>>1&opp>>1 | (men&w.east)<<1&opp<<1
	}
	return to
}

// able returns the men that may have a jump.
func (w *walker64[W]) able(men, opp, empty uint64, side board.Side) uint64 {
	var size W
	h := strideOf(len(size))
	var able uint64
	if w.backward || side == board.First {
		able = h.sw(h.sw(empty)&opp) | h.se(h.se(empty)&opp)
		if crosses(len(size)) {
			able |= h.s(h.s(empty) & opp)
		}
	}
	if w.backward || side == board.Second {
		able |= h.nw(h.nw(empty)&opp) | h.ne(h.ne(empty)&opp)
		if crosses(len(size)) {
			able |= h.n(h.n(empty) & opp)
		}
	}
	if crosses(len(size)) && w.backward {
		able |= (empty<<1&opp)<<1&w.west | (empty>>1&opp)>>1&w.east
	}
	return able & men
}

// onward returns those of the squares on which men, and kings that jump as they do,
// have landed with a jump, from where they may go on. The piece jumped, which still
// stands there, stops nothing: no second jump leads back to where the first began.
func (w *walker64[W]) onward(landed, royal, opp, empty uint64, side board.Side) uint64 {
	on := w.able(landed, opp, empty, side)
	if royal != 0 {
		on |= w.able(landed, opp, empty, side.Other())
	}
	if w.r.inPassing {
		on |= landed & w.last[side]
	}
	return on
}

// longest returns the pieces that have due captures, of all with the jumps x and o:
// some go on from the squares on, and where the number of pieces taken ranks first no
// others count.
func (w *walker64[W]) longest(x, o fan, on uint64) uint64 {
	var size W
	h := strideOf(len(size))
	if !w.counts {
		on = w.squares
	}
	x = fan{x.a & on, x.b & on, x.c & on, x.d & on}
	men := h.sw(h.sw(x.a)) | h.se(h.se(x.b)) | h.ne(h.ne(x.c)) | h.nw(h.nw(x.d))
	if crosses(len(size)) {
		o = fan{o.a & on, o.b & on, o.c & on, o.d & on}
		men |= h.s(h.s(o.a)) | o.b<<2 | h.n(h.n(o.c)) | o.d>>2
	}
	return men
}

// due puts the due captures of own, of which only able may have one, behind those
// in dst.
func (w *walker64[W]) due(own, opp, kings, able uint64, side board.Side) {
	w.side, w.kings = side, kings
	if w.r.sparesKings {
		w.takable = ^kings
	}
	w.base, w.best = len(w.dst), 0
	w.hunt(own, opp, able)
}

// moved returns what the move of a piece leaves of own and kings.
func (w *walker64[W]) moved(own, kings, from, to uint64, side board.Side) (uint64, uint64) {
	if kings&from != 0 {
		kings ^= from | to
	}
	return own ^ from ^ to, kings | to&w.last[side]
}

// capture64 returns what the capture t leaves of own, opp and kings.
func (t *Turn) capture64(own, opp, kings uint64) (uint64, uint64, uint64) {
	from, to, taken := uint64(1)<<t.From, uint64(1)<<t.To, t.Captured.Lo
	king := kings&from != 0 || t.Promotes
	own, kings = own&^from|to, kings&^(from|taken)
	if king {
		kings |= to
	}
	return own, opp &^ taken, kings
}

func stateOf(own, opp, kings uint64, side board.Side) State {
	s := State{named: board.NoSquare}
	s.last = [2]board.Square{board.NoSquare, board.NoSquare}
	s.mover, s.kings = side, board.Set{Lo: kings}
	s.pieces[side], s.pieces[side.Other()] = board.Set{Lo: own}, board.Set{Lo: opp}
	return s
}
