//go:build !unix

package cost

import "time"

var start = time.Now()

// used is how long this process has run.
func used() time.Duration { return time.Since(start) }
