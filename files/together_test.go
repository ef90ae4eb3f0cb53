//go:build unix

package files

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// tree is every name under a folder.
func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	}))
	return names
}

// soon fails a test that waits.
func soon(t *testing.T, do func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("it waits")
		return nil
	}
}

// A file that nobody has named is left, unless it is the same.
func TestAddReplacesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new/games.csv")
	add := func(s string) error { return WriteAll(t.Context(), Together{Path: path, Make: text(s)}) }
	require.NoError(t, add("games"))
	require.NoError(t, add("games"))
	require.ErrorAs(t, add("others"), new(*OthersError))
	require.Equal(t, "games", read(t, path))
	require.NoError(t, WriteAll(t.Context(), Together{Path: path, Make: text("others"), Overwrite: true}))
	require.Equal(t, "others", read(t, path))
	require.NoError(t, WriteAll(t.Context(), Together{Path: path, Make: text("named"), Named: true}))
	require.Equal(t, "named", read(t, path))
}

// What others put in the place of a file while it is made is treated as if it had been
// there before.
func TestWhatComesMeanwhile(t *testing.T) {
	const mine, old, others = "mine", "old", "another's"
	file := func(path string, mode fs.FileMode) error {
		return cmp.Or(os.WriteFile(path+".new", []byte(others), mode), os.Rename(path+".new", path))
	}
	for name, test := range map[string]struct {
		meanwhile func(path string) error
		want      string // of the error
		named     string // content afterwards, of a file that somebody has named
		mode      fs.FileMode
	}{
		"a folder": {func(path string) error { os.Remove(path); return os.Mkdir(path, 0o777) }, "is a directory", "", 0},
		"a pipe":   {func(path string) error { os.Remove(path); return syscall.Mkfifo(path, 0o666) }, "is a pipe", "", 0},
		"a link":   {func(path string) error { os.Remove(path); return os.Symlink("elsewhere", path) }, "elsewhere", "", 0},
		"another folder": {func(path string) error {
			dir := filepath.Dir(path)
			return cmp.Or(os.Rename(dir, dir+"2"), os.Mkdir(dir, 0o777))
		}, "elsewhere", "", 0},
		"a run": {func(path string) error {
			return os.WriteFile(filepath.Join(filepath.Dir(path), Manifest), runMark, 0o666)
		}, "run directory", old, 0o644},
		"a private file":  {func(path string) error { return file(path, 0o600) }, "", mine, 0o600},
		"a private place": {func(path string) error { return os.Chmod(path, 0o600) }, "", mine, 0o600},
		"nothing":         {os.Remove, "", mine, 0o600}, // its owner's alone
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "dir")
			require.NoError(t, os.Mkdir(dir, 0o777))
			path := filepath.Join(dir, "file")
			require.NoError(t, os.WriteFile(path, []byte(old), 0o644))
			err := Write(path, func(w io.Writer) error {
				_, err := io.WriteString(w, mine)
				return cmp.Or(err, test.meanwhile(path))
			})
			if test.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.want)
			}
			info, err := os.Stat(path)
			if test.named == "" {
				require.True(t, err != nil || !info.Mode().IsRegular())
				return
			}
			require.NoError(t, err)
			require.Equal(t, test.named, read(t, path))
			require.Equal(t, test.mode, info.Mode())
		})
	}
	for _, there := range []string{mine, others} {
		path := filepath.Join(t.TempDir(), "new")
		err := WriteAll(t.Context(), Together{Path: path, Make: func(w io.Writer) error {
			_, err := io.WriteString(w, mine)
			return cmp.Or(err, os.WriteFile(path, []byte(there), 0o666))
		}})
		if there == mine {
			require.NoError(t, err)
		} else {
			require.ErrorAs(t, err, new(*OthersError), "nobody has asked to replace it")
		}
		require.Equal(t, []string{filepath.Dir(path), path}, tree(t, filepath.Dir(path)), "nothing else is left")
		require.Equal(t, there, read(t, path))
	}
	path := filepath.Join(t.TempDir(), "new")
	require.ErrorContains(t, WriteAll(t.Context(), Together{Path: path, Overwrite: true, Make: func(io.Writer) error { return os.Mkdir(path, 0o777) }}), "is a directory")
	require.DirExists(t, path)
	require.ErrorContains(t, Ask(Together{Path: "/dev/fd/new"}), "has open")
}

// What is made without end ends with its context, whether it is written or compared.
func TestFilesEndWithTheirContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new")
	for range 2 {
		ctx, stop := context.WithCancel(t.Context())
		err := soon(t, func() error {
			return WriteAll(ctx, Together{Path: path, Make: func(w io.Writer) error {
				for {
					if _, err := io.WriteString(w, "more"); err != nil {
						return err
					}
					stop()
				}
			}})
		})
		require.ErrorIs(t, err, context.Canceled)
		if there := tree(t, filepath.Dir(path)); len(there) > 1 {
			require.Equal(t, "old", read(t, path))
		}
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	}
}

// Of files that belong together none is written, and no folder made, if something is in
// the way of one; nor is anything waited for. To overwrite is to replace regular files.
func TestTogetherOrNotAtAll(t *testing.T) {
	for what, c := range map[string]struct {
		lay       func(t *testing.T, at string) error // where the last of them is to lie
		says      string
		overwrite bool // can be replaced
	}{
		"other content": {func(_ *testing.T, at string) error { return os.WriteFile(at, []byte("theirs"), 0o666) }, "with other content", true},
		"a directory":   {func(_ *testing.T, at string) error { return os.Mkdir(at, 0o777) }, "is a directory (want a file)", false},
		"a pipe":        {func(_ *testing.T, at string) error { return syscall.Mkfifo(at, 0o666) }, "is a pipe (want a regular file, or none)", false},
		"a device":      {func(_ *testing.T, at string) error { return os.Symlink(os.DevNull, at) }, "is a device (want a regular file, or none)", false},
		"a circle":      {func(_ *testing.T, at string) error { return os.Symlink(filepath.Base(at), at) }, "leads in a circle", false},
		"nothing":       {func(_ *testing.T, at string) error { return os.Symlink("nowhere", at) }, "is a link that leads nowhere (want a regular file, or none)", false},
		"a run": {func(t *testing.T, at string) error {
			run := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(run, Manifest), []byte(`{"study_hash": "5c0e"}`), 0o666))
			require.NoError(t, os.WriteFile(filepath.Join(run, "x"), []byte("mine"), 0o666))
			return os.Symlink(filepath.Join(run, "x"), at)
		}, "lies in the run directory", false},
		"a file for a folder": {func(_ *testing.T, at string) error {
			require.NoError(t, os.Remove(filepath.Dir(at)))
			return os.WriteFile(filepath.Dir(at), nil, 0o666)
		}, "figures: is a file (want a directory)", false},
		"a link for a folder": {func(_ *testing.T, at string) error {
			require.NoError(t, os.Remove(filepath.Dir(at)))
			return os.Symlink("nowhere", filepath.Dir(at))
		}, "figures: is a link that leads to none (want a directory)", false},
		"a circle for a folder": {func(_ *testing.T, at string) error {
			require.NoError(t, os.Remove(filepath.Dir(at)))
			return os.Symlink("figures", filepath.Dir(at))
		}, "figures: is a link that leads to none (want a directory)", false},
	} {
		for _, overwrite := range []bool{false, true} {
			t.Run(what+map[bool]string{true: ", overwritten"}[overwrite], func(t *testing.T) {
				dir := t.TempDir()
				figures := filepath.Join(dir, "figures")
				require.NoError(t, os.Mkdir(figures, 0o777))
				require.NoError(t, c.lay(t, filepath.Join(figures, "b.svg")))
				var all []Together
				for _, name := range []string{"data/games.csv", "deep/er/a", "references.bib", "figures/b.svg"} {
					all = append(all, Together{Path: filepath.Join(dir, name), Make: text("mine"), Overwrite: overwrite})
				}
				before := tree(t, dir)
				for _, do := range []func() error{
					func() error { return Ask(all...) },
					func() error { return WriteAll(t.Context(), all...) },
				} {
					err := soon(t, do)
					if overwrite && c.overwrite {
						require.NoError(t, err)
						continue
					}
					require.ErrorContains(t, err, c.says)
					require.NotContains(t, err.Error(), "stat ")
					require.Equal(t, before, tree(t, dir))
				}
			})
		}
	}
}

// Nor where one that is written through cannot be opened.
func TestTogetherThroughWhatTakesNothing(t *testing.T) {
	for what, lay := range map[string]func(at string) error{
		"no such file":   func(at string) error { return os.Symlink("/dev/fd/9999", at) },
		"no such device": func(at string) error { return syscall.Mknod(at, syscall.S_IFSOCK|0o600, 0) },
	} {
		dir := t.TempDir()
		at := filepath.Join(dir, "report.qmd")
		require.NoError(t, lay(at))
		before := tree(t, dir)
		all := []Together{{Path: filepath.Join(dir, "figures/a"), Make: text("mine")}, {Path: at, Make: text("mine"), Named: true}}
		require.ErrorContains(t, Ask(all...), at+": "+what)
		require.ErrorContains(t, WriteAll(t.Context(), all...), at+": "+what)
		require.ErrorContains(t, Ready(at), at+": "+what)
		require.Equal(t, before, tree(t, dir))
	}
}

// Nor where a folder or a file that is there cannot be written.
func TestTogetherWhereAllCanBeWritten(t *testing.T) {
	for what, spoilt := range map[string]string{"folder": "new", "file": "two"} {
		dir := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dir, "b"), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "b/two"), []byte("old"), 0o666))
		before := tree(t, dir)
		Fault = func(s Step, path string) error {
			if name := filepath.Base(path); s == Creating && filepath.Base(filepath.Dir(path)) == "b" && strings.HasPrefix(name, spoilt) {
				return errors.New("not here")
			}
			return nil
		}
		last := Together{Path: dir + "/b/" + map[string]string{"folder": "new", "file": "two"}[what], Make: text("mine"), Overwrite: true}
		err := WriteAll(t.Context(), Together{Path: dir + "/a/one", Make: text("mine")}, last)
		Fault = nil
		require.ErrorContains(t, err, "not here", what)
		require.Equal(t, before, tree(t, dir), what)
	}
}

// Nor may two of them be one file, or one the folder of another, however that is written.
func TestTogetherInPlacesOfTheirOwn(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "data"), 0o777))
	require.NoError(t, os.Symlink("data", filepath.Join(dir, "same")))
	at := func(name string) Together { return Together{Path: dir + "/" + name, Make: text(name)} }
	for says, two := range map[string][2]string{
		"same/a: is also the place of":           {"data/a", "same/a"},
		"same/../x: is also the place of":        {"x", "same/../x"},
		"figures: is also the folder of":         {"figures/a", "figures"},
		"data/../deep/er: is also the folder of": {"data/../deep/er", "deep/er/still/x"},
	} {
		require.ErrorContains(t, WriteAll(t.Context(), at(two[0]), at(two[1])), says)
	}
	require.Len(t, tree(t, dir), 3)
	require.NoError(t, WriteAll(t.Context(), at("data/a"), at("data/ab")))
}

// What one process writes into a pipe that nobody reads ends when it is told to, and so
// does what it writes into one that is full.
func TestPipesAreNotWaitedForInVain(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for what, write := range map[string]func(func(io.Writer) error) error{
		"write":  func(w func(io.Writer) error) error { return WritePage(short(t), "", pipe, w) },
		"append": func(w func(io.Writer) error) error { return Append(short(t), pipe, w) },
		"together": func(w func(io.Writer) error) error {
			return WriteAll(short(t), Together{Path: pipe, Make: w, Named: true})
		},
	} {
		err := soon(t, func() error { return write(text("mine")) })
		require.ErrorIs(t, err, context.Canceled, what)
		require.ErrorContains(t, err, "nobody reads the pipe")
	}
	reader, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer reader.Close()
	full := func(w io.Writer) error { _, err := w.Write(make([]byte, 1<<20)); return err }
	ctx := short(t)
	require.ErrorContains(t, soon(t, func() error { return WritePage(ctx, "", pipe, full) }), pipe+": context")
}

// short is interrupted at once, or nearly so.
func short(t *testing.T) context.Context {
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	time.AfterFunc(100*time.Millisecond, stop)
	return ctx
}
