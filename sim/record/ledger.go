package record

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"varlab/internal/files"
)

// A Sighting is a run of another study that stood in the same folder when this run began:
// somebody could have seen its games before.
type Sighting struct {
	Dir          string `json:"dir"`
	Study        string `json:"study"`
	StudyHash    string `json:"study_hash"`
	Confirmatory bool   `json:"confirmatory,omitempty"`
	Seed         uint64 `json:"seed"`
	Games        int    `json:"games"` // of a cell
	Looks        []int  `json:"looks,omitempty"`
	// RuleSets are those of the run.
	RuleSets []Played `json:"rule_sets"`
}

// Played is a rule set by its PlayHash.
type Played struct {
	PlayHash string `json:"play_hash"`
}

// writeLedger records the runs of other studies that stand beside the new run in dir.
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

// sight reads the study of a run directory from its manifest; a folder that is no run
// directory gives nothing.
func sight(dir string) (s Sighting, ok bool) {
	var m struct {
		Hash  string `json:"study_hash"`
		Study struct {
			Name string `json:"name"`
			Sighting
		} `json:"study"`
	}
	text, err := readManifest(dir)
	if err != nil || json.Unmarshal(text, &m) != nil {
		return s, false
	}
	s = m.Study.Sighting
	s.Dir, s.Study, s.StudyHash = filepath.Base(dir), m.Study.Name, m.Hash
	return s, m.Hash != ""
}

// Ledger returns the recorded runs that stood beside this run when it began, by name.
func (r *Run) Ledger() []Sighting { return linesOf[Sighting](r.path(ledgerFile)) }
