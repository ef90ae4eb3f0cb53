// Package files writes files that are whole or absent, and locks directories.
//
// The one idea: a file is written under a temporary name beside its own, synced, and
// renamed. A reader finds the old content or the new, whole, also after a kill, a full disk
// or lost power.
package files

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/gofrs/flock"

	"varlab/internal/plain"
)

// Temporary is the pattern of temporary names. A file with such a name is left of a write
// that was cut off.
const Temporary = ".varlab-*.tmp"

// Write replaces the content of the file at path by the output of write, whole or not at
// all. It follows a symbolic link. To a file that is not regular, such as a pipe or a
// terminal, it writes directly, in plain text.
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
	for {
		made, err := beside(path, write)
		if err != nil {
			return err
		}
		if err = rename(made, path); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		// Another process that began here took it for what was left of a write, and removed it.
	}
}

// beside writes a file under a temporary name beside path, and syncs it.
func beside(path string, write func(io.Writer) error) (made string, err error) {
	made = filepath.Join(filepath.Dir(path), strings.Replace(Temporary, "*", strconv.FormatUint(rand.Uint64(), 36), 1))
	f, err := os.OpenFile(made, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		b := bufio.NewWriterSize(f, 1<<16)
		if err = write(b); err == nil {
			err = cmp.Or(b.Flush(), f.Sync())
		}
		if info, missing := os.Stat(path); missing == nil && err == nil {
			err = f.Chmod(info.Mode().Perm())
		}
		if err = cmp.Or(err, f.Close()); err != nil {
			os.Remove(made)
		}
	}
	var failed *os.PathError
	if errors.As(err, &failed) && failed.Path == made {
		failed.Path = path
	}
	return made, err
}

// rename gives a file that was made beside path its name.
func rename(made, path string) error {
	if err := os.Rename(made, path); err != nil {
		os.Remove(made)
		return fmt.Errorf("%s: %w", path, errors.Unwrap(err))
	}
	return syncDir(filepath.Dir(path))
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

// Read is the content of a regular file of at most most bytes. A pipe, which would keep its
// reader waiting, is an error.
func Read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", path)
	case info.Size() > most:
		return nil, fmt.Errorf("%s: %d bytes (want at most %d)", path, info.Size(), most)
	}
	return os.ReadFile(path)
}

// Ready reports why Write would fail at path: its folder is not there, or a folder has
// its name. A long command asks before it begins.
func Ready(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder (want the name of a file)", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%s: %w", path, errors.Unwrap(err))
	}
	return nil
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
	made := make([]string, len(all))
	defer func() {
		for _, name := range made {
			os.Remove(name) // fails once it is renamed
		}
	}()
	for i, f := range all {
		err := os.MkdirAll(filepath.Dir(f.Path), 0o777)
		if err == nil {
			made[i], err = beside(f.Path, f.Write)
		}
		if err == nil && !overwrite {
			err = differ(made[i], f.Path)
		}
		if err != nil {
			return err
		}
	}
	for i, f := range all {
		if err := rename(made[i], f.Path); err != nil {
			return err
		}
	}
	return nil
}

// differ is ErrOther if there is a file at path with other content than the one made.
func differ(made, path string) error {
	was, err := Sum(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	is, failed := Sum(made)
	if err = cmp.Or(err, failed); err == nil && !bytes.Equal(was, is) {
		err = fmt.Errorf("%s: %w", path, ErrOther)
	}
	return err
}

// Sum is the SHA-256 of a file.
func Sum(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return sum.Sum(nil), err
}

// syncDir makes the names in a directory last. Windows has no such call, and needs none.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// RemoveTemporary removes from a directory the files left of writes that were cut off.
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
