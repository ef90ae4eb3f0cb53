package content_test

import (
	"strings"
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
}

// What has no room loses words of its key, and the value last.
func TestBriefly(t *testing.T) {
	for sets, want := range map[string]string{
		"king.range=short": "range short", "man.may_capture_king=false": "may capture: no", "promotion.ends_move=true": "ends move true",
		"draw-repetition": "no repetition", `draw+{kind="quiet",moves="non-captures",plies=30}`: "quiet 30", "draw.quiet.plies=20": "quiet plies 20",
		"capture.completion=whole-from-landing": "from landing", "board.first_mover=black": "black", "board.men_rows=3": "men rows 3",
		"capture.obligation=claimable;claim.remedies=[\"huff\"]": "claimable, huff",
	} {
		c := &content.Content{Sets: strings.Split(sets, ";")}
		words, whole := c.Brief(func(string) bool { return true }, 16)
		require.Equal(t, want, words, sets)
		require.Equal(t, want != "from landing", whole, sets)
	}
}
