package rules_test

import (
	"math/rand/v2"
	"testing"

	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// Once the buffer of turns has grown, listing and playing turns allocates nothing,
// whatever the obligation and however claims work.
func TestMovesAndPlayAllocateNothing(t *testing.T) {
	for name, change := range map[string]func(*profile.Profile){
		"compulsory": func(*profile.Profile) {},
		"souffler":   souffler,
		"while due": func(p *profile.Profile) {
			souffler(p)
			p.Claim.Lapse = profile.LapseWhileDue
		},
		"once, before huff, any capture, offender chooses": func(p *profile.Profile) {
			souffler(p)
			p.Claim.Lapse, p.Claim.OwnDuty, p.Claim.Piece, p.Claim.Chooser = profile.LapseOnce, profile.BeforeHuff, profile.HuffAnyCapture, profile.Offender
		},
		"souffler on two words": func(p *profile.Profile) {
			souffler(p)
			p.Board.Rows, p.Board.Columns = 12, 12
		},
		"free": func(p *profile.Profile) {
			p.Capture.Obligation, p.Capture.Precedence = profile.Free, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := profile.Default()
			change(p)
			r, err := rules.Compile(p)
			require.NoError(t, err)
			turns := make([]rules.Turn, 0, 4096)
			walk := func() {
				s := r.Start()
				for i := range 80 {
					turns = r.Moves(turns[:0], s)
					if len(turns) == 0 {
						return
					}
					s = r.Play(s, turns[i*31%len(turns)])
				}
			}
			require.Zero(t, testing.AllocsPerRun(5, walk))
			games := rules.NewPlayouts(r)
			g := rand.NewPCG(1, 2)
			games.Play(r.Start(), 300, g)
			require.Zero(t, testing.AllocsPerRun(5, func() { games.Play(r.Start(), 40, g) }))
		})
	}
}
