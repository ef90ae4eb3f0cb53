package strict

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// maxFile bounds what is read of a file that a person writes, in bytes: a
// hundred times the largest profile that comes with the program.
const maxFile = 1 << 20

// ReadFile reads a profile or a study, unless it is larger than any can be.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("%w: more than %d bytes (want a profile or a study)", syscall.EFBIG, maxFile)}
	}
	return text, err
}
