//go:build unix

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// nonblock has the opening of a pipe not wait for somebody who writes to it.
const nonblock = syscall.O_NONBLOCK

// syncsDirs is whether a directory can be synced as a file can.
const syncsDirs = true

// lock takes the file for this process, until it closes it or ends, however that
// happens. Held reports that another process has it; where the file system knows
// no locks, neither holds.
func lock(file *os.File) (got, held bool) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return err == nil, errors.Is(err, syscall.EWOULDBLOCK)
}

// lives reports whether a process of that number is there, be it another user's.
func lives(process int) bool {
	err := syscall.Kill(process, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// keepOwner gives a file the owner and the group of one that it is to replace.
func keepOwner(file *os.File, old fs.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	is := info.Sys().(*syscall.Stat_t)
	if is.Uid == was.Uid && is.Gid == was.Gid {
		return nil
	}
	if err := file.Chown(int(was.Uid), int(was.Gid)); err != nil {
		return fmt.Errorf("is of user %d and group %d, and a file in its place would be of %d and %d (want another name)", was.Uid, was.Gid, is.Uid, is.Gid)
	}
	return nil
}
