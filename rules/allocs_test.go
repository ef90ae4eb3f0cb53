package rules_test

import (
	"testing"

	"varlab/internal/testing/given"
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
		// Not both: what was owed before a huff is listed to see whose claim is used up.
		"once, any capture": func(p *profile.Profile) {
			souffler(p)
			p.Claim.Lapse, p.Claim.Piece = profile.LapseOnce, profile.HuffAnyCapture
		},
		"before huff, offender chooses": func(p *profile.Profile) {
			souffler(p)
			p.Claim.OwnDuty, p.Claim.Chooser = profile.BeforeHuff, profile.Offender
		},
		"souffler on two words": func(p *profile.Profile) {
			souffler(p)
			p.Board.Rows, p.Board.Columns = 12, 12
		},
		"free": func(p *profile.Profile) {
			p.Capture.Obligation, p.Capture.Precedence = profile.Free, nil
			p.Settle()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := given.Default(t, change)
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
		})
	}
}
