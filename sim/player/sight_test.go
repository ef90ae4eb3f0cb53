package player

import (
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

func inPassing(p *profile.Profile) {
	p.Promotion.When, p.Capture.Completion, p.Capture.Precedence = profile.InPassing, profile.Whole, nil
	p.Settle()
}

// How hard a jump is to see is a factor of what is overlooked of the easiest, however
// seldom that is.
func TestJumpsAreAsHardAsPromised(t *testing.T) {
	for _, c := range []struct {
		fen, turn string
		change    func(*profile.Profile)
		want      []int // hundredths of a percent, where the easiest is 100
	}{
		{"W:W28:B22,9", "28x17x22", nil, []int{100}},
		{"W:W28:B22,11", "28x6x11x22", nil, []int{100, 120}},
		{"W:W28:B22,12", "28x8x12x22", nil, []int{100, 156}},
		{"W:W28:B33,9", "28x39x33", nil, []int{150}},
		{"B:W28:B23", "23x32x28", nil, []int{100}},
		{"B:W28:B33", "33x22x28", nil, []int{150}},
		{"W:WK28:B22,9", "28x17x22", nil, []int{100}},
		{"W:WK28:B22,9", "28x11x22", nil, []int{150}},
		{"W:WK39:B22,9", "39x17x22", nil, []int{150}},
		{"W:W28:B22,11,1", "28x6x11x22", func(p *profile.Profile) { p.King.Range = profile.Short }, []int{100, 120}},
		// A man who has become a king on the way is one: no man who jumps backwards.
		{"W:W15:B10,9,18,22", "15x13x9x10", inPassing, []int{100, 156}},
		{"W:W15:B10,22", "15x27x10x22", inPassing, []int{100, 234}},
	} {
		r := given.Default(t, c.change)
		at, turn := seen(t, r, c.fen, c.turn)
		v := &sight{rules: r, chance: 1, hardness: 100}
		for i := uint64(0); len(v.jumps) < len(c.want); i++ { // until the first jumps are seen
			v.jumps = nil
			v.sees(at, &turn, random.NewChance(c.turn, string(rune(i))))
		}
		var found []int
		for _, j := range v.jumps {
			found = append(found, j.overlook)
		}
		require.Equal(t, c.want, found, "%s %s", c.fen, c.turn)
		for hardness, surplus := range map[int]int{0: 0, 200: 2} { // of the first jump, which has one factor at most
			v := &sight{rules: r, chance: 1, hardness: hardness}
			v.sees(at, &turn, random.NewChance(c.turn))
			require.Equal(t, 100+surplus*(c.want[0]-100), v.jumps[0].overlook, "%s %s, hardness %d", c.fen, c.turn, hardness)
		}
	}
	v := &sight{rules: given.Default(t), chance: 90, hardness: 100}
	at, turn := seen(t, v.rules, "W:W28:B33,9", "28x39x33")
	v.sees(at, &turn, random.NewChance("most"))
	require.Equal(t, 9500, v.jumps[0].overlook)
}

// seen is a turn in a position.
func seen(t *testing.T, r *rules.Rules, fen, text string) (board.Setup, rules.Turn) {
	t.Helper()
	s := given.State(t, r, fen)
	turn, err := notation.Of(r.Profile()).ParseAs(notation.Hub, text, s.Setup(), r.Moves(nil, s))
	require.NoError(t, err, fen)
	return s.Setup(), turn
}
