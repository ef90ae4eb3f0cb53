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
	"unicode/utf8"

	"varlab/rules"
	"varlab/sim/spec"
	"varlab/variants/content"
)

const DefaultHorizonPlies = 1000

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

// TrainingSpread is the standard deviation, between trainings of the players, of the
// difference of a share between two rule sets. No published claim shows any; this is the
// upper end of the interval of 95 % that all of them leave (Q profile: Viechtbauer 2007,
// Statistics in Medicine 26, pp. 37-52). A test computes it from docs/results.
const TrainingSpread = 0.0047

// A Study is a plan as written, with defaults filled in.
type Study struct {
	Heading
	Rules   []string    `toml:"rules"`             // names of rule sets: id, file, id+reading, id+*
	Players []string    `toml:"players,omitempty"` // specs; each plays itself under every rule set
	Pairs   [][2]string `toml:"pairs,omitempty"`   // specs; the two meet under every rule set, with both colours
	Design
	Ladder *Ladder `toml:"ladder"` // stands for players beside those of Players
}

// A Ladder stands for the players with From, From times By, and so on up to below To nodes,
// and with To.
type Ladder struct {
	Player string `toml:"player"` // spec without nodes
	From   int    `toml:"from"`
	To     int    `toml:"to"`
	By     int    `toml:"by"`
}

// Specs are the players for which the ladder stands.
func (l *Ladder) Specs() (list []string) {
	player := spec.Of(l.Player)
	for n := l.From; n < l.To; n *= l.By {
		list = append(list, player.With("nodes", n).String())
	}
	return append(list, player.With("nodes", l.To).String())
}

// Sharings say whose weights players use: each rule set its own, or all the same; then equally
// many openings are played with the weights of each rule set in turn.
var Sharings = []string{"own", "shared"}

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
	Adjudicate bool `json:"adjudicate" toml:"-"`  // whether a game ends there, with that value, if it holds under the draw clauses that count by then; else only an unfinished one has it
	// Known says that a game ends so only between players who know these values and overlook
	// nothing: they would come to the same.
	Known bool `json:"known,omitempty" toml:"-"`
}

const DefaultExactPieces = 3

const MaxExactPieces = 5

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
	// Weights are the content hashes of the learned weights, one for each training; none if
	// nothing was learned.
	Weights []string `json:"weights,omitempty"`
}

// Called is the name of a rule set in tables.
func (s RuleSet) Called() string { return content.Shortened(cmp.Or(s.Label, s.Short, s.ID)) }

// Short returns a rule set's id. If that is longer than n characters its overrides are cut,
// "international{…}": its number in the study then identifies it.
func Short(id string, longest int) string {
	base, _, overridden := strings.Cut(id, "{")
	if !overridden || utf8.RuneCountInString(id) <= longest {
		return id
	}
	return base + "{…}"
}

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
func (p *Plan) Donors(set int) [][]string {
	if p.Weights == Sharings[1] {
		return p.donors(p.RuleSets[set].Board)
	}
	if own := p.RuleSets[set].Weights; len(own) > 0 {
		return [][]string{own}
	}
	return nil
}

// donors are the weights of the rule sets on a board that have some, each list once.
func (p *Plan) donors(on string) (lists [][]string) {
	for _, set := range p.RuleSets {
		if set.Board == on && len(set.Weights) > 0 && !slices.ContainsFunc(lists, func(l []string) bool { return slices.Equal(l, set.Weights) }) {
			lists = append(lists, set.Weights)
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

// CellName names a cell in tables.
func (p *Plan) CellName(i int) string {
	return p.RuleSets[i/p.meetings()].Called() + ", " + p.Briefly()[i%p.meetings()]
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

// MaxWhole is the greatest number of parts of which all mixtures are played. Of more parts,
// MaxOrders orders and their reverses are.
const (
	MaxWhole  = 6
	MaxOrders = 1000
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
