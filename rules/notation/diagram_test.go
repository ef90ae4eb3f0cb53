package notation_test

import (
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules/notation"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func TestDiagramIsThePrintedBoard(t *testing.T) {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns = 4, 6
	b := notation.NewBoard(&p.Board)
	s, err := b.ReadFEN("B:W7,K12:B1,K4")
	require.NoError(t, err)
	require.Equal(t, ""+
		"  1     b     2     3   3\n"+
		"  4  B     5     6      6\n"+
		"  7     w     8     9   9\n"+
		" 10  10    11    W      12\n"+
		"     "+b.Colour(s.Mover)+" to move\n", b.Diagram(s))

	p.Board.WhiteHome = profile.LowNumbers // the same board, with White at the top
	b = notation.NewBoard(&p.Board)
	s, err = b.ReadFEN("B:W7,K12:B1,K4")
	require.NoError(t, err)
	require.Contains(t, b.Diagram(s), "  7     w     8     9   9\n")
}

// A board of lines is drawn as lines.
func TestDiagramOfLines(t *testing.T) {
	v := given.Variant(t, "alquerque")
	require.Equal(t, `  1  b----b----b----b----b     5
     | \  | /  | \  | /  |
  6  b----b----b----b----b     10
     | /  | \  | /  | \  |
 11  b----b----13---w----w     15
     | \  | /  | \  | /  |
 16  w----w----w----w----w     20
     | /  | \  | /  | \  |
 21  w----w----w----w----w     25
     white to move
`, notation.NewBoard(&v.Profile.Board).Diagram(*v.Profile.Board.Setup))
}
