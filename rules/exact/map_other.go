//go:build !unix

package exact

import (
	"io"

	"varlab/files"
)

func mapFile(path string) ([]byte, func() error, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	return data, func() error { return nil }, err
}
