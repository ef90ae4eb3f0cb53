package rules

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// Where men may step back, their moves can be undone, and a position stands again.
func TestAManThatMayRetreatConvertsNothing(t *testing.T) {
	p := profile.Default()
	p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3, SideToMove: true}, {Kind: profile.Quiet, Plies: 50, Moves: profile.KingMoves, Side: profile.BothSides}}
	for _, retreats := range []bool{false, true} {
		r, err := Compile(p)
		require.NoError(t, err)
		if retreats {
			r.manMoves[board.First] = r.kingMoves
		}
		at := func(row, col int) board.Square {
			q, ok := r.grid.Square(row, col)
			require.True(t, ok)
			return q
		}
		there, back := Turn{Action: Quiet, From: at(2, 2), To: at(3, 3)}, Turn{Action: Quiet, From: at(3, 3), To: at(2, 2)}
		away, home := Turn{Action: Quiet, From: at(9, 9), To: at(8, 8)}, Turn{Action: Quiet, From: at(8, 8), To: at(9, 9)}
		s, err := r.Position(board.Setup{Men: [2]board.Set{board.SetOf(at(2, 2)).With(at(0, 0))}, Kings: [2]board.Set{1: board.SetOf(at(9, 9))}})
		require.NoError(t, err)
		h := NewHistory(r, s)
		for range 2 {
			for _, turn := range []Turn{there, away, back, home} {
				require.False(t, h.Outcome().Over())
				h.Play(turn)
			}
		}
		require.Equal(t, retreats, h.Outcome() == Outcome{Draw, Repetition})
		require.EqualValues(t, 1, h.top().quiet[1], "a man's move is none of a king")
		want := Advance
		if retreats {
			want = Reversible
		}
		require.Equal(t, want, r.Conversion(&s, &there))
		there.Promotes = true
		require.Equal(t, Advance, r.Conversion(&s, &there))
		require.Equal(t, Reversible, r.Conversion(h.Now(), &Turn{Action: Pass, From: board.NoSquare}))
		require.Equal(t, Taking, r.Conversion(&s, &Turn{Claim: Huff}))
	}
}
