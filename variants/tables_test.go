package variants

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tables in the README are those that the profiles and the axes make.
// go test ./variants -update rewrites them.
func TestReadmeTables(t *testing.T) {
	const path = "../README.md"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	table, err := Table()
	require.NoError(t, err)
	now := string(text)
	now = block(t, now, "variants", table)
	now = block(t, now, "axes", AxesTable())
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, string(text), "the README's tables are old (go test ./variants -update rewrites them)")
}

// block puts body between the markers of that name.
func block(t *testing.T, text, name, body string) string {
	t.Helper()
	open, end := "<!-- table: "+name+" -->\n", "<!-- end of table: "+name+" -->"
	before, rest, ok := strings.Cut(text, open)
	require.True(t, ok, "the README has no %q", open)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok, "the README has no %q", end)
	return before + open + body + end + after
}
