package findings

import (
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/games"
	"varlab/sim/record"
	"varlab/sim/study"
)

// exerciseGames is how many games of each cell, the first, are played again to see
// which rules were binding in them: enough to see a rule that binds in one game of ten.
const ExerciseGames = 40

// An Exercise says which axes bound in the first games of a cell.
type Exercise struct {
	Games    int        `json:"games"`    // in which players chose; games
	Plies    int        `json:"plies"`    // chosen by players, plies taken back included; plies
	Bindings []Binding  `json:"bindings"` // axis by axis, those that never bound too
	Played   *exerciser `json:"-"`
}

// A Binding is how often one axis bound: how often the playable turns would have been others had
// it alone its loosest value.
type Binding struct {
	Axis  string   `json:"axis"`  // its key
	Plies int      `json:"plies"` // at which it bound; plies
	Games int      `json:"games"` // in which it did; games
	Shown *Example `json:"example"`
}

// An Example is where an axis first bound in the game that shows it soonest.
type Example struct {
	Game      int        `json:"game"`      // of the cell
	After     string     `json:"after"`     // the turns played until then, in hub notation
	Forbidden string     `json:"forbidden"` // a turn that would have been playable, empty for a draw clause
	Ply       int        `json:"-"`
	Turn      rules.Turn `json:"-"`
}

type exerciser struct {
	Rules    *rules.Rules
	referee  *games.Referee
	Notation *notation.Notation
	Keys     []string
	buffer   []rules.Turn
}

// NewExerciser returns nil if this program cannot play the rule set as it was played.
func NewExerciser(set study.RuleSet) *exerciser {
	r, err := record.Compile(set)
	if err != nil {
		return nil
	}
	j, err := games.NewReferee(r)
	if err != nil {
		return nil
	}
	return &exerciser{Rules: r, referee: j, Notation: notation.Of(r.Profile()), Keys: j.Keys()}
}

// Bind adds a game to what the cell's axes did, if it is among the first ExerciseGames.
func (c *Cell) Bind(rec *record.Record) {
	e := c.Exercise
	if e == nil || rec.Game >= ExerciseGames {
		return
	}
	x := e.Played
	texts := rec.Texts()
	seen := make([]bool, len(x.Keys))
	_, err := record.Walk(x.Rules, rec, func(h *rules.History, turns int, _ *rules.Turn) {
		if turns < int(rec.OpeningPlies) {
			return
		}
		if turns < len(texts) {
			e.Plies++
		}
		x.buffer = x.referee.Binds(h, x.buffer, func(key int, forbidden rules.Turn, open []rules.Turn) {
			if turns == len(texts) && x.Keys[key] != "draw" {
				return // the game was over
			}
			b := &e.Bindings[key]
			b.Plies++
			if !seen[key] {
				seen[key] = true
				b.Games++
			}
			if b.Shown == nil || turns < b.Shown.Ply {
				b.Shown = &Example{Game: int(rec.Game), After: strings.TrimSpace(rec.From() + " " + strings.Join(texts[:turns], " ")), Ply: turns}
				if open != nil {
					b.Shown.Turn = forbidden
					b.Shown.Forbidden = x.Notation.Format(notation.Recorded, h.Now().Setup(), forbidden, open)
				}
			}
		})
	})
	if err != nil { // the records are not of this rule set: nothing is said of them
		c.Exercise = nil
		return
	}
	e.Games++
}

// Binding is nil where it is not known whether the axis was binding.
func (c *Cell) Binding(key string) *Binding {
	if c.Exercise == nil {
		return nil
	}
	i := slices.IndexFunc(c.Exercise.Bindings, func(b Binding) bool { return b.Axis == key })
	if i < 0 {
		return nil
	}
	return &c.Exercise.Bindings[i]
}
