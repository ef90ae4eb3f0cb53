package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
)

// Two routes take the same pieces between the same squares, and on one of them the man is
// crowned in passing: that makes two captures.
func TestCapturesOfDifferentRankAreTwo(t *testing.T) {
	p := given.Variant(t, "international",
		"board.rows=8", "board.columns=8", "board.men_rows=3", "capture.directions=all",
		"capture.precedence=[]", "capture.removal=at-once", "promotion.when=in-passing",
	).Profile
	turns, _, err := conformance.Playable(p, notation.Hub, "W:W19:B11,14,22,23", nil)
	require.NoError(t, err)
	crowned := slices.IndexFunc(turns, func(turn string) bool { return strings.HasSuffix(turn, "=K") })
	require.GreaterOrEqual(t, crowned, 0, "%v", turns)
	require.Contains(t, turns, strings.TrimSuffix(turns[crowned], "=K"))

	one := rules.Turn{From: 3, To: 9, Captured: board.SetOf(6)}
	other := one
	require.True(t, rules.SameCapture(&one, &other))
	other.Promotes = true
	require.False(t, rules.SameCapture(&one, &other), "what was due before a huff is compared so")
}
