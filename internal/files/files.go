// Package files writes files that are whole or absent, and locks directories.
//
// The one idea: a file is written under a temporary name beside its own, synced, and
// renamed. Whoever reads it finds what was there before or all that was written, also
// after a kill, a full disk or lost power.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// Temporary is the pattern of temporary names. What matches it beside a file is left of
// a write that was cut off.
const Temporary = ".varlab-*.tmp"

// Write has the file at path hold what write writes, whole, or leaves what is there. A
// symbolic link is followed. What is not a regular file, such as a pipe or a terminal, is
// written to directly.
func Write(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return fmt.Errorf("%s: is a folder (want the name of a file)", path)
		}
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	f, err := os.CreateTemp(filepath.Dir(path), Temporary)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), mode(path)); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// WriteBytes is Write of content.
func WriteBytes(path string, content []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(content))
		return err
	})
}

// mode is that of the file at path, or of a new file under the umask.
func mode(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask
}

// SyncDir makes the names in a directory last. Windows has no such call, and needs none.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// RemoveTemporary removes from a directory what writes that were cut off have left.
func RemoveTemporary(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, Temporary))
	for _, name := range left {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// ErrLocked says that another process holds a lock.
var ErrLocked = errors.New("locked by another process")

// Lock takes the lock that the file at path stands for, which it makes, or fails with
// ErrLocked. The system lets go of it when the process ends, however it ends.
func Lock(path string) (unlock func() error, err error) {
	lock := flock.New(path)
	held, err := lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !held {
		return nil, errors.Join(ErrLocked, lock.Close())
	}
	return lock.Close, nil
}
