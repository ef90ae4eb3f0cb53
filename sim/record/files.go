package record

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"varlab/files"
)

// Temps lists the files in the run directory that are not complete, by name.
func (r *Run) Temps() (temps []files.Temp, err error) {
	for _, dir := range r.dirs() {
		if err := files.EachUnfinished(r.root, dir, "", func(t files.Temp) error {
			temps = append(temps, t)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return temps, nil
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

// Foreign lists what lies in the run directory or beside its shards, and is no part of the
// run: what varlab has not put there. Of its log nothing is said.
func (r *Run) Foreign() ([]string, error) { return r.foreign(r.dirs()) }

// foreign is Foreign for other folders of the run.
func (r *Run) foreign(dirs []string) (names []string, err error) {
	own := map[string]bool{ManifestFile: true, files.Page: true, LogDir: true, ledgerFile: true, damagedDir: true, SlurmDir: true}
	for _, s := range r.Manifest.Shards {
		for name := s.File; name != "."; name = path.Dir(name) {
			own[name] = true
		}
	}
	for _, dir := range dirs {
		entries, err := files.ReadDirIn(r.root, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && dir != LogDir { // which may be lost
			return nil, err
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			mine := own[name] || files.Unfinished(e) || dir == LogDir && path.Ext(name) == ".jsonl"
			if !mine || name == files.Page && !e.Type().IsRegular() {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// Tidy removes what processes that were killed have left behind, and names it.
// What a living process writes is left alone.
func (r *Run) Tidy() (gone []string, err error) {
	for _, dir := range r.dirs() {
		names, e := files.Tidy(r.root, dir, "")
		gone, err = append(gone, names...), errors.Join(err, e)
	}
	return gone, err
}

// LogDir is the folder of a run directory with what depends on when and where a
// run was made: who played what in which time, and damaged files that were
// replaced. Nothing is read from it to make a result.
const LogDir = "log"

// What lies in LogDir besides: damaged files, and what Slurm was given and said.
const (
	damagedDir = LogDir + "/damaged"
	SlurmDir   = LogDir + "/slurm"
)

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
type Log struct{ file *files.File }

func (r *Run) NewLog(first Entry) *Log {
	first.Host, first.PID = files.Host(), os.Getpid()
	if files.MakeDirIn(r.root, LogDir) != nil {
		return &Log{}
	}
	name := fmt.Sprintf("%s/%s-%s-%d.jsonl", LogDir, first.Time.UTC().Format("20060102T150405.000000"), first.Host, first.PID)
	file, err := files.AppendIn(r.root, name)
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

// Logs yields the entries of all logs, those of one log in order, and ends with an error
// if there is one. Lines that are not whole are passed over.
func (r *Run) Logs() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		logs, err := files.ReadDirIn(r.root, LogDir)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		enough := errors.New("enough")
		for _, f := range logs {
			if err != nil {
				break
			}
			if !f.Type().IsRegular() || !strings.HasSuffix(f.Name(), ".jsonl") {
				continue
			}
			err = r.in(path.Join(LogDir, f.Name()), func(file *os.File) error {
				for lines := bufio.NewScanner(io.LimitReader(file, maxLog)); lines.Scan(); {
					var e Entry
					if json.Unmarshal(lines.Bytes(), &e) == nil && !yield(e, nil) {
						return enough
					}
				}
				return nil
			})
		}
		if err != nil && !errors.Is(err, enough) {
			yield(Entry{}, err)
		}
	}
}

type Merged struct {
	Copied int      // from other directories
	Open   []int    // shards that none of them has whole
	Notes  []string // what was passed over, and why
}

// Joins is an error unless both are the same run, by the same program.
func (r *Run) Joins(other *Run) error {
	if err := r.Fits(*other.Manifest); err != nil {
		return err
	}
	if r.Manifest.Program != other.Manifest.Program {
		return fmt.Errorf("%s: was played by %s, %s by %s (want runs by one program)",
			r.Dir, programName(r.Manifest.Program), other.Dir, programName(other.Manifest.Program))
	}
	return nil
}

// Merge copies into the run the shards that it lacks and that other directories
// of the same run have whole. All that are whole must be the same bytes; if they are not,
// that is an error, and the run is left as it was about that shard and those after it. What
// stood beside one of the others stood beside the run. Merge ends between two shards if ctx
// does.
func (r *Run) Merge(ctx context.Context, from []*Run) (*Merged, error) {
	m, played := new(Merged), files.HasGames(r.Dir)
	for _, other := range from {
		if err := other.Joins(r); err != nil {
			return nil, err
		}
	}
	for i, s := range r.Manifest.Shards {
		if ctx.Err() != nil {
			return m, context.Cause(ctx)
		}
		mine := r.Check(i)
		if mine != nil && !errors.Is(mine, fs.ErrNotExist) && !errors.As(mine, new(*Damage)) {
			return m, fmt.Errorf("%s: %w", r.Dir, mine)
		}
		var whole []*Run
		if mine == nil {
			whole = []*Run{r}
		}
		for _, other := range from {
			switch theirs := other.Check(i); {
			case theirs == nil:
				whole = append(whole, other)
			case !errors.Is(theirs, fs.ErrNotExist):
				m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; passed over", other.Dir, theirs))
			}
		}
		if len(whole) == 0 {
			m.Open = append(m.Open, i)
			continue
		}
		for _, other := range whole[1:] {
			if err := whole[0].same(other, s); err != nil {
				return m, err
			}
		}
		if mine == nil {
			continue
		}
		if !errors.Is(mine, fs.ErrNotExist) {
			kept, err := r.SetAside(i)
			if err != nil {
				return m, err
			}
			m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; kept as %s", r.Dir, mine, kept))
		}
		if err := r.copyFrom(whole[0], i); err != nil {
			return m, err
		}
		if mine = r.Check(i); mine != nil {
			return m, fmt.Errorf("%s: copied from %s: %w", r.Dir, whole[0].Dir, mine)
		}
		if err := r.same(whole[0], s); err != nil { // another process has put it there meanwhile
			return m, err
		}
		m.Copied++
	}
	r.joinLedgers(from, played)
	_, err := r.Tidy()
	return m, errors.Join(err, r.settle())
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

// copyFrom puts a shard of other where there is none, or a damaged one.
func (r *Run) copyFrom(other *Run, i int) error {
	s := r.Manifest.Shards[i]
	if err := files.MakeDirIn(r.root, path.Dir(s.File)); err != nil {
		return err
	}
	_, err := r.root.Stat(s.File)
	there := err == nil
	r.replaced(s.File)
	err = other.in(s.File, func(in *os.File) error {
		return files.Put(r.root, s.File, there, func(out io.Writer) error {
			_, err := io.Copy(out, in)
			if err == nil && there && r.Check(i) == nil {
				err = fs.ErrExist
			}
			return err
		})
	})
	if errors.Is(err, fs.ErrExist) {
		err = nil // another process was faster
	}
	return err
}
