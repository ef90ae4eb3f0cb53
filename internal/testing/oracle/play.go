package oracle

import (
	"fmt"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// Play returns the state after t, which must be one of Turns.
func (g *Game) Play(s State, t rules.Turn) State {
	g.jumps = 0
	options := g.options(s)
	i := slices.IndexFunc(options, func(o option) bool { return o.turn == t })
	if i < 0 {
		panic(fmt.Sprintf("oracle: %+v is not playable", t))
	}
	o := options[i]

	switch t.Claim {
	case rules.Compel:
		// Nothing of the omission remains. Reading: a huff with which that turn
		// began stands, and so the turn that is replayed is a capture and nothing
		// else.
		return State{position: s.claim.before, replays: true, named: t.Named, owed: s.claim.owed, opened: s.claim.opened}
	case rules.Waive:
		// The player accepts to be without a move.
		return State{position: s.position}
	}

	side, foe := s.mover, s.mover.Other()
	p := s.position
	var opened opening
	if t.Claim == rules.Huff {
		gone := s.claim.huff.list()
		if t.Named != board.NoSquare {
			gone = []place{g.place(t.Named)}
		}
		at := gone[0]
		if g.p.Claim.OwnDuty == profile.BeforeHuff {
			opened = opening{at, p.board.at(at)}
		}
		for _, at := range gone {
			p.board.put(at, piece{})
			p.held[foe][at.row][at.col] = false
		}
	}
	before := p
	// What could have been claimed and was not.
	if g.p.Claim.Lapse == profile.LapseOnce {
		for _, at := range s.claim.huff.list() {
			if p.board.at(at).there {
				p.held[foe][at.row][at.col] = true
			}
		}
	}
	pieces := g.claimed(&p, &o)
	if t.Offers != board.NoSquare {
		pieces = []place{g.place(t.Offers)}
	}
	// Who may be named in a compel: the pieces that had a due capture, except
	// those that are spent.
	var names []place
	for _, u := range o.owed {
		if at := g.place(u.From); !slices.Contains(names, at) && !g.spent(&p, g.place(t.From), at) {
			names = append(names, at)
		}
	}

	switch t.Action {
	case rules.Quiet, rules.Capture:
		from, to := g.place(t.From), g.place(t.To)
		x := p.board.at(from)
		if run := &p.streak[side]; x.king && t.Action == rules.Quiet {
			if run.moves == 0 || run.king != from {
				run.moves = 0
			}
			run.king = to
			run.moves++
		} else {
			run.moves = 0
		}
		p.board.put(from, piece{})
		for q := range t.Captured.All() {
			at := g.place(q)
			p.board.put(at, piece{})
			p.held[foe][at.row][at.col] = false
		}
		p.held[side][from.row][from.col] = false
		x.king = x.king || t.Promotes
		p.board.put(to, x)
	}
	g.crownWaiting(&p.board)

	next := State{position: p}
	next.mover = foe
	if g.p.Capture.Obligation == profile.Claimable {
		omitted := t.Omission != profile.NoOmission
		if g.remedy(profile.CompelRemedy) && omitted && len(names) > 0 {
			next.claim.compel = true
			if from := g.place(t.From); g.p.Claim.CompelChoice == profile.SamePiece && slices.Contains(names, from) {
				names, next.claim.bound = []place{from}, true
			}
			next.claim.names = names
			next.claim.before = before
			next.claim.owed = o.owed
			next.claim.opened = opened
		}
		next.claim.huff = placesOf(pieces)
		if g.p.Claim.Lapse == profile.LapseWhileDue {
			for _, at := range pieces {
				next.held[side][at.row][at.col] = true
			}
			next.claim.huff = next.held[side]
		}
		if g.p.Claim.Lapse != profile.LapseNextMove {
			g.forgive(&next.position)
		}
	}
	return next
}

// forgive drops from what is remembered of the pieces of the side on move, at the
// start of its turn, those that have no due capture.
func (g *Game) forgive(p *position) {
	var owing places
	for _, c := range g.captures(&p.board, p.mover) {
		if c.grade == due {
			at := g.place(c.turn.From)
			owing[at.row][at.col] = true
		}
	}
	for _, at := range p.held[p.mover].list() {
		if !owing.has(at) {
			p.held[p.mover][at.row][at.col] = false
		}
	}
}
