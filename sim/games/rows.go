package games

import (
	"cmp"
	"fmt"
	"strings"

	"varlab/rules"
)

// Where names the game of a row of a list. A tally fills it in.
type Where struct {
	File    string `json:"file,omitempty"` // where there are several
	Game    int    `json:"game"`           // in its file, from 1
	Players string `json:"players,omitempty"`
}

func (w *Where) String() string {
	s := fmt.Sprintf("game %d", w.Game)
	if w.File != "" {
		s = w.File + ", " + s
	}
	if w.Players != "" {
		s += " (" + w.Players + ")"
	}
	return s
}

// Unread is a game whose text is bad before any illegal move.
type Unread struct {
	Where
	Error string `json:"error"`
}

func (u Unread) String() string {
	return strings.TrimPrefix(u.File+":"+strings.ReplaceAll(u.Error, "\n", "; "), ":")
}

// An Illegal is a move that the rules forbid. The game is followed no further, since its rules
// are unknown from there on.
type Illegal struct {
	Where
	Ply  int    `json:"ply"`  // from 1
	Move string `json:"move"` // as it stands in the text
	FEN  string `json:"fen"`  // the position before it; an open claim is not in it
	// Forbidding are the axes that forbid the move: any one of them at its loosest value would
	// have made it legal.
	Forbidding []string `json:"forbidding"`
}

func (m Illegal) String() string {
	by := "no single axis would allow it"
	if len(m.Forbidding) > 0 {
		by = "forbidden by " + strings.Join(m.Forbidding, ", or by ")
	}
	return fmt.Sprintf("%s, ply %d: %s: %s\n    %s", &m.Where, m.Ply, m.Move, by, m.FEN)
}

// Contrary is a game that is over by the rules with another result than the text states.
type Contrary struct {
	Where
	Stated string `json:"stated"`
	Found  string `json:"found"`
}

func (c Contrary) String() string {
	return fmt.Sprintf("%s: %s is stated, %s on the board", &c.Where, c.Stated, c.Found)
}

// A Clause is a draw clause that ended the game by the rules, or could have been called,
// though the game went on or ended otherwise: the first time for each reason.
type Clause struct {
	Where
	Ply     int          `json:"ply"` // plies played when it stood
	Reason  rules.Reason `json:"reason"`
	OnClaim bool         `json:"on_claim"`
	Stated  string       `json:"stated"` // the result that the text gives
}

func (c Clause) String() string {
	how := ""
	if c.OnClaim {
		how = ", on claim"
	}
	return fmt.Sprintf("%s, after ply %d: %s%s; the game ended %s", &c.Where, c.Ply, c.Reason, how, cmp.Or(c.Stated, "-"))
}

// Ambiguous is a capture written too shortly. The first of Fits is played.
type Ambiguous struct {
	Where
	Ply  int      `json:"ply"`
	Move string   `json:"move"`
	Fits []string `json:"fits"`           // in PDN form, sorted; the first mostFits
	More int      `json:"more,omitempty"` // left out of Fits
}

// mostFits is the number of turns listed for a short capture, which may mean thousands.
const mostFits = 10

func (a Ambiguous) String() string {
	more := ""
	if a.More > 0 {
		more = fmt.Sprintf(" or one of %d more", a.More)
	}
	return fmt.Sprintf("%s, ply %d: %s may be %s%s", &a.Where, a.Ply, a.Move, strings.Join(a.Fits, " or "), more)
}
