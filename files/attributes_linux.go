package files

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

const accessList = "system.posix_acl_access"

// keepAttributes gives a file the access control list of the one at a path, which it is to
// replace, or takes away what its folder has given it; and the attributes that users set.
func keepAttributes(file *os.File, path string) error {
	fd := int(file.Fd())
	names, err := attributesOf(path)
	if err != nil {
		return fmt.Errorf("its attributes cannot be read: %w", err)
	}
	listed := false
	for _, name := range names {
		if listed = listed || name == accessList; name != accessList && !strings.HasPrefix(name, "user.") {
			continue
		}
		value := make([]byte, 1<<16) // what Linux allows
		n, err := unix.Lgetxattr(path, name, value)
		if err == nil {
			err = unix.Fsetxattr(fd, name, value[:n], 0)
		}
		if err != nil {
			return fmt.Errorf("has the attribute %s, and a file in its place would not: %w (want another name)", name, err)
		}
	}
	if !listed {
		return removeAccessList(file)
	}
	return nil
}

func removeAccessList(file *os.File) error {
	err := unix.Fremovexattr(int(file.Fd()), accessList)
	if errors.Is(err, unix.ENODATA) || errors.Is(err, unix.ENOTSUP) {
		return nil
	}
	return err
}

// isProc tells whether a folder is one of /proc, wherever that is mounted.
func isProc(dir string) bool {
	var s unix.Statfs_t
	return unix.Statfs(dir, &s) == nil && s.Type == unix.PROC_SUPER_MAGIC
}

func attributesOf(path string) ([]string, error) {
	names := make([]byte, 1<<16)
	n, err := unix.Llistxattr(path, names)
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(names[:n]), "\x00"), "\x00"), nil
}

// isMount tells whether a file, and not its folder, is mounted where it is: no other can
// be put in its place. A kernel before 5.8 does not say.
func isMount(file *os.File) bool {
	var s unix.Statx_t
	err := unix.Statx(int(file.Fd()), "", unix.AT_EMPTY_PATH, 0, &s)
	return err == nil && s.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}
