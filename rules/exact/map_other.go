//go:build !unix

package exact

import "os"

// mapFile returns the bytes of a file, and how to let go of them.
func mapFile(path string) ([]byte, func() error, error) {
	data, err := os.ReadFile(path)
	return data, func() error { return nil }, err
}
