// Package independent says the turns of Turkish draughts and of alquerque of
// twelve once more, from the prose of their sources alone. Whoever wrote it had
// read what `varlab explain turkish` and `varlab explain alquerque` print, the
// clauses in variants/clauses.toml, and the pages that these name; and had read
// neither package rules nor package oracle. It imports nothing of varlab, and
// is slow: a board is a map, and a capture is a recursion. Each rule stands
// below the sentence that it comes from.
package independent

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Square is a place of the board. Column 1 is at White's left hand, and row 1
// is the nearest to White. A step from square to square is a Square too.
type Square struct{ Column, Row int }

func (s Square) plus(step Square) Square {
	return Square{s.Column + step.Column, s.Row + step.Row}
}

func (s Square) opposite() Square { return Square{-s.Column, -s.Row} }

func (s Square) String() string { return fmt.Sprintf("%c%d", 'a'+s.Column-1, s.Row) }

// forward is the way of White's men up the rows, of Black's down them.
func forward(white bool) int {
	if white {
		return 1
	}
	return -1
}

// A Piece is a man or a king of White or of Black.
type Piece struct{ White, King bool }

// A Board holds the pieces where they stand; other squares are empty.
type Board map[Square]Piece

// A Turn is what one player does with one piece.
type Turn struct {
	Route   []Square // where the piece stood, and each square on which it comes down
	Taken   []Square // the pieces taken, in their order
	Crowned bool     // the turn makes a man a king
}

func (t Turn) from() Square { return t.Route[0] }

// To is the square on which the piece ends.
func (t Turn) To() Square { return t.Route[len(t.Route)-1] }

// String names the turn by origin, end, captured set and resulting rank,
// whatever the route.
func (t Turn) String() string {
	taken := make([]string, len(t.Taken))
	for i, square := range t.Taken {
		taken[i] = square.String()
	}
	slices.Sort(taken)
	return fmt.Sprintf("%v-%v takes [%s], crowned %t", t.from(), t.To(), strings.Join(taken, " "), t.Crowned)
}

// After is the board when the turn has been made.
func (t Turn) After(board Board) Board {
	after := maps.Clone(board)
	piece := after[t.from()]
	piece.King = piece.King || t.Crowned
	delete(after, t.from())
	for _, square := range t.Taken {
		delete(after, square)
	}
	after[t.To()] = piece
	return after
}

// then is the turn with one jump more.
func (t Turn) then(taken, landing Square) Turn {
	return Turn{
		Route:   append(slices.Clone(t.Route), landing),
		Taken:   append(slices.Clone(t.Taken), taken),
		Crowned: t.Crowned,
	}
}
