//go:build unix

package files_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/files"
	"varlab/files/faulty"
)

// Whatever fails, a file that is replaced has its old content or the new, and the rest
// of the folder is as it was.
func TestEveryFaultOfAFile(t *testing.T) {
	old, new := "old", strings.Repeat("new", 10_000)
	act := faulty.Act{
		Prepare: func(dir string) error { return os.WriteFile(filepath.Join(dir, "report"), []byte(old), 0o600) },
		Do: func(dir string) error {
			return files.Write(filepath.Join(dir, "report"), func(w io.Writer) error { _, err := io.WriteString(w, new); return err })
		},
	}
	content := func(t *testing.T, dir string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, "report"))
		require.NoError(t, err)
		return string(text)
	}
	finally := func(t *testing.T, dir string) {
		require.Equal(t, new, content(t, dir))
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1)
	}
	t.Setenv("VARLAB_FAULTS", "0/1")
	faulty.Each(t, act, func(t *testing.T, dir string, err error) {
		if text := content(t, dir); text != old {
			require.Equal(t, new, text)
		} else {
			require.Error(t, err)
		}
	}, finally)
	faulty.PowerLoss(t, act, func(t *testing.T, last, found string) {
		if text := content(t, found); text != old {
			require.Equal(t, new, text)
		}
	}, finally)
}
