// Package files writes files that are whole or absent, and locks directories.
//
// The one idea: a file is written under a temporary name beside its own, synced, and
// renamed. Whoever reads it finds what was there before or all that was written, also
// after a kill, a full disk or lost power.
package files

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"

	"varlab/internal/plain"
)

// Temporary is the pattern of temporary names. What matches it beside a file is left of
// a write that was cut off.
const Temporary = ".varlab-*.tmp"

// Write has the file at path hold what write writes, whole, or leaves what is there. A
// symbolic link is followed. What is not a regular file, such as a pipe or a terminal, is
// written to directly, in plain text.
func Write(path string, write func(io.Writer) error) error {
	if err := Ready(path); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(&plain.Writer{To: f}), f.Close())
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
func WriteBytes(path string, content []byte) error { return Write(path, Content(content)) }

// Content writes text that is made already.
func Content(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// Ready reports why Write would fail at path: its folder is not there, or a folder has
// its name. A long command asks before it begins.
func Ready(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder (want the name of a file)", path)
	}
	_, err := os.Stat(filepath.Dir(path))
	return err
}

// A File is a file that Add adds to its folder.
type File struct {
	Path  string
	Write func(io.Writer) error
}

// ErrOther says that a file is there already, and is another.
var ErrOther = errors.New("is there already, with other content (want another folder)")

// Add writes files, and makes their folders. If one is there already with other content,
// it writes none and fails with ErrOther, unless overwrite is set.
func Add(overwrite bool, all ...File) error {
	for _, f := range all {
		if overwrite {
			break
		}
		if err := f.compare(); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	for _, f := range all {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
			return err
		}
		if err := Write(f.Path, f.Write); err != nil {
			return err
		}
	}
	return nil
}

// compare is an error unless the file is there with its content.
func (f *File) compare() error {
	there, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer there.Close()
	was, is := sha256.New(), sha256.New()
	if _, err := io.Copy(was, there); err != nil {
		return err
	}
	if err := f.Write(is); err != nil {
		return err
	}
	if !bytes.Equal(was.Sum(nil), is.Sum(nil)) {
		return fmt.Errorf("%s: %w", f.Path, ErrOther)
	}
	return nil
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
