//go:build !unix

package exact

import (
	"io"

	"varlab/files"
)

func mapFile(dir, name string) ([]byte, func() error, error) {
	f, err := files.OpenUnder(dir, name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	return data, func() error { return nil }, err
}
