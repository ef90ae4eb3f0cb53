package record

import (
	"bufio"
	"encoding/json"
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

// LogDir is the folder of a run directory with what depends on when and where a
// run was made: who played what in which time, and damaged files that were
// replaced. Nothing is read from it to make a result.
const LogDir = "log"

type Entry struct {
	Time    time.Time `json:"time"`
	Program string    `json:"program,omitempty"`
	Host    string    `json:"host,omitempty"`
	PID     int       `json:"pid,omitempty"`
	Workers int       `json:"workers,omitempty"`
	Shard   string    `json:"shard,omitempty"`
	Games   int       `json:"games,omitempty"`
	Seconds float64   `json:"seconds,omitempty"` // that one worker took for the shard
}

// A Log is the log that one process writes. It is lost rather than in the way:
// where it cannot be written, nothing fails.
type Log struct{ file *os.File }

func (r *Run) NewLog(first Entry) *Log {
	first.Host, first.PID = host(), os.Getpid()
	if r.root.MkdirAll(LogDir, 0o777) != nil {
		return &Log{}
	}
	name := fmt.Sprintf("%s/%s-%s-%d.jsonl", LogDir, first.Time.UTC().Format("20060102T150405.000000"), first.Host, first.PID)
	file, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return &Log{}
	}
	l := &Log{file}
	l.Add(first)
	return l
}

// Add writes an entry. Several goroutines may call it.
func (l *Log) Add(e Entry) {
	if l.file == nil {
		return
	}
	if line, err := json.Marshal(e); err == nil {
		l.file.Write(append(line, '\n'))
	}
}

func (l *Log) Close() {
	if l.file != nil {
		l.file.Close()
	}
}

const maxLog = 16 << 20

// Logs reads the entries of all logs, those of one log in order. Lines that are
// not whole are passed over.
func (r *Run) Logs() ([]Entry, error) {
	files, err := fs.ReadDir(r.root.FS(), LogDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, f := range files {
		if !f.Type().IsRegular() || !strings.HasSuffix(f.Name(), ".jsonl") {
			continue
		}
		err := r.in(path.Join(LogDir, f.Name()), func(file *os.File) error {
			for lines := bufio.NewScanner(io.LimitReader(file, maxLog)); lines.Scan(); {
				var e Entry
				if json.Unmarshal(lines.Bytes(), &e) == nil {
					entries = append(entries, e)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return entries, nil
}

type Merged struct {
	Copied int      // from other directories
	Open   []int    // shards that none of them has whole
	Notes  []string // what was passed over, and why
}

// Merge copies into the run the shards that it lacks and that other directories
// of the same run have whole. Where it has a shard itself, a whole one elsewhere
// must be the same bytes; if it is not, that is an error, and nothing is changed
// by it.
func (r *Run) Merge(from []*Run) (*Merged, error) {
	m := new(Merged)
	for _, other := range from {
		if err := other.Fits(*r.Manifest); err != nil {
			return nil, err
		}
		if other.Manifest.Program != r.Manifest.Program {
			return nil, fmt.Errorf("%s: was played by %s, %s by %s (want runs by one program)",
				other.Dir, programName(other.Manifest.Program), r.Dir, programName(r.Manifest.Program))
		}
	}
	for i, s := range r.Manifest.Shards {
		mine := r.Check(i)
		if mine != nil && !errors.Is(mine, fs.ErrNotExist) && !errors.As(mine, new(*Damage)) {
			return m, fmt.Errorf("%s: %w", r.Dir, mine)
		}
		for _, other := range from {
			theirs := other.Check(i)
			switch {
			case errors.Is(theirs, fs.ErrNotExist):
				continue
			case theirs != nil:
				m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; passed over", other.Dir, theirs))
				continue
			}
			if mine == nil {
				if err := r.same(other, s); err != nil {
					return m, err
				}
				continue
			}
			if !errors.Is(mine, fs.ErrNotExist) {
				kept, err := r.SetAside(i)
				if err != nil {
					return m, err
				}
				m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; kept as %s", r.Dir, mine, kept))
			}
			if err := r.copyFrom(other, s); err != nil {
				return m, err
			}
			if mine = r.Check(i); mine != nil {
				return m, fmt.Errorf("%s: copied from %s: %w", r.Dir, other.Dir, mine)
			}
			m.Copied++
		}
		if mine != nil {
			m.Open = append(m.Open, i)
		}
	}
	return m, nil
}

func (r *Run) same(other *Run, s Shard) error {
	var sums [2]string
	for k, run := range []*Run{r, other} {
		err := run.in(s.File, func(file *os.File) (err error) { _, sums[k], err = findHash(file); return err })
		if err != nil {
			return err
		}
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("%s: %s is whole, and so is another one in %s (want the same games: did a player play differently?)", r.Dir, s.File, other.Dir)
	}
	return nil
}

func (r *Run) copyFrom(other *Run, s Shard) error {
	if err := r.root.MkdirAll(path.Dir(s.File), 0o777); err != nil {
		return err
	}
	_, missing := r.root.Stat(s.File)
	return other.in(s.File, func(in *os.File) error {
		return put(r.root, s.File, missing == nil, func(out io.Writer) error { _, err := io.Copy(out, in); return err })
	})
}
