package profile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"varlab/rules/board"
)

// The words of these axes as constants, by type; 0 is a word not stated.
type (
	ClauseKind   uint8 // a kind of draw clause
	Counted      uint8 // which plies a quiet clause counts
	Counting     uint8 // whose plies a quiet clause counts
	DiagonalHeld uint8 // where a material clause wants the weak side's kings
	Restart      uint8 // what starts a material clause's count again
	StopOutcome  uint8 // what a game broken off is
)

// Each in the order of the words below.
const (
	Repetition, Quiet, Material, Balance, Stop, Dead ClauseKind   = 1, 2, 3, 4, 5, 6
	KingMoves, NonCaptures                           Counted      = 1, 2
	BothSides, OneSide                               Counting     = 1, 2
	AnyWhere, LineHeld, LineNotHeld                  DiagonalHeld = 1, 2, 3
	OnMaterial, OnConversion                         Restart      = 1, 2
	StopDraws, StopVoid                              StopOutcome  = 1, 2
)

// BreaksOff reports whether a game that c ends counts for nothing.
func (c DrawClause) BreaksOff() bool { return c.Kind == Stop && c.Outcome == StopVoid }

// A ClauseField is one key of a draw clause.
type ClauseField struct {
	Key      string
	Kind     Kind // Word, Materials, Flag or Number
	Words    []string
	Min, Max int
	Default  any   // nil: must be stated
	index    []int // of the field of DrawClause
}

// ClauseFields gives, for each kind of draw clause, the keys that it has. A
// clause in TOML is a table with `kind` and these keys.
//
//   - repetition: the position stands for the count-th time.
//   - quiet: plies in a row of the kind `moves` were played: by both sides
//     together, or (`side = "one"`) by one side, whose own moves alone count, while
//     neither takes anything.
//   - material: the pieces stood as strong against weak (see ParseMaterial) for
//     `plies` plies of both sides together. `diagonal` asks where the weak side's
//     kings are: one of them on a main diagonal, or none. `restart` says what
//     makes the count begin again: a change of the material to another of the
//     clause's patterns, or any conversion (a capture, a huff, a man that moves). With
//     `strong_loses` the game is not drawn then: the strong side has lost, since it has
//     not won in that time.
//   - balance: each side has a king, from `fewest` to `most` pieces stand on the
//     board in all, and the material has been the same for `plies` plies: nothing
//     was taken and no man was crowned.
//   - stop: the pieces stand as strong against weak, the side to move has no due
//     capture, and the strong side has no forced win within `within_moves` own moves.
//   - dead: no continuation holds a capture.
var ClauseFields = withFields(map[ClauseKind][]ClauseField{
	Repetition: {
		{Key: "count", Kind: Number, Min: 2, Max: 100},
		{Key: "side_to_move", Kind: Flag, Default: true},
		{Key: "on_claim", Kind: Flag, Default: false},
	},
	Quiet: {
		{Key: "plies", Kind: Number, Min: 1, Max: 1000},
		{Key: "moves", Kind: Word, Words: []string{"king-moves", "non-captures"}},
		{Key: "side", Kind: Word, Words: []string{"both", "one"}, Default: "both"},
		{Key: "on_claim", Kind: Flag, Default: false},
	},
	Material: {
		{Key: "strong", Kind: Materials},
		{Key: "weak", Kind: Materials},
		{Key: "diagonal", Kind: Word, Words: []string{"any", "held", "not-held"}, Default: "any"},
		{Key: "plies", Kind: Number, Min: 1, Max: 1000},
		{Key: "restart", Kind: Word, Words: []string{"material", "conversion"}, Default: "material"},
		{Key: "on_claim", Kind: Flag, Default: false},
		{Key: "strong_loses", Kind: Flag, Default: false},
	},
	Balance: {
		{Key: "fewest", Kind: Number, Min: 2, Max: board.MaxSquares},
		{Key: "most", Kind: Number, Min: 2, Max: board.MaxSquares},
		{Key: "plies", Kind: Number, Min: 1, Max: 1000},
		{Key: "on_claim", Kind: Flag, Default: false},
	},
	Stop: {
		{Key: "strong", Kind: Materials},
		{Key: "weak", Kind: Materials},
		{Key: "within_moves", Kind: Number, Min: 1, Max: 3},
		{Key: "outcome", Kind: Word, Words: []string{"draw", "void"}},
	},
	Dead: {
		{Key: "limit_positions", Kind: Number, Min: 1, Max: 100000, Default: 10000},
		{Key: "after_quiet_plies", Kind: Number, Min: 0, Max: 1000, Default: 20},
	},
})

func withFields(kinds map[ClauseKind][]ClauseField) map[ClauseKind][]ClauseField {
	for _, fields := range kinds {
		for i := range fields {
			fields[i].index = fieldOf(reflect.TypeFor[DrawClause](), fields[i].Key)
		}
	}
	return kinds
}

// ClauseKinds lists the kinds of draw clause as they are written, in the order of
// their constants.
var ClauseKinds = []string{"repetition", "quiet", "material", "balance", "stop", "dead"}

func (k ClauseKind) String() string { return get(reflect.ValueOf(k), ClauseKinds).(string) }

// KindOf returns the kind of draw clause with that name, or 0.
func KindOf(text string) ClauseKind { return ClauseKind(slices.Index(ClauseKinds, text) + 1) }

// Get returns the field's value in c: string, []string, bool or int.
func (f *ClauseField) Get(c *DrawClause) any {
	return get(reflect.ValueOf(c).Elem().FieldByIndex(f.index), f.Words)
}

// Set puts v into c, or reports that the field cannot take it.
func (f *ClauseField) Set(c *DrawClause, v any) error {
	if err := f.allows(v); err != nil {
		return err
	}
	set(reflect.ValueOf(c).Elem().FieldByIndex(f.index), v, f.Words)
	return nil
}

// Wanted says in words what the field takes.
func (f *ClauseField) Wanted() string { return wanted(f.Kind, f.Words, f.Min, f.Max) }

func (f *ClauseField) allows(v any) error { return refusal(f.Key, v, f.Kind, f.Words, f.Min, f.Max) }

func (c *DrawClause) check() error {
	fields, ok := ClauseFields[c.Kind]
	if !ok {
		return fmt.Errorf("kind: unknown kind %q (want %s)", c.Kind, strings.Join(ClauseKinds, ", "))
	}
	for i := range fields {
		if err := fields[i].allows(fields[i].Get(c)); err != nil {
			return err
		}
	}
	if c.StrongLoses && c.OnClaim {
		return fmt.Errorf("strong_loses: contradicts on_claim, which calls a draw (want one of them)")
	}
	if c.Kind == Balance && c.Fewest > c.Most {
		return fmt.Errorf("most: %d is below fewest, which is %d (want at least that)", c.Most, c.Fewest)
	}
	return nil
}

// Fields writes the kind and the values of c that are not the default.
func (c *DrawClause) Fields() string {
	var b strings.Builder
	b.WriteString(c.Kind.String())
	for _, f := range ClauseFields[c.Kind] {
		if v := f.Get(c); f.Default == nil || v != f.Default {
			fmt.Fprintf(&b, " %s=%v", f.Key, v)
		}
	}
	return b.String()
}

// String says in a sentence when the clause ends a game.
func (c *DrawClause) String() string { return c.In(English) }

// In is String in the language of say.
func (c *DrawClause) In(say func(string) string) string {
	claim := ""
	if c.OnClaim {
		claim = " " + say("if the player on move asks for it")
	}
	switch c.Kind {
	case Repetition:
		side := " " + say("whoever is on move")
		if c.SideToMove {
			side = " " + say("with the same side to move")
		}
		return fmt.Sprintf(say("The game is drawn when a position has stood %d times%s%s."), c.Count, side, claim)
	case Quiet:
		what := say("without a capture")
		if c.Moves == KingMoves {
			what = say("of kings without a capture")
		}
		if c.Side == OneSide {
			return fmt.Sprintf(say("The game is drawn when one side has made %d moves %s in a row, while the other took nothing%s."), c.Plies, what, claim)
		}
		return fmt.Sprintf(say("The game is drawn after %d plies %s in a row%s."), c.Plies, what, claim)
	case Material:
		where := map[DiagonalHeld]string{LineHeld: " " + say("and the weaker side holds a main diagonal"), LineNotHeld: " " + say("and the weaker side does not hold a main diagonal")}[c.Diagonal]
		what := say("The game is drawn")
		if c.StrongLoses {
			what = say("The stronger side loses")
		}
		return fmt.Sprintf(say("%s when it has stood at %s against %s for %d plies%s%s."), what, pieces(say, c.Strong), pieces(say, c.Weak), c.Plies, where, claim)
	case Balance:
		return fmt.Sprintf(say("The game is drawn when each side has a king, there are %d to %d pieces in all, and for %d plies nothing was taken and no man crowned%s."), c.Fewest, c.Most, c.Plies, claim)
	case Stop:
		what := map[StopOutcome]string{StopDraws: say("as a draw"), StopVoid: say("and not counted")}[c.Outcome]
		wins := say("wins on this very move")
		if c.WithinMoves > 1 {
			wins = fmt.Sprintf(say("can force a win within %d of its own moves"), c.WithinMoves)
		}
		return fmt.Sprintf(say("With %s against %s the game is broken off %s, unless the stronger side %s."), pieces(say, c.Strong), pieces(say, c.Weak), what, wins)
	case Dead:
		return say("The game is drawn when no continuation holds a capture.")
	}
	return "unknown draw clause"
}

// A MaterialPattern is what one side has: exactly these kings and men, or, where
// More is set, at least these kings and exactly these men.
type MaterialPattern struct {
	Kings, Men int
	More       bool
}

// ParseMaterial reads a pattern such as "KKM" (two kings and a man) or "KKK+"
// (three kings or more).
func ParseMaterial(text string) (MaterialPattern, error) {
	body, more := strings.CutSuffix(text, "+")
	m := MaterialPattern{Kings: strings.Count(body, "K"), Men: strings.Count(body, "M"), More: more}
	if n := m.Kings + m.Men; n == 0 || n != len(body) || n > board.MaxSquares {
		return m, fmt.Errorf("%q is not a material (want K for each king, M for each man, such as KKM)", text)
	}
	return m, nil
}

// Matches reports whether a side with these numbers of kings and men has the pattern.
func (m MaterialPattern) Matches(kings, men int) bool {
	if m.More {
		return men == m.Men && kings >= m.Kings
	}
	return men == m.Men && kings == m.Kings
}

// pieces says materials in words: "a king and two men or three kings".
func pieces(say func(string) string, materials []string) string {
	var list []string
	for _, m := range materials {
		var parts []string
		for _, of := range [][3]string{{"K", "a king", "kings"}, {"M", "a man", "men"}} {
			switch n := strings.Count(m, of[0]); {
			case n == 1:
				parts = append(parts, say(of[1]))
			case n > 1:
				numbers := []string{"two", "three", "four", "five"}
				parts = append(parts, say(append(numbers, make([]string, n)...)[n-2])+" "+say(of[2]))
			}
		}
		words := strings.Join(parts, " "+say("and")+" ")
		if strings.HasSuffix(m, "+") {
			words += " " + say("or more")
		}
		list = append(list, words)
	}
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " " + say("or") + " " + list[last]
	}
	return strings.Join(list, "")
}
