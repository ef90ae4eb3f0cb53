package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/cost"
)

// Whether a file is a study is asked of one that nobody has looked at.
func TestHostileFilesAreToldApart(t *testing.T) {
	texts := append(cost.TOML(1<<16), "a="+strings.Repeat("{a=", 5000), "["+strings.Repeat("a.", 20_000)+"a]")
	for _, text := range texts {
		cost.Limit(t, func() { isStudy("f.toml", []byte(text)) })
	}
	require.True(t, isStudy("f.toml", []byte("games = 10\n")))
}

// Nor does it matter how long a line of games is whose tags are looked for, or how many
// rule sets they name; and they name no file.
func TestHostileTags(t *testing.T) {
	var names strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&names, "[RuleSet \"english{king.repeat_limit=%d,board.men_rows=%d}\"]\n\n*\n", i%101, 1+i/101%3)
	}
	late := strings.Repeat("[a \"\"]", 2000) + "[RuleSet \"english\"]\n"
	endless := "[RuleSet \"" + strings.Repeat("\\\"", 8000) + "\n"
	for text, says := range map[string]string{
		strings.Repeat(" ", 40<<20):           "<nil>",
		strings.Repeat("[RuleSet ", 20<<20/9): "<nil>",
		strings.Repeat(late, 50):              "<nil>",
		strings.Repeat(endless, 200):          "<nil>",
		"[RuleSet \"own.toml+r\"]\n":          "game 1 names the rule set \"own.toml+r\", a file (want it by -r, if it is meant)",
		names.String():                        "its games name more than 100 rule sets (want fewer, or those that are meant, each by -r)",
	} {
		file := filepath.Join(t.TempDir(), "games.pdn")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		cost.Limit(t, func() {
			err := new(ruleFlags).named(t.Context(), []source{{called: file}})
			require.Equal(t, says, strings.TrimPrefix(fmt.Sprint(err), file+": "))
		})
	}
}

// What a run directory calls a player is no name of a file: one is read only where a person
// names it.
func TestARunOpensNoPlayersFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const file = "fitted.toml"
	require.NoError(t, os.WriteFile(file, []byte("player = \"search:nodes=100\"\n"), 0o666))
	spec := fittedPrefix + file
	_, err := specOf(spec)
	require.NoError(t, err)
	_, err = newPlayer(nil, spec, "")
	require.ErrorContains(t, err, `unknown kind "file"`)
	require.Empty(t, playerMeans(spec))
	require.Nil(t, weightsOf(nil, []string{spec}))
}

// A run that no program could read again is not begun: the name of a file, or an engine's
// command, may be of bytes that no record can hold.
func TestNamesAreText(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a\xff.toml", []byte("inherits = \"english\"\nstatus = \"invented\"\n"), 0o666))
	for at, args := range map[string][]string{
		"rules": {"./a\xff.toml", "english"}, "players": {"russian", "english", "--player", "hub:engine=x\xff,nodes=3"},
	} {
		err := run(t.Context(), append([]string{"compare", "--games", "2", "--out", "run"}, args...), io.Discard, io.Discard)
		require.ErrorContains(t, err, "is not UTF-8 (want a name that is, as records are)", at)
		require.NoDirExists(t, "run")
	}
}
