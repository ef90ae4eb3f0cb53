package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "page")
	holds := func(want string) {
		t.Helper()
		got := disk.Read(t, path)
		require.Equal(t, want, got)
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1, "nothing temporary is left")
	}
	require.NoError(t, WriteBytes(path, []byte("one")))
	holds("one")
	require.NoError(t, os.Chmod(path, 0o600))
	require.NoError(t, WriteBytes(path, []byte("two")))
	holds("two")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	full := errors.New("no space left on device")
	require.ErrorIs(t, Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, full)
	}), full)
	holds("two")
	require.ErrorContains(t, WriteBytes(dir, nil), "is a folder")
	require.ErrorContains(t, Write(path, func(io.Writer) error { return &os.PathError{Op: "write", Path: "other", Err: full} }), "write other: ")
}

func TestWhatIsNoRegularFileIsWrittenTo(t *testing.T) {
	require.NoError(t, WriteBytes(os.DevNull, []byte("any")))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
}

func TestRemoveTemporary(t *testing.T) {
	dir := t.TempDir()
	_, err := beside(filepath.Join(dir, "cut"), Content(nil))
	require.NoError(t, err)
	require.NoError(t, WriteBytes(filepath.Join(dir, "kept"), nil))
	require.NoError(t, RemoveTemporary(dir))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := Lock(path)
	require.NoError(t, err)
	_, err = Lock(path)
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, unlock())
	unlock, err = Lock(path)
	require.NoError(t, err)
	require.NoError(t, unlock())
}

// A folder gets new files and loses none, unless that is asked for.
func TestAdd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	one := File{filepath.Join(dir, "one"), Content([]byte("one"))}
	two := File{filepath.Join(dir, "two"), Content([]byte("two"))}
	require.NoError(t, Add(false, one))
	require.NoError(t, Add(false, one))
	require.NoError(t, os.WriteFile(two.Path, []byte("mine"), 0o666))
	three := File{filepath.Join(dir, "three"), Content(nil)}
	require.ErrorIs(t, Add(false, three, two), ErrOther)
	require.NoFileExists(t, three.Path)
	require.NoError(t, Add(true, three, two))
	got := disk.Read(t, two.Path)
	require.Equal(t, "two", got)
}

// A process that begins beside another takes its file for one that was left, and removes it:
// it is written again.
func TestWriteAfterItsTemporaryIsRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be removed")
	}
	dir, times := t.TempDir(), 0
	path := filepath.Join(dir, "report.html")
	require.NoError(t, Write(path, func(w io.Writer) error {
		if times++; times == 1 {
			require.NoError(t, RemoveTemporary(dir))
		}
		_, err := io.WriteString(w, "whole")
		return err
	}))
	text := disk.Read(t, path)
	require.Equal(t, "whole", text)
}
