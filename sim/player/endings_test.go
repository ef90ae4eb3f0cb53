package player

import (
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/random"

	"github.com/stretchr/testify/require"
)

// With tables a search of few nodes wins what is won in the fewest turns, however
// far off, and holds what is drawn; noise does not mislead it.
func TestSearchKnowsEndings(t *testing.T) {
	r := given.Default(t, func(p *profile.Profile) {
		p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
		p.Man.Capture, p.King.Range, p.Capture.Precedence = profile.CapturesForward, profile.Short, nil
		p.Settle()
	})
	s := given.State(t, r, "B:WK30:BK3,K4")
	const spec = "search:nodes=200,noise=20"
	winner, loser := Made(t, r, spec), Made(t, r, spec)
	known, err := endingsOf(r, 3)
	require.NoError(t, err)
	value, turns, ok := known.Probe(&s)
	require.True(t, ok)
	require.Equal(t, 1, value)
	require.Greater(t, turns, 30)

	h := rules.NewHistory(r, s)
	c := random.Chance(1)
	for !h.Outcome().Over() {
		player := winner
		if h.Now().Mover() != s.Mover() {
			player = loser
		}
		turn, err := player.Choose(h, c.Of(uint64(h.Plies())))
		require.NoError(t, err)
		h.Play(turn)
		require.LessOrEqual(t, h.Plies(), turns)
	}
	require.Equal(t, rules.WinOf(s.Mover()), h.Outcome().Result)
	require.Equal(t, turns, h.Plies())

	// Without them the win is out of sight.
	other := Made(t, r, "search:nodes=200,tables=0")
	_, err = other.Choose(rules.NewHistory(r, s), c)
	require.NoError(t, err)
	require.Less(t, other.(*search).roots[0].score, resolved)
}
