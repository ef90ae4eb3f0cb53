package files

import (
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// bound does something as a user whom permissions bind, also where root tests.
func bound(do func()) {
	if os.Geteuid() != 0 {
		do()
		return
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and ends with its thread, whose user is another
		syscall.RawSyscall(syscall.SYS_SETFSGID, nobody, 0, 0)
		syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
		do()
	}()
	<-done
}

const nobody = 65534

// shared is a folder into which everybody may write.
func shared(t *testing.T) string {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, os.Chmod(dir, 0o777))
	return dir
}

// A folder that may be written is not enough: who may not write the file does not replace
// it, though the system would allow that.
func TestWriteAsksForTheFile(t *testing.T) {
	dir := shared(t)
	path := filepath.Join(dir, "f")
	require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o444))
	var failed []error
	bound(func() { failed = []error{Write(path, text("mine")), adds(path, text("mine")), Ready(path)} })
	for _, err := range failed {
		require.ErrorIs(t, err, fs.ErrPermission)
		require.ErrorContains(t, err, path+": permission denied (want a file that you may write)")
	}
	require.Equal(t, "theirs", read(t, path))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// What is added to a file that may not be read stands on a line of its own.
func TestAppendToWhatCannotBeRead(t *testing.T) {
	path := filepath.Join(shared(t), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o666))
	require.NoError(t, os.Chmod(path, 0o222))
	var err error
	bound(func() { err = adds(path, text("mine\n")) })
	require.NoError(t, err)
	require.NoError(t, os.Chmod(path, 0o666))
	require.Equal(t, "theirs\nmine\n", read(t, path))
}

// Who could use a file can use the one in its place; where that cannot be had, the file
// stays.
func TestWriteKeepsOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	dir := shared(t)
	path := filepath.Join(dir, "f")
	require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o666))
	require.NoError(t, os.Chown(path, 1234, 1235))
	require.NoError(t, os.Chmod(path, 0o666))
	is := func(want string) {
		t.Helper()
		require.Equal(t, want, read(t, path))
		info, err := os.Stat(path)
		require.NoError(t, err)
		at := info.Sys().(*syscall.Stat_t)
		require.Equal(t, []any{uint32(1234), uint32(1235), fs.FileMode(0o666)}, []any{at.Uid, at.Gid, info.Mode()})
	}
	require.NoError(t, Write(path, text("root's")))
	is("root's")
	bound(func() {
		for _, err := range []error{Write(path, text("mine")), Ready(path)} {
			require.ErrorContains(t, err, path+": is of user 1234 and group 1235, and a file in its place would be of 65534 and 65534 (want another name)")
		}
	})
	is("root's")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// A file that may be written but not read is taken for one with other content.
func TestUnreadableFilesStay(t *testing.T) {
	dir := shared(t)
	path := filepath.Join(dir, "games.csv")
	require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o222))
	require.NoError(t, os.Chmod(path, 0o222))
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(path, nobody, nobody))
	}
	bound(func() {
		err := WriteAll(t.Context(), Together{Path: path, Make: text("mine")})
		require.EqualError(t, err, path+": is there already, and cannot be read: permission denied (want another folder)")
		require.ErrorAs(t, err, new(*OthersError))
	})
	require.Equal(t, "theirs", read(t, path))
}

// accessTo is a list that lets one user more read and write, and nobody of the group.
var accessTo = "\x02\x00\x00\x00" + // as the kernel has it: tag, permissions, who
	"\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x06\x00\xd2\x04\x00\x00" +
	"\x04\x00\x00\x00\xff\xff\xff\xff" + "\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x00\x00\xff\xff\xff\xff"

// Who is on the list of those who may use a file is on that of the one in its place, and
// nobody else; nor does it come to run with its owner's rights.
func TestWriteKeepsAccess(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o660))
	if err := unix.Setxattr(path, accessList, []byte(accessTo), 0); err != nil {
		t.Skip("the file system keeps no lists: ", err)
	}
	require.NoError(t, unix.Setxattr(path, "user.note", []byte("mine"), 0))
	attribute := func(path, name string) string {
		value := make([]byte, 1000)
		n, err := unix.Getxattr(path, name, value)
		if err != nil {
			return err.Error()
		}
		return string(value[:n])
	}
	require.NoError(t, Write(path, text("new")))
	require.Equal(t, "new", read(t, path))
	require.Equal(t, accessTo, attribute(path, accessList))
	require.Equal(t, "mine", attribute(path, "user.note"))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o660), info.Mode())

	// A list that the folder gives new files is not that of a file that had none.
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	require.NoError(t, os.Chmod(path, 0o640|fs.ModeSetuid|fs.ModeSetgid))
	require.NoError(t, unix.Setxattr(dir, "system.posix_acl_default", []byte(accessTo), 0))
	require.NoError(t, Write(path, text("new")))
	require.Equal(t, unix.ENODATA.Error(), attribute(path, accessList))
	info, err = os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o640), info.Mode())

	// Nor is there one where the file is removed meanwhile, with the list that it had.
	require.NoError(t, Write(path, func(io.Writer) error { return os.Remove(path) }))
	require.Equal(t, unix.ENODATA.Error(), attribute(path, accessList))
	info, err = os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode())
}

// Nor is a folder anybody's whose manifest cannot be read.
func TestUnreadableRunsAreNotWrittenInto(t *testing.T) {
	dir := shared(t)
	manifest := filepath.Join(dir, Manifest)
	require.NoError(t, os.WriteFile(manifest, []byte(`{"study_hash": "5c0e"}`), 0))
	bound(func() {
		require.ErrorContains(t, Write(dir+"/a", text("mine")), "lies in the run directory")
		require.ErrorContains(t, MakeDir(dir+"/a/b"), "lies in the run directory")
	})
	require.NoError(t, os.Remove(manifest))
	require.NoError(t, os.Symlink("nowhere", manifest))
	require.ErrorContains(t, Write(dir+"/a", text("mine")), "lies in the run directory")
	require.NoError(t, os.Remove(manifest))
	require.NoError(t, os.Mkdir(filepath.Join(dir, Shards), 0o777))
	require.NoError(t, Write(dir+"/a", text("mine")), "there is no shard")
	require.NoError(t, os.Chmod(filepath.Join(dir, Shards), 0o111))
	bound(func() { require.ErrorContains(t, Write(dir+"/a", text("mine")), "lies in the run directory") })
}

// What another user writes, and nobody else may read, is counted: a day long it is taken for
// that of a living writer, whose number cannot be had from a lock.
func TestUnfinishedFilesOfOthers(t *testing.T) {
	dir := shared(t)
	for name, age := range map[string]time.Duration{"elsewhere-7-0": AbandonedAfter / 2, "elsewhere-8-0": 2 * AbandonedAfter} {
		path := filepath.Join(dir, Page+Mark+name)
		require.NoError(t, os.WriteFile(path, nil, 0))
		require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-age)))
	}
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	found := map[string]bool{}
	bound(func() {
		err = EachUnfinished(root, ".", "", func(t Temp) error { found[t.Name] = t.Live; return nil })
	})
	require.NoError(t, err)
	require.Equal(t, map[string]bool{Page + Mark + "elsewhere-7-0": true, Page + Mark + "elsewhere-8-0": false}, found)
	// In a folder such as /tmp nobody else may remove it, which stops nobody.
	require.NoError(t, os.Chmod(dir, 0o777|os.ModeSticky))
	var gone []string
	if os.Geteuid() == 0 {
		bound(func() { gone, err = Tidy(root, ".", "") })
		require.NoError(t, err)
		require.Empty(t, gone)
	}
	gone, err = Tidy(root, ".", "")
	require.NoError(t, err)
	require.Equal(t, []string{Page + Mark + "elsewhere-8-0"}, gone)
}

// What a process has open is written through, by whatever name, also if the file has lost
// its own.
func TestDescriptorsAreWrittenThrough(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, os.Remove(path))
	n := strconv.Itoa(int(f.Fd()))
	require.NoError(t, os.Symlink("/proc/self/fd", filepath.Join(dir, "fds")))
	names := []string{"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/" + strconv.Itoa(os.Getpid()) + "/fd/", dir + "/fds/"}
	elsewhere := t.TempDir()
	if unix.Mount("proc", elsewhere, "proc", 0, "") == nil { // root may
		defer unix.Unmount(elsewhere, 0)
		names = append(names, elsewhere+"/self/fd/")
	}
	for _, name := range names {
		require.NoError(t, Ready(name+n))
		require.NoError(t, Write(name+n, text("x")))
	}
	t.Chdir("/proc/self/fd")
	require.NoError(t, Write(n, text("\x1b")))
	said := make([]byte, 100)
	at, _ := f.ReadAt(said, 0)
	require.Equal(t, strings.Repeat("x", len(names))+"�", string(said[:at]))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "the link alone")
}

// A regular file is added to in one piece, on lines of its own and when nobody else does,
// under a number too.
func TestAppendToADescriptor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString("old")
	require.NoError(t, err)
	other, err := os.Open(path)
	require.NoError(t, err)
	got, _ := lock(other)
	require.True(t, got)
	done := make(chan error)
	go func() { done <- adds("/dev/fd/"+strconv.Itoa(int(f.Fd())), text("mine\n")) }()
	time.Sleep(100 * time.Millisecond)
	require.Equal(t, "old", read(t, path))
	require.NoError(t, other.Close())
	require.NoError(t, <-done)
	require.Equal(t, "old\nmine\n", read(t, path))
}

// A folder may stand in two places.
func TestTogetherWhereAFolderIsMounted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
	}
	if err := unix.Mount(dir+"/a", dir+"/b", "", unix.MS_BIND, ""); err != nil {
		t.Skip(err) // root may
	}
	defer unix.Unmount(dir+"/b", 0)
	for says, two := range map[string][2]string{
		"b/x: is also the place of":    {"a/x", "b/x"},
		"a/x: is also the folder of":   {"a/x", "b/x/y/z"},
		"b/n/x: is also the place of":  {"a/n/x", "b/n/x"},
		"a/n/x: is also the folder of": {"a/n/x", "b/n/./x/y"},
	} {
		before := tree(t, dir)
		require.ErrorContains(t, WriteAll(t.Context(), Together{Path: dir + "/" + two[0], Make: text("mine")}, Together{Path: dir + "/" + two[1], Make: text("mine")}), says)
		require.Equal(t, before, tree(t, dir))
	}
}

// Only a pipe gets a reader by waiting.
func TestSocketsAreNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	defer l.Close()
	done := make(chan error, 1)
	go func() { done <- Write(path, text("x")) }()
	select {
	case err = <-done:
		require.ErrorContains(t, err, path)
	case <-time.After(10 * time.Second):
		require.Fail(t, "still waiting")
	}
}
