package page

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
	"varlab/variants"
)

// Each rule set has a card and a row, whose facts are those of its profile.
func TestGallery(t *testing.T) {
	made, err := Gallery(&explore.Engine{}, func(ref string) string { return "explore#" + ref }, "explore#")
	require.NoError(t, err)
	text := string(made)
	for _, id := range variants.IDs() {
		require.Equal(t, 2, strings.Count(text, `data-id="`+id+`"`), id)
		require.Contains(t, text, `href="explore#`+id+`"`)
	}
	cells := regexp.MustCompile(`<td[^>]*>([^<]*)</td>`)
	for id, want := range map[string]string{
		"english":                "20th century to today|12|8×8|forwards|one square|any|any|no|cannot be|yes|–|after the move|stops, a king|loses|quiet moves, repetition",
		"international":          "since 1947|20|10×10|both ways|flying|the most|any|no|cannot be|yes|anywhere behind|after the move|goes on, a man|loses|few pieces, quiet moves, repetition",
		"polonaise-souffler":     "1860 to 1890|20|10×10|both ways|flying|the most|any|yes|huff or play again|yes|anywhere behind|after the move|goes on, a man|loses|breaking off",
		"encyclopedie-francaise": "1754",
	} {
		_, row, _ := strings.Cut(text, `<tr data-id="`+id+`"`)
		row, _, _ = strings.Cut(row, "</tr>")
		var got []string
		for _, c := range cells.FindAllStringSubmatch(row, -1) {
			got = append(got, c[1])
		}
		require.True(t, strings.HasPrefix(strings.Join(got, "|"), want), "%s: %s", id, strings.Join(got, "|"))
	}
	_, boards, _ := strings.Cut(text, "<defs>")
	boards, _, _ = strings.Cut(boards, "</defs>")
	require.Less(t, len(boards), 60_000)
	t.Logf("%d bytes of boards in %d", len(boards), len(text))
	require.Contains(t, text, `<option>21st century</option>`)
	require.NotContains(t, text, "ZgotmplZ")
}
