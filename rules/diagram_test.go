package rules_test

import (
	"os"
	"slices"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"

	"github.com/stretchr/testify/require"
)

// The words of sheet.c22, the example whose diagram is lost: the black king has to take
// four white men and to stop on h4, where it can neither take the last white man, g5, nor
// leap again over i5, which it has taken; the white man takes it at the next turn and
// wins.
//
// So there is one black king, White has five men, g5 and i5 among them, and no king, and
// Black is on move.
type lostDiagram struct {
	r              *rules.Rules
	names          *notation.Board
	g5, h4, i5, j6 board.Square
	black, white   board.Side
	turns          []rules.Turn
}

func newLostDiagram(t *testing.T, sets ...string) *lostDiagram {
	r := given.Rules(t, "regle-moderne", sets...)
	d := &lostDiagram{r: r, names: notation.NewBoard(&r.Profile().Board)}
	var err error
	for name, q := range map[string]*board.Square{"g5": &d.g5, "h4": &d.h4, "i5": &d.i5, "j6": &d.j6} {
		*q, err = d.names.Square(name)
		require.NoError(t, err)
	}
	if d.names.Colour(d.white) == "black" {
		d.white = d.white.Other()
	}
	d.black = d.white.Other()
	return d
}

// wins reports whether White, on move, can only take the king, with a man, and wins by it.
// What the man would take besides the words would name.
func (d *lostDiagram) wins(s rules.State) bool {
	d.turns = d.r.Due(d.turns[:0], s)
	for _, t := range slices.Clone(d.turns) {
		if t.Action != rules.Capture || t.Captured != board.SetOf(d.h4) || !s.Men(d.white).Has(t.From) {
			return false
		}
		h := rules.NewHistory(d.r, s)
		h.Play(t)
		if h.Outcome().Result != rules.WinOf(d.white) {
			return false
		}
	}
	return len(d.turns) > 0
}

// fits reports whether the words are true of a position.
func (d *lostDiagram) fits(at board.Setup) bool {
	s, err := d.r.Position(at)
	if err != nil {
		return false
	}
	d.turns = d.r.Due(d.turns[:0], s)
	for i := range d.turns {
		t := &d.turns[i]
		if t.Action != rules.Capture || t.To != d.h4 || t.Captured.Len() != 4 || !t.Captured.Has(d.i5) || t.Captured.Has(d.g5) || !at.Kings[d.black].Has(t.From) {
			return false
		}
	}
	due := slices.Clone(d.turns)
	for _, t := range due {
		after := d.r.Play(s, t)
		// It is only because i5 is taken that the king cannot leap over it.
		if after.Pieces(d.white).Or(after.Pieces(d.black)).Has(d.j6) || !d.wins(after) {
			return false
		}
	}
	return len(due) > 0
}

// all returns the positions of six pieces that fit.
func (d *lostDiagram) all() (found []string) {
	free := slices.Collect(d.r.Grid().All().Minus(board.SetOf(d.g5, d.i5)).All())
	for i, a := range free {
		for j, b := range free[:i] {
			for _, c := range free[:j] {
				for _, k := range free {
					if k == a || k == b || k == c {
						continue
					}
					at := board.Setup{Mover: d.black}
					at.Men[d.white] = board.SetOf(d.g5, d.i5, a, b, c)
					at.Kings[d.black] = board.SetOf(k)
					if d.fits(at) {
						found = append(found, d.names.WriteFEN(at))
					}
				}
			}
		}
	}
	return found
}

// Of all positions of six pieces exactly those of testdata fit every word, whichever side
// of the board White has. Nor may there be one or two black men more: wherever they stood,
// White would not have won by taking the king.
func TestLostDiagram(t *testing.T) {
	blocks, err := conformance.ReadPositions(os.DirFS("testdata"))
	require.NoError(t, err)
	for _, home := range []string{"low", "high"} {
		d := newLostDiagram(t, "board.white_home="+home)
		var shown []string
		for _, b := range blocks {
			if slices.Contains(b.Clauses, "sheet.c22") && len(b.After) == 0 {
				at, err := d.names.ReadFEN(b.FEN)
				require.NoError(t, err)
				shown = append(shown, d.names.WriteFEN(at))
			}
		}
		require.ElementsMatch(t, shown, d.all())
		squares := slices.Collect(d.r.Grid().All().Minus(board.SetOf(d.g5, d.h4)).All())
		for i, a := range squares {
			for _, b := range squares[:i+1] {
				at := board.Setup{Mover: d.white}
				at.Men[d.white], at.Kings[d.black], at.Men[d.black] = board.SetOf(d.g5), board.SetOf(d.h4), board.SetOf(a, b)
				if s, err := d.r.Position(at); err == nil {
					require.False(t, d.wins(s), "%s", d.names.WriteFEN(at))
				}
			}
		}
	}
}
