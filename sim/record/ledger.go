package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"varlab/internal/files"
)

// A Sighting is a run of another study that stood beside this run, under the same parent,
// when this one was begun: somebody could have seen its games before. If its manifest cannot
// be read, only Dir is known.
type Sighting struct {
	Dir          string `json:"dir"`
	Study        string `json:"study"`
	StudyHash    string `json:"study_hash"`
	Confirmatory bool   `json:"confirmatory,omitempty"`
	Seed         uint64 `json:"seed"`
	Games        int    `json:"games"` // a cell
	Looks        []int  `json:"looks,omitempty"`
}

// writeLedger writes down which runs of other studies stand beside the run that is begun
// in dir.
func writeLedger(dir, studyHash string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, e := range entries {
		other := filepath.Join(parent, e.Name())
		if other == dir {
			continue
		}
		if s, ok := sight(other); ok && s.StudyHash != studyHash {
			if err := lines.Encode(s); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, LogDir), 0o777); err != nil {
		return err
	}
	return files.WriteBytes(filepath.Join(dir, filepath.FromSlash(ledgerFile)), text.Bytes())
}

// sight reads what the manifest of a folder says of its study, if the folder is a run
// directory.
func sight(dir string) (s Sighting, ok bool) {
	s.Dir = filepath.Base(dir)
	name := filepath.Join(dir, ManifestFile)
	info, err := os.Stat(name)
	if err != nil {
		return s, false
	}
	var m struct {
		Hash  string `json:"study_hash"`
		Study struct {
			Name         string `json:"name"`
			Confirmatory bool   `json:"confirmatory"`
			Seed         uint64 `json:"seed"`
			Games        int    `json:"games"`
			Looks        []int  `json:"looks"`
		} `json:"study"`
	}
	var text []byte
	if info.Size() <= maxManifest {
		text, err = os.ReadFile(name)
	}
	if err != nil || json.Unmarshal(text, &m) != nil {
		_, err := os.Stat(filepath.Join(dir, shardsDir))
		return s, err == nil
	}
	s.Study, s.StudyHash, s.Confirmatory, s.Seed, s.Games, s.Looks = m.Study.Name, m.Hash, m.Study.Confirmatory, m.Study.Seed, m.Study.Games, m.Study.Looks
	return s, m.Hash != ""
}

// Ledger returns the runs that stood beside this one when it was begun, by name; known is
// false where there may have been others, since the ledger is missing or damaged.
func (r *Run) Ledger() (list []Sighting, known bool) {
	file, err := os.Open(r.path(ledgerFile))
	if err != nil {
		return nil, false
	}
	defer file.Close()
	known = true
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var s Sighting
		if json.Unmarshal(lines.Bytes(), &s) != nil || s.Dir == "" {
			known = false
			continue
		}
		list = append(list, s)
	}
	return list, known && lines.Err() == nil
}
