package files

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// A Step is one that changes what is on the disk.
type Step string

const (
	Creating  Step = "create"
	Writing   Step = "write"
	Syncing   Step = "sync"
	Renaming  Step = "rename"
	Linking   Step = "link"
	Removing  Step = "remove"
	MakingDir Step = "make directory"
	SyncDir   Step = "sync directory"
)

// Fault, if set, is asked before each step, with the path that the step is about; an
// error is that of the step, which is then not taken. Tests set it, to have disks fail.
var Fault func(s Step, path string) error

func fault(s Step, path string) error {
	if Fault == nil {
		return nil
	}
	if err := Fault(s, path); err != nil {
		return &fs.PathError{Op: string(s), Path: path, Err: err}
	}
	return nil
}

func in(root *os.Root, name string) string {
	return filepath.Join(root.Name(), filepath.FromSlash(name))
}

// A File is one that is being written.
type File struct{ f *os.File }

func (f *File) Write(p []byte) (int, error) {
	if err := fault(Writing, f.f.Name()); err != nil {
		return 0, err
	}
	return f.f.Write(p)
}

func (f *File) WriteAt(p []byte, at int64) (int, error) {
	if err := fault(Writing, f.f.Name()); err != nil {
		return 0, err
	}
	return f.f.WriteAt(p, at)
}

func (f *File) ReadAt(p []byte, at int64) (int, error) { return f.f.ReadAt(p, at) }
func (f *File) Stat() (fs.FileInfo, error)             { return f.f.Stat() }
func (f *File) Close() error                           { return f.f.Close() }

func (f *File) sync() error {
	if err := fault(Syncing, f.f.Name()); err != nil {
		return err
	}
	return f.f.Sync()
}

// AppendIn opens a file in a folder, made if it is not there, to write at its end. It
// is for logs, which may be lost: they are neither whole nor synced.
func AppendIn(root *os.Root, name string) (*File, error) {
	if err := fault(Creating, in(root, name)); err != nil {
		return nil, err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND|nonblock, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

func rename(root *os.Root, from, to string) error {
	if err := fault(Renaming, in(root, to)); err != nil {
		return err
	}
	return root.Rename(from, to)
}

// link gives a file in a folder a second name, which must be free.
func link(root *os.Root, from, to string) error {
	if err := fault(Linking, in(root, to)); err != nil {
		return err
	}
	return root.Link(from, to)
}

func remove(root *os.Root, name string) error {
	if err := fault(Removing, in(root, name)); err != nil {
		return err
	}
	return root.Remove(name)
}

func syncDir(root *os.Root, dir string) error {
	if err := fault(SyncDir, in(root, dir)); err != nil || !syncsDirs {
		return err
	}
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Settle has what a folder says it holds be on the disk: whoever put it there may have been
// killed, or have failed, before it was. A folder that is not there, may not be read, or lies
// on a disk that cannot be written, is left.
func Settle(root *os.Root, dir string) error {
	_, err := root.Stat(dir)
	if err == nil {
		err = syncDir(root, dir)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return InWords(in(root, dir), err)
}

// MakeDir makes a folder, and those above it, if they are not there. They are on the
// disk. A folder that lies in a run directory is refused, also one that is there; a run
// directory itself is not, since its run may have been laid there a moment ago.
func MakeDir(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return outsideRuns(dir, Join(dir, ".."))
	}
	above, name := Split(bare(dir))
	if above == dir {
		_, err := os.Stat(dir)
		return InWords(dir, err)
	}
	if err := OutsideRuns(dir); err != nil {
		return err
	}
	if err := MakeDir(above); err != nil || name == "" || name == "." {
		return err
	}
	root, err := OpenRoot(above)
	if err != nil {
		return err
	}
	defer root.Close()
	return MakeDirIn(root, name)
}

// MakeDirIn makes a folder in a folder, as MakeDir does.
func MakeDirIn(root *os.Root, dir string) error {
	if info, err := root.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if above := path.Dir(dir); above != "." {
		if err := MakeDirIn(root, above); err != nil {
			return err
		}
	}
	if err := fault(MakingDir, in(root, dir)); err != nil {
		return err
	}
	err := root.Mkdir(dir, 0o777)
	if info, e := root.Stat(dir); err != nil && e == nil && info.IsDir() {
		return nil // another process was first
	}
	if errors.Is(err, fs.ErrExist) {
		if _, e := root.Stat(dir); escapes(e) {
			return InWords(in(root, dir), e)
		}
		if info, e := root.Lstat(dir); e == nil {
			return &spoken{noFolder(in(root, dir), info).Error(), err}
		}
	}
	if err != nil {
		return InWords(in(root, dir), err)
	}
	return syncDir(root, path.Dir(dir))
}
