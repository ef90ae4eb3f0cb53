// Package study is the plan of an experiment: which rule sets, which players,
// how many games, from which seed, and what was claimed before they were played.
//
// The one idea: a Study is what somebody wrote, a Plan is what it comes to. A
// Plan holds the content of every rule set, not its name, so that its hash says
// which games these are, whatever becomes of the profiles later.
package study

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"varlab/rules"
)

const DefaultHorizonPlies = 300

const DefaultOpeningPlies = 4

// A Study is a plan as written, with the defaults filled in.
type Study struct {
	Name         string
	Seed         uint64
	Rules        []string    // names of rule sets: id, file, id+reading, id+*
	Players      []string    // specs; each plays itself under every rule set
	Pairs        [][2]string // specs; the two meet under every rule set, with both colours
	Games        int         // per rule set and player, or pair of players
	HorizonPlies int         // ply at which a game that goes on is cut off
	Openings     Openings
	Exact        *Exact
	Metrics      []string // words of Metrics; empty: all that are not Asked
	Families     []Family
	Hypotheses   []Hypothesis
}

type Openings struct {
	Plies int `json:"plies"` // quiet plies played at random; more where they give too few positions
}

// Exact says of which endings the exact value is asked.
type Exact struct {
	Pieces     int  `json:"pieces"`     // at most so many on the board, of both sides
	Adjudicate bool `json:"adjudicate"` // whether a game ends there, with that value; else it is only held against it
}

const DefaultExactPieces = 3

const MaxExactPieces = 5

type RuleSet struct {
	ID       string          `json:"id"` // as reports name it, readings and overrides included
	Title    string          `json:"title"`
	PlayHash string          `json:"play_hash"`
	Board    string          `json:"board"`   // rows x columns: "10x10"
	Content  json.RawMessage `json:"content"` // the resolved profile with its citations, canonical JSON
	Rules    *rules.Rules    `json:"-"`       // compiled; nil in a plan read from a file
}

// Short returns a rule set's id, or where that is longer than so many characters
// for its overrides, "international{…}": its number in the study says which it is.
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
}

type Pair struct {
	A Player `json:"a"`
	B Player `json:"b"`
}

// A Plan is a study as resolved: everything that determines the games, and what
// was claimed about them. Its JSON is its identity.
type Plan struct {
	Name         string       `json:"name"`
	Seed         uint64       `json:"seed"`
	RuleSets     []RuleSet    `json:"rule_sets"`
	Players      []Player     `json:"players"`
	Pairs        []Pair       `json:"pairs,omitempty"`
	Games        int          `json:"games"`
	HorizonPlies int          `json:"horizon_plies"`
	Openings     Openings     `json:"openings"`
	Exact        *Exact       `json:"exact,omitempty"`
	Metrics      []string     `json:"metrics"`
	Families     []Family     `json:"families,omitempty"`
	Hypotheses   []Hypothesis `json:"hypotheses,omitempty"`
	Ablation     *Ablation    `json:"ablation,omitempty"`
}

// A Cell is one rule set with the players who play it. Where A and B differ they
// change colours from game to game.
type Cell struct {
	RuleSet int // index into Plan.RuleSets
	A, B    Player
}

// Both reports whether the two players differ, so that each opening is played
// with both colours.
func (c Cell) Both() bool { return c.A.Spec != c.B.Spec }

func (c Cell) Random() bool { return c.A.Random || c.B.Random }

// Cells returns the cells of the plan: rule set by rule set, first each player
// against itself, then the pairs.
func (p *Plan) Cells() []Cell {
	var cells []Cell
	for i := range p.RuleSets {
		for _, player := range p.Players {
			cells = append(cells, Cell{i, player, player})
		}
		for _, pair := range p.Pairs {
			cells = append(cells, Cell{i, pair.A, pair.B})
		}
	}
	return cells
}

// An Ablation says that the rule sets of a plan are mixtures of two of them: each
// takes some parts from B and the others from A, so that the difference between
// A and B can be divided among the parts.
type Ablation struct {
	A        string    `json:"a"`
	B        string    `json:"b"`
	Parts    []Part    `json:"parts"`
	Mixtures []Mixture `json:"mixtures"`
	// Orders, if there are any, are the orders in which parts pass from A to B
	// whose mixtures are played; if there are none, all mixtures are.
	Orders [][]int `json:"orders,omitempty"`
}

type Part struct {
	Name string   `json:"name"`
	Axes []string `json:"axes"`
}

type Mixture struct {
	FromB   int    `json:"from_b"` // bit i: part i
	RuleSet string `json:"rule_set"`
}

const MaxWhole = 6

// Sets lists the sets of parts, by what they take from B, whose mixtures an
// ablation of so many parts needs: none first, all last, the others ascending.
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
	for set := range all {
		wanted[set] = wanted[set] || len(orders) == 0
	}
	maps.DeleteFunc(wanted, func(_ int, in bool) bool { return !in })
	return slices.Sorted(maps.Keys(wanted))
}
