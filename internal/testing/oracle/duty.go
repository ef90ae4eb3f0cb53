package oracle

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// A grade is what the rules think of a capture.
type grade int

const (
	broken grade = iota // it is not whole
	lesser              // it is whole, but precedence does not leave it
	due
)

type capture struct {
	turn  rules.Turn
	grade grade
}

// captures returns the captures of side on b with their grades. Captures that
// differ only in their route are one, of the best grade that a route gives.
func (g *Game) captures(b *layout, side board.Side) []capture {
	var all []chain
	for _, at := range b.places(side) {
		all = append(all, g.chains(*b, at)...)
	}
	if g.covers(profile.Stopped) {
		all = slices.DeleteFunc(all, func(c chain) bool { return c.slipped })
	}
	best := map[place]*chain{} // of each piece, or of all
	whose := func(c *chain) (at place) {
		if g.p.Capture.Compared == profile.ComparedOfPiece {
			at = c.from
		}
		return at
	}
	for i := range all {
		c := &all[i]
		if most := best[whose(c)]; c.whole && (most == nil || g.compare(c, most) > 0) {
			best[whose(c)] = c
		}
	}
	var list []capture
	index := make(map[rules.Turn]int)
	for i := range all {
		c := capture{turn: g.turn(&all[i])}
		if all[i].whole {
			c.grade = lesser
			if g.compare(&all[i], best[whose(&all[i])]) == 0 {
				c.grade = due
			}
		}
		if at, seen := index[c.turn]; seen {
			list[at].grade = max(list[at].grade, c.grade)
			continue
		}
		index[c.turn] = len(list)
		list = append(list, c)
	}
	return list
}

// covers reports whether claims cover an omission.
func (g *Game) covers(d profile.Omission) bool {
	return g.p.Capture.Obligation == profile.Claimable && slices.Contains(g.p.Claim.Covers, d)
}

// manWalks reports whether a man may step in direction d, so many rows ahead.
func (g *Game) manWalks(d direction, ahead int) bool {
	switch g.p.Man.Moves {
	case profile.StepsDiagonally:
		return ahead == 1 && d.cols != 0
	case profile.StepsStraight:
		return ahead == 1 && d.cols == 0 || ahead == 0
	case profile.StepsForward:
		return ahead == 1 || ahead == 0
	}
	return true
}

// kingWalks reports whether a king may move without capture in direction d.
func (g *Game) kingWalks(d direction) bool {
	switch g.p.King.Moves {
	case profile.WalksDiagonally:
		return d.rows != 0 && d.cols != 0
	case profile.WalksStraight:
		return d.rows == 0 || d.cols == 0
	}
	return true
}

// quiets returns the moves without capture of the side on move.
func (g *Game) quiets(p *position) []rules.Turn {
	var list []rules.Turn
	hasMan := false
	for _, at := range p.board.places(p.mover) {
		hasMan = hasMan || !p.board.at(at).king
	}
	for _, at := range p.board.places(p.mover) {
		x := p.board.at(at)
		if limit := g.p.King.RepeatLimit; x.king && limit > 0 && hasMan &&
			p.streak[p.mover].king == at && p.streak[p.mover].moves >= limit {
			continue
		}
		for _, d := range slices.Concat(diagonal, straight) {
			if x.king && !g.kingWalks(d) || !x.king && !g.manWalks(d, d.rows*forward(p.mover)) {
				continue
			}
			for to := g.step(at, d); g.empty(&p.board, to); to = g.step(to, d) {
				list = append(list, rules.Turn{
					Action: rules.Quiet, Named: board.NoSquare, Offers: board.NoSquare,
					From: g.square(at), To: g.square(to),
					Promotes: !x.king && g.onLastRow(to, p.mover) && g.mayCrown(&p.board, p.mover),
				})
				if !x.king || g.p.King.Range == profile.Short {
					break
				}
			}
		}
	}
	return list
}

// An option is a turn, and what stands behind it if it is an omission.
type option struct {
	turn    rules.Turn
	owed    []rules.Turn // the captures that were due
	capable []place      // the pieces that could have taken
}

// moves returns what the side on move may do in p once claims are settled. Under
// claim.own_duty = "before-huff" huffedFrom is the board before its huff;
// otherwise, and without a huff, it is nil.
func (g *Game) moves(p *position, huffedFrom *layout) []option {
	if g.crowned(&p.board, board.First) || g.crowned(&p.board, board.Second) {
		return nil // the game is won
	}
	caps := g.captures(&p.board, p.mover)
	var owed []rules.Turn
	var capable []place
	for _, c := range caps {
		if c.grade == due {
			owed = append(owed, c.turn)
		}
		if at := g.place(c.turn.From); !slices.Contains(capable, at) {
			capable = append(capable, at)
		}
	}
	isOwed := func(t rules.Turn) bool { return slices.Contains(owed, t) }
	opened := func(rules.Turn) bool { return false }
	if huffedFrom != nil {
		// Due is what was due before the huff, as far as it can still be done.
		earlier := g.captures(huffedFrom, p.mover)
		owed = nil
		for _, c := range earlier {
			if c.grade == due && slices.ContainsFunc(caps, func(d capture) bool { return d.turn == c.turn }) {
				owed = append(owed, c.turn)
			}
		}
		opened = func(t rules.Turn) bool {
			return !slices.ContainsFunc(earlier, func(c capture) bool { return c.turn == t })
		}
	}

	var list []option
	add := func(t rules.Turn, d profile.Omission) {
		t.Omission = d
		o := option{turn: t}
		if d != profile.NoOmission {
			o.owed, o.capable = owed, capable
		}
		list = append(list, o)
	}
	covers := func(d profile.Omission) bool {
		return g.covers(d) || d == profile.Partial && g.covers(profile.Stopped)
	}
	for _, c := range caps {
		kind := profile.Weaker
		if c.grade == broken {
			kind = profile.Partial
		}
		switch {
		case g.p.Capture.Obligation == profile.Free:
			if c.grade != broken {
				add(c.turn, profile.NoOmission)
			}
		case isOwed(c.turn):
			add(c.turn, profile.NoOmission)
		case len(owed) == 0:
			// Only after a huff, where what is due was read before it. Reading: a
			// capture that is then not owed has still to be whole.
			if c.grade != broken {
				add(c.turn, profile.NoOmission)
			}
		case covers(kind):
			add(c.turn, kind)
		case c.grade != broken && opened(c.turn):
			add(c.turn, profile.NoOmission)
		}
	}
	for _, t := range g.quiets(p) {
		switch {
		case g.p.Capture.Obligation == profile.Free || len(owed) == 0:
			add(t, profile.NoOmission)
		case covers(profile.Missed):
			add(t, profile.Missed)
		}
	}
	return list
}
