// Package study is the plan of an experiment: which rule sets, which players,
// how many games, from which seed, and what was claimed before they were played.
//
// The one idea: a Study is a plan as written, a Plan the same resolved. A Plan holds the
// content of every rule set, not its name, so its hash identifies the games, whatever becomes
// of the profiles later.
package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"varlab/rules"
	"varlab/sim/spec"
	"varlab/variants/content"
)

const DefaultHorizonPlies = 1000

// DefaultSeed is the seed of exploratory play.
const DefaultSeed = 1754

// DefaultOpeningPlies are an even and an odd number, so that either player is first to choose
// equally often.
var DefaultOpeningPlies = []int{4, 5}

// HeldOutError is the average number of points by which players fitted to people's moves
// missed the draw rates of collections of real games, and HeldOut says for whom that holds.
// docs/findings/real-games.md has the measurement.
const HeldOutError = 6.9

// HeldOut is the sentence that stands wherever such players play.
var HeldOut = fmt.Sprintf("Players fitted in this way missed the draw rates of five collections, each under another rule set, by %.1f points on average: of games over the board, mostly between equals, who began and stopped as people do. Between people who are not equals, as online, a prediction as if they were is far too high", HeldOutError)

// A Heading identifies a study.
type Heading struct {
	Name         string `json:"name" toml:"name"`
	Title        string `json:"title,omitempty" toml:"title,omitempty"` // for people; neither of these two is part of the study's hash
	Question     string `json:"question,omitempty" toml:"question,omitempty"`
	Confirmatory bool   `json:"confirmatory,omitempty" toml:"confirmatory,omitempty"` // the seed is made from the claims
	Seed         uint64 `json:"seed" toml:"-"`
}

// Called is the title, or the name where there is none.
func (h Heading) Called() string { return cmp.Or(h.Title, h.Name) }

// A Design says what is played and claimed, apart from rule sets and players.
type Design struct {
	Weights      string       `json:"weights" toml:"weights,omitempty"`       // a word of Sharings
	Games        int          `json:"games" toml:"games"`                     // per rule set and player, or pair of players
	Beside       int          `json:"beside,omitempty" toml:"-"`              // the same of each rule set after the first two, which then are the question; 0: as many
	Looks        []int        `json:"looks,omitempty" toml:"looks,omitempty"` // games a cell at which a confirmatory study is read
	HorizonPlies int          `json:"horizon_plies" toml:"horizon_plies"`     // ply at which a game that goes on is cut off
	Openings     Openings     `json:"openings" toml:"openings"`
	Exact        Exact        `json:"exact" toml:"-"`
	Metrics      []string     `json:"metrics" toml:"metrics,omitempty"` // words of Metrics
	Families     []Family     `json:"families,omitempty" toml:"family,omitempty"`
	Hypotheses   []Hypothesis `json:"hypotheses,omitempty" toml:"hypothesis,omitempty"`
	Rankings     []Ranking    `json:"rankings,omitempty" toml:"ranking,omitempty"`
}

// TrainingSpread is the standard deviation, between trainings of the players, of a share under
// a rule set that has weights of its own, and of the difference between two rule sets that
// share weights: a test computes them from docs/results. Quick is that of a share under a rule
// set that was taught quickly, from what it would be with weights learned anew, less what is
// common to both sides of a comparison: twice what quick trainings vary between themselves, as
// six rule sets had it. See docs/players.md.
var TrainingSpread = struct{ Own, Quick, Shared float64 }{0.0072, 0.02, 0.0115}

// A Study is a plan as written, with defaults filled in.
type Study struct {
	Heading
	Rules   []string    `toml:"rules"`             // names of rule sets: id, file, id+reading, id+*
	Players []string    `toml:"players,omitempty"` // specs; each plays itself under every rule set
	Pairs   [][2]string `toml:"pairs,omitempty"`   // specs; the two meet under every rule set, with both colours
	Design
	Ladder *Ladder `toml:"ladder"` // stands for players beside those of Players
	Brief  bool    `toml:"-"`      // whether Weights is Quick rather than Taught where it is not said
}

// A Ladder stands for the players with From, From times By, and so on up to below To nodes,
// and with To.
type Ladder struct {
	Player string `toml:"player"` // spec without nodes
	From   int    `toml:"from"`
	To     int    `toml:"to"`
	By     int    `toml:"by"`
}

// specs are the players for which the ladder stands.
func (l *Ladder) specs() (list []string) {
	player := spec.Of(l.Player)
	for n := l.From; n < l.To; n *= l.By {
		list = append(list, player.With("nodes", n).String())
	}
	return append(list, player.With("nodes", l.To).String())
}

// What Design.Weights can be: whose weights players who learn have.
const (
	Taught = "taught" // each rule set's own; one that lacks them is taught as those were, before the games
	Quick  = "quick"  // each rule set's own if all have some; else all are taught a little further
	Own    = "own"    // each rule set's own
	Base   = "base"   // all the same; then equally many openings are played with those of each rule set in turn
	Plain  = "plain"  // nobody's: the plain evaluation
)

// Sharings are those words.
var Sharings = []string{Taught, Quick, Own, Base, Plain}

// A Teaching is how weights are learned before the games: each rule set plays itself, as often
// as there are trainings. It keeps them all if they lose no match at equal turns against the
// weights that it would have otherwise.
type Teaching struct {
	// Anew says that rule sets without weights of their own learn them from the plain evaluation
	// on; otherwise all rule sets go on from the weights that they have.
	Anew      bool   `json:"anew,omitempty"`
	Trainings int    `json:"trainings"`
	Positions int    `json:"positions"`  // of each training
	Nodes     int    `json:"nodes"`      // turns tried in the search for each choice
	Noise     int    `json:"noise"`      // hundredths of a man
	Seed      uint64 `json:"seed"`       // of the first training; the others have those after it
	GateGames int    `json:"gate_games"` // of all trainings together
	GateNodes int    `json:"gate_nodes"`
	Revision  int    `json:"revision"` // of the search
}

// Teachings are what was chosen for a word: docs/players.md has the comparison.
var Teachings = map[string]Teaching{
	Taught: {Anew: true, Trainings: Trainings, Positions: 2_500_000, Nodes: 100, Noise: 10, Seed: 1754, GateGames: 240, GateNodes: 500},
	Quick:  {Trainings: Trainings, Positions: 100_000, Nodes: 60, Noise: 10, Seed: 1754, GateGames: 240, GateNodes: 500},
}

// A Lender is the rule set whose weights another one is played with.
type Lender struct {
	Rules   string   `json:"rules"`             // its id; empty: there is no lender, and the plain evaluation plays
	Differs []string `json:"differs,omitempty"` // keys of rules.Rules.PlayText in which its game is another; none: it is the same
}

// OwnWeights is what Whose says of weights that were learned for the game itself.
const OwnWeights = "its own"

// Whose says in words whose weights a player has in turn, or that they were taught before the
// games.
func Whose(lenders []Lender, taught bool) string {
	if taught {
		return "learned before these games"
	}
	var words []string
	for _, l := range lenders {
		switch {
		case l.Rules == "":
			words = append(words, "the plain evaluation")
		case len(l.Differs) == 0:
			words = append(words, OwnWeights)
		default:
			words = append(words, fmt.Sprintf("those of %s (another %s)", l.Rules, strings.Join(l.Differs, ", ")))
		}
	}
	return strings.Join(words, ", and in turn ")
}

// Openings say how games begin.
type Openings struct {
	Plies []int `json:"plies" toml:"plies"` // quiet plies played at random: opening i has plies[i mod k] of them
	// From names a file of games whose beginnings are the openings. File is the SHA-256 of its
	// content. Games are the wanted turns in hub notation, in the first rule set's names of
	// squares.
	From  string   `json:"-" toml:"from,omitempty"`
	File  string   `json:"file,omitempty" toml:"-"`
	Games []string `json:"games,omitempty" toml:"-"`
}

// String names the numbers of plies: "4 or 5".
func (o Openings) String() string {
	words := make([]string, len(o.Plies))
	for i, n := range o.Plies {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " or ")
}

// Exact names the endings whose exact value is asked.
type Exact struct {
	Pieces     int  `json:"pieces" toml:"pieces"` // greatest number on the board, of both sides
	Adjudicate bool `json:"adjudicate" toml:"-"`  // whether a game ends there, with that value, if it holds under the draw clauses that count by then; else only an unfinished game has such a value
	// Known says that a game ends so only between players who know these values and overlook
	// nothing: they would come to the same.
	Known bool `json:"known,omitempty" toml:"-"`
}

const DefaultExactPieces = 3

const MaxExactPieces = 5

// A RuleSet is a rule set of a plan, with its content and the weights learned for it.
type RuleSet struct {
	ID       string        `json:"id"` // as reports name it, readings and overrides included
	ByPath   string        `json:"-"`  // its ID where another file has the same bare name
	Title    string        `json:"title"`
	Label    string        `json:"label,omitempty"` // the study's label, instead of the title
	Short    string        `json:"short,omitempty"` // for tables and figures; neither this nor Colour is part of the study's hash
	Colour   string        `json:"colour,omitempty"`
	PlayHash string        `json:"play_hash"`
	Board    string        `json:"board"`   // rows x columns: "10x10"
	Content  *content.Kept `json:"content"` // the resolved profile with its citations
	Rules    *rules.Rules  `json:"-"`       // compiled; nil in a plan read from a file
	// Weights are the content hashes of the learned weights, one for each training: those of the
	// game, or of its Lender; none if nothing was learned.
	Weights []string `json:"weights,omitempty"`
	Lender  *Lender  `json:"lender,omitempty"`
	Taught  []string `json:"-"` // the same of those that a Teaching made of them; none where there is none, or it was lost
}

// Own reports whether the weights of a rule set were learned for its game, or for one that
// differs only in its start and in what draws it.
func (s RuleSet) Own() bool {
	return len(s.Weights) > 0 && (s.Lender == nil || !slices.ContainsFunc(s.Lender.Differs, ofPlay))
}

// alike reports whether two rule sets differ at most in their start and in what draws a game.
func (s RuleSet) alike(o RuleSet) bool {
	return s.Rules == nil || o.Rules == nil || !slices.ContainsFunc(s.Rules.DiffersIn(o.Rules.PlayText()), ofPlay)
}

// Lessons are the rule sets that a teaching teaches together, by number: those that are Alike
// and have the same weights before.
func (p *Plan) Lessons() (lessons [][]int) {
	for i, set := range p.RuleSets {
		if p.Teaching.Anew && set.Own() {
			continue
		}
		k := slices.IndexFunc(lessons, func(l []int) bool {
			first := p.RuleSets[l[0]]
			return first.alike(set) && slices.Equal(first.Weights, set.Weights)
		})
		if k < 0 {
			k = len(lessons)
			lessons = append(lessons, nil)
		}
		lessons[k] = append(lessons[k], i)
	}
	return lessons
}

// ofPlay reports whether a key of rules.Rules.PlayText says what pieces, captures and claims
// do, or what wins.
func ofPlay(key string) bool { return key != "start" && key != "draw" && key != "match.draw" }

// plays are the weights with which a rule set is played if it shares none.
func (s RuleSet) plays() []string {
	if len(s.Taught) > 0 {
		return s.Taught
	}
	return s.Weights
}

// A Player is a player of a plan.
type Player struct {
	Spec   string `json:"spec"`   // normalised: equal players have equal specs
	Random bool   `json:"random"` // whether it plays differently from different seeds
	// Learns says that it plays with the weights of the rule set: those of one Training, from
	// 1, or, if that is 0, of each in turn.
	Learns   bool `json:"learns,omitempty"`
	Training int  `json:"training,omitempty"`
	// Revision identifies the program that chooses: it rises when choices change.
	Revision int `json:"revision,omitempty"`
}

// Name is the player's name in records: its spec and, after @, its revision and weights.
func (p Player) Name(weights string) string {
	if p.Revision == 0 {
		return p.Spec
	}
	name := fmt.Sprintf("%s@%d", p.Spec, p.Revision)
	if weights != "" {
		name += "-" + weights[:min(12, len(weights))]
	}
	return name
}

// A Pair is two players who meet.
type Pair struct {
	A Player `json:"a"`
	B Player `json:"b"`
}

// A Plan is a study as resolved: everything that determines the games, and what
// was claimed about them. Its JSON is its identity.
type Plan struct {
	Heading
	RuleSets []RuleSet `json:"rule_sets"`
	Players  []Player  `json:"players"`
	Pairs    []Pair    `json:"pairs,omitempty"`
	Design
	Teaching *Teaching `json:"teaching,omitempty"` // only if Weights is Taught or Quick
	Ablation *Ablation `json:"ablation,omitempty"`
}

// A Cell is one rule set with its two players. If A and B differ they change colours from game
// to game.
type Cell struct {
	RuleSet int // index into Plan.RuleSets
	A, B    Player
}

// Both reports whether the two players differ, so that each opening is played
// with both colours.
func (c Cell) Both() bool { return c.A.Spec != c.B.Spec }

// Turned reports whether B moves first in a game.
func (c Cell) Turned(game int) bool { return c.Both() && game%2 == 1 }

// Openings returns the number of openings with which that many games of the cell begin, if the
// board has as many.
func (c Cell) Openings(games int) int {
	if c.Both() {
		return games / 2
	}
	return games
}

// Random reports whether either player plays differently from different seeds.
func (c Cell) Random() bool { return c.A.Random || c.B.Random }

// Trained returns the weights with which a player plays opening number m among those of its
// plies under a rule set: the content hash, and the training, from 1; "" and 0 without
// weights. Trainings take turns. If weights are shared, so do the rule sets that have some.
func (p *Plan) Trained(player Player, set, m int) (hash string, training int) {
	lists := p.Donors(set)
	if len(lists) == 0 || !player.Learns {
		return "", 0
	}
	list := lists[m%len(lists)]
	k := m / len(lists) % Trainings
	if player.Training > 0 {
		k = player.Training - 1
	}
	k %= len(list)
	return list[k], k + 1
}

// Donors are the lists of weights with which a rule set is played in turn.
func (p *Plan) Donors(set int) (lists [][]string) {
	sharing := p.RuleSets[set : set+1]
	switch p.Weights {
	case Plain:
		return nil
	case Base:
		sharing = p.RuleSets
	}
	for _, s := range sharing {
		own := s.plays()
		if s.Board == p.RuleSets[set].Board && len(own) > 0 && !slices.ContainsFunc(lists, func(l []string) bool { return slices.Equal(l, own) }) {
			lists = append(lists, own)
		}
	}
	return lists
}

// Trainings is the number of independent trainings from which a conclusion has to follow.
const Trainings = 3

// Cells returns the cells of the plan: rule set by rule set, first each player
// against itself, then the pairs.
func (p *Plan) Cells() []Cell {
	cells := make([]Cell, len(p.RuleSets)*p.meetings())
	for i := range cells {
		cells[i] = p.Cell(i)
	}
	return cells
}

// Briefly names the players and pairs of the plan in tables.
func (p *Plan) Briefly() []string {
	specs := names(p.Everyone(), func(player Player) string { return player.Spec })
	brief := spec.Brief(specs...)
	called := func(player Player) string { return brief[slices.Index(specs, player.Spec)] }
	return append(names(p.Players, called), names(p.Pairs, func(pair Pair) string { return called(pair.A) + between + called(pair.B) })...)
}

// CellNames name the cells in tables.
func (p *Plan) CellNames() (all []string) {
	players := p.Briefly()
	for _, set := range p.Named() {
		for _, who := range players {
			all = append(all, set+", "+who)
		}
	}
	return all
}

// Cell returns cell i.
func (p *Plan) Cell(i int) Cell {
	set, k := i/p.meetings(), i%p.meetings()
	if k < len(p.Players) {
		return Cell{set, p.Players[k], p.Players[k]}
	}
	pair := p.Pairs[k-len(p.Players)]
	return Cell{set, pair.A, pair.B}
}

// GamesOf is the number of games of rule set i with each player.
func (p *Plan) GamesOf(i int) int {
	if i >= 2 && p.Beside > 0 {
		return p.Beside
	}
	return p.Games
}

// Adjudicates reports whether games of a cell end with their exact value once that is
// known.
func (p *Plan) Adjudicates(c Cell) bool {
	e := p.Exact
	return e.Adjudicate && (!e.Known || c.A.knows(e.Pieces) && c.B.knows(e.Pieces))
}

// meetings is the number of cells of each rule set.
func (p *Plan) meetings() int { return len(p.Players) + len(p.Pairs) }

// An Ablation says that the rule sets of a plan are mixtures of two of them: each takes some
// parts from B and the others from A, so that the difference between A and B can be divided
// among the parts.
type Ablation struct {
	A        string    `json:"a"`
	B        string    `json:"b"`
	Parts    []Part    `json:"parts"`
	Mixtures []Mixture `json:"mixtures"`
	// Orders, if there are any, are the orders in which parts pass from A to B and whose
	// mixtures are played; otherwise all mixtures are.
	Orders [][]int `json:"orders,omitempty"`
}

// A Part is axes that pass from A to B together.
type Part struct {
	Name string   `json:"name"`
	Axes []string `json:"axes"`
}

// PartOf returns a part made of the axes, named after them.
func PartOf(axes []string) Part {
	if len(axes) <= 2 {
		return Part{strings.Join(axes, " and "), axes}
	}
	return Part{fmt.Sprintf("%s and %d more", axes[0], len(axes)-1), axes}
}

// A Mixture is a rule set of an ablation.
type Mixture struct {
	FromB   int    `json:"from_b"` // bit i: part i
	RuleSet string `json:"rule_set"`
}

// Mixed returns the name of the rule set that takes a set of parts from B and the rest from A.
func (ab *Ablation) Mixed(set int) string {
	parts := names(Chosen(ab.Parts, set), func(p Part) string { return p.Name })
	return fmt.Sprintf("%s but %s as %s", ab.A, strings.Join(parts, ", "), ab.B)
}

// Chosen are the parts in a set, of all.
func Chosen[P any](parts []P, set int) (chosen []P) {
	for i, p := range parts {
		if set>>i&1 == 1 {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// MaxWhole is the greatest number of parts for which all mixtures are played. With more parts,
// those of some Orders and their reverses are played.
const (
	MaxWhole = 6
	Orders   = 10
)

// Sets lists the mixtures that an ablation of n parts needs, as sets of the parts taken from
// B: none first, all last, the others ascending.
func Sets(parts int, orders [][]int) []int {
	all := 1<<parts - 1
	wanted := map[int]bool{0: true, all: true}
	for _, order := range orders {
		set := 0
		for _, i := range order {
			set |= 1 << i
			wanted[set] = true
		}
	}
	if len(orders) == 0 {
		for set := range all {
			wanted[set] = true
		}
	}
	return slices.Sorted(maps.Keys(wanted))
}
