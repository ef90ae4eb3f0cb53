// Package disk is for tests: it reads files. A test that cannot read one fails at once.
package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Read is what a file holds.
func Read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// Glob are the files that a pattern finds.
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	require.NoError(t, err)
	return found
}

// Tree is what the files below a folder hold, by their paths in it. Folders with the names
// in left are left out.
func Tree(t testing.TB, dir string, left ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(left, d.Name()):
			return fs.SkipDir
		case !d.IsDir():
			found[name] = Read(t, filepath.Join(dir, name))
		}
		return nil
	}))
	return found
}
