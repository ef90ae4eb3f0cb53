package lab

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a run directory calls a player is no name of a file: one is read only where a person
// names it.
func TestARunOpensNoPlayersFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const file = "fitted.toml"
	require.NoError(t, os.WriteFile(file, []byte("player = \"search:nodes=100\"\n"), 0o666))
	spec := fittedPrefix + file
	_, err := Spec(spec)
	require.NoError(t, err)
	_, err = NewPlayer(nil, spec, "")
	require.ErrorContains(t, err, `unknown kind "file"`)
	require.Nil(t, whose(nil, []string{spec}, nil))
}
