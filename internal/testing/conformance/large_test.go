package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/internal/testing/oracle"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// On the largest boards both generators count alike: from the start, among kings, and
// where captures are long, up to the last square.
func TestLargeBoardsCountAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1754))
	compared, kings, longest := 0, 0, 0
	var met board.Set
	for _, size := range [][3]int{{14, 14, 6}, {13, 13, 5}, {14, 12, 5}, {12, 14, 5}, {13, 11, 4}} {
		for round := range 40 {
			p := profile.Default()
			p.Board.Rows, p.Board.Columns, p.Board.MenRows = size[0], size[1], size[2]
			p.Board.DarkCorner = profile.Corner(1 + rng.IntN(2))
			p.King.Range, p.King.Leap = profile.Range(1+rng.IntN(2)), profile.Leap(1+rng.IntN(2))
			p.Capture.Directions = profile.Directions(1 + rng.IntN(2))
			if rng.IntN(2) == 0 {
				p.Capture.Precedence = []profile.Precedence{profile.ByKingEarliest, profile.ByValue, profile.ByKing, profile.ByKingsTaken, profile.ByQuantity}
				p.Capture.KingValue = 1000
			}
			r := given.Compiled(t, p)
			setup, depth := r.Setup(), 3
			if round > 0 {
				setup, depth = RandomSetup(rng, p), 2
			}
			s, err := r.Position(setup)
			require.NoError(t, err)
			g := oracle.New(p)
			g.MaxJumps = maxJumps
			func() {
				defer tooLong(func() {})
				want := g.Perft(g.FromSetup(setup), depth, true)
				require.Equal(t, want, r.Perft(s, depth, true), "%v\n%v", p, setup)
				compared++
				met = met.Or(setup.Pieces(board.First)).Or(setup.Pieces(board.Second))
				kings += s.Kings(board.First).Len() + s.Kings(board.Second).Len()
				for _, turn := range r.Moves(nil, s) {
					longest = max(longest, turn.Captured.Len())
				}
			}()
		}
	}
	t.Log(compared, kings, longest, met.Len())
	require.Greater(t, compared, 180)
	require.Greater(t, kings, 1000)
	require.GreaterOrEqual(t, longest, 10)
	require.True(t, met.Has(board.Grid{Rows: 14, Columns: 14}.All().Last()), fmt.Sprint(met))
}
