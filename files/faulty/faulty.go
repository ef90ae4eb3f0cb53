//go:build unix

// Package faulty has disks fail in tests: at each step of writing in turn, and as when
// the power fails.
package faulty

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"varlab/files"
)

// An Act is what a test has done to a folder in which Prepare, if set, was done before.
// The same act done again must bring what failed to its end.
type Act struct {
	Prepare, Do func(dir string) error
}

func (a Act) in(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err == nil && a.Prepare != nil {
		err = a.Prepare(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// until does the act; fail is told the number of each step, from 1.
func (a Act) until(dir string, fail func(n int, s files.Step, path string) error) (steps int, err error) {
	var mu sync.Mutex
	files.Fault = func(s files.Step, path string) error {
		mu.Lock()
		defer mu.Unlock()
		steps++
		return fail(steps, s, path)
	}
	defer func() { files.Fault = nil }()
	err = a.Do(dir)
	return steps, err
}

// drawn is whether a test that stands for all those of its kind does number n:
// VARLAB_FAULTS=K/N has every Nth done from the Kth on, VARLAB_DEEP all; otherwise it is
// every tenth.
func drawn(t testing.TB, n int) bool {
	share, of := 0, 10
	if text := os.Getenv("VARLAB_FAULTS"); text != "" {
		if _, err := fmt.Sscanf(text, "%d/%d", &share, &of); err != nil || of < 1 {
			t.Fatalf("VARLAB_FAULTS=%s (want K/N)", text)
		}
	}
	return os.Getenv("VARLAB_DEEP") != "" || n%of == share%of
}

// Each does the act in as many fresh folders as it has steps, and in each has one step
// fail, or that and all after it, with EIO or ENOSPC. After is given the folder and the
// error that the act returned, which is another than the fault, or none, only where the
// fault did no harm; then the act is done again, without fault, and finally is given
// the folder.
func Each(t *testing.T, a Act, after func(t *testing.T, dir string, err error), finally func(t *testing.T, dir string)) {
	t.Helper()
	all, err := a.until(a.in(t), func(int, files.Step, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for at := 1; at <= all; at++ {
		for kind, fault := range []error{syscall.EIO, syscall.ENOSPC} {
			for _, lasting := range []bool{false, true} {
				if !drawn(t, at+3*kind) {
					continue
				}
				what := ""
				dir := a.in(t)
				_, err := a.until(dir, func(n int, s files.Step, path string) error {
					if n == at {
						what = fmt.Sprintf("step %d of %d, %s %s: %v, lasting %v", n, all, s, path, fault, lasting)
					}
					if n == at || lasting && n > at {
						return fault
					}
					return nil
				})
				if err != nil && !errors.Is(err, fault) {
					t.Errorf("%s: error %v (want it to say what failed)", what, err)
				}
				after(t, dir, err)
				if err := a.Do(dir); err != nil {
					t.Errorf("%s: afterwards: %v", what, err)
				}
				finally(t, dir)
				if t.Failed() {
					t.Fatal(what)
				}
				done++
			}
		}
	}
	t.Logf("%d steps, %d faults", all, done)
}

var errPower = errors.New("the power has failed")

// PowerLoss does the act in as many fresh folders as it has steps, has the power fail
// before one step in each, and makes a folder of what must then be on the disk: names
// as of the last sync of their folder, or as of the failure, and content as of the last
// sync of the file. After is given both, the folder as the programs saw it last and as
// it was found again; then the act is done again, and finally is given the folder.
func PowerLoss(t *testing.T, a Act, after func(t *testing.T, last, found string), finally func(t *testing.T, dir string)) {
	t.Helper()
	all, err := a.until(a.in(t), func(int, files.Step, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for at := 1; at <= all+1; at++ { // the last is after the end
		for kind, late := range []bool{false, true} {
			if !drawn(t, at+5*kind) {
				continue
			}
			last := a.in(t)
			d := disk{content: map[uint64][]byte{}, names: map[string]map[string]uint64{}, real: realPath(t, last)}
			d.syncAll(t, last)
			what := ""
			a.until(last, func(n int, s files.Step, path string) error {
				if n == at {
					what = fmt.Sprintf("before step %d of %d, %s %s; names late: %v", n, all, s, path, late)
				}
				if n >= at {
					return errPower
				}
				switch s {
				case files.Syncing:
					d.sync(t, path)
				case files.SyncDir:
					d.syncDir(t, path)
				}
				return nil
			})
			found := filepath.Join(t.TempDir(), "found")
			d.restore(t, last, found, late)
			after(t, last, found)
			if err := a.Do(found); err != nil {
				t.Errorf("%s: afterwards: %v", what, err)
			}
			finally(t, found)
			if t.Failed() {
				t.Fatal(what)
			}
		}
	}
	t.Logf("%d steps", all)
}

// A disk knows what of a folder is on it for good.
type disk struct {
	real    string
	content map[uint64][]byte            // by inode
	names   map[string]map[string]uint64 // by folder
}

func realPath(t *testing.T, path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

func inode(t *testing.T, path string) uint64 {
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Ino
}

func (d *disk) sync(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d.content[inode(t, path)] = text
}

func (d *disk) syncDir(t *testing.T, dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]uint64{}
	for _, e := range entries {
		names[e.Name()] = inode(t, filepath.Join(dir, e.Name()))
	}
	d.names[realPath(t, dir)] = names
}

// syncAll takes what a folder holds for being there for good.
func (d *disk) syncAll(t *testing.T, dir string) {
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			d.syncDir(t, path)
		} else if err == nil {
			d.sync(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// restore makes a folder of what is on the disk; if late is set, the names are those of
// now, and what they stand for may be empty.
func (d *disk) restore(t *testing.T, now, to string, late bool) {
	if err := os.Mkdir(to, 0o777); err != nil {
		t.Fatal(err)
	}
	names := d.names[realPath(t, now)]
	if late {
		d.syncDir(t, now)
		names = d.names[realPath(t, now)]
	}
	for name, ino := range names {
		from, here := filepath.Join(now, name), filepath.Join(to, name)
		if info, err := os.Lstat(from); err == nil && info.IsDir() {
			d.restore(t, from, here, late)
			continue
		}
		// A file that was removed since has its content still.
		if err := os.WriteFile(here, d.content[ino], 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
