package notation_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules/notation"
	"varlab/variants"
)

// The built-in profiles that PDN gives a number name their squares as it says.
func TestGameTypesOfTheProfiles(t *testing.T) {
	numbered := 0
	for _, id := range variants.IDs() {
		v := given.Variant(t, id)
		g := notation.GameTypeFor(id, v.Profile)
		if g.Number == notation.OtherGame {
			continue
		}
		numbered++
		known, err := notation.ReadGameType(strconv.Itoa(g.Number))
		require.NoError(t, err)
		require.Equal(t, known.String(), g.String(), id)
		// And what is said of it can be undone.
		_, renames := g.Notation(v.Profile)
		require.False(t, renames, id)
	}
	all := 0
	for _, g := range notation.GameTypes {
		if g.Profile != "" {
			all++
		}
	}
	require.Equal(t, all, numbered, "a profile of GameTypes is not built in")
}
