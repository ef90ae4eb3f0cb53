package rules_test

import (
	"math/rand"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// Mobility counts by shifting sets what Moves lists piece by piece.
func TestMobilityIsTheNumberOfQuietMoves(t *testing.T) {
	random := rand.New(rand.NewSource(1754))
	for i, size := range [][2]int{{10, 10}, {14, 14}, {7, 9}, {6, 4}, {8, 8}, {10, 10}} {
		p := profile.Default()
		if i == 4 {
			p.Man.Capture, p.Man.MayCaptureKing, p.King.Range = profile.CapturesForward, false, profile.Short
		}
		if i == 5 {
			p.Capture.Directions = profile.AllDirections
		}
		p.Board.Rows, p.Board.Columns, p.Board.MenRows = size[0], size[1], 1
		r := given.Compiled(t, p)
		checked := 0
		for range 30 {
			s := r.Start()
			for range 60 {
				turns := r.Moves(nil, s)
				if len(turns) == 0 {
					break
				}
				settled := turns[0].Action != rules.Capture
				require.Equal(t, settled, r.Quiescent(&s))
				if settled {
					require.Equal(t, len(turns), r.Mobility(&s, s.Mover()))
					checked++
				}
				s = r.Play(s, turns[random.Intn(len(turns))])
			}
		}
		require.Greater(t, checked, 100)
	}
}

// Noisy lists what settles a state as Moves does, and in its order; FirstStage lists
// compels or due captures so, and Moves the others.
func TestNoisyAndFirstStage(t *testing.T) {
	random := rand.New(rand.NewSource(1754))
	partly, foremost := 0, 0
	for _, id := range []string{"international", "polonaise-souffler", "encyclopedie-francaise", "manoury", "jeu-plaisant", "regle-moderne"} {
		r := given.Rules(t, id)
		for range 40 {
			s := r.Start()
			for range 80 {
				turns := r.Moves(nil, s)
				if len(turns) == 0 {
					break
				}
				listed := func(which func(rules.Turn) bool) (some []rules.Turn) {
					for _, turn := range turns {
						if which(turn) {
							some = append(some, turn)
						}
					}
					return some
				}
				due := func(turn rules.Turn) bool {
					return turn.Action == rules.Capture && turn.Omission == profile.NoOmission && turn.Claim == rules.NoClaim
				}
				compel := func(turn rules.Turn) bool { return turn.Claim == rules.Compel }
				if pressing, more := r.Noisy(nil, &s); !more {
					require.Equal(t, turns, pressing)
				} else {
					partly++
					require.Equal(t, listed(func(turn rules.Turn) bool { return due(turn) || compel(turn) }), pressing, "%s: %v", id, s.Setup())
				}
				switch first, more := r.FirstStage(nil, &s); {
				case !more:
					require.Equal(t, turns, first)
				case s.ClaimOpen():
					foremost++
					require.Equal(t, listed(compel), first, "%s: %v", id, s.Setup())
				default:
					foremost++
					require.NotEqual(t, len(turns), len(first))
					require.Equal(t, listed(due), first, "%s: %v", id, s.Setup())
					require.Equal(t, listed(func(turn rules.Turn) bool { return turn.Omission == profile.NoOmission }), first)
				}
				s = r.Play(s, turns[random.Intn(len(turns))])
			}
		}
	}
	require.Greater(t, partly, 500)
	require.Greater(t, foremost, 500)
}
