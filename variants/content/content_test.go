package content_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/variants"
	"varlab/variants/content"
)

// The rules of every rule set, and of each of its readings, can be made again from what
// stands of it in a manifest.
func TestContentIsTheRuleSet(t *testing.T) {
	var refs []string
	for _, id := range variants.IDs() {
		with, err := variants.Expand(id + "+*")
		require.NoError(t, err)
		refs = append(refs, with...)
	}
	for _, id := range refs {
		v := given.Variant(t, id)
		c, err := content.Read(v.Content())
		require.NoError(t, err)
		require.Equal(t, v.Description().Assumed, c.Assumed)
		p, err := c.Profile()
		require.NoError(t, err)
		was := given.Compiled(t, v.Profile)
		is := given.Compiled(t, p)
		require.Equal(t, was.PlayHash(), is.PlayHash(), id)
		for _, a := range v.Axes() {
			got, ok := c.Value(a)
			require.True(t, ok, a.Key)
			require.Equal(t, content.Data(a.Get(v.Profile)), content.Data(got), "%s: %s", id, a.Key)
			if a.Unstated != "" && a.Get(p) == a.Default {
				delete(c.Axes, a.Key) // as in what is older than the axis
			}
		}
		older, err := c.Profile()
		require.NoError(t, err)
		require.Equal(t, p, older, id)
	}
}

// A value that this program does not know is said to be that.
func TestUnknownValue(t *testing.T) {
	for _, text := range []string{`{"axes":{"king.range":"jumping"}}`, `{"axes":{"board.rows":10.5}}`, `{"axes":{"draw":[{"kind":"boredom"}]}}`, `{"axes":{"draw":null}}`} {
		c, err := content.Read([]byte(text))
		require.NoError(t, err)
		_, err = c.Profile()
		require.ErrorContains(t, err, "is not known (want", text)
	}
}
