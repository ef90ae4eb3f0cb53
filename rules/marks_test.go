package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/board"
)

// Positions that were chosen to have one mark under some salt have many under another.
func TestMarksCannotBeChosen(t *testing.T) {
	defer func(own uint64) { salt = own }(salt)
	random := rand.New(rand.NewPCG(1, 2))
	salt = 0
	var chosen []State
	for len(chosen) < 400 {
		var s State
		s.pieces[board.First] = board.Set{Lo: random.Uint64() & random.Uint64()}
		s.pieces[board.Second] = board.Set{Lo: random.Uint64() &^ s.pieces[board.First].Lo}
		s.kings = board.Set{Lo: s.pieces[board.First].Lo | s.pieces[board.Second].Lo}
		if markOf(&s) == 7 {
			chosen = append(chosen, s)
		}
	}
	salt = random.Uint64()
	seen := map[uint16]bool{}
	for i := range chosen {
		seen[markOf(&chosen[i])] = true
	}
	require.Greater(t, len(seen), 300)
}
