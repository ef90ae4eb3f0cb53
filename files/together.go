package files

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// A Together is a file that is written with others that belong to it.
type Together struct {
	Path string
	// Make writes the content. Where it is nil, Ask asks for the place alone.
	Make func(io.Writer) error
	// Named is that a person has named the file: it is written as by WritePage, as the page
	// of Run if that is set. One that nobody has named must be a regular file if it is
	// there, and one with the same content unless Overwrite is set.
	Named, Overwrite bool
	Run              string
}

// WriteAll writes files that belong together, and makes their folders. Where Ask is an
// error nothing is written, and no folder made.
func WriteAll(ctx context.Context, list ...Together) error {
	same, err := ask(ctx, list)
	if err != nil {
		return err
	}
	for i, f := range list {
		dir, name := Split(f.Path)
		if same[i] {
			if root, err := os.OpenRoot(dir); err == nil {
				Tidy(root, ".", name) // who put it there may have been killed just then
				err = Settle(root, ".")
				root.Close()
				if err != nil {
					return InWords(f.Path, err)
				}
			}
			continue
		}
		if err := MakeDir(dir); err != nil {
			return err
		}
		if err := f.write(ctx); err != nil {
			return err
		}
	}
	return nil
}

// write writes the file. What it may replace is decided when it has been made: by then
// others may have put something in its place.
func (f *Together) write(ctx context.Context) error {
	at, old, err := place(f.Path, f.Run)
	if err != nil {
		return err
	}
	if err := f.fits(at, old); err != nil {
		return err
	}
	whole := func(w io.Writer) error { return cmp.Or(f.Make(w), ctx.Err()) }
	if isThrough(at, old) {
		return through(ctx, at, whole)
	}
	dir, name := Split(at)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return InWords(f.Path, err)
	}
	defer root.Close()
	Tidy(root, ".", name) // what cannot be removed may be another's
	perm := fs.FileMode(public)
	if old != nil {
		perm = private
	}
	file, temp, err := made(root, name, perm, func(w io.Writer) error { return whole(&while{ctx, w}) })
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	var refused error
	err = publish(root, file, temp, name, func() error {
		for range temps {
			var replace bool
			if replace, refused = f.replaces(root, file, at, old); refused != nil {
				return refused
			}
			if err := give(root, temp, name, replace); replace || !errors.Is(err, fs.ErrExist) {
				return err
			}
		}
		return fs.ErrExist
	})
	switch {
	case errors.Is(refused, errSame):
		return nil
	case refused != nil:
		return refused
	case err != nil:
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return nil
}

// A while takes what is written as long as its context lasts.
type while struct {
	ctx context.Context
	to  io.Writer
}

func (w *while) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(p)
}

// errSame is that the same file is there already.
var errSame = errors.New("the same file is there")

// replaces decides whether a file that is complete is to replace what is there now, and if
// so, has it keep what says who may use that; was is what was there when it was begun.
func (f *Together) replaces(root *os.Root, file *File, at string, was fs.FileInfo) (bool, error) {
	now, old, err := place(f.Path, f.Run)
	if err != nil {
		return false, err
	}
	folder := func() (fs.FileInfo, error) { return root.Stat(".") }
	if dir, _ := Split(at); now != at || !sameFile(dir, folder) {
		return false, fmt.Errorf("%s: has come to lead elsewhere meanwhile (want a place that stays)", f.Path)
	}
	switch {
	case isThrough(now, old):
		return false, f.irregular(old)
	case old == nil && was == nil:
		return false, nil
	case old == nil: // it is gone, and with it who else could use it: a list of these may have been there
		return false, cmp.Or(keepOwner(file.f, was), removeAccessList(file.f), file.f.Chmod(was.Mode().Perm()&0o700))
	case !f.Named && !f.Overwrite:
		return false, cmp.Or(f.compare(func(w io.Writer) error {
			_, err := io.Copy(w, io.NewSectionReader(file, 0, math.MaxInt64))
			return err
		}), errSame)
	}
	if err := cmp.Or(keep(file, at, old), file.sync()); err != nil {
		return false, fmt.Errorf("%s: %w", f.Path, err)
	}
	return true, nil
}

// fits is an error if what is at the place of a file that nobody has named is neither a
// regular file nor nothing.
func (f *Together) fits(at string, old fs.FileInfo) error {
	switch {
	case f.Named:
		return nil
	case isThrough(at, old):
		return f.irregular(old)
	case old == nil && at != f.Path:
		return fmt.Errorf("%s: is a link that leads nowhere (want a regular file, or none)", f.Path)
	}
	return nil
}

func (f *Together) irregular(old fs.FileInfo) error {
	if old == nil {
		return fmt.Errorf("%s: stands for what a process has open (want a regular file, or none)", f.Path)
	}
	return fmt.Errorf("%s: is %s (want a regular file, or none)", f.Path, kind(old.Mode()))
}

// Ask reports why WriteAll would refuse to write files, or could not begin one of them.
// Nothing is left behind.
func Ask(list ...Together) error {
	_, err := ask(context.Background(), list)
	return err
}

// ask reports too which files are there already, and are the same.
func ask(ctx context.Context, list []Together) (same []bool, err error) {
	same = make([]bool, len(list))
	spots := make([]spot, len(list))
	for i, f := range list {
		if spots[i], same[i], err = f.ask(ctx); err != nil {
			return nil, err
		}
	}
	for i, a := range spots {
		for k, b := range spots {
			switch {
			case i == k || !os.SameFile(a.there, b.there):
			case a.below == b.below:
				return nil, fmt.Errorf("%s: is also the place of %s (want another name)", list[max(i, k)].Path, list[min(i, k)].Path)
			case strings.HasPrefix(b.below, a.below+sep):
				return nil, fmt.Errorf("%s: is also the folder of %s (want another name)", list[i].Path, list[k].Path)
			}
		}
	}
	return same, nil
}

// A spot is where a file is to lie: below the lowest folder that is there, which may have
// several paths.
type spot struct {
	there fs.FileInfo
	below string
}

// spotOf is the spot of a path that leads through no link that leads nowhere.
func spotOf(path string) (s spot, err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	for {
		above, name := Split(bare(path))
		s.below = filepath.Join(name, s.below)
		if s.there, err = os.Stat(above); err == nil || above == path {
			return s, InWords(path, err)
		}
		path = above
	}
}

// ask returns where the file comes to lie, unless it is written through.
func (f *Together) ask(ctx context.Context) (lies spot, same bool, err error) {
	at, old, err := place(f.Path, f.Run)
	if isThrough(at, old) {
		return spot{}, false, cmp.Or(f.fits(at, old), err)
	}
	if dir, name := Split(f.Path); f.Run == "" { // whose folder is there
		if err := makeable(dir, name); err != nil {
			return spot{}, false, err
		}
	}
	if err != nil {
		return spot{}, false, err
	}
	if lies, err = spotOf(at); err != nil {
		return spot{}, false, err
	}
	if old == nil {
		if err = f.fits(at, old); err == nil && at != f.Path { // a link leads into another folder
			err = tryAt(f.Path, at, nil)
		}
		return lies, false, err
	}
	if !f.Named && !f.Overwrite && f.Make != nil {
		if err := f.compare(func(w io.Writer) error { return f.Make(&while{ctx, w}) }); err != nil {
			return spot{}, false, err
		}
		return lies, true, nil
	}
	return lies, false, tryAt(f.Path, at, old)
}

// compare is an error unless the file that is there is what write writes. One that cannot
// be read is not.
func (f *Together) compare(write func(io.Writer) error) error {
	there, err := Open(f.Path)
	if err != nil {
		return &OthersError{f.Path, err}
	}
	defer there.Close()
	was, is := sha256.New(), sha256.New()
	if _, err := io.Copy(was, there); err != nil {
		return &OthersError{f.Path, err}
	}
	if err := write(is); err != nil {
		return err
	}
	if !bytes.Equal(was.Sum(nil), is.Sum(nil)) {
		return &OthersError{f.Path, nil}
	}
	return nil
}

// An OthersError is a file that would have to be replaced although nobody has asked for
// that.
type OthersError struct {
	Path string
	Why  error // its content is not known; nil if it is another
}

func (e *OthersError) Error() string {
	if e.Why != nil {
		return fmt.Sprintf("%s: is there already, and cannot be read: %v (want another folder)", e.Path, reason(e.Why))
	}
	return e.Path + ": is there already, with other content (want another folder)"
}

// makeable reports why MakeDir would not make a folder, or no file of this name could be
// written into it. Nothing is left behind.
func makeable(dir, file string) error {
	dir = cmp.Or(bare(dir), dir)
	if err := OutsideRuns(dir); err != nil {
		return err
	}
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			root, err := OpenRoot(dir)
			if err != nil {
				return err
			}
			defer root.Close()
			if err := tryIn(root, file, nil); err != nil {
				return fmt.Errorf("%s: %w", Join(dir, file), err)
			}
			return nil
		case err == nil:
			return noFolder(dir, info)
		}
		if link, e := os.Lstat(dir); e == nil && link.Mode()&fs.ModeSymlink != 0 {
			return noFolder(dir, link)
		}
		above, _ := Split(dir)
		if above == dir || !errors.Is(err, fs.ErrNotExist) && !inFile(err) {
			return InWords(dir, err)
		}
		dir = cmp.Or(bare(above), above)
	}
}
