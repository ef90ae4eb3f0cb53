package oracle

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A chain is a capture as it is carried out, jump by jump.
type chain struct {
	from, at place
	piece    piece // as it now is: a man may have become a king in passing
	wasKing  bool  // as it was at the origin
	last     direction
	route    []place // where it has landed
	taken    []place // in the order of the jumps
	kings    []bool  // for each of taken: was it a king?
	ended    bool    // the man has reached the last row, where it must stop
	promotes bool    // it began as a man and ends as a king
	whole    bool
	slipped  bool // it would be whole if the square where it ends did not matter
}

// A leg is one jump: over whom, and on which squares it may end, the nearest
// first.
type leg struct {
	dir      direction
	over     []place
	landings []place
}

// legs returns the jumps that can follow c on b, from which the moving piece has
// been lifted. Pieces jumped before still stand on b if they leave only after the
// move; they block and cannot be jumped again.
func (g *Game) legs(b *layout, c *chain) []leg {
	if c.ended {
		return nil
	}
	dirs := slices.Concat(diagonal, straight)
	switch g.p.Capture.Directions {
	case profile.Diagonal:
		dirs = diagonal
	case profile.StraightLines:
		dirs = straight
	}
	victim := func(p place) bool {
		return g.playing(p) && b.at(p).there && b.at(p).side != c.piece.side && !slices.Contains(c.taken, p)
	}
	var legs []leg
	for _, d := range dirs {
		l := leg{dir: d}
		if !c.piece.king {
			ahead := d.rows * forward(c.piece.side)
			if g.p.Man.Capture == profile.CapturesForward && ahead <= 0 || g.p.Man.Capture == profile.CapturesForwardSideways && ahead < 0 {
				continue
			}
			if g.p.Man.Chain == profile.Straight && len(c.taken) > 0 && d != c.last {
				continue
			}
			over := g.step(c.at, d)
			if !victim(over) || b.at(over).king && !g.p.Man.MayCaptureKing {
				continue
			}
			if to := g.step(over, d); g.empty(b, to) {
				l.over, l.landings = []place{over}, []place{to}
				legs = append(legs, l)
			}
			continue
		}
		// Reading: a man that is crowned in passing came by its last jump as a king comes by one.
		if g.p.King.Chain == profile.Straight && len(c.taken) > 0 && d != c.last {
			continue
		}
		if g.p.Capture.Reversal == profile.NeverReverses && len(c.taken) > 0 && d.rows == -c.last.rows && d.cols == -c.last.cols {
			continue
		}
		flying := g.p.King.Range == profile.Flying
		next := g.step(c.at, d)
		for flying && g.empty(b, next) {
			next = g.step(next, d)
		}
		for victim(next) {
			l.over = append(l.over, next)
			next = g.step(next, d)
			if g.p.King.Leap == profile.LeapOne {
				break
			}
		}
		if len(l.over) == 0 {
			continue
		}
		for g.empty(b, next) {
			l.landings = append(l.landings, next)
			next = g.step(next, d)
			if !flying || g.p.King.Landing == profile.LandAdjacent {
				break
			}
		}
		if len(l.landings) > 0 {
			legs = append(legs, l)
		}
	}
	return legs
}

// mayStop reports whether a capture may end on the i-th landing of l.
func (g *Game) mayStop(b *layout, c *chain, l leg, i int) bool {
	if i == 0 || !c.piece.king {
		return true
	}
	switch g.p.King.Landing {
	case profile.LandAdjacentLast:
		return false
	case profile.LandAdjacentLastKing:
		return !b.at(l.over[len(l.over)-1]).king
	}
	return true
}

// chains returns every capture that the piece at from can carry out, complete or
// not, each way of carrying it out by itself.
func (g *Game) chains(b layout, from place) []chain {
	x := b.at(from)
	spare := g.mayCrown(&b, x.side)
	b.put(from, piece{})
	var all []chain
	g.extend(b, chain{from: from, at: from, piece: x, wasKing: x.king}, spare, &all)
	return all
}

func (g *Game) extend(b layout, c chain, spare bool, all *[]chain) {
	for _, l := range g.legs(&b, &c) {
		if g.jumps++; g.MaxJumps > 0 && g.jumps > g.MaxJumps {
			panic(TooLong{})
		}
		after := b
		if g.p.Capture.Removal == profile.AtOnce {
			for _, p := range l.over {
				after.put(p, piece{})
			}
		}
		// Where the piece can go on from, after each landing.
		nexts := make([]chain, len(l.landings))
		goesOn := make([]bool, len(l.landings))
		for i, to := range l.landings {
			n := c
			n.at, n.last = to, l.dir
			n.route = append(slices.Clone(c.route), to)
			n.taken = slices.Concat(c.taken, l.over)
			n.kings = slices.Clone(c.kings)
			for _, p := range l.over {
				n.kings = append(n.kings, b.at(p).king)
			}
			if !n.piece.king && g.onLastRow(to, n.piece.side) {
				// Reading: it stops there even if no spare man is at hand.
				n.ended = g.p.Promotion.EndsMove
				if g.p.Promotion.When == profile.InPassing && spare {
					n.piece.king = true
				}
			}
			nexts[i] = n
			goesOn[i] = len(g.legs(&after, &n)) > 0
		}
		for i, n := range nexts {
			if g.mayStop(&b, &c, l, i) {
				end := n
				end.promotes = !end.wasKing && (end.piece.king || g.onLastRow(end.at, end.piece.side) && spare)
				switch g.p.Capture.Completion {
				case profile.AtWill:
					end.whole = true
				case profile.WholeFromLanding:
					end.whole = !goesOn[i]
				case profile.Whole:
					end.whole = !slices.Contains(goesOn, true)
					end.slipped = !end.whole && !goesOn[i]
				}
				*all = append(*all, end)
			}
			g.extend(after, n, spare, all)
		}
	}
}

// turn returns c as a turn, without what it may leave undone.
func (g *Game) turn(c *chain) rules.Turn {
	t := rules.Turn{
		Action: rules.Capture, Named: board.NoSquare, Offers: board.NoSquare,
		From: g.square(c.from), To: g.square(c.at), Promotes: c.promotes,
	}
	for _, p := range c.taken {
		t.Captured = t.Captured.With(g.square(p))
	}
	return t
}

// Follows reports whether the capture t of the side on move in s can be made by
// landing on the squares of route, one after the other.
func (g *Game) Follows(s State, t rules.Turn, route []board.Square) bool {
	g.jumps = 0
	return slices.ContainsFunc(g.chains(s.board, g.place(t.From)), func(c chain) bool {
		u := g.turn(&c)
		return u.To == t.To && u.Captured == t.Captured && u.Promotes == t.Promotes &&
			slices.EqualFunc(c.route, route, func(p place, q board.Square) bool { return g.square(p) == q })
	})
}

// compare says which of two captures the rules prefer: above 0 if c.
func (g *Game) compare(c, d *chain) int {
	for _, key := range g.p.Capture.Precedence {
		x, y := 0, 0
		switch key {
		case profile.ByQuantity:
			x, y = len(c.taken), len(d.taken)
		case profile.ByValue:
			x, y = g.worth(c), g.worth(d)
		case profile.ByKing:
			x, y = count([]bool{c.wasKing}), count([]bool{d.wasKing})
		case profile.ByKingsTaken:
			x, y = count(c.kings), count(d.kings)
		case profile.ByKingEarliest:
			// Reading: piece by piece in the order in which they are jumped, those
			// of one file too.
			for i := 0; x == y && (i < len(c.kings) || i < len(d.kings)); i++ {
				x, y = 0, 0
				if i < len(c.kings) && c.kings[i] {
					x = 1
				}
				if i < len(d.kings) && d.kings[i] {
					y = 1
				}
			}
		}
		if x != y {
			return x - y
		}
	}
	return 0
}

func count(bs []bool) int {
	n := 0
	for _, b := range bs {
		if b {
			n++
		}
	}
	return n
}

// worth counts in hundredths of a man.
func (g *Game) worth(c *chain) int {
	kings := count(c.kings)
	return 100*(len(c.taken)-kings) + g.p.Capture.KingValue*kings
}
