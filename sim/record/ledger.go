package record

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"varlab/files"
)

// A Sighting is a run of another study that stood beside a run, under the same parent,
// when that was begun: what somebody could have seen before. Of one whose manifest is longer
// than is read only Dir is known.
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

// beside lists the manifests of what stands beside a run.
func beside(run string) []string {
	list, _ := filepath.Glob(filepath.Join(escape(filepath.Dir(run)), "*", ManifestFile))
	return slices.DeleteFunc(list, func(name string) bool { return filepath.Dir(name) == run })
}

// keepLedger writes down which runs stand beside this one, unless that is known
// already. Like a log it is lost rather than in the way.
func (r *Run) keepLedger() {
	if _, err := r.root.Stat(ledgerFile); err == nil || files.MakeDirIn(r.root, LogDir) != nil {
		return
	}
	whole, err := files.Abs(r.Dir)
	if err != nil {
		return
	}
	var list []Sighting
	manifests := beside(whole)
	if at, err := filepath.EvalSymlinks(whole); err == nil && !files.Same(filepath.Dir(at), filepath.Dir(whole)) {
		manifests = append(manifests, beside(at)...) // a link has two places
	}
	sizes := map[string]int64{}
	for _, name := range manifests {
		if info, err := os.Stat(name); err == nil {
			sizes[name] = info.Size()
		}
	}
	slices.SortStableFunc(manifests, func(a, b string) int { return cmp.Compare(sizes[a], sizes[b]) }) // so that the small ones are read
	left := int64(maxBesideAll)
	for _, name := range manifests {
		dir := filepath.Base(filepath.Dir(name))
		file, err := files.Open(name)
		if errors.Is(err, fs.ErrPermission) {
			list = append(list, Sighting{Dir: dir})
		}
		if err != nil {
			continue
		}
		head := &io.LimitedReader{R: file, N: min(left, maxBeside)}
		all := head.N
		s, err := sighted(head)
		file.Close()
		left -= all - head.N
		if err != nil && head.N > 0 || s.StudyHash == r.Manifest.StudyHash {
			continue
		}
		if s.Dir = dir; err != nil {
			s = Sighting{Dir: dir}
		}
		list = append(list, s)
	}
	r.putLedger(list, false)
}

func (r *Run) putLedger(list []Sighting, overwrite bool) {
	_ = files.Put(r.root, ledgerFile, overwrite, func(w io.Writer) error {
		e := json.NewEncoder(w)
		for _, s := range list {
			if err := e.Encode(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// joinLedgers adds to the ledger what those of other directories of the run have.
func (r *Run) joinLedgers(from []*Run) {
	list, _, err := r.Ledger()
	if err != nil {
		return
	}
	mine, seen := len(list), map[string]bool{}
	for _, s := range list {
		seen[fmt.Sprint(s)] = true
	}
	for _, other := range from {
		ledger, _, _ := other.Ledger() // none that cannot be read
		for _, s := range ledger {
			if key := fmt.Sprint(s); !seen[key] {
				seen[key], list = true, append(list, s)
			}
		}
	}
	if len(list) > mine {
		r.putLedger(list, true)
	}
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

// escape writes a path for Glob.
func escape(dir string) string {
	var b bytes.Buffer
	for _, c := range []byte(dir) {
		if bytes.IndexByte([]byte(`*?[\`), c) >= 0 && os.PathSeparator != '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Ledger returns the runs that stood beside this one when it was begun, by name; known
// is false where nobody has looked.
func (r *Run) Ledger() (list []Sighting, known bool, err error) {
	err = r.in(path.Clean(ledgerFile), func(file *os.File) error {
		known = true
		for lines := bufio.NewScanner(io.LimitReader(file, maxLog)); lines.Scan(); {
			var s Sighting
			if json.Unmarshal(lines.Bytes(), &s) == nil && s.Dir != "" && len(list) < maxSightings {
				list = append(list, s)
			}
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	slices.SortFunc(list, func(a, b Sighting) int { return bytes.Compare([]byte(a.Dir), []byte(b.Dir)) })
	return list, known, err
}
