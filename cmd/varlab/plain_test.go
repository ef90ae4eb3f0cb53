package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestErrorsArePlain(t *testing.T) {
	var b strings.Builder
	require.Equal(t, 1, exitCode(errors.New("rule set \x1b[2J\u009b31mx"), &b))
	require.Equal(t, "varlab: rule set �[2J�31mx\n", b.String())

	b.Reset()
	require.Equal(t, 1, exitCode(fmt.Errorf("stopped after 3 games: %w", context.Canceled), &b))
	require.Equal(t, "varlab: stopped after 3 games: interrupted\n", b.String())
}

// Whatever stdout is, no bytes of foreign text but plain ones go there: not by the
// faults that check lists, not as JSON, whose texts stay what they are.
func TestPipesArePlain(t *testing.T) {
	dir := t.TempDir()
	foreign := "a\u202eb\u009b31m\U000e0041\u3164\u2800"
	profile := filepath.Join(dir, "p.toml")
	text := "inherits = \"federation\"\ntitle = \"" + foreign + "\"\n"
	require.NoError(t, os.WriteFile(profile, []byte(text), 0o666))
	faulty := filepath.Join(dir, "f.toml")
	require.NoError(t, os.WriteFile(faulty, []byte("\"\\u001b[2J"+foreign+"\" = 1\n"), 0o666))
	said := func(args ...string) string {
		var out, notes strings.Builder
		exitCode(run(t.Context(), args, &out, &notes), &notes)
		for _, c := range out.String() + notes.String() {
			require.True(t, c == '\n' || unicode.IsPrint(c) && c != '\u3164' && c != '\u2800', "%q: %v", c, args)
		}
		return out.String()
	}
	require.Contains(t, said("check", faulty), "a")
	require.Contains(t, said("explain", profile), "a�b�31m���")
	var shown struct{ Title string }
	require.NoError(t, json.Unmarshal([]byte(said("explain", profile, "--format", "json")), &shown))
	require.Equal(t, foreign, shown.Title)
}
