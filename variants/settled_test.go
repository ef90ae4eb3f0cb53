package variants

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A child that settles a rule by a clause of its own text has none of the parent's readings of
// that rule, whose ambiguity is of another text; the others it has.
func TestReadingsBelongToTheirText(t *testing.T) {
	const text = `inherits = "encyclopedie-francaise"
title    = "Draughts at the Star"
short    = "the Star"
period   = "1875"
place    = "Leeds"
language = "en"
status   = "described"
summary  = "As the article, but all go."
[source.star]
title = "Rules upon the wall"
year  = "1875"
[source.star.clauses]
c1 = { says = "All that failed to take are taken off." }
[claim]
number = `
	path := filepath.Join(t.TempDir(), "star.toml")
	for value, offered := range map[string]bool{`{ is = "all", clause = "star.c1" }`: false, `{ is = "one", assumed = "as I play it" }`: true} {
		require.NoError(t, os.WriteFile(path, []byte(text+value+"\n"), 0o666))
		v, err := Load(path, nil)
		require.NoError(t, err)
		require.Equal(t, offered, len(v.Explain("claim.number").Explained[0].Others) > 0, value)
		require.NotEmpty(t, v.Explain("claim.piece").Explained[0].Others)
		require.Equal(t, offered, slices.ContainsFunc(v.Readings, func(r Reading) bool { return r.Name == "all-pieces-go" }))
	}
}
