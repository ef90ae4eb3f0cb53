package oracle

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// mayCrown reports whether a man of side can be made a king: always, unless
// crowning takes a second man from those that are off the board. A king is two
// men, one on the other, so that those off the board are the men of the starting
// position less the men and twice the kings that stand.
func (g *Game) mayCrown(b *layout, side board.Side) bool {
	if g.p.Promotion.SpareMan == profile.SpareIgnored {
		return true
	}
	inUse := 0
	for _, at := range b.places(side) {
		inUse++
		if b.at(at).king {
			inUse++
		}
	}
	return inUse+1 <= g.full[side]
}

// crownWaiting makes kings of the men that wait on their last row for a spare
// man, as far as these go.
//
// Reading: a man that arrives in this turn has been crowned before those that
// wait.
func (g *Game) crownWaiting(b *layout) {
	if g.p.Promotion.SpareMan == profile.SpareIgnored {
		return
	}
	for _, side := range []board.Side{board.First, board.Second} {
		for _, at := range b.places(side) {
			if x := b.at(at); !x.king && g.onLastRow(at, side) && g.mayCrown(b, side) {
				b.put(at, piece{there: true, side: side, king: true})
			}
		}
	}
}
