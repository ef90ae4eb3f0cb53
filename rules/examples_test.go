package rules_test

import (
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// The example of every axis that changes a turn or an ending, or names squares,
// is what both generators play; with the axis back at its default they play
// something else.
func TestExamplesShowTheirAxis(t *testing.T) {
	for i := range profile.Axes {
		a := &profile.Axes[i]
		e := a.Example
		if !a.Plays && !strings.HasPrefix(a.Key, "board.") {
			require.Empty(t, e.Set, "%s: no position shows what binds people", a.Key)
			continue
		}
		require.NotEmpty(t, e.Set, "%s has no example", a.Key)
		require.NotEmpty(t, a.Sentence, "%s has no sentence", a.Key)
		for _, v := range a.Values {
			require.NotEmpty(t, v.Means, "%s = %q has no sentence", a.Key, v.Word)
		}
		if _, reason, ends := strings.Cut(e.Outcome, " "); ends {
			require.Equal(t, strings.HasPrefix(a.Key, "ending."), rules.Reason(reason).OnBoard(), reason)
		}
		play := func(sets []string) ([]string, string) {
			p := given.Variant(t, "international", slices.Concat([]string{"draw=[]"}, sets)...).Profile
			lines, outcome, err := conformance.Playable(p, notation.Hub, e.FEN, strings.Fields(e.After))
			require.NoError(t, err, a.Key)
			if e.Outcome == "" {
				outcome = ""
			}
			return lines, outcome
		}
		lines, outcome := play(e.Set)
		require.True(t, slices.Equal(e.Turns, lines), "%s: playable %q (the example says %q)", a.Key, lines, e.Turns)
		require.Equal(t, e.Outcome, outcome, a.Key)

		if a.Key == "board.notation" {
			continue // hub text is the same for all names
		}
		usual := slices.DeleteFunc(slices.Clone(e.Set), func(s string) bool {
			return strings.HasPrefix(s, a.Key+"=") ||
				a.Key == "claim.automatic" && strings.HasPrefix(s, "claim.remedies=") // it stands only with a huff alone
		})
		otherLines, otherOutcome := play(usual)
		require.False(t, slices.Equal(lines, otherLines) && outcome == otherOutcome, "%s: its default plays the same", a.Key)
	}
}

// The defaults of the axes are the international game without draw clauses.
func TestDefaultsAreInternational(t *testing.T) {
	p := given.Variant(t, "international", "draw=[]").Profile
	usual := profile.Default()
	for i := range profile.Axes {
		if a := &profile.Axes[i]; a.Plays && a.Applies(p) {
			require.EqualValues(t, a.Get(usual), a.Get(p), a.Key)
		}
	}
}

// A king counts for a little less than a man and a half: one for more than a man,
// two for less than three men.
func TestValueOfAKing(t *testing.T) {
	p := given.Variant(t, "international", `capture.precedence=["value"]`).Profile
	for fen, want := range map[string]string{
		"W:W28:BK22,23":           "28x17x22",
		"W:W28:BK11,K22,23,24,34": "28x39x23x24x34",
		"W:W28:BK11,K22,14,23":    "28x6x11x22",
	} {
		lines, _, err := conformance.Playable(p, notation.Hub, fen, nil)
		require.NoError(t, err)
		require.Equal(t, []string{want}, lines, fen)
	}
}
