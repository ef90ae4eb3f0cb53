package record

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"varlab/files"
)

type Run struct {
	Dir      string
	Manifest *Manifest
	root     *os.Root
	text     [sha256.Size]byte // the manifest's sum

	mu      sync.Mutex
	writing map[string]bool              // temporary files of writers that are not done
	read    map[string][sha256.Size]byte // the footers of shards whose bytes were verified
}

// Create makes dir a run directory of m, or opens it if it is one already. If it
// holds the run of another study, or of another program that is not complete, that
// is an error.
func Create(dir string, m Manifest) (*Run, error) {
	text, err := m.Encode()
	if err != nil {
		return nil, err
	}
	if len(text) > files.MaxManifest {
		return nil, fmt.Errorf("%s: its %s would have %d bytes (want at most %d, by fewer games, players or rule sets)", dir, ManifestFile, len(text), files.MaxManifest)
	}
	if err := files.MakeDir(dir); err != nil {
		return nil, err
	}
	begun := true
	if _, err := os.Stat(files.Join(dir, ManifestFile)); errors.Is(err, fs.ErrNotExist) {
		if begun, err = writeManifest(dir, m, text); err != nil {
			return nil, err
		}
	}
	r, err := Open(dir)
	if err != nil {
		return nil, err
	}
	var missing []int
	if err = r.Fits(m); err == nil {
		missing, err = r.Missing()
	}
	if err == nil {
		err = r.Refuses(m.Program, missing)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	r.keepLedger(begun)
	return r, nil
}

// writeManifest makes dir a run directory of m, and reports whether the run was begun
// before. Where the manifest of a run was lost, another run's is not put in its place.
func writeManifest(dir string, m Manifest, text []byte) (begun bool, err error) {
	root, err := files.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer root.Close()
	lost, own := &Run{Dir: dir, Manifest: &m, root: root}, map[string]bool{}
	for _, s := range m.Shards {
		own[s.File] = true
	}
	foreign, err := lost.foreign(append(lost.dirs(), LogDir))
	if err != nil {
		return false, err
	}
	if i := slices.IndexFunc(foreign, func(name string) bool { return path.Base(name) == ManifestFile }); i >= 0 {
		return false, fmt.Errorf("%s: holds the run directory %s (want another directory)", dir, path.Dir(foreign[i]))
	}
	for _, name := range foreign {
		if info, err := root.Stat(name); err == nil && info.IsDir() {
			return false, fmt.Errorf("%s: holds the folder %s, which is no part of a run (want another directory)", dir, name)
		}
	}
	for _, in := range lost.dirs()[1:] {
		entries, err := files.ReadDirIn(root, in)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
		for _, e := range entries {
			if name := path.Join(in, e.Name()); path.Ext(name) == ".parquet" && !own[name] {
				return false, fmt.Errorf("%s: no %s, and %s: not a shard of this run (want another directory)", dir, ManifestFile, name)
			}
		}
	}
	for _, s := range m.Shards {
		err := lost.in(s.File, func(file *os.File) error { _, err := lost.openShard(file, s); return err })
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if begun = true; err != nil && !errors.As(err, new(*Damage)) {
			return false, fmt.Errorf("%s: no %s, and %w", dir, ManifestFile, err)
		}
	}
	if begun {
		if err := lost.playedBy(m.Program); err != nil {
			return false, err
		}
	}
	return begun, files.Put(root, ManifestFile, false, files.Content(text))
}

// playedBy is an error if another program than that has played shards of a run whose
// manifest is lost, as far as its log can be read.
func (r *Run) playedBy(program string) error {
	by := program
	for e := range r.Logs() {
		if e.PID != 0 { // the first of a process
			by = e.Program
		}
		if e.Shard != "" && by != program {
			return fmt.Errorf("%s: no %s, and shards that %s played, by the log; this is %s, whose games may be others (want the program that began the run, or another directory)",
				r.Dir, ManifestFile, programName(by), programName(program))
		}
	}
	return nil
}

// Fits is an error that says why the run is not that of m.
func (r *Run) Fits(m Manifest) error {
	mine := r.Manifest
	if mine.StudyHash != m.StudyHash {
		return fmt.Errorf("%s: holds the run of another study, %q with hash %.12s… (want %q with %.12s…, or another directory)",
			r.Dir, mine.Study.Name, mine.StudyHash, m.Study.Name, m.StudyHash)
	}
	if mine.Study.Title != m.Study.Title || mine.Study.Question != m.Study.Question {
		return fmt.Errorf("%s: holds this study under the title %q, with the question %q (want those, or another directory)",
			r.Dir, mine.Study.Title, mine.Study.Question)
	}
	program := m.Program
	m.Program = mine.Program
	switch {
	case mine.Hash == m.sum():
	case program == mine.Program && program != "":
		return fmt.Errorf("%s: %s: its openings, cells or shards are not what its study comes to (want the manifest as %s wrote it)", r.Dir, files.Manifest, programName(program))
	default:
		return fmt.Errorf("%s: this program, %s, would play the study otherwise than %s (want the program that began the run, or another directory)",
			r.Dir, programName(program), programName(mine.Program))
	}
	return nil
}

// Refuses is an error where shards are to be played that only the program that began
// the run may play.
func (r *Run) Refuses(program string, open []int) error {
	if len(open) == 0 || r.Manifest.Program == program {
		return nil
	}
	return fmt.Errorf("%s: was begun by %s and is not complete; this is %s, whose games may be others (want the program that began the run, or another directory)",
		r.Dir, programName(r.Manifest.Program), programName(program))
}

// NoVersion names a program of which nothing is known.
const NoVersion = "a program without a version"

func programName(program string) string {
	if program == "" {
		return NoVersion
	}
	return program
}

func Open(dir string) (*Run, error) {
	root, err := files.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, root: root}
	var text []byte
	err = r.in(ManifestFile, func(file *os.File) error {
		info, err := file.Stat()
		if err != nil {
			return err
		}
		if info.Size() > files.MaxManifest {
			return fmt.Errorf("%s: %d bytes (want at most %d)", r.path(ManifestFile), info.Size(), files.MaxManifest)
		}
		text = make([]byte, info.Size())
		_, err = io.ReadFull(file, text)
		return files.InWords(r.path(ManifestFile), err)
	})
	if errors.Is(err, fs.ErrNotExist) {
		root.Close()
		return nil, fmt.Errorf("%s: no %s (want a run directory)", dir, ManifestFile)
	}
	if err == nil {
		r.text = sha256.Sum256(text)
		if r.Manifest, err = decode(text); err != nil {
			err = fmt.Errorf("%s: %w", r.path(ManifestFile), err)
		}
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return r, nil
}

// in opens a file of the run for as long as use takes.
func (r *Run) in(name string, use func(*os.File) error) error {
	if err := r.present(name); err != nil {
		return err
	}
	file, err := files.OpenIn(r.root, name)
	if err != nil {
		return err
	}
	defer file.Close()
	return use(file)
}

// sameAsRead is an error where a shard is another file than the one whose bytes this process
// has verified: what is said of a run is said of one. With verified it is that from now on.
// The footer tells: it has the hashes of the bytes and of the rows.
func (r *Run) sameAsRead(file *os.File, s Shard, verified bool) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	_, footer, err := footerOf(file, info.Size())
	if err != nil {
		return r.damage(s.File, err)
	}
	sum := sha256.Sum256(footer)
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, known := r.read[s.File]; known && before != sum {
		return exchanged(r.path(s.File))
	}
	if verified && r.read == nil {
		r.read = map[string][sha256.Size]byte{}
	}
	if verified {
		r.read[s.File] = sum
	}
	return nil
}

// Still is an error where another directory has taken the place of the run's.
func (r *Run) Still() error {
	here, err := r.root.Stat(".")
	if err != nil {
		return files.InWords(r.Dir, err)
	}
	there, err := os.Stat(r.Dir)
	if err == nil && !os.SameFile(here, there) {
		return exchanged(r.Dir)
	}
	return files.InWords(r.Dir, err)
}

// replaced forgets a shard that this process has put in the place of another.
func (r *Run) replaced(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.read, name)
}

func exchanged(name string) error {
	return fmt.Errorf("%s: is another than at first (want the run left as it is)", name)
}

// present is fs.ErrNotExist where a file of the run is not there, and another error where a
// link stands for it: what it leads to is not kept with the run when it is set aside.
func (r *Run) present(name string) error {
	info, err := r.root.Lstat(name)
	switch {
	case err != nil:
		return files.InWords(r.path(name), err)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: is a link (want the file itself, or none)", r.path(name))
	}
	return nil
}

// Close lets go of the directory. Writers that are not done can do nothing more,
// and leave nothing behind.
func (r *Run) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for temp := range r.writing {
		r.root.Remove(temp)
	}
	return r.root.Close()
}

// writes notes that a temporary file is being written, or no longer.
func (r *Run) writes(temp string, now bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.writing == nil {
		r.writing = map[string]bool{}
	}
	if r.writing[temp] = now; !now {
		delete(r.writing, temp)
	}
}

func (r *Run) path(file string) string { return files.Join(r.Dir, filepath.FromSlash(file)) }

// A Damage is a file in the place of a shard that is not what was written there.
type Damage struct {
	File string // in the run directory
	What string
}

func (d *Damage) Error() string { return d.File + ": damaged: " + d.What }

// Check verifies every byte of shard i. The error is fs.ErrNotExist where there
// is none yet, a *Damage where the file is not what was written, and another
// where it cannot be read or belongs to another run.
func (r *Run) Check(i int) error {
	s := r.Manifest.Shards[i]
	return r.in(s.File, func(file *os.File) error {
		return r.verified(io.Discard, file, s)
	})
}

// verified is an error where a byte of a shard is not as it was written, or the shard is
// another's; its bytes are written to besides.
func (r *Run) verified(to io.Writer, file *os.File, s Shard) error {
	if err := copyBytes(to, file); err != nil {
		return r.damage(s.File, err)
	}
	if _, err := r.openShard(file, s); err != nil {
		return err
	}
	return r.sameAsRead(file, s, true)
}

// damage says of an error in reading a shard that the file is to blame, unless
// it is the machine.
func (r *Run) damage(name string, err error) error {
	if errors.As(err, new(*fs.PathError)) {
		return err
	}
	return &Damage{name, err.Error()}
}

// Missing lists the shards that are not there yet. A file that is there is looked
// at no further.
func (r *Run) Missing() ([]int, error) {
	var missing []int
	for i, s := range r.Manifest.Shards {
		if err := r.present(s.File); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, i)
		} else if err != nil {
			return nil, err
		}
	}
	return missing, nil
}

type Survey struct {
	Missing []int // shards that are not there
	Damaged []int
	Damages []*Damage    // of Damaged, in the same order
	Temps   []files.Temp // files that are not complete
}

func (s *Survey) Open() []int {
	all := slices.Concat(s.Missing, s.Damaged)
	slices.Sort(all)
	return all
}

// settle has the shards that are there be so after a failure of power too.
func (r *Run) settle() error {
	for _, dir := range r.dirs() {
		if err := files.Settle(r.root, dir); err != nil {
			return err
		}
	}
	return nil
}

// Survey verifies every byte of the shards, or of those given, which then are on the disk.
// An error names all shards that cannot be read or that belong to another run.
func (r *Run) Survey(ctx context.Context, only ...int) (*Survey, error) {
	if err := r.settle(); err != nil {
		return nil, err
	}
	s := new(Survey)
	var unfit []error
	asked := slices.Sorted(slices.Values(only))
	for i := range r.Manifest.Shards {
		if _, found := slices.BinarySearch(asked, i); only != nil && !found {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var damage *Damage
		switch err := r.Check(i); {
		case errors.Is(err, fs.ErrNotExist):
			s.Missing = append(s.Missing, i)
		case errors.As(err, &damage):
			s.Damaged = append(s.Damaged, i)
			s.Damages = append(s.Damages, damage)
		case err != nil:
			unfit = append(unfit, fmt.Errorf("%s: %w", r.Dir, err))
		}
	}
	if len(unfit) > 0 {
		return nil, errors.Join(unfit...)
	}
	var err error
	s.Temps, err = r.Temps()
	return s, err
}

// SetAside keeps what stands in the place of shard i, under the name
// that it returns, so that the shard can be written again.
func (r *Run) SetAside(i int) (string, error) {
	name := r.Manifest.Shards[i].File
	r.replaced(name)
	is, err := r.sumUpToAShard(name)
	if err != nil {
		return "", err
	}
	if err := files.MakeDirIn(r.root, damagedDir); err != nil {
		return "", err
	}
	kept := path.Join(damagedDir, fmt.Sprintf("%s-%.8x", path.Base(name), is[:]))
	for n := 2; ; n++ {
		err := files.Link(r.root, name, kept)
		if err == nil {
			return kept, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
		// As a rule the same file, damaged likewise before.
		if there, err := r.sumUpToAShard(kept); err == nil && there == is {
			return kept, nil
		}
		kept = path.Join(damagedDir, fmt.Sprintf("%s-%.8x-%d", path.Base(name), is[:], n))
	}
	// The log is on another disk, or on one without links.
	return kept, r.in(name, func(file *os.File) error {
		return files.Put(r.root, kept, false, func(out io.Writer) error { return upToAShard(out, file) })
	})
}

func (r *Run) sumUpToAShard(name string) (sum [sha256.Size]byte, err error) {
	all := sha256.New()
	err = r.in(name, func(file *os.File) error { return upToAShard(all, file) })
	all.Sum(sum[:0])
	return sum, err
}

// upToAShard copies what a shard could be of a file that may be of any length.
func upToAShard(to io.Writer, from io.Reader) error {
	_, err := io.Copy(to, io.LimitReader(from, maxShardBytes))
	return err
}

// Root is one digest of the whole run: SHA-256, in hexadecimal digits, of what sha256sum
// prints of the manifest and the shards in its order. So (cd DIR && sha256sum
// manifest.json shards/* | sha256sum) tells it too. The log is no part of it. The error
// is fs.ErrNotExist where a shard is missing, and a *Damage where one is not what was
// written.
func (r *Run) Root() (string, error) {
	if err := r.settle(); err != nil {
		return "", err
	}
	if missing, err := r.Missing(); err != nil {
		return "", err
	} else if len(missing) > 0 {
		return "", fmt.Errorf("%s: %w", r.path(r.Manifest.Shards[missing[0]].File), fs.ErrNotExist)
	}
	all := sha256.New()
	add := func(name string, copy func(to io.Writer, file *os.File) error) error {
		sum := sha256.New()
		err := r.in(name, func(file *os.File) error { return copy(sum, file) })
		fmt.Fprintf(all, "%x  %s\n", sum.Sum(nil), name)
		return err
	}
	err := add(ManifestFile, func(to io.Writer, file *os.File) error {
		text := sha256.New()
		_, err := io.Copy(io.MultiWriter(to, text), file)
		if err == nil && !bytes.Equal(text.Sum(nil), r.text[:]) {
			err = exchanged(r.path(ManifestFile))
		}
		return err
	})
	for _, s := range r.Manifest.Shards {
		if err != nil {
			break
		}
		// Others may have put one there while this process played the rest.
		err = add(s.File, func(to io.Writer, file *os.File) error { return r.verified(to, file, s) })
	}
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// Records yields the games in the order of the manifest, or an error, which is
// the last: a shard is missing, or damaged. A record is valid until the next one
// is yielded.
func (r *Run) Records() iter.Seq2[*Record, error] { return r.First(math.MaxInt) }

// Complete reports whether the first games of each cell, so many, are there.
func (r *Run) Complete(games int) (bool, error) {
	missing, err := r.Missing()
	return !slices.ContainsFunc(missing, func(i int) bool { return r.Manifest.Shards[i].From < games }), err
}

// First yields the first games of each cell, so many, as Records does.
func (r *Run) First(games int) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		missing, err := r.Missing()
		if err != nil {
			yield(nil, err)
			return
		}
		missing = slices.DeleteFunc(missing, func(i int) bool { return r.Manifest.Shards[i].From >= games })
		if n := len(missing); n > 0 {
			yield(nil, fmt.Errorf("%s: the run is not complete: %d of %d shards are missing, the first %s (want all)",
				r.Dir, n, len(r.Manifest.Shards), r.Manifest.Shards[missing[0]].File))
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
