package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"varlab/rules"
	"varlab/sim/study"
)

// Format is the version of manifests and shards. No other version is read.
const Format = 5

// The files of a run directory. Only LogDir depends on when and where a run was made; no
// result depends on LogDir.
const (
	ManifestFile = "manifest.json"
	shardsDir    = "shards"
	LogDir       = "log"
	damagedDir   = LogDir + "/damaged"
	ledgerFile   = LogDir + "/ledger"
	lockFile     = LogDir + "/lock"
)

// A Manifest says what a run plays and in which shard each game stands. It is a function of
// the study and the program alone, and is written before the first game.
type Manifest struct {
	Format    int        `json:"format"`
	Program   string     `json:"program"` // version and commit; empty if the program has none
	RNG       string     `json:"rng"`     // how random numbers are made
	StudyHash string     `json:"study_hash"`
	Study     study.Plan `json:"study"`
	Boards    []Board    `json:"boards"`
	Cells     []Cell     `json:"cells"`
	Shards    []Shard    `json:"shards"`
	// Taught are, by rule set, the content hashes of the weights that were learned for it before
	// the games, one for each training, and stand in WeightsFile; none where those with which
	// they began were kept. The list is absent if the study teaches nothing, or has not yet.
	Taught  [][]string `json:"taught,omitempty"`
	Columns []Column   `json:"columns"`
	Hash    string     `json:"hash"` // of the manifest without it
}

// A Board is a board with its start and the openings that are played on it. Rule sets with the
// same Board are compared opening by opening.
type Board struct {
	ID       string    `json:"id"`       // made of size and start
	Size     string    `json:"size"`     // rows x columns
	Chapters []Chapter `json:"chapters"` // opening i is of chapter i mod k
}

// A Chapter is the openings of one number of plies.
type Chapter struct {
	Games     bool `json:"games,omitempty"` // the openings are beginnings of games that the study names
	Plies     int  `json:"plies"`           // before the games; plies
	Positions int  `json:"positions"`       // distinct positions from which the openings are drawn
	Clusters  int  `json:"clusters"`        // openings drawn
	Wild      bool `json:"wild,omitempty"`  // openings of any due turns, since fewer than 30 quiet positions exist
}

// Words say in words what the plies of the chapter are.
func (c Chapter) Words() string {
	switch {
	case c.Games && c.Plies == 0:
		return "plies from positions of a file"
	case c.Games:
		return "plies of real games"
	case c.Wild:
		return "plies that need not be quiet"
	}
	return "quiet plies"
}

// Clusters is the number of openings on the board.
func (b *Board) Clusters() (n int) {
	for _, c := range b.Chapters {
		n += c.Clusters
	}
	return n
}

// Used is the number of distinct openings in a cell that asks for the given number.
func (b *Board) Used(openings int) (n int) {
	for i, c := range b.Chapters {
		n += min(c.Clusters, (openings-i+len(b.Chapters)-1)/len(b.Chapters))
	}
	return n
}

// Distinct is the number of openings that are played before an opening repeats: chapters take
// turns.
func (b *Board) Distinct() int {
	n := math.MaxInt
	for i, c := range b.Chapters {
		n = min(n, c.Clusters*len(b.Chapters)+i)
	}
	return n
}

// Span is one more than the highest number of an opening on the board.
func (b *Board) Span() (n int) {
	for i, c := range b.Chapters {
		if c.Clusters > 0 {
			n = max(n, (c.Clusters-1)*len(b.Chapters)+i+1)
		}
	}
	return n
}

// Positions is the number of positions from which the openings are drawn.
func (b *Board) Positions() (n int) {
	for _, c := range b.Chapters {
		n += c.Positions
	}
	return n
}

// A Cell is one rule set with its two players.
type Cell struct {
	RuleSet  string    `json:"rule_set"`
	Players  [2]string `json:"players"` // different players change colours from game to game
	Board    string    `json:"board"`
	Games    int       `json:"games"`
	Clusters int       `json:"clusters"` // openings that the cell uses
	// Weights are, by player, the rule sets whose weights it has in turn, before anybody was
	// taught; none for a player who has no use for any. The list is absent if neither has.
	Weights [][]study.Lender `json:"weights,omitempty"`
}

// A Shard is a part of a cell, the games From to To-1, which one file holds.
type Shard struct {
	File string `json:"file"` // in the run directory, with slashes
	Cell int    `json:"cell"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// Games is the number of games in all cells.
func (m *Manifest) Games() int {
	n := 0
	for _, s := range m.Shards {
		n += s.To - s.From
	}
	return n
}

// BoardOf returns the board of a cell, or an error if the run has none of that id.
func (m *Manifest) BoardOf(c Cell) (*Board, error) {
	if i := slices.IndexFunc(m.Boards, func(b Board) bool { return b.ID == c.Board }); i >= 0 {
		return &m.Boards[i], nil
	}
	return nil, fmt.Errorf("%q is no board of the run", c.Board)
}

// RuleSetOf returns the rule set of a cell, or an error if the study has none of that id.
func (m *Manifest) RuleSetOf(c Cell) (study.RuleSet, error) {
	if i := slices.IndexFunc(m.Study.RuleSets, func(s study.RuleSet) bool { return s.ID == c.RuleSet }); i >= 0 {
		return m.Study.RuleSets[i], nil
	}
	return study.RuleSet{}, fmt.Errorf("%q is not one of the study", c.RuleSet)
}

// Encode writes the manifest as JSON, with its Hash.
func (m Manifest) Encode() ([]byte, error) {
	m.Hash = m.Sum()
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// Sum is the Hash of the manifest.
func (m Manifest) Sum() string {
	m.Hash = ""
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // plain types
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// maxManifest bounds the size of a manifest in bytes: ten times that of ten million games in
// shards of two thousand.
const maxManifest = 64 << 20

// decode reads a manifest and verifies its hashes.
func decode(text []byte) (*Manifest, error) {
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, err
	}
	if head.Format != Format {
		return nil, fmt.Errorf("format %d (want %d, the only one that this program reads)", head.Format, Format)
	}
	m := new(Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	if sum := m.Sum(); m.Hash != sum {
		return nil, fmt.Errorf("hash %.12s… does not fit the content (want %.12s…): the file was changed", m.Hash, sum)
	}
	if sum := m.Study.Hash(); m.StudyHash != sum {
		return nil, fmt.Errorf("study_hash %.12s… does not fit the study (want %.12s…)", m.StudyHash, sum)
	}
	if seed := m.Study.ClaimedSeed(); m.Study.Confirmatory && m.Study.Seed != seed {
		return nil, fmt.Errorf("study.seed: %d in a confirmatory study (want %d, which its claims make): these games may have been chosen for what they show", m.Study.Seed, seed)
	}
	same := func(a, b Column) bool { return a.Name == b.Name && a.Type == b.Type }
	if !slices.EqualFunc(m.Columns, Columns(), same) {
		return nil, fmt.Errorf("columns: not those that this program records (want the program that made the run: %s)", programName(m.Program))
	}
	if faults := m.Study.TooMuch(); len(faults) > 0 {
		return nil, fmt.Errorf("study: %w", faults)
	}
	if n := len(m.Study.RuleSets); len(m.Taught) > 0 && (len(m.Taught) != n || m.Study.Teaching == nil) {
		return nil, fmt.Errorf("taught: %d lists (want %d, one for each rule set, and a study that teaches)", len(m.Taught), n)
	}
	for i, taught := range m.Taught {
		m.Study.RuleSets[i].Taught = taught
	}
	return m, nil
}

// WeightsFile is the name of a file of weights in the run directory.
func WeightsFile(hash string) string { return "weights/" + hash + ".weights" }

// ShardFile is the name of a shard in the run directory.
func ShardFile(number int) string { return fmt.Sprintf("%s/%05d.parquet", shardsDir, number) }

// Compile makes the rules of a rule set from its content in a manifest, whatever has become of
// the profile since. The error says that an axis has a value unknown to this program, or that
// the rules are another game than was played.
func Compile(set study.RuleSet) (*rules.Rules, error) {
	p, err := set.Content.Profile()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	p.ID = set.ID
	r, err := rules.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	if got := r.PlayHash(); got != set.PlayHash {
		return nil, fmt.Errorf("%s: play_hash %.12s… (want %.12s…, of the games played): this program reads the rule set as another game", set.ID, got, set.PlayHash)
	}
	if size := r.Grid().Size(); size != set.Board {
		return nil, fmt.Errorf("%s: board %q (want %q, as in its content)", set.ID, set.Board, size)
	}
	return r, nil
}
