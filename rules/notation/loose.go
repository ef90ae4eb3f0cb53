package notation

import (
	"errors"
	"fmt"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
)

// Candidates returns the turns that text may mean, of the turns playable in the position at. It
// reads what Format writes, and of a capture the ends, the ends and some or all squares
// between, or hub text; also moves without strokes (3228, c3d4), with one stroke for another
// (there are files with nothing but 28x32, and files with nothing but 28-19), and with only the
// letter of the square that the piece leaves (cd4, c:e5).
//
// It returns several where a capture is written too shortly, and also where Format would write
// the text for one of them, since others write the two ends of any capture. The error says that
// text is no turn at all, or that none fits.
func (n *Notation) Candidates(text string, at board.Setup, turns []rules.Turn) ([]rules.Turn, error) {
	w, err := n.read(text)
	if err == nil {
		if fits := n.fitting(w, at, turns); len(fits) > 0 {
			return fits, nil
		}
	}
	leaves, squares, looseErr := n.loose(text)
	if looseErr != nil && err != nil {
		if errors.Is(looseErr, ErrSquare) && !errors.Is(err, ErrSquare) {
			err = looseErr
		}
		return nil, fmt.Errorf("turn %q: %w", text, err)
	}
	fits := those(turns, func(t rules.Turn) bool {
		if looseErr != nil || t.Claim != rules.NoClaim || t.Action != rules.Capture && (t.Action != rules.Quiet || len(squares) != 1) {
			return false
		}
		if name := n.Name(t.From); name != leaves && (!letter(leaves[0]) || len(leaves) > 1 || name[0] != leaves[0]) {
			return false
		}
		w := written{action: t.Action, named: board.NoSquare, offers: board.NoSquare, squares: append([]board.Square{t.From}, squares...)}
		return n.fits(w, at, t, turns)
	})
	if len(fits) == 0 {
		_, err := n.only(text, nil, at, turns)
		return nil, err
	}
	return fits, nil
}

// loose reads which square a move leaves, as its name or a letter alone, and the squares
// that follow.
func (n *Notation) loose(text string) (leaves string, squares []board.Square, err error) {
	parts := strings.FieldsFunc(lookalikes.Replace(text), func(r rune) bool { return r == '-' || r == 'x' || r == ':' })
	if len(parts) == 1 {
		s := parts[0]
		switch {
		case len(s) == 4 && s[0] >= '0' && s[0] <= '9':
			parts = []string{s[:2], s[2:]}
		case len(s) > 2 && n.algebraic && letter(s[0]) && !letter(s[len(s)-1]):
			if i := 1 + strings.IndexFunc(s[1:], letter[rune]); i > 0 {
				parts = []string{s[:i], s[i:]}
			}
		}
	}
	if len(parts) < 2 {
		return "", nil, errNoMove
	}
	if leaves = parts[0]; len(leaves) > 1 || !n.algebraic || !letter(leaves[0]) {
		q, err := n.Square(leaves)
		if err != nil {
			return "", nil, err
		}
		leaves = n.Name(q)
	}
	squares, err = n.squaresOf(parts[1:])
	return leaves, squares, err
}
