//go:build !unix

package files

import "os"

const (
	nonblock  = 0
	syncsDirs = false
)

func lock(*os.File) (got, held bool) { return false, false }
