package files

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"

	"varlab/files/plain"
)

// Manifest is the file that makes a folder a run directory: one of this name that stands
// beside Shards, the folder of games, or states runMark. Where it is lost, Shards make one.
// Page is the one file in it that is no part of the run.
const (
	Manifest = "manifest.json"
	Shards   = "shards"
	Page     = "report.html"
)

// MaxManifest bounds the size of a manifest, in bytes: about ten times that of
// ten million games in shards of two thousand.
const MaxManifest = 64 << 20

var runMark = []byte(`"study_hash"`)

// Write writes the file at a path that a person has named. A file is there whole or
// not at all, and on the disk; one that it replaces must be one that the user may write,
// and keeps its owner, its permissions and what else says who may use it, and a link
// stays a link. What is no regular file, such as a device or a pipe, is written straight
// through, as plain text. Nothing is written into a run directory.
func Write(path string, write func(io.Writer) error) error {
	return WritePage(context.Background(), "", path, write)
}

// WritePage is Write, but for the page of the run in a directory: that may lie there, under
// its own name. A pipe is waited for until ctx ends; and what has been made by then is not
// put in its place, since something may be missing from it.
func WritePage(ctx context.Context, run, path string, write func(io.Writer) error) error {
	at, old, err := place(path, run)
	if err != nil {
		return err
	}
	whole := func(w io.Writer) error { return cmp.Or(write(w), ctx.Err()) }
	if isThrough(at, old) {
		return through(ctx, at, whole)
	}
	dir, name := Split(at)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return InWords(path, err)
	}
	defer root.Close()
	Tidy(root, ".", name) // what cannot be removed may be another's
	if err = put(root, name, true, old, whole); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return err
}

// Ready reports why Write would refuse to write a file, or could not begin it. Nothing is
// left behind.
func Ready(path string) error { return ReadyPage("", path) }

// ReadyPage is Ready for WritePage.
func ReadyPage(run, path string) error {
	at, old, err := place(path, run)
	if err != nil || isThrough(at, old) {
		return err
	}
	return tryAt(path, at, old)
}

// tryAt is an error if a file cannot be begun where a path leads.
func tryAt(path, at string, old fs.FileInfo) error {
	dir, name := Split(at)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return InWords(path, err)
	}
	defer root.Close()
	if err := tryIn(root, name, old); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// isThrough reports whether what is at a path is written through, and not replaced.
func isThrough(at string, old fs.FileInfo) bool {
	return old != nil && !old.Mode().IsRegular() || isDescriptor(at)
}

// Content writes bytes that are there.
func Content(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// Append adds to the end of the file at a path that a person has named, on lines of its
// own, all or nothing: in one piece, when all of it has been made. Of several that add to
// one file each waits for the others. Where Write refuses to write, so does Append.
func Append(ctx context.Context, path string, write func(io.Writer) error) error {
	at, old, err := place(path, "")
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if isThrough(at, old) {
		return through(ctx, at, Content(text.Bytes()))
	}
	return add(ctx, at, text.Bytes())
}

// ReadyToAdd reports why Append would refuse to add to a file, or could not begin it.
func ReadyToAdd(path string) error {
	at, old, err := place(path, "")
	if err != nil || old != nil || isDescriptor(at) {
		return err
	}
	return tryAt(path, at, nil)
}

// add adds text to a regular file.
func add(ctx context.Context, path string, text []byte) error {
	if err := fault(Creating, path); err != nil {
		return err
	}
	f, made, err := openLocked(ctx, path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
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
		if info, e := f.Stat(); made && e == nil && info.Size() == 0 && sameFile(path, f) {
			os.Remove(path)
		}
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
		if errors.Is(err, fs.ErrExist) {
			f, err = os.OpenFile(path, flag|os.O_RDWR|os.O_CREATE, 0o666)
		}
		if errors.Is(err, fs.ErrPermission) {
			f, err = os.OpenFile(path, flag|os.O_WRONLY|os.O_CREATE, 0o666)
		}
		if err != nil {
			return nil, false, InWords(path, err)
		}
		_, held := lock(f)
		if !held && sameFile(path, f) { // and nobody has put another in its place meanwhile
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

func sameFile(path string, f *os.File) bool {
	here, err := os.Stat(path)
	if err != nil {
		return false
	}
	opened, err := f.Stat()
	return err == nil && os.SameFile(here, opened)
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

// through writes to the end of what is there.
func through(ctx context.Context, path string, write func(io.Writer) error) error {
	if err := fault(Creating, path); err != nil {
		return err
	}
	f, err := openThrough(ctx, path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	defer context.AfterFunc(ctx, func() { f.SetWriteDeadline(time.Unix(1, 0)) })() // of a pipe
	to := &counted{File: File{f}}
	b := bufio.NewWriter(to)
	var out io.Writer = b
	if !info.Mode().IsRegular() || isDescriptor(path) {
		out = &plain.Writer{To: stream{b, f}}
	}
	if err = write(out); err == nil {
		err = b.Flush()
	}
	if info.Mode().IsRegular() {
		if err == nil {
			err = to.sync()
		}
		if err != nil {
			err = errors.Join(err, to.takeBack(info.Size()))
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("%s: %w", path, ctx.Err())
	}
	return errors.Join(err, f.Close())
}

// openThrough opens what is there to write to its end. For somebody who reads a pipe it
// waits until ctx ends.
func openThrough(ctx context.Context, path string) (*os.File, error) {
	flag := os.O_WRONLY | os.O_APPEND
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		flag |= nonblock
	}
	for {
		f, err := os.OpenFile(path, flag, 0)
		switch {
		case err == nil:
			return f, nil
		case !errors.Is(err, syscall.ENXIO) || flag&nonblock == 0: // of a socket, or a terminal that there is not
			return nil, InWords(path, err)
		case isDescriptor(path):
			return nil, fmt.Errorf("%s: %w", path, syscall.EPIPE) // who has read it is gone
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: nobody reads the pipe: %w", path, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// A stream is known by its descriptor.
type stream struct {
	*bufio.Writer
	f *os.File
}

func (s stream) Fd() uintptr { return s.f.Fd() }

// place follows links to where a path leads, and returns what is there: nil if nothing
// is. Of a run, the page may lie in the directory of the run.
func place(path, run string) (at string, old fs.FileInfo, err error) {
	if dir, name := Split(path); run != "" && name == Page && sameFolder(dir, run) {
		// Others may have filled the directory: nobody has asked for where a link leads.
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			is := kind(info.Mode())
			if info.Mode()&fs.ModeSymlink != 0 {
				is = "a link"
			}
			return "", nil, fmt.Errorf("%s: is %s (want a regular file, or none)", path, is)
		}
	}
	old, err = os.Stat(path)
	switch {
	case err == nil && old.IsDir():
		return "", nil, fmt.Errorf("%s: is a directory (want a file)", path)
	case err == nil && !old.Mode().IsRegular():
		return path, old, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", nil, InWords(path, err)
	case err != nil:
		old = nil
	}
	at = path
	for range maxLinks {
		to, err := os.Readlink(at)
		dir, name := Split(at)
		if err != nil || isDescriptor(at) {
			if name == "" {
				return "", nil, fmt.Errorf("%s: names a directory (want a file)", path)
			}
			if run != "" && name == Page && sameFolder(dir, run) {
				dir = Join(dir, "..")
			}
			if err := outsideRuns(path, dir); err != nil || old == nil {
				return at, old, err
			}
			return at, old, writable(path)
		}
		if !filepath.IsAbs(to) {
			to = Join(dir, to)
		}
		at = to
	}
	return "", nil, fmt.Errorf("%s: more than %d links (want a file)", path, maxLinks)
}

const maxLinks = 40

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// writable is an error if the user may not write a file that is there: to replace it, the
// system would only ask whether the folder may be written.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|nonblock, 0)
	if err != nil {
		return fmt.Errorf("%w (want a file that you may write)", InWords(path, err))
	}
	defer f.Close()
	if isMount(f) {
		return fmt.Errorf("%s: is a mount by itself, and cannot be replaced (want another name)", path)
	}
	return nil
}

// isDescriptor tells what a process has open already, this one or another. A file that a
// shell has opened for adding to its end must not be replaced.
func isDescriptor(path string) bool {
	dir, _ := Split(path)
	dir, err := Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	return err == nil && descriptors.MatchString(dir)
}

// descriptors are the folders of what a process has open.
var descriptors = regexp.MustCompile(`^(/dev/fd|/proc/[0-9]+(/task/[0-9]+)?/fd)$`)

// OutsideRuns is an error if a folder, which need not be there yet, is a run directory or
// lies in one.
func OutsideRuns(dir string) error { return outsideRuns(dir, dir) }

// outsideRuns says so of a path that leads into dir. It goes upwards as the system does,
// from the lowest folder that is there.
func outsideRuns(path, dir string) error {
	here, err := os.Stat(dir)
	for err != nil || !here.IsDir() {
		above, _ := Split(bare(dir))
		if above == dir {
			return nil
		}
		dir = above
		here, err = os.Stat(dir)
	}
	for err == nil {
		if isRun(dir) {
			if abs, err := Abs(dir); err == nil {
				dir = abs
			}
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				dir = real
			}
			return fmt.Errorf("%s: lies in the run directory %s (want a place outside it)", path, dir)
		}
		below := here
		dir = Join(dir, "..")
		if here, err = os.Stat(dir); os.SameFile(here, below) {
			return nil
		}
	}
	return nil
}

// isRun takes a manifest beside shards, and one that is empty or cannot be read, for that
// of a run, whatever has become of its text; and a folder without one for a run whose
// manifest is lost, if there is a shard.
func isRun(dir string) bool {
	name := Join(dir, Manifest)
	if _, err := os.Lstat(name); err != nil {
		return hasShards(Join(dir, Shards))
	}
	if _, err := os.Lstat(Join(dir, Shards)); err == nil {
		return true
	}
	f, err := Open(name)
	if err != nil {
		return true
	}
	defer f.Close()
	text := io.LimitReader(f, MaxManifest)
	var block [1 << 16]byte
	for kept, all := 0, 0; ; {
		n, err := io.ReadFull(text, block[kept:])
		here := block[:kept+n]
		if all += n; all == 0 || bytes.Contains(here, runMark) {
			return true
		}
		if err != nil {
			return err != io.EOF && err != io.ErrUnexpectedEOF
		}
		kept = copy(block[:], here[len(here)-len(runMark)+1:])
	}
}

// hasShards reports whether a folder holds a shard, complete or not, or cannot be read.
func hasShards(dir string) bool {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return false
	}
	d, err := os.Open(dir)
	if err != nil {
		return true
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1000)
		if slices.ContainsFunc(names, isShard.MatchString) {
			return true
		}
		if err != nil {
			return err != io.EOF
		}
	}
}

// isShard matches the names of shards, as manifests lay them out.
var isShard = regexp.MustCompile(`^[0-9]{5,}\.parquet($|` + regexp.QuoteMeta(Mark) + `)`)

// Put makes a file with what write writes appear under a name in a folder: whole, and
// on the disk. Unless replace is set, one that is there, or that another process puts
// there meanwhile, is left.
func Put(root *os.Root, name string, replace bool, write func(io.Writer) error) error {
	return put(root, name, replace, nil, write)
}

// put makes the file as begin does.
func put(root *os.Root, name string, replace bool, old fs.FileInfo, write func(io.Writer) error) error {
	file, temp, err := begin(root, name, old)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err != nil {
		file.Close()
		remove(root, temp)
		return err
	}
	if err = Publish(root, file, temp, name, replace); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Link gives a file in a folder a second name, which must be free, on the same disk.
func Link(root *os.Root, name, second string) error {
	if err := link(root, name, second); err != nil {
		return err
	}
	return syncDir(root, path.Dir(second))
}

// Create opens a new file beside name and locks it, which says that its writer lives.
// The file has a name of its own, temp, until Publish gives it name.
func Create(root *os.Root, name string) (file *File, temp string, err error) {
	return create(root, name, 0o666)
}

// begin is Create, and gives the file the owner, the group and the permissions of old, if
// there is one, and its access control list: who could use that file can use this one, and
// nobody else. Bits that would give a program another user's rights are not kept.
func begin(root *os.Root, name string, old fs.FileInfo) (*File, string, error) {
	if old == nil {
		return Create(root, name)
	}
	file, temp, err := create(root, name, 0o600)
	if err != nil {
		return nil, "", err
	}
	if err = keepOwner(file.f, old); err == nil {
		err = keepAttributes(file.f, Join(root.Name(), name))
	}
	if err == nil {
		err = file.f.Chmod(old.Mode().Perm()) // whatever the umask
	}
	if err != nil {
		file.Close()
		remove(root, temp)
		return nil, "", err
	}
	return file, temp, nil
}

func create(root *os.Root, name string, perm fs.FileMode) (*File, string, error) {
	for n := range temps {
		temp := tempName(name, n)
		if err := fault(Creating, in(root, temp)); err != nil {
			return nil, "", err
		}
		file, err := root.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, "", &spoken{fmt.Sprintf("no file can be made in its folder: %v", reason(err)), err}
		}
		// Before it was locked, somebody who tidies up may have taken it for
		// abandoned.
		_, held := lock(file)
		if here, err := root.Stat(temp); !held && err == nil {
			if opened, err := file.Stat(); err == nil && os.SameFile(here, opened) {
				return &File{file}, temp, nil
			}
		}
		file.Close()
		remove(root, temp)
	}
	return nil, "", fmt.Errorf("%s: no free temporary name beside it", name)
}

// Writable reports why nothing can be written into a folder that is made if need be.
func Writable(dir string) error {
	if err := MakeDir(dir); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return tryIn(root, "writable", nil)
}

// tryIn begins a file in a folder, in the place of old, and leaves nothing of it.
func tryIn(root *os.Root, name string, old fs.FileInfo) error {
	Tidy(root, ".", name) // as one that was killed here has left it
	file, temp, err := begin(root, name, old)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), remove(root, temp))
}

// Publish gives a written file its name: synced, linked under the name, which must be
// free unless replace is set, and the directory synced. So after a crash the name is
// absent or stands for the whole file. The file is closed, its temporary name gone.
func Publish(root *os.Root, file *File, temp, name string, replace bool) error {
	err := file.sync()
	if err == nil {
		if replace {
			err = rename(root, temp, name)
		} else if err = link(root, temp, name); err == nil {
			remove(root, temp)
		} else if !errors.Is(err, fs.ErrExist) {
			// A file system without links.
			if _, e := root.Stat(name); e == nil {
				err = &fs.PathError{Op: "link", Path: name, Err: fs.ErrExist}
			} else {
				err = rename(root, temp, name)
			}
		}
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		remove(root, temp)
		return err
	}
	return syncDir(root, path.Dir(name))
}
