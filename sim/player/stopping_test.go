package player

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/random"
)

// Expected scores rise with the score, from nothing to everything, by the odds of a man,
// and score is the way back.
func TestOdds(t *testing.T) {
	o := Odds{1.2}
	require.InDelta(t, 0.5, o.expected(0), 1e-12)
	require.InDelta(t, 1/(1+0.30119), o.expected(100), 1e-5) // exp(-1.2)
	require.InDelta(t, 1, o.expected(70)+o.expected(-70), 1e-12)
	require.Equal(t, 1.0, o.expected(mate-3))
	require.Equal(t, 0.0, o.expected(3-mate))
	for _, score := range []int{-400, -37, 0, 12, 250} {
		require.Equal(t, score, o.score(o.expected(score)))
	}
	require.Equal(t, infinity, o.score(1))

	// A man is worth points, and the same each time.
	r := given.Default(t)
	s, err := Parse("search:nodes=5,weights=0")
	require.NoError(t, err)
	found := oddsOf(r, s)
	require.Greater(t, found.perMan, 0.2)
	require.Less(t, found.perMan, 5.0)
	again := newSearch(r, oddsNodes, 0, oddsNoise)
	require.Equal(t, found, measureOdds(Teacher{again}, ""))
}

// stops has a player choose n times from a position, for both sides, and says after which
// of its choices it would resign, and would agree to a draw.
func stops(t *testing.T, text, fen string, resignation, agreement profile.Stopping, n int) (resigns, agrees []bool) {
	t.Helper()
	r := given.Default(t, func(p *profile.Profile) { p.Match.Resignation, p.Match.Agreement = resignation, agreement })
	a, b := Made(t, r, text), Made(t, r, text)
	h := rules.NewHistory(r, given.State(t, r, fen))
	a.NewGame()
	for i := range n {
		move, err := a.Choose(h, random.NewChance("test").Of(uint64(i)))
		require.NoError(t, err)
		if s, ok := a.(interface{ Stops() (bool, bool) }); ok {
			resigned, agreed := s.Stops()
			resigns, agrees = append(resigns, resigned), append(agrees, agreed)
		}
		h.Play(move)
		if h.Outcome().Over() {
			break
		}
		answer, err := b.Choose(h, random.NewChance("test").Of(uint64(i), 1))
		require.NoError(t, err)
		h.Play(answer)
		if h.Outcome().Over() {
			break
		}
	}
	return resigns, agrees
}

// Where the rules allow it, a player resigns what has been hopeless for three turns, and
// agrees to a draw that has been in sight as long; where they do not speak of it, never.
func TestPlayersStop(t *testing.T) {
	const hopeless, even = "W:W35,45,48:BK3,K4,K5,11,12,13", "W:WK46,K47:BK4,K5"
	const resigning, agreeing = "search:nodes=300,weights=0,resign=20", "search:nodes=300,weights=0,agree=60"
	const allowed, unstated = profile.StoppingAllowed, profile.StoppingUnstated

	resigns, agrees := stops(t, resigning, hopeless, allowed, allowed, 3)
	require.Equal(t, []bool{false, false, true}, resigns)
	require.NotContains(t, agrees, true)
	resigns, _ = stops(t, resigning, hopeless, unstated, allowed, 3)
	require.NotContains(t, resigns, true)

	resigns, agrees = stops(t, agreeing, even, unstated, allowed, 5)
	require.Equal(t, []bool{false, false, true, true, true}, agrees)
	require.NotContains(t, resigns, true)
	_, agrees = stops(t, agreeing, even, allowed, unstated, 5)
	require.NotContains(t, agrees, true)
	_, agrees = stops(t, agreeing+",few=2", even, allowed, allowed, 5)
	require.NotContains(t, agrees, true, "more than 2 % of forty pieces are left")
	_, agrees = stops(t, agreeing, "W:W31-50:B1-20", allowed, allowed, 4)
	require.NotContains(t, agrees, true, "more than half of the pieces are left")

	resigns, _ = stops(t, "search:nodes=300,weights=0", hopeless, allowed, allowed, 3)
	require.Empty(t, resigns, "who has no option plays on")
}
