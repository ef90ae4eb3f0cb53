package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// Put makes a file with what write writes appear under a name in a folder: whole, and
// on the disk. Unless replace is set, one that is there, or that another process puts
// there meanwhile, is left.
func Put(root *os.Root, name string, replace bool, write func(io.Writer) error) error {
	file, temp, err := made(root, name, public, write)
	if err != nil {
		return err
	}
	if err = Publish(root, file, temp, name, replace); !replace && errors.Is(err, fs.ErrExist) {
		return Settle(root, path.Dir(name))
	}
	return err
}

// Permissions of a new file, before the umask, and of one that is to replace another as
// long as nobody can say for whom that will be.
const (
	public  = 0o666
	private = 0o600
)

// made returns a file with what write writes, which is to have a name.
func made(root *os.Root, name string, perm fs.FileMode, write func(io.Writer) error) (*File, string, error) {
	file, temp, err := create(root, name, perm)
	if err != nil {
		return nil, "", err
	}
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err != nil {
		file.Close()
		remove(root, temp)
		return nil, "", err
	}
	return file, temp, nil
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
	return create(root, name, public)
}

// keep gives a file the owner, the group and the permissions of the one at a path, which it
// is to replace, and its access control list: who could use that file can use this one, and
// nobody else. Bits that would give a program another user's rights are not kept.
func keep(file *File, path string, old fs.FileInfo) error {
	err := keepOwner(file.f, old)
	if err == nil {
		err = keepAttributes(file.f, path)
	}
	if err == nil {
		err = file.f.Chmod(old.Mode().Perm()) // whatever the umask
	}
	return err
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

// OpenOutside opens a folder for files that are no run's, made if it is not there. Somebody
// may have laid a run round it since it was asked for.
func OpenOutside(dir string) (*os.Root, error) {
	if err := OutsideRuns(dir); err != nil {
		return nil, err
	}
	if err := MakeDir(dir); err != nil {
		return nil, err
	}
	return OpenRoot(dir)
}

// tryIn begins a file in a folder, in the place of old, and leaves nothing of it.
func tryIn(root *os.Root, name string, old fs.FileInfo) error {
	Tidy(root, ".", name) // as one that was killed here has left it
	file, temp, err := create(root, name, private)
	if err != nil {
		return err
	}
	if old != nil {
		err = keep(file, Join(root.Name(), name), old)
	}
	err = errors.Join(err, file.Close())
	if gone := remove(root, temp); !errors.Is(gone, fs.ErrNotExist) { // another may have tidied it away since
		err = errors.Join(err, gone)
	}
	return err
}

// Publish gives a written file its name: synced, linked under the name, which must be
// free unless replace is set, and the directory synced. So after a crash the name is
// absent or stands for the whole file. The file is closed, its temporary name gone.
func Publish(root *os.Root, file *File, temp, name string, replace bool) error {
	return publish(root, file, temp, name, func() error { return give(root, temp, name, replace) })
}

// publish is Publish with another way to give the name.
func publish(root *os.Root, file *File, temp, name string, give func() error) error {
	err := file.sync()
	if err == nil {
		err = give()
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

// give has a file appear under its name. Where it is not to replace one that has the name,
// the error is fs.ErrExist.
func give(root *os.Root, temp, name string, replace bool) error {
	if replace {
		err := rename(root, temp, name)
		if info, e := root.Lstat(name); err != nil && e == nil && !info.Mode().IsRegular() {
			return &spoken{fmt.Sprintf("is %s (want a regular file, or none)", kind(info.Mode())), err}
		}
		return err
	}
	err := link(root, temp, name)
	if err == nil {
		remove(root, temp) // if that fails, who tidies up will
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	// A file system without links.
	if _, e := root.Lstat(name); e == nil {
		return &fs.PathError{Op: "link", Path: name, Err: fs.ErrExist}
	}
	return rename(root, temp, name)
}
