package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"varlab/files"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/study"
	"varlab/variants/content"
)

// Format is the version of manifests and shards. What has another is not read.
const Format = 3

const ManifestFile = files.Manifest

// A Manifest says what a run plays and where each game goes. It is a function of
// the study and the program alone and written before the first game.
type Manifest struct {
	Format    int        `json:"format"`
	Program   string     `json:"program"` // that plays: version and commit; empty if it has none
	RNG       string     `json:"rng"`     // how random numbers are made
	StudyHash string     `json:"study_hash"`
	Study     study.Plan `json:"study"`
	Boards    []Board    `json:"boards"`
	Cells     []Cell     `json:"cells"`
	Shards    []Shard    `json:"shards"`
	Columns   []Column   `json:"columns"`
	Hash      string     `json:"hash"` // of the manifest without it
}

// A Board is a board with its start, and the openings that are played on it.
// Rule sets with the same Board are compared opening by opening.
type Board struct {
	ID       string    `json:"id"`
	Size     string    `json:"size"`     // rows x columns
	Chapters []Chapter `json:"chapters"` // opening i is of chapter i mod k
}

// A Chapter is the openings of one number of plies.
type Chapter struct {
	Games     bool `json:"games,omitempty"` // the beginnings of games that the study names
	Plies     int  `json:"plies"`
	Positions int  `json:"positions"`      // distinct, so many quiet plies away: what openings are drawn from
	Clusters  int  `json:"clusters"`       // openings drawn
	Wild      bool `json:"wild,omitempty"` // of any due turns, since fewer quiet positions than 30 exist
}

// Clusters is the number of openings on the board.
func (b *Board) Clusters() (n int) {
	for _, c := range b.Chapters {
		n += c.Clusters
	}
	return n
}

// Used is how many of them a cell has that asks for so many in order.
func (b *Board) Used(openings int) (n int) {
	for i, c := range b.Chapters {
		n += min(c.Clusters, (openings-i+len(b.Chapters)-1)/len(b.Chapters))
	}
	return n
}

// Distinct is in how many openings, of those that were drawn, games begin before one is
// played again: chapters take turns.
func (b *Board) Distinct() int {
	n := math.MaxInt
	for i, c := range b.Chapters {
		n = min(n, c.Clusters*len(b.Chapters)+i)
	}
	return n
}

// Span is one more than the greatest number of an opening on the board.
func (b *Board) Span() (n int) {
	for i, c := range b.Chapters {
		if c.Clusters > 0 {
			n = max(n, (c.Clusters-1)*len(b.Chapters)+i+1)
		}
	}
	return n
}

// Positions is from how many positions the openings are drawn.
func (b *Board) Positions() (n int) {
	for _, c := range b.Chapters {
		n += c.Positions
	}
	return n
}

type Cell struct {
	RuleSet  string    `json:"rule_set"`
	Players  [2]string `json:"players"` // where they differ, they change colours from game to game
	Board    string    `json:"board"`
	Games    int       `json:"games"`
	Clusters int       `json:"clusters"` // openings that the cell uses
	// By player: whose weights it was given under the rule set, in words; empty
	// for one that is given none. None at all: so are both.
	Weights []string `json:"weights,omitempty"`
}

type Shard struct {
	File string `json:"file"` // in the run directory, with slashes
	Cell int    `json:"cell"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

func (m *Manifest) Games() int {
	n := 0
	for _, s := range m.Shards {
		n += s.To - s.From
	}
	return n
}

func (m *Manifest) BoardOf(c Cell) (*Board, error) {
	if i := slices.IndexFunc(m.Boards, func(b Board) bool { return b.ID == c.Board }); i >= 0 {
		return &m.Boards[i], nil
	}
	return nil, fmt.Errorf("%q is no board of the run", c.Board)
}

func (m *Manifest) RuleSetOf(c Cell) (study.RuleSet, error) {
	if i := slices.IndexFunc(m.Study.RuleSets, func(s study.RuleSet) bool { return s.ID == c.RuleSet }); i >= 0 {
		return m.Study.RuleSets[i], nil
	}
	return study.RuleSet{}, fmt.Errorf("%q is not one of the study", c.RuleSet)
}

func (m Manifest) Encode() ([]byte, error) {
	m.Hash = m.sum()
	return m.text()
}

func (m *Manifest) text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

func (m Manifest) sum() string {
	m.Hash = ""
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // plain types
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// unmarshal is json.Unmarshal whose errors do not repeat a number of any length.
func unmarshal(text []byte, to any) error {
	err := json.Unmarshal(text, to)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		line := 1 + bytes.Count(text[:wrong.Offset], []byte("\n"))
		return fmt.Errorf("line %d: %s is a %.40s (want %s)", line, wrong.Field, wrong.Value, wrong.Type)
	}
	return err
}

// decode reads a manifest and verifies what it says about itself.
func decode(text []byte) (*Manifest, error) {
	var head struct {
		Format int `json:"format"`
	}
	if err := unmarshal(text, &head); err != nil {
		return nil, err
	}
	if head.Format != Format {
		return nil, fmt.Errorf("format %d (want %d, the only one that this program reads)", head.Format, Format)
	}
	if err := written(text); err != nil {
		return nil, err
	}
	m := new(Manifest)
	if err := unmarshal(text, m); err != nil {
		return nil, err
	}
	if sum := m.sum(); m.Hash != sum {
		return nil, fmt.Errorf("hash %.12s… does not fit the content (want %.12s…): the file was changed", m.Hash, sum)
	}
	if err := canonical(text, m); err != nil {
		return nil, err
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
	if len(m.Shards) > MaxShards {
		return nil, fmt.Errorf("shards: %d (want at most %d)", len(m.Shards), MaxShards)
	}
	if err := m.checkLayout(); err != nil {
		return nil, err
	}
	if err := m.CheckBoards(); err != nil {
		return nil, err
	}
	return m, m.checkStudy()
}

// canonical is an error where a text is not m as this program writes it: what two readers
// may read differently is refused, such as a name that an object has twice.
func canonical(text []byte, m *Manifest) error {
	want, err := m.text()
	if err != nil {
		return err
	}
	at := 0
	for at < min(len(text), len(want)) && text[at] == want[at] {
		at++
	}
	if at < len(text) || at < len(want) {
		return fmt.Errorf("line %d: not as varlab writes it (want each name once, and the order and spaces of what the hash was made of)", 1+bytes.Count(text[:at], []byte{'\n'}))
	}
	for _, set := range m.Study.RuleSets { // that is kept as it stands
		want, err := study.Canonical(set.Content)
		if err != nil {
			return err
		}
		var is bytes.Buffer
		if err := json.Compact(&is, set.Content); err != nil {
			return err
		}
		if !bytes.Equal(is.Bytes(), want) {
			return fmt.Errorf("study.rule_sets: content of %q: not as varlab writes it (want each name once, in their order)", set.ID)
		}
	}
	return nil
}

// checkAdjudicated verifies that there are games to read under the draw clauses of both
// rule sets of an adjudicated claim, as far as this program can play these.
func (m *Manifest) checkAdjudicated() error {
	p := m.Study
	p.RuleSets = slices.Clone(p.RuleSets)
	for i, set := range p.RuleSets {
		if slices.ContainsFunc(p.Hypotheses, func(h study.Hypothesis) bool { return h.Adjudicated && (h.A == set.ID || h.B == set.ID) }) {
			p.RuleSets[i].Rules, _ = Compile(set) // none: those of another program
		}
	}
	for i, h := range p.Hypotheses {
		var faults study.Faults
		game := p.Bare(&faults, i)
		if len(faults) > 0 {
			return faults
		}
		if game != "" && !slices.ContainsFunc(p.RuleSets, func(s study.RuleSet) bool { return s.PlayHash == game }) {
			return fmt.Errorf("%s.adjudicated: no games of %q without draw clauses (want them, to be read under the clauses of both)", study.At("hypothesis", i), h.A)
		}
	}
	return nil
}

// checkStudy verifies that the cells are those of the study, and that what it says of
// games can be.
func (m *Manifest) checkStudy() error {
	p := &m.Study
	if err := p.Check(); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	if err := m.checkMixtures(); err != nil {
		return fmt.Errorf("study.ablation: %w", err)
	}
	if err := m.checkAdjudicated(); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	boards, played := map[string]*Board{}, map[string]bool{}
	for _, c := range m.Cells {
		played[c.Board] = true
	}
	for i := range m.Boards {
		b := &m.Boards[i]
		twice := boards[b.ID] != nil
		if boards[b.ID] = b; twice || !played[b.ID] {
			return fmt.Errorf("boards[%d].id: %.60q stands twice, or is no cell's (want each board of the cells once)", i, b.ID)
		}
		var plies []int
		for k, c := range b.Chapters {
			plies = append(plies, c.Plies)
			if c.Positions < c.Clusters || c.Positions > math.MaxInt32 {
				return fmt.Errorf("boards[%d].chapters[%d].positions: %d (want the %d openings and more, up to %d)", i, k, c.Positions, c.Clusters, math.MaxInt32)
			}
		}
		if !slices.Equal(plies, p.Openings.Plies) {
			return fmt.Errorf("boards[%d].chapters: of %v plies (want %v, as the study has it)", i, plies, p.Openings.Plies)
		}
	}
	if each := len(p.Players) + len(p.Pairs); len(m.Cells) != len(p.RuleSets)*each {
		return fmt.Errorf("cells: %d (want %d, one for each rule set with its players)", len(m.Cells), len(p.RuleSets)*each)
	}
	for i, c := range m.Cells {
		want := p.Cell(i)
		if set, players := p.RuleSets[want.RuleSet].ID, [2]string{want.A.Spec, want.B.Spec}; c.RuleSet != set || c.Players != players {
			return fmt.Errorf("cells[%d]: %q between %q (want %q between %q, as the study has it)", i, c.RuleSet, c.Players, set, players)
		}
		if n := len(c.Weights); n != 0 && n != len(c.Players) {
			return fmt.Errorf("cells[%d].weights: %d (want one for each player, or none)", i, n)
		}
		if c.Games != p.Games {
			return fmt.Errorf("cells[%d].games: %d (want %d, as the study has it)", i, c.Games, p.Games)
		}
		b := boards[c.Board]
		if b == nil {
			return fmt.Errorf("cells[%d].board: %.60q is no board of the run", i, c.Board)
		}
		if size := p.RuleSets[want.RuleSet].Board; b.Size != size {
			return fmt.Errorf("cells[%d].board: of %q (want %q, the board of the rule set)", i, b.Size, size)
		}
		if used := b.Used(want.Openings(c.Games)); c.Clusters != used {
			return fmt.Errorf("cells[%d].clusters: %d (want %d, the openings of its games on the board)", i, c.Clusters, used)
		}
	}
	return nil
}

// What a manifest may state: memory is set aside for games and openings.
const (
	MaxShards     = 400_000
	maxShardGames = 10_000
	maxChapters   = 100
	maxOpenings   = 2_000_000 // of all cells: a report takes some 400 bytes for each
)

// CheckBoards verifies that no board has more openings than a cell has games, for each is
// drawn to be played, nor the cells too many to count by.
func (m *Manifest) CheckBoards() error {
	most := 0
	for _, c := range m.Cells {
		most = max(most, c.Games)
	}
	for i, b := range m.Boards {
		if len(b.Chapters) > maxChapters {
			return fmt.Errorf("boards[%d].chapters: %d (want at most %d)", i, len(b.Chapters), maxChapters)
		}
		for k, c := range b.Chapters {
			if c.Clusters < 0 || c.Clusters > most {
				return fmt.Errorf("boards[%d].chapters[%d].clusters: %d (want 0 to %d, the games of a cell)", i, k, c.Clusters, most)
			}
		}
	}
	spans := map[string]int{}
	for _, b := range slices.Backward(m.Boards) { // of equal ones the first counts
		spans[b.ID] = b.Span()
	}
	openings, hash, games := 0, map[string]string{}, map[string]int{} // by id, and by hash
	for _, set := range m.Study.RuleSets {
		hash[set.ID] = set.PlayHash
	}
	for i, c := range m.Cells {
		if openings += spans[c.Board]; openings > maxOpenings {
			return fmt.Errorf("cells[%d]: with it the openings of the cells are %d (want at most %d, by fewer games, rule sets or players)", i, openings, maxOpenings)
		}
		games[hash[c.RuleSet]] += spans[c.Board]
	}
	// Under the clauses of each rule set of an adjudicated claim the games of one game, which
	// is that without clauses, are counted again.
	read, again := map[string]bool{}, 0
	for _, h := range m.Study.Hypotheses {
		if h.Adjudicated {
			read[h.A], read[h.B] = true, true
		}
	}
	for _, n := range games {
		again = max(again, n*len(read))
	}
	if openings += again; openings > maxOpenings {
		return fmt.Errorf("cells: with those that the clauses of %d rule sets are read in, the openings of the cells are up to %d (want at most %d, by fewer games, adjudicated claims or players)", len(read), openings, maxOpenings)
	}
	return nil
}

// ShardFile is the name of a shard in the run directory.
func ShardFile(number int) string { return fmt.Sprintf("%s/%05d.parquet", files.Shards, number) }

func (m *Manifest) checkLayout() error {
	cell, next := 0, 0
	full := func() { // passes to the cell whose games are not all laid out
		for cell < len(m.Cells) && next == m.Cells[cell].Games {
			cell, next = cell+1, 0
		}
	}
	for i, s := range m.Shards {
		if s.File != ShardFile(i) {
			return fmt.Errorf("shards[%d].file: %q (want %s)", i, s.File, ShardFile(i))
		}
		full()
		if cell == len(m.Cells) || s.Cell != cell || s.From != next || s.To <= next || s.To > m.Cells[cell].Games {
			return fmt.Errorf("shards[%d]: games %d to %d of cell %d do not follow from what stands before (want cell %d from game %d)",
				i, s.From, s.To, s.Cell, cell, next)
		}
		if s.To-s.From > maxShardGames {
			return fmt.Errorf("shards[%d]: %d games (want at most %d)", i, s.To-s.From, maxShardGames)
		}
		next = s.To
	}
	full()
	if cell < len(m.Cells) {
		return fmt.Errorf("shards: cell %d ends with game %d (want %d)", cell, next, m.Cells[cell].Games)
	}
	return nil
}

// Compile makes the rules of a rule set from its content, as it stands in a
// manifest, whatever has become of the profile since. It is an error if an axis
// has a value that this program does not know, or the rules are not the game that
// was played.
func Compile(set study.RuleSet) (*rules.Rules, error) {
	p, err := readContent(set)
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	if got := r.PlayHash(); got != set.PlayHash {
		return nil, fmt.Errorf("%s: play_hash %.12s… (want %.12s…, of the games played): this program reads the rule set as another game", set.ID, got, set.PlayHash)
	}
	if size := r.Grid().Size(); size != set.Board {
		return nil, fmt.Errorf("%s: board %q (want %q, as its content has it)", set.ID, set.Board, size)
	}
	return r, nil
}

func readContent(set study.RuleSet) (*profile.Profile, error) {
	var p *profile.Profile
	c, err := content.Decode(set.Content)
	if err == nil {
		p, err = c.Profile()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	p.ID = set.ID
	return p, nil
}
