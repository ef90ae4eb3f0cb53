package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// tempMark stands in the names of files that are not complete, before the host
// and the process that write them.
const tempMark = ".unfinished-"

// abandonedAfter is how long a file that is not complete and that another machine
// began must have been left alone before it is taken for abandoned: locks may not
// reach across machines.
const abandonedAfter = 24 * time.Hour

func host() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "host"
	}
	return notInHost.ReplaceAllString(name, "_")
}

var notInHost = regexp.MustCompile(`[^.A-Za-z0-9]`)

// createTemp opens a new file beside name and locks it, which says that its
// writer lives.
func createTemp(root *os.Root, name string) (*os.File, string, error) {
	for n := range 1000 {
		temp := fmt.Sprintf("%s%s%s-%d-%d", name, tempMark, host(), os.Getpid(), n)
		file, err := root.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		// Before it was locked, somebody who tidies up may have taken it for
		// abandoned.
		_, held := lock(file)
		if here, err := root.Stat(temp); !held && err == nil {
			if opened, err := file.Stat(); err == nil && os.SameFile(here, opened) {
				return file, temp, nil
			}
		}
		file.Close()
		root.Remove(temp)
	}
	return nil, "", fmt.Errorf("%s: no free temporary name beside it", name)
}

// publish gives a written file its name: synced, linked under the name, which
// must be free unless replace is set, and the directory synced. So after a crash
// the name is absent or stands for the whole file. The file is closed, its
// temporary name gone.
func publish(root *os.Root, file *os.File, temp, name string, replace bool) error {
	err := file.Sync()
	if err == nil {
		if replace {
			err = root.Rename(temp, name)
		} else if err = root.Link(temp, name); err == nil {
			root.Remove(temp)
		} else if !errors.Is(err, fs.ErrExist) {
			// A file system without links.
			if _, e := root.Stat(name); e == nil {
				err = &fs.PathError{Op: "link", Path: name, Err: fs.ErrExist}
			} else {
				err = root.Rename(temp, name)
			}
		}
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		root.Remove(temp)
		return err
	}
	dir, err := root.Open(path.Dir(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// put makes a file with what write writes appear under a name. One that another
// process has put there meanwhile is left.
func put(root *os.Root, name string, replace bool, write func(io.Writer) error) error {
	file, temp, err := createTemp(root, name)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Close()
		root.Remove(temp)
		return err
	}
	if err = publish(root, file, temp, name, replace); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

type Temp struct {
	Name string // in the run directory
	Of   string // the file that it is to become
	Host string
	Live bool // its writer is at work, as far as can be seen
}

// Temps lists the files in the run directory that are not complete, by name.
func (r *Run) Temps() (temps []Temp, err error) {
	err = r.eachTemp(func(t Temp) error {
		temps = append(temps, t)
		return nil
	})
	return temps, err
}

// eachTemp visits the files that are not complete. While it is visited, one that no
// process is at is locked.
func (r *Run) eachTemp(visit func(Temp) error) error {
	for _, dir := range r.dirs() {
		entries, err := fs.ReadDir(r.root.FS(), dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			of, writer, ok := strings.Cut(e.Name(), tempMark)
			if !ok || e.IsDir() {
				continue
			}
			t := Temp{Name: path.Join(dir, e.Name()), Of: path.Join(dir, of)}
			t.Host, _, _ = strings.Cut(writer, "-")
			err := r.in(t.Name, func(file *os.File) error {
				t.Live = live(file, t.Host)
				return visit(t)
			})
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // completed meanwhile
				return err
			}
		}
	}
	return nil
}

func live(file *os.File, writer string) bool {
	got, held := lock(file)
	if held {
		return true
	}
	if got && writer == host() {
		return false
	}
	info, err := file.Stat()
	return err == nil && time.Since(info.ModTime()) < abandonedAfter
}

func (r *Run) dirs() []string {
	dirs := []string{"."}
	for _, s := range r.Manifest.Shards {
		if d := path.Dir(s.File); d != dirs[len(dirs)-1] && !slices.Contains(dirs, d) {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

// Tidy removes what processes that were killed have left behind, and names it.
// What a living process writes is left alone.
func (r *Run) Tidy() (gone []string, err error) {
	var failed error
	err = r.eachTemp(func(t Temp) error {
		if t.Live {
			return nil
		}
		if err := r.root.Remove(t.Name); err != nil {
			failed = errors.Join(failed, err)
		} else {
			gone = append(gone, t.Name)
		}
		return nil
	})
	return gone, errors.Join(err, failed)
}
