//go:build !unix

package files

import "os"

const umask = os.FileMode(0)
