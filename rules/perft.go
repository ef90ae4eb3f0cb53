package rules

import (
	"math"
	"math/bits"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// Perft counts the sequences of depth turns from s; with due, those in which no
// due capture is left untaken. Draw clauses do not enter. The last turn is
// counted without being played, and mostly without being listed.
func (r *Rules) Perft(s State, depth int, due bool) uint64 {
	if depth <= 0 {
		return 1
	}
	p := perft{r: r, board: view{barred: noneBarred}, due: due || r.profile.Capture.Obligation != profile.Claimable, plies: make([]perftPly, depth)}
	p.counts = s.runs == [2]uint8{} && r.profile.Ending.NoMoves != profile.Passes && !r.spare && !r.byPiece && !r.kingWins &&
		(p.due || r.profile.Claim.Lapse == profile.LapseNextMove && r.profile.Claim.Chooser != profile.Offender && !r.beforeHuff && !r.must && !r.allGo)
	p.faulty = !p.due && (r.covers[profile.Partial] || r.covers[profile.Weaker])
	p.missed = r.profile.Capture.Obligation == profile.Free || !p.due && r.covers[profile.Missed]
	p.begin()
	if p.counts && p.due && !s.compelled && !s.ClaimOpen() && r.fewest == 1 && r.narrow {
		own, opp := s.pieces[s.mover].Lo, s.pieces[s.mover.Other()].Lo
		return lines(&p, own, opp, s.kings.Lo, s.mover, depth)
	}
	p.plies[0].state = s
	return p.lines(0)
}

// PerftRoutes is Perft with each capture counted once for every route by which it can be
// carried out, as other programs count.
func (r *Rules) PerftRoutes(s State, depth int, due bool) (n uint64) {
	if depth <= 0 {
		return 1
	}
	turns := r.Moves(nil, s)
	if due {
		turns = r.Due(turns[:0], s)
	}
	at := s.Setup()
	for i := range turns {
		n += r.Ways(at, &turns[i]) * r.PerftRoutes(r.Play(s, turns[i]), depth-1, due)
	}
	return n
}

type perft struct {
	r              *Rules
	due            bool // no turn is an omission or a claim
	counts         bool // turns can be counted without the state that they belong to
	faulty, missed bool // captures with a fault, and quiet moves beside captures, are turns
	board          view // see on
	c              capturer
	h              hunt
	along          [directions - north]uint64 // where captures along columns and rows land
	dst            *[]Turn                    // that of c or of h
	plies          []perftPly
}

// begin makes room for the captures that are listed.
func (p *perft) begin() {
	if p.dst = &p.c.dst; p.r.usual {
		p.dst = &p.h.dst
	}
	*p.dst = make([]Turn, 0, 256)
}

// A perftPly is a state on the way, and its turns.
type perftPly struct {
	state State
	turns []Turn
}

// lines counts the lines from ply i on, through states.
func (p *perft) lines(i int) uint64 {
	r, at := p.r, &p.plies[i]
	last := i+1 == len(p.plies)
	if last && p.counts {
		if n, ok := p.state(&at.state); ok {
			return uint64(n)
		}
	}
	if p.due {
		at.turns = r.Due(at.turns[:0], at.state)
	} else {
		at.turns = r.moves(at.turns[:0], &at.state)
	}
	if last {
		return uint64(len(at.turns))
	}
	next := &p.plies[i+1].state
	var n uint64
	for j := range at.turns {
		*next = State{}
		r.play(next, &at.state, &at.turns[j])
		n += p.lines(i + 1)
	}
	return n
}

// state counts the turns of s, or reports false if they must be listed.
func (p *perft) state(s *State) (int, bool) {
	r := p.r
	b := r.view(&s.position)
	if s.compelled || r.few(b.own) || b.barred != noneBarred {
		return 0, false
	}
	n := p.turns(&b)
	if p.due || !s.ClaimOpen() {
		return n, true
	}
	if n == 0 {
		return 0, false // but for claims there may be a waive
	}
	for q := range s.claim.All() {
		after := b
		after.opp, after.kings = b.opp.Without(q), b.kings.Without(q)
		if r.few(after.opp) || r.profile.Claim.HuffTurn == profile.SpendsTurn {
			n++
		} else {
			n += p.turns(&after)
		}
	}
	if s.compelOpen {
		*p.dst = r.compels((*p.dst)[:0], s)
		n += len(*p.dst)
	}
	return n, true
}

// turns counts the turns of b that make no claim.
func (p *perft) turns(b *view) int {
	if p.r.narrow {
		return turns(p, b.own.Lo, b.opp.Lo, b.kings.Lo, b.side)
	}
	return p.listed(b, p.r.able(b, b.own))
}

// listed counts turns where captures are listed, those of pieces, all of which may have one.
func (p *perft) listed(b *view, pieces board.Set) (n int) {
	base := len(*p.dst)
	switch {
	case pieces.Empty():
	case p.faulty:
		*p.dst, _ = p.r.marked(*p.dst, b)
		n = len(p.r.covered((*p.dst)[base:]))
	default:
		n = p.dues(b, pieces, true) + len(*p.dst) - base
	}
	*p.dst = (*p.dst)[:base]
	if n == 0 || p.missed {
		n += p.r.mobility(&b.own, &b.opp, &b.kings, b.side, board.NoSquare)
	}
	return n
}

// dues lists the due captures of pieces; with tally, it counts those that have but one route
// instead.
func (p *perft) dues(b *view, pieces board.Set, tally bool) (count int) {
	if p.r.usual {
		p.h.tally = tally
		p.h.find(p.r, b, pieces.Lo)
		return p.h.count
	}
	p.c.begin(p.r, b)
	p.c.list, p.c.tally, p.c.count = true, tally, 0
	p.c.find(pieces)
	return p.c.count
}

// on returns the view of a board of one word, until it is called again.
func (p *perft) on(own, opp, kings uint64, side board.Side) *view {
	p.board.side, p.board.own.Lo, p.board.opp.Lo, p.board.kings.Lo = side, own, opp, kings
	return &p.board
}

// menAlone reports whether own are all men that take the opponent's kings, if any, as they take
// men.
func (p *perft) menAlone(own, kings uint64) bool {
	return kings == 0 || own&kings == 0 && p.r.alike
}

// turns counts the turns of own that make no claim, on a board of one word. Captures of men
// that stand alone are counted by the set if each is due, since none takes more pieces than
// another may.
func turns(p *perft, own, opp, kings uint64, side board.Side) (n int) {
	r, half := p.r, p.r.half
	if !p.menAlone(own, kings) {
		b := p.on(own, opp, kings, side)
		return p.listed(b, hunters(r, b))
	}
	empty, f := r.squares.Lo&^(own|opp), &r.fan[side&1]
	ne, nw, sw, se := f.jumps(own, opp, empty, half)
	landed := ne | nw | sw | se
	if r.rows {
		for i := range p.along {
			by := r.difference[north+i]
			p.along[i] = bits.RotateLeft64(bits.RotateLeft64(own&f.along[i].Lo, by)&opp, by) & empty
			landed |= p.along[i]
		}
	}
	if landed == 0 {
		return advances(r, own, empty, side)
	}
	if r.inPassing && landed&r.last[side&1].Lo != 0 {
		return p.listed(p.on(own, opp, kings, side), board.Set{Lo: own})
	}
	// The piece jumped, which still stands there, stops nothing: no second jump leads
	// back to where the first began.
	if on := jumpers(r, opp, empty, side) & landed; on != 0 {
		if !r.longest {
			return p.listed(p.on(own, opp, kings, side), board.Set{Lo: own})
		}
		twice := ne&nw | (ne|nw)&sw | (ne|nw|sw)&se
		for i, seen := 0, ne|nw|sw|se; r.rows && i < len(p.along); i++ {
			twice, seen = twice|seen&p.along[i], seen|p.along[i]
		}
		all := false
		if twice&on == 0 && !p.faulty {
			n, all = pairs(r, own, opp, side, on)
		}
		if !all {
			able := jumped(ne&on, nw&on, sw&on, se&on, half)
			for i := 0; r.rows && i < len(p.along); i++ {
				able |= bits.RotateLeft64(p.along[i]&on, -2*r.difference[north+i])
			}
			return p.listed(p.on(own, opp, kings, side), board.Set{Lo: able})
		}
	} else {
		n = bits.OnesCount64(ne) + bits.OnesCount64(nw) + bits.OnesCount64(sw) + bits.OnesCount64(se)
		for i := 0; r.rows && i < len(p.along); i++ {
			n += bits.OnesCount64(p.along[i])
		}
	}
	if p.missed {
		n += advances(r, own, empty, side)
	}
	return n
}

// pairs counts the captures of two men, which go on from the squares on, if there are
// no longer ones.
func pairs(r *Rules, own, opp uint64, side board.Side, on uint64) (n int, all bool) {
	half := r.half
	empty, f := r.squares.Lo&^(own|opp), &r.fan[side&1]
	for ; on != 0; on &= on - 1 {
		at := on & -on
		ne, nw, sw, se := f.jumps(at, opp, math.MaxUint64, half)
		beyond := ne | nw | sw | se
		for i := 0; r.rows && i < len(f.along); i++ {
			by := r.difference[north+i]
			beyond |= bits.RotateLeft64(bits.RotateLeft64(at&f.along[i].Lo, by)&opp, by)
		}
		second := beyond & empty
		// A third jump does not lead back to where the first ended, but may to where
		// it began.
		if jumpers(r, opp, empty&^at|beyond&own, side)&second != 0 {
			return 0, false
		}
		n += bits.OnesCount64(second)
	}
	return n, true
}

// through counts the lines of depth turns from b through states.
func (p *perft) through(b *view, depth int) uint64 {
	s := State{position: position{kings: b.kings, mover: b.side, last: noneBarred}, named: board.NoSquare}
	s.pieces[b.side], s.pieces[b.side^1] = b.own, b.opp
	q := perft{r: p.r, due: p.due, counts: true, missed: p.missed, plies: make([]perftPly, depth)}
	q.begin()
	q.plies[0].state = s
	return q.lines(0)
}

// lines counts the lines of depth turns from own against opp, on a board of one word, where
// no claim can be open and the turns depend on the pieces alone.
func lines(p *perft, own, opp, kings uint64, side board.Side, depth int) (n uint64) {
	if depth == 1 {
		return uint64(turns(p, own, opp, kings, side))
	}
	r, half := p.r, p.r.half
	if kings != 0 && r.repeatLimit > 0 && depth > 2*int(r.repeatLimit) {
		return p.through(p.on(own, opp, kings, side), depth) // a king may come to be barred
	}
	depth--
	empty, last := r.squares.Lo&^(own|opp), r.last[side&1].Lo
	able := uint64(0)
	if r.rows || !p.menAlone(own, kings) {
		able = hunters(r, p.on(own, opp, kings, side)).Lo
	} else {
		ne, nw, sw, se := r.fan[side&1].jumps(own, opp, empty, half)
		all := ne | nw | sw | se
		switch {
		case all == 0:
		case r.inPassing && all&last != 0, jumpers(r, opp, empty, side)&all != 0:
			able = jumped(ne, nw, sw, se, half)
		default: // men that jump once each need not be listed
			landed := [4]uint64{ne, nw, sw, se}
			for i, by := range [4]int{half + 1, half, -half - 1, -half} {
				for to := landed[i]; to != 0; to &= to - 1 {
					at := to & -to
					over := bits.RotateLeft64(at, -by)
					after := own&^bits.RotateLeft64(over, -by) | at
					n += lines(p, opp&^over, after, kings&^over|at&last, side^1, depth)
				}
			}
			if !p.missed {
				return n
			}
		}
	}
	if able != 0 {
		base := len(*p.dst)
		p.dues(p.on(own, opp, kings, side), board.Set{Lo: able}, false)
		end := len(*p.dst)
		for i := base; i < end; i++ {
			t := &(*p.dst)[i]
			from, to := uint64(1)<<(t.From&63), uint64(1)<<(t.To&63)
			left := kings &^ t.Captured.Lo
			if left&from != 0 || t.Promotes {
				left = left&^from | to
			}
			n += lines(p, opp&^t.Captured.Lo, own&^from|to, left, side^1, depth)
		}
		if *p.dst = (*p.dst)[:base]; end > base && !p.missed {
			return n
		}
	}
	by := half
	if side == board.Second {
		by = -half - 1
	}
	for range 2 {
		for to := bits.RotateLeft64(own&^kings, by) & empty; to != 0; to &= to - 1 {
			at := to & -to
			after := own&^bits.RotateLeft64(at, -by) | at
			if depth == 1 {
				n += uint64(turns(p, opp, after, kings|at&last, side^1))
			} else {
				n += lines(p, opp, after, kings|at&last, side^1, depth)
			}
		}
		by++
	}
	for from := own & kings; from != 0; from &= from - 1 {
		at := from & -from
		to := reach[narrow](r, board.Square(bits.TrailingZeros64(from)), board.Set{Lo: empty}).Lo
		for ; to != 0; to &= to - 1 {
			move := at | to&-to
			n += lines(p, opp, own^move, kings^move, side^1, depth)
		}
	}
	return n
}
