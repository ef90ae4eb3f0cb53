package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// PDN knows moves only. A turn that is more than a move (a claim, a pass, a draw
// called, a choice that the squares do not show) stands in a comment that other
// programs skip, beside the move that they can follow:
//
//	28-32 {[%turn huff@22/28-32]}         a piece is huffed, then the move
//	... {[%turn huff@22]}                 a turn without a move
//	28x19 {[%turn 28-32 compel 28x19]}    28-32 was taken back at the opponent's demand
//
// The command lists all the turns that the move stands for, so that neither a turn that was
// taken back nor the compel counts where moves are counted.

const turnCommand = "[%turn"

// moveForm is a move as Format writes it.
var moveForm = regexp.MustCompile(`^[a-z]?[0-9]+(?:[-x][a-z]?[0-9]+)+$`)

// A Step is one turn of a line, as Parse reads it; or a set-up; or a turn that is
// not known.
type Step struct {
	Text  string // Unknown if it is not given
	Setup string // a FEN; Text is empty
	Move  int    // index in Game.Moves
}

// Steps returns the turns of the game. The error names the move whose command is
// not understood.
func (g *Game) Steps() ([]Step, error) {
	steps := make([]Step, 0, len(g.Moves))
	for i := range g.Moves {
		m := &g.Moves[i]
		turns, err := m.command()
		if err != nil {
			return nil, g.Wrong(&Step{Move: i}, err)
		}
		if turns == nil {
			steps = append(steps, Step{m.Text, m.Setup, i})
		}
		steps = slices.Grow(steps, len(turns))
		for _, t := range turns {
			steps = append(steps, Step{Text: t, Move: i})
		}
	}
	return steps, nil
}

// Wrong says what is wrong with a step, in its place.
func (g *Game) Wrong(s *Step, err error) error {
	m := &g.Moves[s.Move]
	return &SyntaxError{m.Row, m.Column, g.Number, err.Error()}
}

// command returns the turns that a command beside m lists; nil if none does.
func (m *Move) command() ([]string, error) {
	for _, c := range m.Comments {
		rest, found := commanded(c)
		if !found {
			continue
		}
		list, _, closed := strings.Cut(rest, "]")
		turns := strings.Fields(list)
		if !closed || len(turns) == 0 {
			return nil, fmt.Errorf("the command %s of move %s is not understood (want such as [%%turn huff@22/28-32])", turnCommand, m.Text)
		}
		return turns, nil
	}
	return nil, nil
}

// commanded returns the text after the first command in a comment, and whether
// there is one.
func commanded(comment string) (rest string, found bool) {
	for {
		_, rest, found = strings.Cut(comment, turnCommand)
		if !found || rest == "" || rest[0] == ' ' || rest[0] == ']' {
			return rest, found
		}
		comment = rest // the name goes on
	}
}

// MovesOf returns the moves that stand for turns, which Format wrote in the form PDN. Second
// says that the second mover begins.
func MovesOf(turns []string, second bool) (moves []Move) {
	var stands [][]string // for each move the turns that it stands for
	var waiting []string  // turns that the next move stands for too
	for _, t := range turns {
		if compels(t) {
			if n := len(stands); n > 0 && len(waiting) == 0 {
				waiting, stands = stands[n-1], stands[:n-1]
			}
			waiting = append(waiting, t)
			continue
		}
		stands = append(stands, append(waiting, t))
		waiting = nil
	}
	if len(waiting) > 0 {
		stands = append(stands, waiting) // the answer to a compel was not played
	}
	// An end without a move stands with the move before it: by the grammar of writers no game
	// ends with three dots.
	n := len(stands)
	for n > 1 && moveOf(stands[n-1]).Text == Unknown {
		n--
	}
	for _, s := range stands[:n] {
		moves = append(moves, moveOf(s))
	}
	if n < len(stands) {
		moves[n-1].Comments = []string{command(slices.Concat(stands[n-1:]...))}
	}
	for i := range moves {
		ply := i
		if second {
			ply++
		}
		// After a comment the number is repeated.
		if later := ply%2 == 1; !later || i == 0 || len(moves[i-1].Comments) > 0 {
			moves[i].Number, moves[i].Dots = ply/2+1, later
		}
	}
	return moves
}

// command lists turns in a comment.
func command(turns []string) string { return turnCommand + " " + strings.Join(turns, " ") + "]" }

func compels(turn string) bool {
	return turn == "compel" || strings.HasPrefix(turn, "compel@")
}

// moveOf returns the move that stands for turns: the last that is no compel.
func moveOf(turns []string) Move {
	last := turns[len(turns)-1]
	if n := len(turns); n > 1 && compels(last) {
		last = turns[n-2]
	}
	text := last
	if strings.HasPrefix(last, "huff@") {
		_, text, _ = strings.Cut(last, "/")
	}
	text, _, _ = strings.Cut(text, "@")
	text = strings.TrimSuffix(text, "=K")
	if !moveForm.MatchString(text) {
		text = Unknown
	}
	m := Move{Text: text}
	if len(turns) > 1 || text != last {
		m.Comments = []string{command(turns)}
	}
	return m
}
