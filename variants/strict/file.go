package strict

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// MaxFile bounds the bytes read of a file that a person writes: a hundred times the largest
// profile that comes with the program.
const MaxFile = 1 << 20

// ReadFile reads a profile, a study or a fitted player.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxFile+1))
	if err == nil && len(text) > MaxFile {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("file too large (want at most %d bytes)", MaxFile)}
	}
	return text, err
}
