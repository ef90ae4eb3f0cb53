package record

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"varlab/internal/files"
)

// A Run is a run directory.
type Run struct {
	Dir      string
	Manifest *Manifest
	text     []byte // of the manifest
	unlock   func() error
}

// Create makes dir a run directory of m, or opens it if it is one already. It fails if dir
// holds the run of another study, or an incomplete run of another program.
func Create(dir string, m Manifest) (*Run, error) {
	text, err := m.Encode()
	if err != nil {
		return nil, err
	}
	if len(text) > maxManifest {
		return nil, fmt.Errorf("%s: its %s would have %d bytes (want at most %d, by fewer games, players or rule sets)", dir, ManifestFile, len(text), maxManifest)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, ManifestFile)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := errors.Join(writeLedger(dir, m.StudyHash), files.WriteBytes(name, text)); err != nil {
			return nil, err
		}
	}
	r, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if err := r.Fits(m); err != nil {
		return nil, err
	}
	if err := r.Refuses(m.Program, r.Missing()); err != nil {
		return nil, err
	}
	if r.Manifest.Taught == nil && m.Taught != nil { // before the first game
		if err := files.WriteBytes(name, text); err != nil {
			return nil, err
		}
		return Open(dir)
	}
	return r, nil
}

// Open opens a run directory to read it.
func Open(dir string) (r *Run, err error) {
	r = &Run{Dir: dir}
	if r.text, err = readManifest(dir); err != nil {
		return nil, err
	}
	if r.Manifest, err = decode(r.text); err != nil {
		return nil, fmt.Errorf("%s: %w", r.path(ManifestFile), err)
	}
	return r, nil
}

func readManifest(dir string) ([]byte, error) {
	name := filepath.Join(dir, ManifestFile)
	text, err := files.Read(name, maxManifest)
	if info, missing := os.Stat(dir); missing == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: a file (want the directory of a run)", dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no %s (want a run directory)", dir, ManifestFile)
	}
	return text, err
}

// Play creates or opens a run for a process that plays all of it. Until Close no other process
// may do so: it gets files.ErrLocked. Workers of a cluster play one shard each and take no
// lock.
func Play(dir string, m Manifest) (*Run, error) {
	name := filepath.Join(dir, filepath.FromSlash(lockFile))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	unlock, err := files.Lock(name)
	if errors.Is(err, files.ErrLocked) {
		time.Sleep(patience) // Playing may hold the lock
		unlock, err = files.Lock(name)
	}
	if errors.Is(err, files.ErrLocked) {
		return nil, fmt.Errorf("%s: is being played by another process (want one at a time): %w", dir, err)
	}
	if err != nil {
		return nil, err
	}
	err = errors.Join(files.RemoveTemporary(dir), files.RemoveTemporary(filepath.Join(dir, shardsDir)))
	var r *Run
	if err == nil {
		r, err = Create(dir, m)
	}
	if err != nil {
		unlock()
		return nil, err
	}
	r.unlock = unlock
	return r, nil
}

const patience = 200 * time.Millisecond

// Playing reports whether a process plays the whole run.
func (r *Run) Playing() bool {
	name := r.path(lockFile)
	if _, err := os.Stat(name); err != nil {
		return false
	}
	unlock, err := files.Lock(name)
	if err == nil {
		unlock()
	}
	return errors.Is(err, files.ErrLocked)
}

// Close releases the lock that Play has taken.
func (r *Run) Close() error {
	if r.unlock == nil {
		return nil
	}
	return r.unlock()
}

func (r *Run) path(file string) string { return filepath.Join(r.Dir, filepath.FromSlash(file)) }

// Fits returns an error that says why the run is not the run of m.
func (r *Run) Fits(m Manifest) error {
	mine := r.Manifest
	if mine.StudyHash != m.StudyHash {
		return fmt.Errorf("%s: holds the run of another study, %q with hash %.12s… (want %q with %.12s…, or another directory: an edited study plays other games)",
			r.Dir, mine.Study.Name, mine.StudyHash, m.Study.Name, m.StudyHash)
	}
	if mine.Study.Title != m.Study.Title || mine.Study.Question != m.Study.Question {
		return fmt.Errorf("%s: holds this study under the title %q, with the question %q (want those, or another directory)",
			r.Dir, mine.Study.Title, mine.Study.Question)
	}
	program, was := m.Program, *mine
	m.Program = mine.Program
	if was.Taught == nil || m.Taught == nil { // what was taught follows from the rest
		was.Taught, m.Taught = nil, nil
	}
	if was.Sum() != m.Sum() {
		return fmt.Errorf("%s: this program, %s, would play the study otherwise than %s (want the program that began the run, or another directory)",
			r.Dir, programName(program), programName(mine.Program))
	}
	return nil
}

// Refuses returns an error if shards are open and another program began the run: only that
// program may play them.
func (r *Run) Refuses(program string, open []int) error {
	if len(open) == 0 || r.Manifest.Program == program {
		return nil
	}
	return fmt.Errorf("%s: was begun by %s and is not complete; this is %s, whose games may be others (want the program that began the run, or another directory)",
		r.Dir, programName(r.Manifest.Program), programName(program))
}

// NoVersion names a program that does not state its version.
const NoVersion = "a program without a version"

func programName(program string) string {
	if program == "" {
		return NoVersion
	}
	return program
}

// Missing lists the missing shards.
func (r *Run) Missing() (missing []int) {
	for i, s := range r.Manifest.Shards {
		if _, err := os.Stat(r.path(s.File)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, i)
		}
	}
	return missing
}

// A Survey lists the shards of a run that are not whole, by number, ascending.
type Survey struct {
	Missing []int // shards that are not there
	Damaged []int
	Damages []*Damage // of Damaged, in the same order
}

// Open lists the shards that are still to be played.
func (s *Survey) Open() []int {
	all := slices.Concat(s.Missing, s.Damaged)
	slices.Sort(all)
	return all
}

// Survey verifies every byte of the shards, or of the given ones. An error names all shards
// that cannot be read or that belong to another run.
func (r *Run) Survey(ctx context.Context, only ...int) (*Survey, error) {
	s := new(Survey)
	var unfit []error
	for i := range r.Manifest.Shards {
		if only != nil && !slices.Contains(only, i) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var damage *Damage
		switch err := r.check(i); {
		case errors.Is(err, fs.ErrNotExist):
			s.Missing = append(s.Missing, i)
		case errors.As(err, &damage):
			s.Damaged = append(s.Damaged, i)
			s.Damages = append(s.Damages, damage)
		case err != nil:
			unfit = append(unfit, fmt.Errorf("%s: %w", r.Dir, err))
		}
	}
	return s, errors.Join(unfit...)
}

// SetAside renames shard i, so that it can be written again, and returns the new name.
func (r *Run) SetAside(i int) (string, error) {
	name := r.Manifest.Shards[i].File
	kept := path.Join(damagedDir, path.Base(name))
	if err := os.MkdirAll(r.path(damagedDir), 0o777); err != nil {
		return "", err
	}
	return kept, os.Rename(r.path(name), r.path(kept))
}

// Root is one digest of the whole run, in hexadecimal digits: the SHA-256 of what sha256sum
// prints for the manifest and the shards in its order, so (cd DIR && sha256sum manifest.json
// shards/* | sha256sum) prints it too. The log is no part of it. The error is fs.ErrNotExist
// if a shard is missing, and a *Damage if a shard is damaged.
func (r *Run) Root() (string, error) {
	if missing := r.Missing(); len(missing) > 0 { // told before all the others are read
		return "", fmt.Errorf("%s: %w", r.path(r.Manifest.Shards[missing[0]].File), fs.ErrNotExist)
	}
	all := sha256.New()
	fmt.Fprintf(all, "%x  %s\n", sha256.Sum256(r.text), ManifestFile)
	for i, s := range r.Manifest.Shards {
		file, _, err := r.load(i)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%x  %s\n", sha256.Sum256(file), s.File)
	}
	return fmt.Sprintf("%x", all.Sum(nil)), nil
}

// Records yields the games in the order of the manifest, or an error, which is
// the last: a shard is missing, or damaged. A record is valid until the next one
// is yielded.
func (r *Run) Records() iter.Seq2[*Record, error] { return r.First(math.MaxInt) }

// Complete reports whether the given number of first games of each cell are there.
func (r *Run) Complete(games int) bool {
	return !slices.ContainsFunc(r.Missing(), func(i int) bool { return r.Manifest.Shards[i].From < games })
}

// First is Records for the given number of first games of each cell.
func (r *Run) First(games int) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		missing := slices.DeleteFunc(r.Missing(), func(i int) bool { return r.Manifest.Shards[i].From >= games })
		if n := len(missing); n > 0 {
			yield(nil, fmt.Errorf("%s: the run is not complete: %d of %d shards are missing, the first %s (varlab run %s plays what is missing)",
				r.Dir, n, len(r.Manifest.Shards), r.Manifest.Shards[missing[0]].File, r.Dir))
			return
		}
		for i, s := range r.Manifest.Shards {
			if s.From >= games {
				continue
			}
			more, err := r.Games(i, func(rec *Record) bool { return int(rec.Game) >= games || yield(rec, nil) })
			if err != nil {
				yield(nil, fmt.Errorf("%s: %w", r.Dir, err))
			}
			if err != nil || !more {
				return
			}
		}
	}
}
