//go:build unix

package record

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this process, until it closes it or ends, however that
// happens. Held reports that another process has it; where the file system knows
// no locks, neither holds.
func lock(file *os.File) (got, held bool) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return err == nil, errors.Is(err, syscall.EWOULDBLOCK)
}
