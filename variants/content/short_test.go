package content_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/variants/content"
)

// A short name is a whole name where one is short enough, and else whole words.
func TestShortNamesAreNotCut(t *testing.T) {
	for want, names := range map[string][]string{
		"English":          {"English"},
		"grandfather":      {"Draughts as my grandfather played it", "grandfather"},
		"English draughts": {"English draughts with flying kings"},
		"Draughts":         {"Draughts of the Star Inn"},
		"range short":      {"range short, removal at once"},
		"Unterbrechungsv…": {"Unterbrechungsverfahren"},
	} {
		require.Equal(t, want, content.Shortened(names...))
	}
}

func TestListsOfDrawClausesAreNotSpelledOut(t *testing.T) {
	require.Equal(t, "other draws", content.SetWords(`draw=[{kind="repetition",count=3}]`))
	require.Equal(t, "draw none", content.SetWords("draw=[]"))
	require.Equal(t, "draw by repetition count 3", content.SetWords(`draw+{kind="repetition",count=3}`))
	require.Equal(t, "claimable, huff", (&content.Content{Sets: []string{`capture.obligation="claimable"`, `claim.remedies=["huff"]`}}).Brief())
}
