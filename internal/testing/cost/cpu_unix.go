//go:build unix

package cost

import (
	"syscall"
	"time"
)

// used is how long processors were at work for this process: what else the machine does
// is not in it.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
