package rulestest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/profile"
)

// endingsWalks compares how games stand on random walks among few pieces, under
// random profiles with random draw clauses, until so many positions are compared.
func endingsWalks(t *testing.T, seed uint64, positions int) (seen *tally, ends map[rules.Reason]int) {
	rng := rand.New(rand.NewPCG(seed, 0x1e4d))
	seen = newTally()
	met := differences{t: t, seed: seed}
	defer met.report()
	for seen.positions < positions {
		p := RandomProfile(rng)
		for rng.IntN(4) > 0 && p.Board.Rows*p.Board.Columns > 40 {
			p = RandomProfile(rng)
		}
		p.Draws = RandomDraws(rng)
		if rng.IntN(3) == 0 {
			p.Promotion.SpareMan = profile.SpareRequired
		}
		for k := range 6 {
			setup := FewPieces(rng, p)
			switch {
			case k == 5:
				setup = RandomSetup(rng, p)
			case k > 2 && p.Promotion.SpareMan == profile.SpareRequired:
				setStart(p, setup) // with hardly a man to spare, positions come to be dead
			}
			met.add(walk(rng, p, setup, 40, seen), seen.positions)
		}
	}
	return seen, seen.ends
}

// As TestGeneratorsAgree, with twelve thousand positions.
func TestEndingsAgree(t *testing.T) {
	positions, seed := asked(12_000)
	seen, ends := endingsWalks(t, seed, positions)
	t.Log(seen, ends)
	require.Len(t, ends, 9, "not every reason ended a game")
}
