package games

import (
	"fmt"

	"varlab/rules/notation"
	"varlab/rules/profile"
)

// A Tally sums the findings of many games under one rule set. Its form in JSON is the form of
// varlab games replay.
type Tally struct {
	Rules      string         `json:"rules,omitempty"`       // the rule set, as it was named
	Games      int            `json:"games"`                 // bad ones included
	PassedOver int            `json:"passed_over,omitempty"` // games that their tags give to other rule sets
	Plies      int            `json:"plies"`                 // moves checked, up to the first illegal one of each game
	Empty      int            `json:"without_moves,omitempty"`
	Legal      int            `json:"legal"`      // games with moves that could be followed to the end, all legal
	Incomplete int            `json:"incomplete"` // legal as far as their moves are given
	Finished   int            `json:"finished"`   // legal games that are over in their last position, whatever draw clauses say
	Unread     []Unread       `json:"unreadable"`
	Illegal    []Illegal      `json:"illegal"`
	Contrary   []Contrary     `json:"contradicted"`
	Doubtful   []Unread       `json:"doubtful,omitempty"`
	Clauses    []Clause       `json:"draw_clauses"`
	Ambiguous  []Ambiguous    `json:"ambiguous"`
	Omissions  map[string]int `json:"omissions,omitempty"` // captures left untaken, by kind; only where that is possible
	Forbidding map[string]int `json:"forbidding"`          // illegal moves that each axis alone forbids
	Binding    map[string]int `json:"binding"`             // plies at which each axis forbade a move
	Joined     int            `json:"joined,omitempty"`    // captures written as several moves, and joined
	// Likelihood is a sum of logs over plies, the more the likelier; see logTurn.
	Likelihood       float64 `json:"likelihood"`
	LikelihoodPerPly float64 `json:"likelihood_per_ply"`
	Weighed          int     `json:"likelihood_plies"`
	Stats            *Stats  `json:"stats,omitempty"` // what the games are like; nil unless it was asked for

	reasons map[string]int // games with each draw clause
	keys    []string       // axes that may bind
	referee *Referee
	counted *counter
	place   int // among the rule sets as they were named
}

func newTally(name string, j *Referee) *Tally {
	t := &Tally{
		Rules: name, keys: j.Keys(), referee: j, counted: newCounter(),
		Unread: []Unread{}, Illegal: []Illegal{}, Contrary: []Contrary{}, Clauses: []Clause{}, Ambiguous: []Ambiguous{},
		Forbidding: map[string]int{}, Binding: map[string]int{}, reasons: map[string]int{},
	}
	for _, k := range t.keys {
		t.Binding[k] = 0
	}
	if j.rules.Profile().Capture.Obligation == profile.Claimable {
		t.Omissions = map[string]int{}
		for d := profile.Missed; d <= profile.Weaker; d++ {
			t.Omissions[d.String()] = 0
		}
	}
	return t
}

// longestName is the number of characters of a name that a row shows.
const longestName = 60

// short returns a name, cut to that.
func short(text string) string {
	cut := fmt.Sprintf("%.*s", longestName, text)
	if len(cut) < len(text) {
		cut += "…"
	}
	return cut
}

// add adds the finding on g, which stands in file.
func (t *Tally) add(file string, g *notation.Game, f *Finding) {
	w := Where{File: file, Game: g.Number}
	if white, black := g.Tag("White"), g.Tag("Black"); white+black != "" {
		w.Players = short(white) + " - " + short(black)
	}
	t.Games++
	t.Plies += f.Plies
	t.Joined += f.Joined
	switch {
	case f.Complete && f.Plies == 0:
		t.Empty++
	case f.Complete:
		t.Legal++
	}
	if f.Finished {
		t.Finished++
	}
	if f.Unread != nil {
		t.Unread = append(t.Unread, Unread{w, f.Unread.Error()})
	} else if f.Gap && f.Illegal == nil {
		t.Incomplete++
	}
	if b := f.Illegal; b != nil {
		for _, k := range b.Forbidding {
			t.Forbidding[k]++
		}
		row := *b
		row.Where = w
		t.Illegal = append(t.Illegal, row)
	}
	if f.Contradiction != "" {
		t.Contrary = append(t.Contrary, Contrary{w, f.Stated, f.Contradiction})
	}
	stated, _, ok := notation.ReadScore(g.Tag("Result"))
	if end, _, also := notation.ReadScore(g.Result); ok && also && end != stated {
		t.Doubtful = append(t.Doubtful, Unread{w, fmt.Sprintf("game %d: the tag Result says %s, and the text ends with %s", g.Number, g.Tag("Result"), g.Result)})
	}
	if f.Other != "" {
		t.Doubtful = append(t.Doubtful, Unread{w, fmt.Sprintf("game %d: its tags say %s, another game; its result is not counted", g.Number, f.Other)})
	}
	b := &t.referee.rules.Profile().Board
	if kind, err := notation.ReadGameType(g.Tag("GameType")); err == nil && kind.Columns > 0 && (kind.Rows != b.Rows || kind.Columns != b.Columns) {
		t.Doubtful = append(t.Doubtful, Unread{w, fmt.Sprintf("game %d: the tag GameType says %s, a game on a board of %dx%d", g.Number, g.Tag("GameType"), kind.Columns, kind.Rows)})
	}
	for _, c := range f.Clauses {
		c.Where = w
		t.Clauses = append(t.Clauses, c)
		t.reasons[string(c.Reason)]++
	}
	for _, a := range f.Ambiguous {
		a.Where = w
		t.Ambiguous = append(t.Ambiguous, a)
	}
	for d := profile.Missed; t.Omissions != nil && d <= profile.Weaker; d++ {
		t.Omissions[d.String()] += f.Left[d]
	}
	for i, k := range t.keys {
		t.Binding[k] += f.Binding[i]
	}
}
