package notation_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules/notation"
)

var hidden = regexp.MustCompile(`\\u[0-9a-f]{4}`)

// Positions are read as sites and programs write them.
func TestForeignPositions(t *testing.T) {
	text := disk.Read(t, "testdata/foreign.fens")
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), " | ")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			require.Regexp(t, `^(#.*)?$`, fields[0])
			continue
		}
		r := given.Rules(t, fields[0])
		n := notation.Of(r.Profile())
		fen := hidden.ReplaceAllStringFunc(fields[1], func(s string) string {
			s, err := strconv.Unquote(`"` + s + `"`)
			require.NoError(t, err)
			return s
		})
		h, notes, err := n.Begin(r, fen)
		if want, wrong := strings.CutPrefix(fields[2], "!"); wrong {
			assert.ErrorContains(t, err, want, line)
			continue
		}
		if !assert.NoError(t, err, line) {
			continue
		}
		want, err := n.ReadFEN(fields[2])
		require.NoError(t, err, line)
		assert.Equal(t, n.WriteFEN(want), n.WriteFEN(h.Now().Setup()), line)
		if len(fields) > 3 {
			assert.Contains(t, strings.Join(notes, "; "), fields[3], line)
		} else if !strings.Contains(fen, ":F") {
			assert.NotContains(t, strings.Join(notes, "; "), "passed over", line)
		}
	}
}

// A count of plies behind a position is one that a draw clause goes on with.
func TestForeignCounters(t *testing.T) {
	r := given.Rules(t, "international")
	n := notation.Of(r.Profile())
	for text, over := range map[string]bool{"W:WK5,K6,K7,K8:BK50,K49:H49:F80": false, "W:WK5,K6,K7,K8:BK50,K49:H50:F80": true} {
		h, _, err := n.Begin(r, text)
		require.NoError(t, err)
		require.Equal(t, over, h.Outcome().Over(), text)
	}
}
