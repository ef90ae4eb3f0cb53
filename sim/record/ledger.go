package record

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"varlab/files"
)

// A Sighting is a run of another study that stood beside a run, under the same parent,
// when that was begun: what somebody could have seen before. Of one whose manifest cannot be
// read, or is longer than is read, only Dir is known.
type Sighting struct {
	Dir          string `json:"dir"`
	Study        string `json:"study"`
	StudyHash    string `json:"study_hash"`
	Confirmatory bool   `json:"confirmatory,omitempty"`
	Seed         uint64 `json:"seed"`
	Games        int    `json:"games"` // a cell
	Looks        []int  `json:"looks,omitempty"`
}

const ledgerFile = LogDir + "/ledger"

// What is read of the manifests of runs beside this one, in bytes: a study says what it
// is after 24 MiB at most, and anybody may put there as many as he likes.
const (
	maxBeside    = 24 << 20
	maxBesideAll = 128 << 20
)

// maxSightings is more than anybody has runs beside each other.
const maxSightings = 10_000

// What a study beside this one has at most, in bytes of looks and of its name: none comes
// near.
const (
	maxLooks     = 1 << 12
	maxStudyName = 1 << 13
)

// beside lists what stands beside a run.
func beside(run string) (list []string) {
	parent := filepath.Dir(run)
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if dir := filepath.Join(parent, e.Name()); dir != run {
			list = append(list, dir)
		}
	}
	return list
}

// keepLedger writes down which runs stand beside this one, unless it was begun already and
// that is known, or has games, since it is too late then. A ledger that is there before a
// run is begun is that of another: what stands in it was seen too. Like a log it is lost
// rather than in the way.
func (r *Run) keepLedger(begun bool) {
	there := r.hasLedger()
	if begun && (there || files.HasGames(r.Dir)) {
		return
	}
	whole, err := files.Abs(r.Dir)
	if err != nil {
		return
	}
	dirs := beside(whole)
	if at, err := filepath.EvalSymlinks(whole); err == nil && !files.Same(filepath.Dir(at), filepath.Dir(whole)) {
		dirs = append(dirs, beside(at)...) // a link has two places
	}
	sizes := map[string]int64{}
	for _, dir := range dirs {
		if info, err := os.Stat(filepath.Join(dir, ManifestFile)); err == nil {
			sizes[dir] = info.Size()
		}
	}
	slices.SortStableFunc(dirs, func(a, b string) int { return cmp.Compare(sizes[a], sizes[b]) }) // so that the small ones are read
	var list []Sighting
	left := int64(maxBesideAll)
	for _, dir := range dirs {
		if s, ok := sight(dir, &left); ok && s.StudyHash != r.Manifest.StudyHash {
			list = append(list, s)
		}
	}
	old, known := r.Ledger()
	r.putLedger(joined(old, list), !there || known, !begun)
}

// sight reads what the manifest of a folder says of its study, if left bytes are enough for
// it, from which those that are read are taken. A run directory is sighted whatever its
// manifest says, and so is what may be one: where no manifest can be opened, or not read as
// far as its study.
func sight(dir string, left *int64) (s Sighting, ok bool) {
	s.Dir = filepath.Base(dir)
	name := filepath.Join(dir, ManifestFile)
	file, err := files.Open(name)
	if err != nil {
		_, missing := os.Lstat(name) // or the folder may not be entered
		return s, missing == nil || files.HasGames(dir)
	}
	defer file.Close()
	head := &io.LimitedReader{R: file, N: min(*left, maxBeside)}
	all := head.N
	defer func() { *left -= all - head.N }()
	study, err := sighted(head)
	switch {
	case err == nil:
		study.Dir = s.Dir
		return study, true
	case head.N == 0 || files.HasGames(dir):
		return s, true
	}
	_, err = file.Seek(0, io.SeekStart)
	return s, err != nil || files.Marked(head) || head.N == 0
}

func (r *Run) hasLedger() bool {
	_, err := r.root.Lstat(ledgerFile)
	return err == nil
}

// ledgerEnd is the last line of a ledger: without it, lines were lost or changed.
type ledgerEnd struct {
	Sum  string `json:"sum"`            // SHA-256 of the lines before it
	Lost bool   `json:"lost,omitempty"` // others are not known
}

func (r *Run) putLedger(list []Sighting, whole, overwrite bool) {
	if files.MakeDirIn(r.root, LogDir) != nil {
		return
	}
	_ = files.Put(r.root, ledgerFile, overwrite, func(w io.Writer) error {
		sum := sha256.New()
		e := json.NewEncoder(io.MultiWriter(w, sum))
		for _, s := range list {
			if err := e.Encode(s); err != nil {
				return err
			}
		}
		return e.Encode(ledgerEnd{hex.EncodeToString(sum.Sum(nil)), !whole})
	})
}

// joinLedgers adds to the ledger what those of other directories of the run have. The whole
// is known if all are; of a run that had no games before they were gathered there is nothing
// to know.
func (r *Run) joinLedgers(from []*Run, played bool) {
	list, known := r.Ledger()
	mine, whole := len(list), known || !played && !r.hasLedger()
	for _, other := range from {
		ledger, known := other.Ledger()
		list, whole = joined(list, ledger), whole && known
	}
	if len(list) > mine || whole != known {
		r.putLedger(list, whole, true)
	}
}

// joined adds to a list what another has besides.
func joined(list, other []Sighting) []Sighting {
	seen := map[string]bool{}
	for _, s := range list {
		seen[fmt.Sprint(s)] = true
	}
	for _, s := range other {
		if key := fmt.Sprint(s); !seen[key] {
			seen[key], list = true, append(list, s)
		}
	}
	return list
}

// sighted reads the beginning of a manifest: what stands before its cells and shards, for
// whose sake it may be large.
func sighted(text io.Reader) (s Sighting, err error) {
	d := json.NewDecoder(text)
	if _, err := d.Token(); err != nil { // the brace
		return s, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return s, err
		}
		switch key {
		case "study_hash":
			err = d.Decode(&s.StudyHash)
		case "study":
			var p struct {
				Name         string
				Confirmatory bool
				Seed         uint64
				Games        int
				Looks        json.RawMessage
			}
			if err := d.Decode(&p); err != nil {
				return s, err
			}
			if p.Looks != nil && len(p.Looks) <= maxLooks {
				err = json.Unmarshal(p.Looks, &s.Looks)
			}
			if len(s.StudyHash) != 2*sha256.Size || len(p.Name) > maxStudyName || len(p.Looks) > maxLooks {
				err = errors.New("no study of ours")
			}
			s.Study, s.Confirmatory, s.Seed, s.Games = p.Name, p.Confirmatory, p.Seed, p.Games
			return s, err
		default:
			err = d.Decode(new(json.RawMessage))
		}
		if err != nil {
			return s, err
		}
	}
	return s, errors.New("no study")
}

// Ledger returns the runs that stood beside this one when it was begun, by name, as far as
// they can be read; known is false where there may have been others: nobody has looked, or
// what was written down is not whole.
func (r *Run) Ledger() (list []Sighting, known bool) {
	err := r.in(path.Clean(ledgerFile), func(file *os.File) error {
		sum, dropped := sha256.New(), false
		lines := bufio.NewScanner(io.LimitReader(file, maxLog))
		for ; lines.Scan(); fmt.Fprintf(sum, "%s\n", lines.Bytes()) {
			var line struct {
				Sighting
				ledgerEnd
			}
			err := json.Unmarshal(lines.Bytes(), &line)
			switch {
			case err == nil && line.Dir != "" && len(list) < maxSightings:
				list, known = append(list, line.Sighting), false
			case err == nil && line.Dir == "":
				known = line.Sum == hex.EncodeToString(sum.Sum(nil)) && !line.Lost && !dropped
			default:
				known, dropped = false, true
			}
		}
		return nil
	})
	if err != nil { // not there, or something else in its place
		return nil, false
	}
	slices.SortFunc(list, func(a, b Sighting) int { return bytes.Compare([]byte(a.Dir), []byte(b.Dir)) })
	return list, known
}
