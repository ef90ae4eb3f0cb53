package oracle

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

func (g *Game) remedy(r profile.Remedy) bool { return slices.Contains(g.p.Claim.Remedies, r) }

// claimed returns the pieces that may be claimed for the omission o, made in p,
// where they stand after it.
func (g *Game) claimed(p *position, o *option) []place {
	if o.turn.Omission == profile.NoOmission {
		return nil
	}
	from, to := g.place(o.turn.From), g.place(o.turn.To)
	var pieces []place // where they stood
	for _, t := range o.owed {
		pieces = append(pieces, g.place(t.From))
	}
	if g.remedy(profile.HuffRemedy) {
		switch g.p.Claim.Piece {
		case profile.HuffAnyCapture:
			for _, at := range o.capable {
				if at != from || o.turn.Action != rules.Capture {
					pieces = append(pieces, at)
				}
			}
		case profile.HuffMoved:
			pieces = []place{from}
		case profile.HuffTookLess:
			if o.turn.Action == rules.Capture && slices.Contains(pieces, from) {
				pieces = []place{from}
			}
		}
	}
	var list []place
	for _, at := range pieces {
		now := at
		if at == from {
			now = to
		}
		if !slices.Contains(list, now) && !g.spent(p, from, at) {
			list = append(list, now)
		}
	}
	return list
}

// spent reports whether the piece that stood at at cannot be claimed, because an
// earlier claim on it was not used. The piece that moved from from has a clean
// sheet.
func (g *Game) spent(p *position, from, at place) bool {
	return g.p.Claim.Lapse == profile.LapseOnce && at != from && p.held[p.mover].has(at)
}

// sanctions returns o as it is listed: with the pieces that may be huffed for it,
// and once for each of them if the offender must name it.
func (g *Game) sanctions(p *position, o option) []option {
	if o.turn.Omission == profile.NoOmission || !g.remedy(profile.HuffRemedy) {
		return []option{o}
	}
	pieces := g.claimed(p, &o)
	if g.p.Claim.Chooser != profile.Offender || len(pieces) == 0 {
		o.turn.Huffable = g.set(placesOf(pieces))
		return []option{o}
	}
	var list []option
	for _, at := range pieces {
		named := o
		named.turn.Offers = g.square(at)
		named.turn.Huffable = board.SetOf(named.turn.Offers)
		list = append(list, named)
	}
	return list
}

// bare is a turn that moves nothing.
func bare(claim rules.ClaimKind, action rules.Action, named board.Square) option {
	return option{turn: rules.Turn{
		Claim: claim, Action: action, Named: named,
		From: board.NoSquare, To: board.NoSquare, Offers: board.NoSquare,
	}}
}

// Turns returns the turns that are playable in s, in no particular order.
func (g *Game) Turns(s State) []rules.Turn {
	g.jumps = 0
	options := g.options(s)
	turns := make([]rules.Turn, len(options))
	for i, o := range options {
		turns[i] = o.turn
	}
	return turns
}

func (g *Game) options(s State) []option {
	if s.replays {
		var list []option
		for _, t := range s.owed {
			if s.named == board.NoSquare || t.From == s.named {
				list = append(list, option{turn: t})
			}
		}
		return list
	}

	var compels []option
	if s.claim.compel {
		if g.p.Claim.CompelChoice == profile.Offender || g.p.Claim.CompelChoice == profile.SamePiece && !s.claim.bound {
			compels = append(compels, bare(rules.Compel, rules.Nothing, board.NoSquare))
		} else {
			for _, at := range s.claim.names {
				compels = append(compels, bare(rules.Compel, rules.Nothing, g.square(at)))
			}
		}
	}
	if g.lost(&s.board, s.mover) {
		if len(compels) > 0 {
			compels = append(compels, bare(rules.Waive, rules.Nothing, board.NoSquare))
		}
		return compels
	}

	var own []option
	for _, o := range g.moves(&s.position, nil) {
		own = append(own, g.sanctions(&s.position, o)...)
	}
	if len(own) == 0 && g.passes(&s.position) {
		own = append(own, bare(rules.NoClaim, rules.Pass, board.NoSquare))
	}

	var huffs []option
	switch all := s.claim.huff.list(); {
	case !g.remedy(profile.HuffRemedy) || len(all) == 0:
	case g.p.Claim.Number == profile.HuffAll:
		huffs = g.huffs(s, board.NoSquare, all...)
	default:
		for _, at := range all {
			huffs = append(huffs, g.huffs(s, g.square(at), at)...)
		}
	}
	if !g.remedy(profile.WaiveRemedy) {
		if len(huffs) > 0 {
			return huffs
		}
		return own
	}
	claims := slices.Concat(huffs, compels)
	if len(own) == 0 && len(claims) > 0 {
		own = append(own, bare(rules.Waive, rules.Nothing, board.NoSquare))
	}
	return slices.Concat(own, claims)
}

// huffs returns the turns that begin with the huff of pieces, which are named so.
func (g *Game) huffs(s State, named board.Square, pieces ...place) []option {
	whole := bare(rules.Huff, rules.Nothing, named)
	after := s.position
	for _, at := range pieces {
		after.board.put(at, piece{})
	}
	if g.p.Claim.HuffTurn == profile.SpendsTurn || g.lost(&after.board, s.mover.Other()) {
		return []option{whole}
	}
	var before *layout
	if g.p.Claim.OwnDuty == profile.BeforeHuff {
		before = &s.board
	}
	var list []option
	for _, o := range g.moves(&after, before) {
		for _, o := range g.sanctions(&after, o) {
			o.turn.Claim, o.turn.Named = rules.Huff, named
			list = append(list, o)
		}
	}
	if len(list) == 0 && g.passes(&after) {
		list = append(list, bare(rules.Huff, rules.Pass, named))
	}
	return list
}

// passes reports whether a player who has no move in p passes. Where the other
// side could not move either, nobody passes: both are blocked.
func (g *Game) passes(p *position) bool {
	other := *p
	other.mover = p.mover.Other()
	return g.p.Ending.NoMoves == profile.Passes && g.able(&other) &&
		!g.crowned(&p.board, board.First) && !g.crowned(&p.board, board.Second)
}
