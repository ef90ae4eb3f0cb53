//go:build unix

package files

import (
	"os"
	"syscall"
)

var umask = func() os.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return os.FileMode(mask)
}()
