package sim

import (
	"math/rand/v2"
	"testing"

	"varlab/rules/board"

	"github.com/stretchr/testify/require"
)

// Positions come back as they were put in, on squares of both words, and each is
// there once.
func TestPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	p := newPositions(board.Second)
	squares := board.Grid{Rows: board.MaxSide, Columns: board.MaxSide}.All()
	var want []board.Setup
	for range 5000 {
		s := board.Setup{Mover: board.Second}
		for q := range squares.All() {
			switch set := random.IntN(6); set {
			case 0, 1:
				s.Men[set] = s.Men[set].With(q)
			case 2, 3:
				s.Kings[set-2] = s.Kings[set-2].With(q)
			}
		}
		require.False(t, p.has(pack(s)))
		p.add(pack(s))
		require.True(t, p.has(pack(s)))
		want = append(want, s)
	}
	for i, s := range want {
		require.Equal(t, s, p.setup(i))
		require.True(t, p.has(pack(s)))
	}
}
