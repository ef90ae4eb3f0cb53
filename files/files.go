// Package files reads and writes files for every other package.
//
// The one idea: a file that is written is there whole or not at all. It is written
// under another name in its folder, locked as long as its writer lives, synced, and
// then given its name. What a killed writer has left can be told from what a living one
// writes.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"time"
)

// Mark stands in the names of files that are not complete, between the name that the
// file is to have and the host and the process that write it.
const Mark = ".unfinished-"

// tempName is the name of a file that this process writes, until it is complete.
func tempName(name string, n int) string {
	return fmt.Sprintf("%s%s%s-%d-%d", name, Mark, Host(), os.Getpid(), n)
}

// temps are the numbers that the names of one file, and one process, may have.
const temps = 1000

// isTemp matches what tempName returns, and nothing else that people may call their files.
var isTemp = regexp.MustCompile(`^(?s:(.+))` + regexp.QuoteMeta(Mark) + `([._A-Za-z0-9]+)-([1-9][0-9]*)-(?:0|[1-9][0-9]{0,2})$`)

// AbandonedAfter is how long a file that is not complete and that another machine
// began must have been left alone before it is taken for abandoned: locks may not
// reach across machines. So must one of a dead process of this machine where the disk
// knows no locks: in a container, processes have other numbers.
const AbandonedAfter = 24 * time.Hour

// Host is the name of this machine, as it stands in the names of files.
func Host() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "host"
	}
	return notInHost.ReplaceAllString(name, "_")
}

var notInHost = regexp.MustCompile(`[^.A-Za-z0-9]`)

// Open opens a regular file for reading. Anything else, such as a pipe that nobody
// writes to, is an error, and is not waited for.
func Open(path string) (*os.File, error) {
	return regular(os.OpenFile(path, os.O_RDONLY|nonblock, 0))
}

// Copy is a file without a name that holds what a reader says, to be read more than once.
// Where the system keeps the name of what is open, the file stays in its temporary folder.
func Copy(in io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "varlab-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	if _, err = io.Copy(f, in); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OpenIn opens a regular file in a folder, as Open does. A link that leads out of the
// folder is not followed.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, InWords(in(root, name), err)
	}
	return regular(f, nil)
}

// OpenUnder is OpenIn for a folder that is not open, itself a link perhaps.
func OpenUnder(dir, name string) (*os.File, error) {
	root, err := OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return OpenIn(root, name)
}

// RemoveUnder removes a file in a folder, if it is there. No link leads out of the folder.
func RemoveUnder(dir, name string) error {
	root, err := OpenRoot(dir)
	if err == nil {
		defer root.Close()
		err = remove(root, name)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return InWords(Join(dir, name), err)
}

// OpenRoot opens a folder as package os does, which waits where a pipe is.
func OpenRoot(dir string) (*os.Root, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, noFolder(dir, info)
	}
	root, err := os.OpenRoot(dir)
	return root, InWords(dir, err)
}

// ReadDirIn lists a folder in a folder. A pipe in its place is not waited for.
func ReadDirIn(root *os.Root, dir string) ([]fs.DirEntry, error) {
	if info, err := root.Stat(dir); err == nil && !info.IsDir() {
		return nil, noFolder(in(root, dir), info)
	}
	entries, err := fs.ReadDir(root.FS(), dir)
	return entries, InWords(in(root, dir), err)
}

func noFolder(name string, info fs.FileInfo) error {
	return fmt.Errorf("%s: is %s (want a directory)", name, kind(info.Mode()))
}

func regular(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is %s (want a regular file)", f.Name(), kind(info.Mode()))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "a file"
	case m.IsDir():
		return "a directory"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSymlink != 0: // that was not followed
		return "a link that leads to none"
	}
	return "no file of bytes"
}

// A Temp is a file that is not complete.
type Temp struct {
	Name string // in the folder that was asked for
	Of   string // the file that it is to become
	Host string
	Live bool // its writer is at work, as far as can be seen
}

// unfinished returns the parts of the name of a file that a process is writing, or was
// killed at; nothing of other files, nor of what is no regular file.
func unfinished(e fs.DirEntry) []string {
	if !e.Type().IsRegular() {
		return nil
	}
	return isTemp.FindStringSubmatch(e.Name())
}

// Unfinished reports whether a file may be one that a killed process has left.
func Unfinished(e fs.DirEntry) bool { return unfinished(e) != nil }

// Tidy removes the files that EachUnfinished visits, but for those whose writers live,
// and those that are another user's, who alone may remove them, and returns the names of
// those that it removed.
func Tidy(root *os.Root, dir, only string) (gone []string, err error) {
	var failed error
	err = EachUnfinished(root, dir, only, func(t Temp) error {
		if t.Live {
			return nil
		}
		if err := remove(root, t.Name); err == nil {
			gone = append(gone, t.Name)
		} else if failed == nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			failed = err
		}
		return nil
	})
	return gone, errors.Join(err, failed)
}

// EachUnfinished visits the files of a folder in root that are not complete, or of
// those that are to become the file called only, if that is not empty. While a file is
// visited that no process is at, it is locked.
func EachUnfinished(root *os.Root, dir, only string, visit func(Temp) error) error {
	entries, err := ReadDirIn(root, dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		name := unfinished(e)
		if name == nil || only != "" && name[1] != only {
			continue
		}
		t := Temp{Name: path.Join(dir, e.Name()), Of: path.Join(dir, name[1]), Host: name[2]}
		file, err := OpenIn(root, t.Name)
		if err == nil || errors.Is(err, fs.ErrPermission) { // another user's, which he alone may read
			t.Live = live(file, e, t.Host, name[3])
			err = visit(t)
			file.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // completed meanwhile
			return err
		}
	}
	return nil
}

// live reports whether the writer of a file is at work. One that cannot be opened, and is
// nil, cannot be locked either.
func live(file *os.File, e fs.DirEntry, host, process string) bool {
	got, held := lock(file)
	if held {
		return true
	}
	if host == Host() {
		if got {
			return false
		}
		if n, err := strconv.ParseInt(process, 10, 32); err == nil && lives(int(n)) {
			return true
		}
	}
	info, err := e.Info()
	return err == nil && time.Since(info.ModTime()) < AbandonedAfter
}
