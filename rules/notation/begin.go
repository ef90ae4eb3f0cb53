package notation

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
)

// An ImpossibleError is of text that is understood, but whose pieces make no position.
type ImpossibleError struct {
	Diagram string // of the pieces
	text    string
	naming  string // axes under which the text would be a position; empty if there are none
	faults  error
}

func (e *ImpossibleError) Error() string {
	text := fmt.Sprintf("%s: %s", e.text, strings.ReplaceAll(e.faults.Error(), "\n", "; "))
	if e.naming != "" {
		text += " (it would be a position with " + e.naming + ")"
	}
	return text
}

// Begin returns the history of a game under r that begins in the position written as text,
// and notes on how it was read. A count of plies in it is used if a draw clause of r counts
// such plies.
func (n *Notation) Begin(r *rules.Rules, text string) (h *rules.History, notes []string, err error) {
	f, err := n.readFEN(text)
	if err != nil {
		return nil, nil, err
	}
	s, err := r.Position(f.Setup)
	if err != nil {
		return nil, nil, &ImpossibleError{n.Diagram(f.Setup), strings.TrimSpace(text), n.naming(r, text), err}
	}
	h = rules.NewHistory(r, s)
	if slices.ContainsFunc(r.Profile().Draws, func(c profile.DrawClause) bool { return c.Kind == profile.Quiet }) {
		h.BeginAfter(s, f.quiet)
	} else if f.quiet > 0 {
		f.notes = append(f.notes, fmt.Sprintf("the count of %d plies in the position is passed over: no draw clause counts them", f.quiet))
	}
	return h, f.notes, nil
}

// BeginGame is Begin for the moves of a game. The first move says who is to move if the text
// does not.
func (n *Notation) BeginGame(r *rules.Rules, text string, moves []Move) (*rules.History, error) {
	h, _, err := n.Begin(r, text)
	if errors.Is(err, errMover) && len(moves) > 0 {
		for _, mover := range []string{"W", "B"} {
			at, _, e := n.Begin(r, strings.Replace(text, "?", mover, 1))
			if e != nil {
				return nil, e
			}
			if _, e := n.Candidates(moves[0].Text, at.Now().Setup(), at.Turns()); e == nil {
				h, err = at, nil
				break
			}
		}
	}
	if err == nil && h.Now().Pieces(board.First).Or(h.Now().Pieces(board.Second)).Empty() {
		err = fmt.Errorf("%s: no piece is set up (a null move, by which a player passes, is no move of this rule set)", text)
	}
	return h, err
}

var nullMove = regexp.MustCompile(`^[WB]?:?[WB]?:?[WB]?:?$`)

// Passed returns the position in which the side on move has passed, where text is a null move:
// a position without pieces. Otherwise it returns text.
func (n *Notation) Passed(text string, now *rules.State) string {
	if !nullMove.MatchString(strings.ToUpper(text)) {
		return text
	}
	setup := now.Setup()
	setup.Mover = setup.Mover.Other()
	return n.WriteFEN(setup)
}

// naming names the fewest axes with which text would be a position.
func (n *Notation) naming(r *rules.Rules, text string) string {
	var fewest []string
	for _, corner := range corners {
		for _, home := range []profile.Home{profile.HighNumbers, profile.LowNumbers} {
			p := *n.profile
			p.Board.FirstSquare, p.Board.WhiteHome = corner, home
			setup, err := NewBoard(&p.Board).ReadFEN(text)
			if err != nil {
				continue
			}
			if _, err := r.Position(setup); err != nil {
				continue
			}
			var axes []string
			for _, key := range []string{"board.first_square", "board.white_home"} {
				if a := profile.AxisOf(key); a.Get(&p) != a.Get(n.profile) {
					axes = append(axes, fmt.Sprintf("%s=%v", key, a.Get(&p)))
				}
			}
			if fewest == nil || len(axes) < len(fewest) {
				fewest = axes
			}
		}
	}
	return strings.Join(fewest, " and ")
}
