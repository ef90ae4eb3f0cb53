package notation

import "fmt"

// A Game is one game of a PDN file: its tags and its moves as they are written. The meaning of
// the moves depends on the rule set, which PDN text does not know: see Notation.Candidates.
type Game struct {
	Number int   // in its file, from 1
	FENRow int   // line of its tag FEN, from 1; 0 if there is none
	Tags   []Tag // in the order of the file
	Moves  []Move
	Result string // the result after the moves: "1-0", "1-1", "*" and so on; empty if there is none
}

// A Tag is a name with a value: [Name "Value"].
type Tag struct {
	Name, Value string
}

// Tag returns the value of the first tag with that name; empty if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Stated returns the result that the text of g gives: its tag Result, or if that is missing or
// * the result at its end. It is empty if there is neither; ReadScore reads it.
func (g *Game) Stated() string {
	tag, end := resultOf(g.Tag("Result")), resultOf(g.Result)
	if tag == "" || tag == "*" && end != "" {
		return end
	}
	return tag
}

// A Move is one move as it is written, or the set-up of a position.
type Move struct {
	Row, Column int      // where it begins: line, and character in it, from 1
	Number      int      // the number before it; 0 if none stood there
	Dots        bool     // the number had more than one dot: a move of the second player
	Text        string   // such as 28-32, 28x19x10, c3:e5, ab4, 3228; Unknown where no move is given
	Setup       string   // a FEN: the position is set up anew, and Text is empty
	Comments    []string // comments that follow it, without braces; runs of white space are single spaces
}

// Unknown is the text of a move that is not given: three dots, or two strokes.
const Unknown = "..."

// A SyntaxError says where text is not PDN. The reader goes on with the next
// game.
type SyntaxError struct {
	Row, Column int // line, and character in it, from 1
	Game        int // number of the game in its file, from 1
	Msg         string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: game %d: %s", e.Row, e.Column, e.Game, e.Msg)
}
