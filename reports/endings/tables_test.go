package endings

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A rule set may have the name of its file.
func TestNamesStandInOneLine(t *testing.T) {
	require.Equal(t, "a \\# b.toml, a\\|b, c \\[x\\](y) .toml, `d.toml`", code("a\n\n# b.toml", "a|b", "c\n[x](y)\n.toml", "d.toml"))
}
