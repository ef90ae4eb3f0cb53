package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// A proof remembers so many states and no more, and goes on.
func TestProofsAreBounded(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns = 14, 14
	p.King.Moves = profile.WalksAll
	r, err := Compile(p)
	require.NoError(t, err)
	start := r.Start()
	kings := func(side board.Side, n int) (of board.Set) {
		for q := range start.Men(side).All() {
			if of.Len() < n {
				of = of.With(q)
			}
		}
		return of
	}
	s, err := r.Position(board.Setup{Kings: [2]board.Set{kings(board.First, 14), kings(board.Second, 1)}})
	require.NoError(t, err)
	proof := proof{r: r, strong: board.First, known: map[pending]bool{}}
	require.True(t, proof.wins(s, 3))
	require.Len(t, proof.known, mostKnown)
}
