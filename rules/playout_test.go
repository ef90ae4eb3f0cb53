package rules_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
)

// A playout of one ply ends wherever a turn leads, nowhere else, and everywhere
// equally often.
func TestPlayoutsChooseEveryTurnEquallyOften(t *testing.T) {
	const draws = 300 // per turn
	for _, sets := range [][]string{
		{"english"},
		{"international"},
		{"encyclopedie-francaise"},
		{"polonaise-souffler"},
		{"polonaise-souffler", "board.rows=12", "board.columns=12", `claim.piece="any-capture"`, `claim.covers=["missed"]`},
		{"polonaise-souffler", `claim.lapse="once"`, `claim.huff_turn="spends"`, "board.rows=6", "board.columns=6", "board.men_rows=2"},
		{"polonaise-souffler", `claim.chooser="offender"`},
		{"frisian"},
	} {
		t.Run(strings.Join(sets, ", "), func(t *testing.T) {
			r := compile(t, sets[0], sets[1:]...)
			p := rules.NewPlayouts(r)
			g := rand.NewPCG(3, 4)
			for plies := 0; plies < 60; plies += 4 {
				s, n := p.Play(r.Start(), plies, g)
				if n < plies {
					continue
				}
				turns := r.Moves(nil, s)
				leads := map[rules.State]float64{}
				for _, turn := range turns {
					leads[r.Play(s, turn)]++
				}
				total := draws * len(turns)
				seen := map[rules.State]float64{}
				for range total {
					next, n := p.Play(s, 1, g)
					require.Equal(t, 1, n)
					seen[next]++
				}
				for next, n := range seen {
					require.NotZero(t, leads[next], "no turn leads there")
					// Six deviations: once in a hundred million.
					expected := leads[next] * draws
					require.InDelta(t, expected, n, 6*math.Sqrt(expected))
				}
				require.Len(t, seen, len(leads))
			}
		})
	}
}
