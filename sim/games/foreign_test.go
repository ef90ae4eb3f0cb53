package games

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
)

var hidden = regexp.MustCompile(`\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})`)

// Games are read as sites and programs write them.
func TestForeignGames(t *testing.T) {
	text := disk.Read(t, "testdata/foreign.pdn")
	for _, block := range strings.Split(text, "\n== ")[1:] {
		heading, pdn, _ := strings.Cut(block, "\n")
		fields := strings.Split(heading, " | ")
		require.Len(t, fields, 3, heading)
		pdn = hidden.ReplaceAllStringFunc(pdn, func(s string) string {
			s, err := strconv.Unquote(`"` + s + `"`)
			require.NoError(t, err)
			return s
		})
		referee, err := NewReferee(given.Rules(t, fields[1]))
		require.NoError(t, err)
		n := 0
		f := &File{Name: "foreign.pdn", Text: strings.NewReader(pdn)}
		for g, bad := range f.games(context.Background()) {
			n++
			var found Finding
			if g != nil {
				found = referee.Follow(g, bad)
				bad = found.Unread
			}
			if want, wrong := strings.CutPrefix(fields[2], "!"); wrong {
				assert.ErrorContains(t, bad, want, heading)
				continue
			}
			stated := "*"
			if found.Stated != "" {
				stated = found.Stated
			}
			assert.NoError(t, bad, heading)
			assert.Nil(t, found.Illegal, heading)
			assert.Equal(t, fields[2], fmt.Sprintf("%d %s", found.Plies, stated), heading)
		}
		require.Equal(t, 1, n, heading)
	}
}
