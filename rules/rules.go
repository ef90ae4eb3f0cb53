// Package rules plays draughts by any rule set: it lists the turns of a state,
// plays one, and says when and how a game has ended.
//
// The one idea: a rule set is a Profile, values of the Axes. Compile turns them
// once into tables and flags, and a capture rule into a key that ranks captures
// while they are found; nothing here asks for the name of a rule set. A turn is a
// claim, then a move, so that leaving a capture that is owed, and the opponent's
// claim, are turns like any other.
//
// Rules that depend on earlier states, such as repetition, are in a History.
package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"varlab/rules/board"
	"varlab/rules/profile"
)

// Rules are a compiled profile: immutable, and shared by any number of
// goroutines.
type Rules struct {
	profile profile.Profile
	grid    board.Grid
	start   board.Setup
	opening State
	tables
	clauses
}

// Compile validates p and derives from it whatever the engine needs. The error
// joins every Fault of p.
func Compile(p *profile.Profile) (*Rules, error) {
	if faults := profile.Check(p); len(faults) > 0 {
		errs := make([]error, len(faults))
		for i, f := range faults {
			errs[i] = f
		}
		return nil, errors.Join(errs...)
	}
	r := &Rules{profile: *p, grid: p.Board.Grid()}
	unread := "not read (want the FEN's Setup beside it)"
	if p.Promotion.Squares != "" {
		on, fault := p.Promotion.Setup, ""
		switch {
		case on == nil:
			fault = unread
		case !on.Kings[board.First].Or(on.Kings[board.Second]).Empty():
			fault = "K before a square (want squares alone)"
		case !on.Men[board.First].Or(on.Men[board.Second]).Minus(r.grid.All()).Empty():
			fault = "squares lie off the board (want playing squares)"
		case on.Men[board.First].Empty() || on.Men[board.Second].Empty():
			fault = "a side has no square (want squares of both colours)"
		}
		if fault != "" {
			return nil, profile.Fault{Key: "promotion.squares", Msg: fault}
		}
	}
	if p.Board.Start != "" {
		if p.Board.Setup == nil {
			return nil, profile.Fault{Key: "board.start", Msg: unread}
		}
		r.start = *p.Board.Setup
	} else {
		for row := range p.Board.MenRows {
			r.start.Men[board.First] = r.start.Men[board.First].Or(r.grid.Row(row))
			r.start.Men[board.Second] = r.start.Men[board.Second].Or(r.grid.Row(r.grid.Rows - 1 - row))
		}
	}
	r.tables, r.clauses = r.derive(), newClauses(p)
	var err error
	if r.opening, err = r.Position(r.start); err != nil {
		key := "board.start"
		if p.Board.Start == "" {
			key = "promotion.squares" // rows of men have no other fault
		}
		return nil, profile.Fault{Key: key, Msg: err.Error()}
	}
	return r, nil
}

// Profile returns the profile that r was compiled from. It must not be changed.
func (r *Rules) Profile() *profile.Profile { return &r.profile }

// Grid returns where the squares lie.
func (r *Rules) Grid() board.Grid { return r.grid }

// Setup returns the starting position as a Setup.
func (r *Rules) Setup() board.Setup { return r.start }

// Start returns the starting position.
func (r *Rules) Start() State { return r.opening }

// Position makes a State of a setup, without an open claim. The error lists all
// that is wrong with the setup: squares off the board, squares with two pieces,
// men who stand where they should have become kings.
func (r *Rules) Position(s board.Setup) (State, error) {
	var errs []error
	none := func(wrong board.Set, format string, args ...any) {
		if n := wrong.Len(); n > 0 {
			errs = append(errs, fmt.Errorf(format, append([]any{n}, args...)...))
		}
	}
	pieces := [2]board.Set{s.Men[board.First].Or(s.Kings[board.First]), s.Men[board.Second].Or(s.Kings[board.Second])}
	none(pieces[board.First].Or(pieces[board.Second]).Minus(r.squares), "%d pieces stand off the board")
	if r.profile.Promotion.When == profile.Never {
		none(s.Kings[board.First].Or(s.Kings[board.Second]), "%d kings stand where no man is ever crowned")
	}
	for side := board.First; side <= board.Second; side++ {
		none(s.Men[side].And(s.Kings[side]), "%d squares hold a man and a king of the %s player", side)
		if waiting := s.Men[side].And(r.last[side]); !r.spare && waiting.Len() == 1 {
			errs = append(errs, fmt.Errorf("a man of the %s player stands where it becomes a king", side))
		} else if !r.spare { // else a man waits there for a spare one
			none(waiting, "%d men of the %s player stand where they become kings", side)
		}
	}
	none(pieces[board.First].And(pieces[board.Second]), "%d squares hold pieces of both players")
	if s.Mover > board.Second {
		errs = append(errs, errors.New("no player is on move"))
	}
	if len(errs) > 0 {
		return State{}, errors.Join(errs...)
	}
	st := State{position: position{pieces: pieces, kings: s.Kings[board.First].Or(s.Kings[board.Second]), mover: s.Mover}}
	st.named, st.last = board.NoSquare, noneBarred
	return st, nil
}

// PlayHash identifies the game that is played: hexadecimal SHA-256 over the axes
// that change a turn or an ending, and over the starting position in the
// internal frame. Names of squares and colours, and the mirror image of a board
// where that changes nothing, do not enter. Neither do values that are the
// default, so that an axis, or a kind of draw clause, added to this package
// leaves the hashes of older rule sets as they were.
func (r *Rules) PlayHash() string {
	sum := sha256.Sum256([]byte(r.PlayText()))
	return hex.EncodeToString(sum[:])
}

// PlayText is the text that PlayHash hashes: a line for the grid, one for the start, and one
// for each axis, or clause of an axis, that counts, KEY and value. Two games differ in the keys
// whose lines differ. The fields to write are named one by one, so that a field added to a type
// of this package or of board leaves the text as it was.
func (r *Rules) PlayText() string {
	var b strings.Builder
	squares := func(by [2]board.Set) string {
		first, second := by[board.First], by[board.Second]
		return fmt.Sprintf("[{%d %d} {%d %d}]", first.Lo, first.Hi, second.Lo, second.Hi)
	}
	fmt.Fprintf(&b, "grid {%s}\n", r.grid)
	fmt.Fprintf(&b, "start {%s %s %s}\n", squares(r.start.Men), squares(r.start.Kings), r.start.Mover)
	for i := range profile.Axes {
		a := &profile.Axes[i]
		switch a.Key {
		case "board.rows", "board.columns", "board.men_rows", "board.start", "board.squares", "board.dark_corner":
			continue // in the grid and the start
		case "promotion.squares":
			usual := r.profile
			if usual.Promotion.Squares = ""; r.last != [2]board.Set{usual.PromotionSquares(board.First), usual.PromotionSquares(board.Second)} {
				fmt.Fprintf(&b, "%s %s\n", a.Key, squares(r.last))
			}
			continue
		}
		if !a.Plays || !a.Applies(&r.profile) {
			continue
		}
		v, usual := a.Get(&r.profile), a.Default
		if a.Kind == profile.Words && a.Key != "capture.precedence" {
			v, usual = slices.Sorted(slices.Values(v.([]string))), slices.Sorted(slices.Values(usual.([]string)))
		}
		if a.Kind == profile.Clauses {
			for _, c := range v.([]profile.DrawClause) {
				fmt.Fprintf(&b, "%s %s\n", a.Key, c.Fields())
			}
			continue
		}
		if text := fmt.Sprint(v); text != fmt.Sprint(usual) {
			fmt.Fprintf(&b, "%s %s\n", a.Key, text)
		}
	}
	return b.String()
}

// DiffersIn returns the keys in which the game of r differs from that of another PlayText, in
// order.
func (r *Rules) DiffersIn(playText string) []string {
	byKey := func(text string) map[string]string {
		found := map[string]string{}
		for line := range strings.Lines(text) {
			key, value, _ := strings.Cut(line, " ")
			found[key] += value
		}
		return found
	}
	a, b := byKey(r.PlayText()), byKey(playText)
	all := maps.Clone(a)
	maps.Copy(all, b)
	maps.DeleteFunc(all, func(key, _ string) bool { return a[key] == b[key] })
	return slices.Sorted(maps.Keys(all))
}
