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
