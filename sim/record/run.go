package record

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Run is a run directory.
type Run struct {
	Dir      string
	Manifest *Manifest
	root     *os.Root
}

// Create makes dir a run directory of m, or opens it if it is one already. A
// directory that holds another run is an error.
func Create(dir string, m Manifest) (*Run, error) {
	text, err := m.Encode()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if _, err := root.Stat(ManifestFile); errors.Is(err, fs.ErrNotExist) {
		file, temp, err := createTemp(root, ManifestFile)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(text); err != nil {
			file.Close()
			root.Remove(temp)
			return nil, err
		}
		if err := publish(root, file, temp, ManifestFile); err != nil {
			return nil, err
		}
	}
	r, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if r.Manifest.Hash != m.sum() {
		r.Close()
		return nil, fmt.Errorf("%s: holds the run of another study, %q with hash %.12s… (want %q with %.12s…, or another directory)",
			dir, r.Manifest.Study.Name, r.Manifest.StudyHash, m.Study.Name, m.StudyHash)
	}
	return r, nil
}

// Open opens a run directory and verifies its manifest.
func Open(dir string) (*Run, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, root: root}
	text, err := root.ReadFile(ManifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		root.Close()
		return nil, fmt.Errorf("%s: no %s (want a run directory)", dir, ManifestFile)
	}
	if err == nil {
		r.Manifest, err = decode(text)
	}
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("%s: %w", r.path(ManifestFile), err)
	}
	return r, nil
}

// Close lets go of the directory.
func (r *Run) Close() error { return r.root.Close() }

func (r *Run) path(file string) string { return filepath.Join(r.Dir, filepath.FromSlash(file)) }

// Has reports whether shard i is there. A file in its place that is another one
// or damaged is an error; its rows are verified only when they are read.
func (r *Run) Has(i int) (bool, error) {
	s := r.Manifest.Shards[i]
	file, err := r.root.Open(s.File)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	if _, err := r.openShard(file, s); err != nil {
		return false, fmt.Errorf("%s: %w (remove the file to have its games played again)", r.path(s.File), err)
	}
	return true, nil
}

// Missing lists the shards that are not there yet.
func (r *Run) Missing() ([]int, error) {
	var missing []int
	for i := range r.Manifest.Shards {
		has, err := r.Has(i)
		if err != nil {
			return nil, err
		}
		if !has {
			missing = append(missing, i)
		}
	}
	return missing, nil
}

// Records yields the games in the order of the manifest, or an error, which is
// the last: a shard is missing, or damaged. A record is valid until the next one
// is yielded.
func (r *Run) Records() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		missing, err := r.Missing()
		if err != nil {
			yield(nil, err)
			return
		}
		if n := len(missing); n > 0 {
			yield(nil, fmt.Errorf("%s: the run is not complete: %d of %d shards are missing, the first %s (want all)",
				r.Dir, n, len(r.Manifest.Shards), r.Manifest.Shards[missing[0]].File))
			return
		}
		for i := range r.Manifest.Shards {
			if !r.readShard(i, yield) {
				return
			}
		}
	}
}

// tempMark stands in the names of files that are not complete.
const tempMark = ".unfinished-"

// createTemp opens a new file beside name.
func createTemp(root *os.Root, name string) (*os.File, string, error) {
	for n := range 1000 {
		temp := fmt.Sprintf("%s%s%d-%d", name, tempMark, os.Getpid(), n)
		file, err := root.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return file, temp, err
	}
	return nil, "", fmt.Errorf("%s: no free temporary name beside it", name)
}

// publish gives a written file its name: synced, renamed, and the directory
// synced, so that after a crash the name is absent or stands for the whole file.
func publish(root *os.Root, file *os.File, temp, name string) error {
	err := file.Sync()
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = root.Rename(temp, name)
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

// Tidy removes what processes that were killed have left behind. Nobody else
// may be writing to the run.
func (r *Run) Tidy() error {
	var stale []string
	err := fs.WalkDir(r.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.Contains(path.Base(name), tempMark) {
			stale = append(stale, name)
		}
		return err
	})
	for _, name := range stale {
		if e := r.root.Remove(name); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}
