package lab_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/lab"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/games"
)

// The three-move ballots are the positions after three plies in which neither side is a man
// behind after best play, seen seven plies ahead and to the end of captures.
func TestThreeMove(t *testing.T) {
	_, r, err := new(lab.RuleSets).Load("english")
	require.NoError(t, err)
	derived := map[board.Setup]bool{}
	all := 0
	var walk func(s rules.State, plies int)
	seen := map[board.Setup]bool{}
	walk = func(s rules.State, plies int) {
		switch {
		case plies < 3:
			for _, turn := range r.Moves(nil, s) {
				walk(r.Play(s, turn), plies+1)
			}
		case !seen[s.Setup()]:
			seen[s.Setup()] = true
			all++
			if ahead(r, s, 7, -12, 12) == 0 {
				derived[s.Setup()] = true
			}
		}
	}
	walk(r.Start(), 0)
	require.Equal(t, 216, all)
	require.Len(t, derived, 174)

	text := disk.Read(t, "../studies/openings/english-three-move.pdn")
	referee, err := games.NewReferee(r)
	require.NoError(t, err)
	for g, err := range notation.NewReader(strings.NewReader(text)).Games() {
		require.NoError(t, err)
		f := referee.Follow(g, err)
		require.True(t, f.Complete, g)
		s := r.Start()
		for _, turn := range f.Turns {
			s = r.Play(s, turn)
		}
		require.True(t, derived[s.Setup()], g)
		delete(derived, s.Setup())
	}
	require.Empty(t, derived)
}

// ahead is how many men more the side on move has after so many plies of best play, and the
// captures that follow, between low and high.
func ahead(r *rules.Rules, s rules.State, plies, low, high int) int {
	turns := r.Moves(nil, s)
	if plies <= 0 && turns[0].Action != rules.Capture {
		return s.Pieces(s.Mover()).Len() - s.Pieces(s.Mover().Other()).Len()
	}
	for _, turn := range turns {
		if low = max(low, -ahead(r, r.Play(s, turn), plies-1, -high, -low)); low >= high {
			break
		}
	}
	return low
}
