package endings

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules/board"
	"varlab/rules/exact"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// What is said of a position is what the best of its turns leads to, and best play
// ends when it is said to, under random rule sets, claims open or not, and turns to be
// replayed.
func TestProbedTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1770))
	open, compelled, decided := 0, 0, 0
	for round := 0; round < 40; {
		p := conformance.RandomProfile(rng)
		p.Board.Squares, p.Board.Rows, p.Board.Columns, p.Board.MenRows = board.Dark, 4+2*rng.IntN(2), 4, 1 // of all squares tables are large
		p.Board.Start, p.Promotion.Squares, p.King.RepeatLimit, p.Promotion.SpareMan = "", "", 0, profile.SpareIgnored
		if p.Claim.Lapse != 0 {
			p.Claim.Lapse = profile.LapseNextMove
		}
		if len(profile.Check(p)) > 0 {
			continue
		}
		round++
		r := given.Compiled(t, p)
		s := r.Start()
		tables := exact.New(r, "")
		require.NoError(t, tables.Build(context.Background(), exact.Materials(r, &s), exact.Options{Workers: 1}))
		n := notation.Of(p)
		for range 20 {
			s := r.Start()
			for range 30 {
				found, err := Probe(tables, n, s)
				require.NoError(t, err)
				if len(found.Turns) == 0 {
					break
				}
				if s.ClaimOpen() {
					open++
				}
				if _, must := s.Compelled(); must {
					compelled++
				}
				require.Equal(t, found.Turns[0].Value, found.Value, "%s %+v", n.WriteFEN(s.Setup()), p)
				require.Equal(t, found.Turns[0].Distance, found.Distance, "%s %+v", n.WriteFEN(s.Setup()), p)
				if found.Distance > 0 {
					decided++
					line, err := BestPlay(tables, n, s)
					require.NoError(t, err)
					require.Len(t, line, found.Distance, "%s %v", n.WriteFEN(s.Setup()), line)
				}
				all := r.Moves(nil, s)
				turn := all[rng.IntN(len(all))]
				s = r.Play(s, turn)
			}
		}
	}
	t.Logf("%d with an open claim, %d compelled, %d decided", open, compelled, decided)
	require.Greater(t, min(open, compelled, decided), 10)
}
