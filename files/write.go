package files

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"varlab/internal/plain"
)

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
	return (&Together{Path: path, Make: write, Named: true, Run: run}).write(ctx)
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
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("%s: %w", path, ctx.Err())
	case errors.Is(err, syscall.EPIPE) && !isOutput(info):
		err = errors.New(err.Error()) // nobody reads this one, whoever reads the output
	}
	return errors.Join(err, f.Close())
}

// isOutput reports whether something is this program's standard output or error.
func isOutput(is fs.FileInfo) bool {
	return slices.ContainsFunc([]*os.File{os.Stdout, os.Stderr}, func(own *os.File) bool {
		info, err := own.Stat()
		return err == nil && os.SameFile(info, is)
	})
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
	if dir, name := Split(path); run != "" && name == Page && Same(dir, run) {
		// Others may have filled the directory: nobody has asked for where a link leads.
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			is := kind(info.Mode())
			if info.Mode()&fs.ModeSymlink != 0 {
				is = "a link"
			}
			return "", nil, fmt.Errorf("%s: is %s (want a regular file, or none)", path, is)
		}
	}
	old, missing := os.Stat(path)
	switch err = missing; {
	case err == nil && old.IsDir():
		return "", nil, fmt.Errorf("%s: is a directory (want a file)", path)
	case err == nil && !old.Mode().IsRegular():
		return path, old, takes(path, old)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", nil, InWords(path, err)
	case err != nil:
		old = nil
	}
	at = path
	for range maxLinks {
		to, err := os.Readlink(at)
		dir, name := Split(at)
		if open := isDescriptor(at); err != nil || open {
			if name == "" {
				return "", nil, fmt.Errorf("%s: names a directory (want a file)", path)
			}
			if run != "" && name == Page && Same(dir, run) {
				dir = Join(dir, "..")
			}
			err := outsideRuns(path, dir)
			switch {
			case err == nil && old == nil && open:
				err = InWords(path, missing) // nobody has such a number open
			case err == nil && old != nil && !open:
				old, err = found(path, at, old)
			}
			if err != nil || old == nil {
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

// takes is an error if what is no regular file cannot be opened to write. A pipe is not
// tried by its name: whoever waits there for somebody who writes would take this for all.
func takes(path string, there fs.FileInfo) error {
	if there.Mode()&fs.ModeNamedPipe != 0 && !isDescriptor(path) {
		return nil
	}
	f, err := openThrough(context.Background(), path)
	if err != nil {
		return err
	}
	return f.Close()
}

// Same reports whether the system finds the same file or folder under both paths.
func Same(a, b string) bool {
	return sameFile(a, func() (fs.FileInfo, error) { return os.Stat(b) })
}

// found is what the system finds under path, which was old, if that is at. Links of /proc
// lead to files that have, or had, such a name for another process.
func found(path, at string, old fs.FileInfo) (fs.FileInfo, error) {
	for range 3 { // others may replace it at this moment
		here, err := os.Lstat(at)
		if err == nil && os.SameFile(here, old) {
			return old, nil
		}
		if old, err = os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		} else if err != nil {
			return nil, InWords(path, err)
		}
	}
	return nil, fmt.Errorf("%s: leads to another file than %s (want the name of the file)", path, at)
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
	return err == nil && (dir == "/dev/fd" || filepath.Base(dir) == "fd" && isProc(dir))
}

// IsStream reports whether a path stands for a stream of this program, such as its standard
// output, where that is a regular file. Whoever opens it by the path has another place in it
// than who writes to the stream, and the one writes over what the other has written.
func IsStream(path string, stream *os.File) bool {
	at, old, err := place(path, "")
	if err != nil || old == nil || !old.Mode().IsRegular() || !isDescriptor(at) {
		return false
	}
	own, err := stream.Stat()
	return err == nil && os.SameFile(own, old)
}
