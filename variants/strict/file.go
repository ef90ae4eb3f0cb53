package strict

import (
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"varlab/files"
)

// maxFile bounds what is read of a file that a person writes, in bytes: a
// hundred times the largest profile that comes with the program.
const maxFile = 1 << 20

// ReadFile reads a profile, a study or a fitted player, unless it is larger than any can be.
func ReadFile(path string) ([]byte, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("%w: more than %d bytes (want a profile, a study or a player)", syscall.EFBIG, maxFile)}
	}
	return text, err
}
