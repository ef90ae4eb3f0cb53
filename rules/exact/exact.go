// Package exact knows the value of positions with few pieces, and of small boards, under any
// rule set.
//
// The one idea: a table holds, for every way to place some material, who wins with best play
// and in how many turns, found by working back from the ends of games. The rules are asked
// through their turns alone. A quiet move keeps the material and can be taken back, so the work
// follows quiet moves backwards; captures, promotions and claims lead to less material, whose
// tables are made first, and are looked up forwards.
//
// A value is for play without end. It leaves out the clauses that draw a game by repetition, by
// counting, or by breaking it off, since they depend on how a position was reached. It includes
// blocked sides, sides without pieces, and every claim.
package exact

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
)

// A code is a value with its distance in turns, for the side on move. Tables hold
// codes: a win in d turns is 2d+1, a loss in d turns 2d+2.
type code uint16

const (
	drawn      code = 0      // neither side can force an end
	drawnEnd   code = 0xffff // the game has ended, drawn
	wonEnd     code = 1      // the game has ended, won by the side on move
	lostEnd    code = 2
	farthest        = 16000 // turns that a code can count
	maxPieces       = 12    // of one side and rank
	maxSquares      = board.MaxSquares
)

func winIn(turns int) code  { return code(2*turns + 1) }
func lossIn(turns int) code { return code(2*turns + 2) }

func (c code) decided() bool { return c != drawn && c != drawnEnd }
func (c code) win() bool     { return c.decided() && c&1 == 1 }
func (c code) loss() bool    { return c.decided() && c&1 == 0 }
func (c code) ended() bool   { return c == drawnEnd || c == wonEnd || c == lostEnd }

func (c code) turns() int { return int(c-1) / 2 }

func (c code) value() int {
	switch {
	case !c.decided():
		return 0
	case c.win():
		return 1
	}
	return -1
}

// before returns the code one turn earlier, for the side that moved; c is for the other side
// on move.
func (c code) before() code {
	switch {
	case !c.decided():
		return drawn
	case c.win():
		return c + 3
	}
	return c + 1
}

// waived returns c one turn earlier if the same side stays on move.
func (c code) waived() code {
	if !c.decided() {
		return drawn
	}
	return c + 2
}

// score orders codes by how good they are for the side on move: soon won, late
// won, drawn, late lost, soon lost.
func (c code) score() int {
	switch {
	case !c.decided():
		return 0
	case c.win():
		return farthest + 1 - c.turns()
	}
	return c.turns() - farthest - 1
}

func better(a, b code) code {
	if a.score() < b.score() {
		return b
	}
	return a
}

// turned returns the code of an ended game for the other side.
func (c code) turned() code {
	switch c {
	case wonEnd:
		return lostEnd
	case lostEnd:
		return wonEnd
	}
	return c
}

// endCode returns the code of a state in which the game has ended with o.
func endCode(s *rules.State, o rules.Outcome) code {
	switch o.Result {
	case rules.WinOf(s.Mover()):
		return wonEnd
	case rules.WinOf(s.Mover().Other()):
		return lostEnd
	}
	return drawnEnd
}

// noPieces returns the code of a side on move without pieces.
func noPieces(r *rules.Rules) code {
	nothing, err := r.Position(board.Setup{})
	if err != nil {
		panic(err) // an empty board has no fault
	}
	return endCode(&nothing, r.Beaten(&nothing))
}

// Hash identifies the rules as far as tables depend on them: hexadecimal SHA-256 over
// rules.Rules.PlayText without the start, without draw clauses and without draw odds. Rule sets with
// equal hashes have the same tables. An axis at its default does not enter.
func Hash(r *rules.Rules) string {
	h := sha256.New()
	for line := range strings.Lines(r.PlayText()) {
		if key, _, _ := strings.Cut(line, " "); key != "start" && key != "draw" && key != "match.draw" {
			io.WriteString(h, line)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
