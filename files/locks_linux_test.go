package files

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// On a disk that knows no locks, what a living process of this machine writes stays,
// whatever its time; what a dead one has left stays for a day.
func TestDisksWithoutLocks(t *testing.T) {
	dead := exec.Command("true")
	require.NoError(t, dead.Run())
	const beyond = "4294967297" // 1 in 32 bits
	for _, c := range []struct {
		host, process string
		age           time.Duration
		live          bool
	}{
		{Host(), strconv.Itoa(os.Getpid()), 2 * AbandonedAfter, true},
		{Host(), "1", 2 * AbandonedAfter, true}, // which may be root's
		{Host(), strconv.Itoa(dead.Process.Pid), 2 * AbandonedAfter, false},
		{Host(), strconv.Itoa(dead.Process.Pid), AbandonedAfter / 2, true},
		{Host(), beyond, 2 * AbandonedAfter, false},
		{"elsewhere", strconv.Itoa(os.Getpid()), 2 * AbandonedAfter, false},
		{"elsewhere", strconv.Itoa(os.Getpid()), AbandonedAfter / 2, true},
	} {
		path := filepath.Join(t.TempDir(), "half")
		require.NoError(t, os.WriteFile(path, nil, 0o666))
		require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-c.age)))
		fd, err := unix.Open(path, unix.O_PATH, 0) // by which no file can be locked
		require.NoError(t, err)
		file := os.NewFile(uintptr(fd), path)
		info, err := file.Stat()
		require.NoError(t, err)
		got, held := lock(file)
		require.Equal(t, []bool{false, false}, []bool{got, held})
		var is bool
		bound(func() {
			if os.Geteuid() == 0 { // the thread's, and with it its right to signal others
				syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody)
				require.ErrorIs(t, syscall.Kill(1, 0), syscall.EPERM)
			}
			is = live(file, fs.FileInfoToDirEntry(info), c.host, c.process)
		})
		require.Equal(t, c.live, is, "%+v", c)
		require.NoError(t, file.Close())
	}
}
