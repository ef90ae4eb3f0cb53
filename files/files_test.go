//go:build unix

package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/plain"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func adds(path string, write func(io.Writer) error) error {
	return Append(context.Background(), path, write)
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// A file keeps its permissions, a new one has those that the umask leaves, and a link
// stays a link.
func TestWriteKeepsModes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	old := syscall.Umask(0o077)
	err := Write(path, text("one"))
	syscall.Umask(old)
	require.NoError(t, err)
	mode := func() fs.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode()
	}
	require.Equal(t, fs.FileMode(0o600), mode())
	require.NoError(t, os.Chmod(path, 0o666))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("report", link))
	old = syscall.Umask(0o077)
	err = Write(link, text("two"))
	syscall.Umask(old)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o666), mode())
	require.Equal(t, "two", read(t, path))
	// Nor can others read what comes into a file that was its owner's, before it is there.
	require.NoError(t, os.Chmod(path, 0o600))
	require.NoError(t, Write(path, func(w io.Writer) error {
		all, err := filepath.Glob(path + Mark + "*")
		require.NoError(t, err)
		require.Len(t, all, 1)
		info, err := os.Stat(all[0])
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
		_, err = io.WriteString(w, "two")
		return err
	}))
	to, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, "report", to)
	require.NoError(t, os.Symlink("fresh", filepath.Join(dir, "dangling")))
	require.NoError(t, Write(filepath.Join(dir, "dangling"), text("three")))
	require.Equal(t, "three", read(t, filepath.Join(dir, "fresh")))
	require.NoError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	require.Error(t, Write(filepath.Join(dir, "loop"), text("four")))
	require.ErrorContains(t, Write(dir, text("five")), "is a directory")
}

// What fails leaves the old file, and nothing beside it; what a killed writer left is
// cleared away.
func TestWriteIsWholeOrAbsent(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	require.NoError(t, os.WriteFile(path+Mark+Host()+"-1-0", []byte("half"), 0o666))
	require.NoError(t, Write(path, text("one")))
	broken := errors.New("broken")
	err := Write(path, func(w io.Writer) error { io.WriteString(w, strings.Repeat("two", 10_000)); return broken })
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, path)
	require.Equal(t, "one", read(t, path))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)

	require.NoError(t, adds(path, text(" two")))
	require.ErrorIs(t, adds(path, func(w io.Writer) error { io.WriteString(w, strings.Repeat("x", 10_000)); return broken }), broken)
	require.Equal(t, "one\n two", read(t, path))
}

// Only what this program has left is cleared away, not what is called much the same.
func TestNeighboursStay(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keep")
	names := []string{"", "notes", Host(), Host() + "-", Host() + "-1", Host() + "-1-", Host() + "-1-0-0", Host() + "-0-0", Host() + "-01-0", Host() + "-1-1000", Host() + "-1-x", Host() + "-1-0.csv", "a-b-1-0"}
	for _, name := range names {
		require.NoError(t, os.WriteFile(path+Mark+name, []byte("theirs"), 0o666))
		require.NoError(t, os.Chtimes(path+Mark+name, time.Time{}, time.Now().Add(-2*AbandonedAfter)))
	}
	require.NoError(t, os.WriteFile(path+Mark+"b"+Mark+Host()+"-1-0", []byte("another's"), 0o666))
	require.NoError(t, Write(path, text("mine")))
	for _, name := range names {
		require.FileExists(t, path+Mark+name)
	}
	require.FileExists(t, path+Mark+"b"+Mark+Host()+"-1-0")
	// Nor what another writer, who lives, is at.
	root, err := OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	file, temp, err := Create(root, "keep")
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, Write(path, text("mine again")))
	require.FileExists(t, filepath.Join(dir, temp))
	for _, n := range []int{0, temps - 1} {
		made := isTemp.FindStringSubmatch(tempName("a"+Mark+"b", n))
		require.Equal(t, []string{"a" + Mark + "b", Host(), strconv.Itoa(os.Getpid())}, made[1:])
	}
}

// Pipes and devices are written, not replaced.
func TestDevicesAreWrittenThrough(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, write := range []func(string, func(io.Writer) error) error{Write, adds} {
		said := make(chan string)
		go func() {
			b, _ := os.ReadFile(pipe)
			said <- string(b)
		}()
		require.NoError(t, write(pipe, text("through")))
		require.Equal(t, "through", <-said)
	}
	// Text is plain there, and bytes are what they are.
	for want, write := range map[string]func(io.Writer) error{
		"�[31m": text("\x1b[31m"),
		"\x1b[31m": func(w io.Writer) error {
			w, err := plain.Bytes(w)
			require.NoError(t, err)
			return text("\x1b[31m")(w)
		},
	} {
		said := make(chan string)
		go func() {
			b, _ := os.ReadFile(pipe)
			said <- string(b)
		}()
		require.NoError(t, Write(pipe, write))
		require.Equal(t, want, <-said)
	}
	info, err := os.Lstat(pipe)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&fs.ModeNamedPipe)
	require.NoError(t, Write(os.DevNull, text("away")))
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&fs.ModeDevice)
}

// Nothing is written into a run directory by a name that is not the run's, however the
// way there is written.
func TestRunsAreNotWrittenInto(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	shards := filepath.Join(run, "shards")
	require.NoError(t, os.MkdirAll(shards, 0o777))
	manifest := filepath.Join(run, Manifest)
	require.NoError(t, os.WriteFile(manifest, []byte(`{"format": 3, "study_hash": "5c0e"}`), 0o666))
	require.NoError(t, os.Symlink(run, filepath.Join(dir, "way")))
	require.NoError(t, os.Symlink(manifest, filepath.Join(dir, "file")))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "x/y"), 0o777))
	require.NoError(t, os.Symlink("x", filepath.Join(dir, "far")))
	for _, path := range []string{manifest, shards + "/00000.parquet", run + "/games.csv", run + "/" + Page, run + "/log/x", run + "/shards/" + Page, dir + "/way/a", dir + "/way/shards/a", dir + "/file", dir + "/x/../run/a", dir + "/far/../run/a"} {
		for _, write := range []func(string, func(io.Writer) error) error{Write, adds} {
			require.ErrorContains(t, write(path, text("mine")), "lies in the run directory", path)
		}
	}
	require.Contains(t, read(t, manifest), "5c0e")
	// Wherever in it the mark stands, also across two blocks that are read.
	require.NoError(t, os.Rename(shards, dir+"/away"))
	for n := 1<<16 - 20; n < 1<<16+2; n++ {
		require.NoError(t, os.WriteFile(manifest, []byte(strings.Repeat(" ", n)+`"study_hash"`), 0o666))
		require.True(t, isRun(run), n)
	}
	require.NoError(t, os.WriteFile(manifest, []byte(strings.Repeat(" ", 200_000)+`"study_hush"`), 0o666))
	require.False(t, isRun(run))
	require.NoError(t, os.Rename(dir+"/away", shards))
	// What its text has become is no matter.
	require.NoError(t, os.Truncate(manifest, 0))
	require.ErrorContains(t, Write(run+"/games.csv", text("mine")), "lies in the run directory")
	// But the page of this very run.
	require.NoError(t, WritePage(t.Context(), dir+"/way", filepath.Join(run, Page), text("page")))
	require.ErrorContains(t, WritePage(t.Context(), run, run+"/page.html", text("page")), "lies in the run directory")
	require.ErrorContains(t, WritePage(t.Context(), shards, shards+"/"+Page, text("page")), "lies in the run directory")
	other := filepath.Join(dir, "other")
	require.NoError(t, os.Mkdir(other, 0o777))
	require.ErrorContains(t, WritePage(t.Context(), other, run+"/"+Page, text("page")), "lies in the run directory")
	// And not where a link in its place leads, nor into a pipe.
	require.NoError(t, os.Rename(run+"/"+Page, dir+"/victim"))
	require.NoError(t, os.Symlink("../victim", run+"/"+Page))
	require.EqualError(t, WritePage(t.Context(), run, run+"/"+Page, text("mine")), run+"/"+Page+": is a link (want a regular file, or none)")
	require.ErrorContains(t, ReadyPage(run, run+"/"+Page), "is a link")
	require.Equal(t, "page", read(t, dir+"/victim"))
	require.NoError(t, os.Rename(dir+"/victim", run+"/"+Page))
	// Nor is a folder made there, or one used that is there.
	for _, path := range []string{run + "/a/b", shards, shards + "/a", dir + "/way/a", dir + "/way/shards/", dir + "/far/../run/a"} {
		require.ErrorContains(t, MakeDir(path), path+": lies in the run directory "+run)
		require.ErrorContains(t, OutsideRuns(path), "lies in the run directory "+run)
		require.ErrorContains(t, Ready(path+"/x"), "lies in the run directory "+run)
	}
	require.NoError(t, MakeDir(run), "its run may just have been laid there")
	require.Error(t, OutsideRuns(run))
	entries, err := os.ReadDir(run)
	require.NoError(t, err)
	require.Len(t, entries, 3)
	// A run directory that a path only passes is not in the way.
	require.NoError(t, MakeDir(dir+"/run/../new/folder"))
	require.NoError(t, Write(dir+"/run/../new/folder/a", text("mine")))
	require.Equal(t, "mine", read(t, dir+"/new/folder/a"))
	// Where the manifest is lost, its shards say what the folder is; an empty one of them
	// says nothing.
	require.NoError(t, os.Remove(manifest))
	require.NoError(t, Ready(run+"/games.csv"))
	for _, shard := range []string{"00000.parquet", "00007.parquet" + Mark + "host-1-0"} {
		require.NoError(t, os.WriteFile(filepath.Join(shards, shard), nil, 0o666))
		require.ErrorContains(t, Write(run+"/games.csv", text("mine")), "lies in the run directory")
		require.ErrorContains(t, MakeDir(run+"/a/b"), "lies in the run directory")
		require.NoError(t, MakeDir(run), "the run is laid there again")
		require.NoError(t, os.Remove(filepath.Join(shards, shard)))
	}
	// So does an empty manifest without shards.
	lost := filepath.Join(dir, "lost")
	require.NoError(t, os.Mkdir(lost, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(lost, Manifest), nil, 0o666))
	require.ErrorContains(t, Write(lost+"/games.csv", text("mine")), "lies in the run directory")
	// Other programs have manifests too.
	require.NoError(t, os.WriteFile(filepath.Join(dir, Manifest), []byte(`{"name": "app"}`), 0o666))
	require.NoError(t, Write(filepath.Join(dir, "a"), text("mine")))
}

// Nor is what cannot be looked at taken for a place outside: a path that is nearly as long as
// the system takes, and a folder so deep that the way up is.
func TestRunsThatCannotBeSeen(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	deep := strings.Repeat("d/", 300)
	require.NoError(t, os.MkdirAll("run/log/"+deep, 0o777))
	require.NoError(t, os.Mkdir("run/shards", 0o777))
	require.NoError(t, os.WriteFile("run/manifest.json", nil, 0o666))
	for _, leaf := range []string{"run/log/x", "run/shards/xy"} {
		path := strings.Repeat("./", (4094-len(leaf))/2) + leaf
		require.ErrorContains(t, Write(path, text("mine")), ": whether it lies in a run directory cannot be seen: file name too long")
		require.ErrorContains(t, MakeDir(path), "cannot be seen")
		require.NoFileExists(t, leaf)
	}
	require.NoError(t, os.Chdir("run/log/"+deep))
	require.ErrorContains(t, Write("x", text("mine")), "lies in the run directory")
	for range 4 {
		require.NoError(t, os.MkdirAll(deep, 0o777))
		require.NoError(t, os.Chdir(deep))
	}
	require.ErrorContains(t, Write("x", text("mine")), "cannot be seen")
	require.NoFileExists(t, "x")
}

// A path is the system's to read: above a link is what is above the folder that it leads
// to. So is the path that a link holds.
func TestPathsAreNotShortened(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "away/inside"), 0o777))
	t.Chdir(dir)
	require.NoError(t, os.Symlink("away/inside", "link"))
	require.NoError(t, os.Symlink("link/../c", "onward"))
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, os.WriteFile(name, []byte("theirs"), 0o666))
	}
	require.NoError(t, Write("link/../a", text("mine")))
	require.NoError(t, adds(dir+"/link/..//b", text("mine")))
	require.NoError(t, Write("onward", text("mine")))
	require.NoError(t, Ready("link/../a"))
	require.NoError(t, MakeDir("link/.././e/"))
	for _, name := range []string{"a", "b", "c"} {
		require.Equal(t, "theirs", read(t, name))
		require.Equal(t, "mine", read(t, "away/"+name))
	}
	require.DirExists(t, "away/e")
	require.NoFileExists(t, "e")
	require.ErrorContains(t, Write("new/", text("mine")), "new/: names a directory")
	require.ErrorContains(t, Write("nowhere/../a", text("mine")), "nowhere/../a: leads back from nowhere, which is no folder that is there")
	long := strings.Repeat("x", 300)
	require.ErrorContains(t, MakeDir("nowhere/"+long+"/x"), "/x: file name too long")
	require.ErrorContains(t, WriteAll(t.Context(), Together{Path: "elsewhere/a", Make: text("mine")}, Together{Path: "nowhere/" + long, Make: text("mine")}), "name too long")
	require.NoDirExists(t, "elsewhere")
	for _, dir := range []string{"nowhere/..", "nowhere/../away", "away/nowhere/.././../e/new", "nowhere/./../away/new"} {
		require.ErrorContains(t, MakeDir(dir), "leads back from")
		require.NoDirExists(t, "nowhere")
		require.NoDirExists(t, "away/nowhere")
	}

	for typed, want := range map[string]string{"link/../a": "away/a", "away/../a": "a", "link": "link", "new": "new", dir + "/link/../a": "away/a"} {
		at, err := Abs(typed)
		require.NoError(t, err)
		require.Equal(t, filepath.Join(dir, want), at)
	}
	for dir, want := range map[string]string{"": "x/y", "/": "/x/y", "a/": "a/x/y", "a/..": "a/../x/y"} {
		require.Equal(t, want, Join(dir, "x", "y"))
	}
}

// What is added to a file is added in one piece, and only when all of it is there: who is
// killed while it is made has changed nothing.
func TestAppendIsOneWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	writes := 0
	Fault = func(s Step, _ string) error {
		if s == Writing {
			writes++
		}
		return nil
	}
	defer func() { Fault = nil }()
	require.NoError(t, adds(path, func(w io.Writer) error {
		for range 1000 {
			io.WriteString(w, strings.Repeat("x", 100))
		}
		require.NoFileExists(t, path)
		return nil
	}))
	require.Len(t, read(t, path), 100_000)
	require.Equal(t, 1, writes)
}

// Of several that add to one file, each waits for the others, and one that fails takes
// back what is its own. What they add stands on lines of its own.
func TestAppendsWaitForEachOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o666))
	full := errors.New("full")
	var syncs atomic.Int64
	Fault = func(s Step, _ string) error {
		if s == Syncing && syncs.Add(1)%2 == 0 {
			return full
		}
		return nil
	}
	defer func() { Fault = nil }()
	var wg sync.WaitGroup
	var added sync.Map
	for n := range 200 {
		wg.Go(func() {
			line := strings.Repeat(strconv.Itoa(n)+" ", 100)
			if err := adds(path, text(line)); err == nil {
				added.Store(line, true)
			} else if !errors.Is(err, full) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	lines := strings.Split(read(t, path), "\n")
	require.Equal(t, "before", lines[0])
	require.Len(t, lines, 101)
	for _, line := range lines[1:] {
		_, ok := added.LoadAndDelete(line)
		require.True(t, ok, line)
	}
}

// What others add who do not wait is not taken back.
func TestAppendTakesBackItsOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte("before\n"), 0o666))
	full := errors.New("full")
	Fault = func(s Step, _ string) error {
		if s != Syncing {
			return nil
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		defer f.Close()
		_, err = f.WriteString("theirs\n")
		require.NoError(t, err)
		return full
	}
	defer func() { Fault = nil }()
	require.ErrorIs(t, adds(path, text("mine\n")), full)
	require.Equal(t, "before\nmine\ntheirs\n", read(t, path))
}

// locked is a file that another has locked.
func locked(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	got, _ := lock(f)
	require.True(t, got)
	return f
}

// Somebody who has the file locked for good is not waited for for ever; the file may be
// another when it is free.
func TestAppendWaitsForALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte("old\n"), 0o666))
	f := locked(t, path)
	done := make(chan error)
	go func() { done <- adds(path, text("mine\n")) }()
	time.Sleep(100 * time.Millisecond)
	require.NoError(t, Write(path, text("new\n")))
	require.NoError(t, f.Close())
	require.NoError(t, <-done)
	require.Equal(t, "new\nmine\n", read(t, path))
}

// What was asked about the way before is asked again: a run may have been laid there.
func TestAppendLooksAgainAfterALock(t *testing.T) {
	for name, change := range map[string]func(dir, run string) error{
		"lies in the run directory": func(dir, run string) error {
			return os.WriteFile(filepath.Join(dir, Manifest), nil, 0o666)
		},
		"run directory": func(dir, run string) error {
			path := filepath.Join(dir, "games.pdn")
			return errors.Join(os.Remove(path), os.Symlink(filepath.Join(run, Manifest), path))
		},
		"": func(dir, run string) error { // another file is added to
			path := filepath.Join(dir, "games.pdn")
			return errors.Join(os.Remove(path), os.WriteFile(path+"2", nil, 0o666), os.Symlink(path+"2", path))
		},
	} {
		dir, run := t.TempDir(), t.TempDir()
		path := filepath.Join(dir, "games.pdn")
		require.NoError(t, os.WriteFile(path, []byte("old\n"), 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(run, Manifest), nil, 0o666))
		f := locked(t, path)
		done := make(chan error)
		go func() { done <- adds(path, text("mine\n")) }()
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, change(dir, run))
		require.NoError(t, f.Close())
		if err := <-done; name == "" {
			require.NoError(t, err)
			require.Equal(t, "mine\n", read(t, path+"2"))
		} else {
			require.ErrorContains(t, err, name)
		}
		require.Empty(t, read(t, filepath.Join(run, Manifest)))
	}
}

// Nobody who is interrupted waits long.
func TestAppendIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, nil, 0o666))
	defer locked(t, path).Close()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorContains(t, Append(ctx, path, text("mine")), "another process has locked it (want it free within 1s)")
	require.Equal(t, 10*time.Second, lockPatience, "as docs/threats.md says")
}

// A file that was made for what cannot be written is not left.
func TestAppendLeavesNoEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	full := errors.New("full")
	Fault = func(s Step, _ string) error {
		if s == Writing {
			return full
		}
		return nil
	}
	defer func() { Fault = nil }()
	require.ErrorIs(t, adds(path, text("mine")), full)
	require.NoFileExists(t, path)
	require.NoError(t, os.WriteFile(path, nil, 0o666))
	require.ErrorIs(t, adds(path, text("mine")), full)
	require.FileExists(t, path)
}

// A file can be asked for before there is anything to write.
func TestReady(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	require.NoError(t, Ready(path))
	require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o666))
	require.NoError(t, Ready(path))
	require.Equal(t, "theirs", read(t, path))
	require.NoError(t, Ready(os.DevNull))
	require.ErrorContains(t, Ready(dir), "is a directory")
	require.ErrorContains(t, Ready(path+"/x"), "not a directory")
	require.ErrorContains(t, Ready(dir+"/nowhere/x"), "no such file")
	full := errors.New("full")
	Fault = func(s Step, _ string) error { return full }
	defer func() { Fault = nil }()
	require.ErrorIs(t, Ready(path), full)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// What is made while somebody interrupts is not taken for whole.
func TestInterruptedFilesAreNotWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page")
	require.NoError(t, os.WriteFile(path, []byte("theirs"), 0o666))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	require.NoError(t, err)
	defer f.Close()
	for _, name := range []string{path, path + "2", "/dev/fd/" + strconv.Itoa(int(f.Fd()))} {
		err := WritePage(ctx, "", name, func(w io.Writer) error { stop(); return text("mine")(w) })
		require.ErrorIs(t, err, context.Canceled)
	}
	require.Equal(t, "theirs", read(t, path))
	require.NoFileExists(t, path+"2")
}

// A pipe that nobody writes to is an error at once.
func TestOnlyRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	require.NoError(t, syscall.Mkfifo(pipe+Mark+"host-1-0", 0o600))
	done := make(chan error)
	go func() { _, err := Open(pipe); done <- err }()
	select {
	case err := <-done:
		require.ErrorContains(t, err, "is a pipe (want a regular file)")
	case <-time.After(10 * time.Second):
		t.Fatal("waits for a writer")
	}
	_, err := Open(dir)
	require.ErrorContains(t, err, "is a directory")
	_, err = Open(os.DevNull)
	require.ErrorContains(t, err, "is a device")
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	require.NoError(t, EachUnfinished(root, ".", "", func(Temp) error { return errors.New("a pipe was visited") }))
}

// Neither a file nor a folder of a folder is one to which a link leads out of it; and what
// is said of that is not what package os says.
func TestLinksOutOfAFolder(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(away, "f"), []byte("theirs"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "own"), []byte("mine"), 0o666))
	require.NoError(t, os.Symlink(filepath.Join(away, "f"), filepath.Join(dir, "f")))
	require.NoError(t, os.Symlink(away, filepath.Join(dir, "folder")))
	require.NoError(t, os.Symlink("own", filepath.Join(dir, "near")))
	require.NoError(t, os.Symlink(dir, filepath.Join(away, "way")))
	for _, dir := range []string{dir, filepath.Join(away, "way")} {
		for _, name := range []string{"f", "folder/f"} {
			_, err := OpenUnder(dir, name)
			require.EqualError(t, err, filepath.Join(dir, name)+": is a link that leads elsewhere (want one that stays in its folder, or none)")
		}
		f, err := OpenUnder(dir, "near")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		_, err = OpenUnder(dir, "none")
		require.ErrorIs(t, err, fs.ErrNotExist)
		root, err := OpenRoot(dir)
		require.NoError(t, err)
		defer root.Close()
		require.EqualError(t, Settle(root, "folder"), filepath.Join(dir, "folder")+": is a link that leads elsewhere (want one that stays in its folder, or none)")
		require.EqualError(t, MakeDirIn(root, "folder"), filepath.Join(dir, "folder")+": is a link that leads elsewhere (want one that stays in its folder, or none)")
		_, err = ReadDirIn(root, "folder")
		require.ErrorContains(t, err, "is a link that leads elsewhere")
		require.EqualError(t, MakeDirIn(root, "own"), filepath.Join(dir, "own")+": is a file (want a directory)")
	}
	require.EqualError(t, MakeDir(filepath.Join(dir, "own/x")), filepath.Join(dir, "own")+": is a file (want a directory)")
}
