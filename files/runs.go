package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
)

// Manifest is the file that makes a folder a run directory: one of this name that stands
// beside Shards, the folder of games, or states runMark. Where it is lost, Shards make one.
// Page is the one file in it that is no part of the run.
const (
	Manifest = "manifest.json"
	Shards   = "shards"
	Page     = "report.html"
)

// MaxManifest bounds the size of a manifest, in bytes: about ten times that of
// ten million games in shards of two thousand.
const MaxManifest = 64 << 20

var runMark = []byte(`"study_hash"`)

// OutsideRuns is an error if a folder, which need not be there yet, is a run directory or
// lies in one.
func OutsideRuns(dir string) error { return outsideRuns(dir, dir) }

// outsideRuns says so of a path that leads into dir. It goes upwards as the system does,
// from the lowest folder that is there. Where one that is made first would lead back to,
// nobody has looked.
func outsideRuns(path, dir string) error {
	here, err := os.Stat(dir)
	var missing []string
	for err != nil || !here.IsDir() {
		above, name := Split(bare(dir))
		if above == dir {
			return nil
		}
		if name == ".." {
			return fmt.Errorf("%s: leads back from %s, which is no folder that is there (want a path without ..)", path, cmp.Or(bare(above), above))
		}
		dir, missing = above, append(missing, name)
		here, err = os.Stat(dir)
	}
	for _, name := range missing { // which the system has not looked at, where there is no folder yet
		if _, err := os.Lstat(Join(dir, name)); errors.Is(err, syscall.ENAMETOOLONG) {
			return InWords(path, err)
		}
	}
	for err == nil {
		if _, err = os.Lstat(Join(dir, Manifest)); errors.Is(err, syscall.ENAMETOOLONG) {
			break
		}
		if isRun(dir) {
			if abs, err := Abs(dir); err == nil {
				dir = abs
			}
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				dir = real
			}
			return fmt.Errorf("%s: lies in the run directory %s (want a place outside it)", path, dir)
		}
		below := here
		dir = Join(dir, "..")
		if here, err = os.Stat(dir); os.SameFile(here, below) || errors.Is(err, fs.ErrPermission) {
			return nil // what may not be looked at is somebody else's
		}
	}
	return fmt.Errorf("%s: whether it lies in a run directory cannot be seen: %w (want another place)", path, reason(err))
}

// isRun takes a manifest beside shards, and one that is empty or cannot be read, for that
// of a run, whatever has become of its text; and a folder without one for a run whose
// manifest is lost, if there is a shard.
func isRun(dir string) bool {
	name := Join(dir, Manifest)
	if HasGames(dir) {
		return true
	}
	if _, err := os.Lstat(name); err != nil {
		return false
	}
	f, err := Open(name)
	if err != nil {
		return true
	}
	defer f.Close()
	return Marked(io.LimitReader(f, MaxManifest))
}

// Marked reports whether the text of a manifest is that of a run, or was: it states runMark,
// is empty, or cannot be read to its end.
func Marked(text io.Reader) bool {
	var block [1 << 16]byte
	for kept, all := 0, 0; ; {
		n, err := io.ReadFull(text, block[kept:])
		here := block[:kept+n]
		if all += n; all == 0 || bytes.Contains(here, runMark) {
			return true
		}
		if err != nil {
			return err != io.EOF && err != io.ErrUnexpectedEOF
		}
		kept = copy(block[:], here[len(here)-len(runMark)+1:])
	}
}

// HasGames reports whether a folder is a run directory whatever its manifest says, if it has
// one.
func HasGames(dir string) bool {
	if _, err := os.Lstat(Join(dir, Manifest)); err != nil {
		return hasShards(Join(dir, Shards))
	}
	_, err := os.Lstat(Join(dir, Shards))
	return err == nil
}

// hasShards reports whether a folder holds a shard, complete or not, or cannot be read.
func hasShards(dir string) bool {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return false
	}
	d, err := os.Open(dir)
	if err != nil {
		return true
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1000)
		if slices.ContainsFunc(names, isShard.MatchString) {
			return true
		}
		if err != nil {
			return err != io.EOF
		}
	}
}

// isShard matches the names of shards, as manifests lay them out.
var isShard = regexp.MustCompile(`^[0-9]{5,}\.parquet($|` + regexp.QuoteMeta(Mark) + `)`)
