package results

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadTime is the processor time of the calling thread, which the caller has to
// itself by runtime.LockOSThread. It panics if the system does not tell.
func ThreadTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}
