package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/internal/testing/long"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// smallProfile draws a rule set on a board of 4x4 or 6x4 with a row of men.
func smallProfile(rng *rand.Rand, fits func(*profile.Profile) bool) *profile.Profile {
	for {
		p := conformance.RandomProfile(rng)
		p.Board.Squares = board.Dark // of all squares there are too many games
		conformance.Resize(rng, p, 4+2*rng.IntN(2), 4)
		if _, err := rules.Compile(p); err == nil && fits(p) {
			return p
		}
	}
}

// With compel among the remedies, every position has the value that it has where
// captures are compulsory, under whatever rules besides: the opponent can always
// have the due capture made.
func TestCompelHasTheValueOfItsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1811))
	m := Material{{Men: 1, Kings: 1}, {Men: 1}}
	decided, differ, rounds := 0, 0, 12
	if long.Form(t) {
		rounds = 40
	}
	for round := range rounds {
		p := smallProfile(rng, func(p *profile.Profile) bool {
			compel := slices.Contains(p.Claim.Remedies, profile.CompelRemedy)
			return p.King.RepeatLimit == 0 && p.Promotion.When != profile.Never && p.Promotion.SpareMan != profile.SpareRequired && p.Claim.Lapse == profile.LapseNextMove && compel == (rng.IntN(4) > 0)
		})
		twin := *p
		twin.Capture.Obligation, twin.Claim = profile.Compulsory, profile.Claim{}
		var tables [2]*Tables
		for i, p := range []*profile.Profile{p, &twin} {
			tables[i] = New(given.Compiled(t, p), "")
			require.NoError(t, tables[i].Build(context.Background(), []Material{m}, Options{Workers: 1}))
		}
		for _, m := range closure(m) {
			for _, m := range []Material{m, m.Swapped()} {
				a, b := tables[0].table(m), tables[1].table(m)
				for n := range a.len() {
					v, w := a.code(n).value(), b.code(n).value()
					if v != 0 {
						decided++
					}
					if v == w {
						continue
					}
					if slices.Contains(p.Claim.Remedies, profile.CompelRemedy) {
						t.Fatalf("round %d: %s, number %d: %d with claims, %d without\n%+v", round, m, n, v, w, p)
					}
					differ++
				}
			}
		}
	}
	t.Logf("%d decided, %d differ without compel", decided, differ)
	require.Greater(t, decided, 250*rounds)
	require.Greater(t, differ, 12*rounds) // without compel the value is another
}
