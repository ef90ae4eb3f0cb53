package main

import (
	"os"
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
