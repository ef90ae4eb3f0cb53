package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"varlab/files"
)

// A Sighting is a run of another study that stood beside a run, under the same parent,
// when that was begun: what somebody could have seen before.
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

// maxLooks is how many bytes of looks a run beside this one may have: no study comes near.
const maxLooks = 1 << 12

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
	var text bytes.Buffer
	manifests, _ := filepath.Glob(filepath.Join(escape(filepath.Dir(whole)), "*", ManifestFile))
	for _, name := range manifests {
		dir := filepath.Base(filepath.Dir(name))
		if dir == filepath.Base(whole) {
			continue
		}
		var m struct {
			StudyHash string `json:"study_hash"`
			Study     struct {
				Name         string
				Confirmatory bool
				Seed         uint64
				Games        int
				Looks        json.RawMessage
			}
		}
		var looks []int
		file, err := files.Open(name)
		if err != nil {
			continue
		}
		err = json.NewDecoder(io.LimitReader(file, maxManifest)).Decode(&m)
		file.Close()
		if err != nil || m.StudyHash == "" || m.StudyHash == r.Manifest.StudyHash || len(m.Study.Looks) > maxLooks {
			continue
		}
		if m.Study.Looks != nil && json.Unmarshal(m.Study.Looks, &looks) != nil {
			continue
		}
		if line, err := json.Marshal(Sighting{dir, m.Study.Name, m.StudyHash, m.Study.Confirmatory, m.Study.Seed, m.Study.Games, looks}); err == nil {
			text.Write(append(line, '\n'))
		}
	}
	_ = files.Put(r.root, ledgerFile, false, func(w io.Writer) error { _, err := text.WriteTo(w); return err })
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
			if json.Unmarshal(lines.Bytes(), &s) == nil {
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
