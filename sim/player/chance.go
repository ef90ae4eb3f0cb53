package player

import (
	"varlab/rules"
	"varlab/sim/random"
)

// The draws of a player from the chance of a decision. Games depend on their numbers: a new one
// comes last.
const (
	whichTurn   = 1 + iota // one of several that are as good
	noise                  // on the score of a turn
	touch                  // whether a piece is touched before having looked
	whichPiece             // is touched
	vigilance              // whether an omission is noticed
	claimTouch             // whether a claim begins with touching the piece at fault
	oversight              // whether a jump is overlooked
	release                // whether a piece is let go without a second look
	secondLook             // whether a jump is overlooked again
	whichNaming            // of turns that are the same move
	adjust                 // whether pieces are set right without a word
	whichOther             // of them is the second
)

// key is the chance of a turn, whatever the rules call it: an omission has the chance of the
// same move where it is none.
func key(t *rules.Turn) random.Chance {
	promotes := uint64(0)
	if t.Promotes {
		promotes = 1
	}
	return random.Chance(0).Of(t.Captured.Lo, t.Captured.Hi, uint64(t.Claim)|uint64(t.Action)<<8|promotes<<16|
		uint64(t.Named)<<24|uint64(t.From)<<32|uint64(t.To)<<40|uint64(t.Offers)<<48)
}

// anyOf returns one of the turns, all equally likely.
func anyOf(c random.Chance, turns []rules.Turn) rules.Turn {
	return turns[random.Least(c, turns, key)]
}

// happens is true with a chance of n in of.
func happens(c random.Chance, n, of int) bool { return c.Below(of) < n }

func percent(c random.Chance, n int) bool { return happens(c, n, 100) }
