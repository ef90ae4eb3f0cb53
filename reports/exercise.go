package reports

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/games"
	"varlab/sim/record"
	"varlab/sim/study"
)

// exerciseGames is how many games of each cell, the first, are played again to see
// which rules were binding in them: enough to see a rule that binds in one game of ten.
const exerciseGames = 40

type Exercise struct {
	Games    int       `json:"games"`
	Plies    int       `json:"plies"`    // chosen by players, plies taken back included
	Bindings []Binding `json:"bindings"` // axis by axis, those that never bound too
	by       *exerciser
}

type Binding struct {
	Axis  string   `json:"axis"`
	Plies int      `json:"plies"` // at which it bound
	Games int      `json:"games"` // in which it did
	Shown *Example `json:"example"`
}

// An Example is where an axis first bound in the game that shows it soonest.
type Example struct {
	Game      int    `json:"game"`      // of the cell
	After     string `json:"after"`     // the turns played until then, in hub notation
	Forbidden string `json:"forbidden"` // a turn that would have been playable; empty for a draw clause
	turns     int
	forbidden rules.Turn
}

type exerciser struct {
	rules    *rules.Rules
	referee  *games.Referee
	notation *notation.Notation
	keys     []string
	buffer   []rules.Turn
}

// newExerciser returns nil if this program cannot play the rule set as it was played.
func newExerciser(set study.RuleSet) *exerciser {
	r, err := record.Compile(set)
	if err != nil {
		return nil
	}
	j, err := games.NewReferee(r)
	if err != nil {
		return nil
	}
	return &exerciser{rules: r, referee: j, notation: notation.Of(r.Profile()), keys: j.Keys()}
}

func (c *Cell) bind(rec *record.Record) {
	e := c.Exercise
	if e == nil || rec.Game >= exerciseGames {
		return
	}
	x := e.by
	texts := strings.Fields(rec.Turns)
	seen := make([]bool, len(x.keys))
	_, err := record.Walk(x.rules, rec, func(h *rules.History, turns int, _ *rules.Turn) {
		if turns < int(rec.OpeningPlies) {
			return
		}
		if turns < len(texts) {
			e.Plies++
		}
		x.buffer = x.referee.Binds(h, x.buffer, func(key int, forbidden rules.Turn, open []rules.Turn) {
			if turns == len(texts) && x.keys[key] != "draw" {
				return // the game was over
			}
			b := &e.Bindings[key]
			b.Plies++
			if !seen[key] {
				seen[key] = true
				b.Games++
			}
			if b.Shown == nil || turns < b.Shown.turns {
				b.Shown = &Example{Game: int(rec.Game), After: strings.Join(texts[:turns], " "), turns: turns}
				if open != nil {
					b.Shown.forbidden = forbidden
					b.Shown.Forbidden = x.notation.Format(notation.Recorded, h.Now().Setup(), forbidden, open)
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

func (r *Report) exerciseSection(all []*Cell) *section {
	cells := all[:min(few, len(all))]
	known := axes(func(a *profile.Axis) bool {
		return slices.ContainsFunc(cells, func(c *Cell) bool { return c.binding(a.Key) != nil })
	})
	differ := differing(list(cells, func(c *Cell) *Profile { return c.Profile }))
	shown := those(known, func(a *profile.Axis) bool { return slices.Contains(differ, a) })
	keys := list(choose(len(shown) > 0, shown, known), func(a *profile.Axis) string { return a.Key })
	if len(keys) == 0 {
		return nil
	}
	s := &section{
		ID: "exercise", Title: "Which rules were binding",
		Text: []string{fmt.Sprintf("An axis binds at a turn if the playable turns change when it alone takes its loosest value; a draw clause binds if it ends a game. Counted in the first %d games of each rule set, without the opening, for the rules in which they differ. A rule that never binds forbade nothing in these games; a player who looks ahead may have heeded it all the same. On a board stands each rule where it was first binding: the arrow is a turn that the rule alone forbade there.", exerciseGames)},
	}
	t := table{
		Title: "Turns at which a rule was binding, per hundred (games in which it was)",
		Head:  append([]string{"rule"}, list(cells, func(c *Cell) string { return labelOf(c.Profile) })...),
		Rows: list(keys, func(key string) []cell {
			return row(cell{Text: sentenceCase(axisWords(key)), Terminal: key}, list(cells, func(c *Cell) string { return bindingPer100(c, key) })...)
		}),
	}
	for _, key := range keys {
		if b := shownExample(cells, key); b != nil {
			s.Boards = append(s.Boards, *b)
		}
	}
	s.More = []table{t}
	return s
}

func bindingPer100(c *Cell, key string) string {
	b := c.binding(key)
	switch {
	case b == nil:
		return none
	case key == "draw":
		return "(" + count(b.Games) + ")"
	}
	return fmt.Sprintf("%s (%s)", fixed(100*share1(b.Plies, c.Exercise.Plies), 1), count(b.Games))
}

// binding is nil where it is not known whether the axis was binding.
func (c *Cell) binding(key string) *Binding {
	if c.Exercise == nil {
		return nil
	}
	i := slices.IndexFunc(c.Exercise.Bindings, func(b Binding) bool { return b.Axis == key })
	if i < 0 {
		return nil
	}
	return &c.Exercise.Bindings[i]
}

// shownExample is the soonest example of an axis under the first rule set that has one; nil
// where none has, or where the rule ended the game rather than forbade a turn.
func shownExample(cells []*Cell, key string) *smallBoard {
	for _, c := range cells {
		b := c.binding(key)
		if b == nil || b.Shown == nil || b.Shown.Forbidden == "" {
			continue
		}
		x := c.Exercise.by
		rec := &record.Record{Game: int32(b.Shown.Game), Turns: b.Shown.After}
		h, err := record.Replay(x.rules, rec)
		if err != nil {
			continue
		}
		at := h.Now().Setup()
		s := &smallBoard{Title: sentenceCase(axisWords(key)), FEN: x.notation.WriteFEN(at)}
		s.Lines = []string{
			fmt.Sprintf("It kept %s from %s (orange)", x.notation.Colour(at.Mover), b.Shown.Forbidden),
			fmt.Sprintf("%s, game %d, ply %d", c.Profile.Short, b.Shown.Game, b.Shown.turns+1),
		}
		d := drawing{n: x.notation, setup: at}
		looser, _ := profile.Loosened(x.rules.Profile(), profile.AxisOf(key)) // which allowed it
		d.arrows("b", notation.Of(looser), []rules.Turn{b.Shown.forbidden})
		s.SVG = d.svg(s.Title + ": " + strings.Join(s.Lines, "; "))
		return s
	}
	return nil
}
