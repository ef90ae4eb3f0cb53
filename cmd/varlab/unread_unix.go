//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// outputUnread reports whether stdout or stderr is a pipe at whose other end nobody is
// left.
func outputUnread() bool {
	fds := []unix.PollFd{{Fd: int32(os.Stdout.Fd())}, {Fd: int32(os.Stderr.Fd())}}
	if n, err := unix.Poll(fds, 0); n <= 0 || err != nil {
		return false
	}
	for _, fd := range fds {
		if fd.Revents&(unix.POLLERR|unix.POLLHUP) != 0 {
			return true
		}
	}
	return false
}
