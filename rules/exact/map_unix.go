//go:build unix

package exact

import (
	"syscall"

	"varlab/files"
)

// mapFile returns the bytes of a file in a folder, read as they are used, and how to let
// go of them.
func mapFile(dir, name string) ([]byte, func() error, error) {
	f, err := files.OpenUnder(dir, name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 {
		return nil, func() error { return nil }, nil
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return syscall.Munmap(data) }, nil
}
