package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Append adds to the end of the file at a path that a person has named, on lines of its
// own, all or nothing: in one piece, when all of it has been made. Of several that add to
// one file each waits for the others. Where Write refuses to write, so does Append.
func Append(ctx context.Context, path string, write func(io.Writer) error) error {
	if _, _, err := place(path, ""); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	for tries := 0; ; tries++ {
		at, old, err := place(path, "")
		if err != nil {
			return err
		}
		if old != nil && !old.Mode().IsRegular() {
			return through(ctx, at, Content(text.Bytes()))
		}
		if err = add(ctx, path, at, text.Bytes()); tries == 3 || !errors.Is(err, errElsewhere) {
			return err
		}
	}
}

// errElsewhere is a path that was led to another file while this process waited for the one
// it had led to, as a name such as today.pdn is at midnight.
var errElsewhere = errors.New("leads elsewhere than before")

// ReadyToAdd reports why Append would refuse to add to a file, or could not begin it.
func ReadyToAdd(path string) error {
	at, old, err := place(path, "")
	if err != nil || old != nil || isDescriptor(at) {
		return err
	}
	return tryAt(path, at, nil)
}

// add adds text to a regular file, to which a path that a person has named leads.
func add(ctx context.Context, named, path string, text []byte) error {
	if err := fault(Creating, path); err != nil {
		return err
	}
	f, made, err := openLocked(ctx, path)
	if err != nil {
		return err
	}
	unmake := func() {
		if info, err := f.Stat(); made && err == nil && info.Size() == 0 && sameFile(path, f.Stat) {
			os.Remove(path)
		}
	}
	info, err := f.Stat()
	// While it waited the way may have been led elsewhere, or a run laid round it.
	if at, _, e := place(named, ""); e != nil && !(made && errors.Is(e, fs.ErrPermission)) { // by a umask
		err = e
	} else if e == nil && at != path {
		err = fmt.Errorf("%s: %w", named, errElsewhere)
	}
	if err != nil {
		unmake()
		return errors.Join(err, f.Close())
	}
	if size := info.Size(); size > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err != nil || last[0] != '\n' { // or it may not be read
			text = append([]byte{'\n'}, text...)
		}
	}
	to := &counted{File: File{f}}
	if _, err = to.Write(text); err == nil {
		err = to.sync()
	}
	if err != nil {
		err = errors.Join(err, to.takeBack(info.Size()))
		unmake()
	}
	return errors.Join(err, f.Close())
}

// How long Append waits for others that add to the same file, and how long once it is
// interrupted: a game that was left by Ctrl-C is still to be saved.
const (
	lockPatience        = 10 * time.Second
	interruptedPatience = time.Second
)

// openLocked opens a file to add to its end and locks it. It tells whether the file was
// made for that.
func openLocked(ctx context.Context, path string) (f *os.File, made bool, err error) {
	const flag = os.O_APPEND | nonblock
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		f, err := os.OpenFile(path, flag|os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		made = err == nil
		if errors.Is(err, fs.ErrExist) { // a sticky folder may refuse to make what is there
			if f, err = os.OpenFile(path, flag|os.O_RDWR, 0); errors.Is(err, fs.ErrPermission) {
				f, err = os.OpenFile(path, flag|os.O_WRONLY, 0)
			}
			if errors.Is(err, fs.ErrNotExist) && time.Since(began) < lockPatience {
				continue // somebody has removed it meanwhile
			}
		}
		if err != nil {
			return nil, false, InWords(path, err)
		}
		_, held := lock(f)
		if !held && sameFile(path, f.Stat) { // and nobody has put another in its place meanwhile
			return f, made, nil
		}
		f.Close()
		patience := lockPatience
		if ctx.Err() != nil {
			patience = interruptedPatience
		}
		if time.Since(began) > patience {
			return nil, false, fmt.Errorf("%s: another process has locked it (want it free within %v)", path, patience)
		}
	}
}

// sameFile reports whether the system finds under a path what stat tells of.
func sameFile(path string, stat func() (fs.FileInfo, error)) bool {
	here, err := os.Stat(path)
	if err != nil {
		return false
	}
	other, err := stat()
	return err == nil && os.SameFile(here, other)
}

// A counted file knows how much was written to its end.
type counted struct {
	File
	n int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.File.Write(p)
	c.n += int64(n)
	return n, err
}

// takeBack takes what was written away from the end of a file that had a size before,
// unless somebody else has added to it too.
func (c *counted) takeBack(size int64) error {
	info, err := c.Stat()
	if err != nil || info.Size() != size+c.n {
		return err
	}
	return c.f.Truncate(size)
}
