//go:build unix

package files

import (
	"errors"
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
