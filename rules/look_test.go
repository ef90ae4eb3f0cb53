package rules_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
)

// Mobility counts by shifting sets what Moves lists piece by piece.
func TestMobilityIsTheNumberOfQuietMoves(t *testing.T) {
	random := rand.New(rand.NewSource(1754))
	for i, size := range [][2]int{{10, 10}, {12, 12}, {7, 9}, {6, 4}, {8, 8}, {10, 10}} {
		p := rules.DefaultProfile()
		if i == 4 {
			p.Man.Capture, p.Man.MayCaptureKing, p.King.Range = "forward", false, "short"
		}
		if i == 5 {
			p.Capture.Directions = "all"
		}
		p.Board.Rows, p.Board.Columns, p.Board.MenRows = size[0], size[1], 1
		r, err := rules.Compile(p)
		require.NoError(t, err)
		checked := 0
		for range 30 {
			s := r.Start()
			for range 60 {
				turns := r.Moves(nil, s)
				if len(turns) == 0 {
					break
				}
				settled := turns[0].Action != rules.Jump
				turned := s.Setup()
				turned.Mover = turned.Mover.Other()
				other, err := r.Position(turned)
				require.NoError(t, err)
				require.Equal(t, !r.Settled(&other), r.Threatened(&s))
				require.Equal(t, settled, r.Settled(&s))
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

// Pressing lists what settles a state as Moves does, and in its order.
func TestPressing(t *testing.T) {
	random := rand.New(rand.NewSource(1754))
	partly := 0
	for _, id := range []string{"international", "polonaise-souffler", "encyclopedie-francaise", "manoury", "jeu-plaisant", "regle-moderne"} {
		r, err := rules.Compile(profile(t, id, nil))
		require.NoError(t, err)
		for range 40 {
			s := r.Start()
			for range 80 {
				turns := r.Moves(nil, s)
				if len(turns) == 0 {
					break
				}
				pressing, all := r.Pressing(nil, &s)
				if all {
					require.Equal(t, turns, pressing)
				} else {
					partly++
					var want []rules.Turn
					for _, turn := range turns {
						if turn.Default == rules.NoDefault && turn.Claim != rules.Huff {
							want = append(want, turn)
						}
					}
					require.Equal(t, want, pressing, "%s: %v", id, s.Setup())
				}
				s = r.Play(s, turns[random.Intn(len(turns))])
			}
		}
	}
	require.Greater(t, partly, 500)
}
