package notation

import (
	"testing"

	"varlab/rules/board"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func boardOf(first profile.PrintedCorner, home profile.Home, mover profile.Colour, notation profile.Naming, size int) profile.Board {
	return profile.Board{
		Rows: size, Columns: size, MenRows: size/2 - 1, DarkCorner: profile.LeftCorner,
		Notation: notation, FirstSquare: first, WhiteHome: home, FirstMover: mover,
	}
}

func TestWhoStandsWhere(t *testing.T) {
	for _, c := range []struct {
		name                    string
		board                   profile.Board
		corner, firstLow, fHigh string // the first mover's near left corner, and its men
	}{
		{"international", boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 10), "46", "31", "50"},
		{"federation", boardOf(profile.TopLeft, profile.LowNumbers, profile.White, profile.Numeric, 10), "5", "1", "20"},
		{"english", boardOf(profile.TopLeft, profile.HighNumbers, profile.Black, profile.Numeric, 8), "4", "1", "12"},
		{"russian", boardOf(profile.BottomLeft, profile.LowNumbers, profile.White, profile.Algebraic, 8), "a1", "a1", "g3"},
	} {
		b := NewBoard(&c.board)
		corner, ok := b.grid.Square(0, 0)
		require.True(t, ok)
		require.Equal(t, c.corner, b.Name(corner), c.name)
		var men board.Set
		for row := range c.board.MenRows {
			men = men.Or(b.grid.Row(row))
		}
		list := b.Ascending(men)
		low, err := b.Square(c.firstLow)
		require.NoError(t, err)
		high, err := b.Square(c.fHigh)
		require.NoError(t, err)
		require.Equal(t, low, list[0], c.name)
		require.Equal(t, high, list[len(list)-1], c.name)
	}
}

func TestNamesAreOneToOne(t *testing.T) {
	for _, first := range []profile.PrintedCorner{profile.TopLeft, profile.TopRight, profile.BottomLeft, profile.BottomRight} {
		for _, home := range []profile.Home{profile.LowNumbers, profile.HighNumbers} {
			for _, mover := range []profile.Colour{profile.White, profile.Black} {
				for _, corner := range []profile.Corner{profile.LeftCorner, profile.RightCorner} {
					for _, size := range [][2]int{{8, 8}, {10, 10}, {5, 7}, {4, 6}, {12, 12}, {14, 14}, {13, 13}, {9, 5}} {
						for _, kind := range []profile.Naming{profile.Numeric, profile.Algebraic} {
							rb := boardOf(first, home, mover, kind, 0)
							rb.Rows, rb.Columns, rb.DarkCorner = size[0], size[1], corner
							b := NewBoard(&rb)
							all := b.grid.All()
							require.Equal(t, all.Len(), b.Len())
							for q := range all.All() {
								byName, err := b.Square(b.Name(q))
								require.NoError(t, err)
								require.Equal(t, q, byName)
								byNumber, ok := b.Numbered(b.Number(q))
								require.True(t, ok)
								require.Equal(t, q, byNumber)
								// The player with white sits at the edge of the numbers white_home.
								row, _ := b.Place(q)
								near := row == 0
								if (first <= profile.TopRight) != (home == profile.LowNumbers) {
									near = row == rb.Rows-1
								}
								back := board.Side(board.First)
								if mover == profile.Black {
									back = board.Second
								}
								r, _ := b.grid.Place(q)
								home := r == 0
								if back == board.Second {
									home = r == rb.Rows-1
								}
								require.Equal(t, home, near)
							}
						}
					}
				}
			}
		}
	}
}

func TestADarkRightCornerIsTheMirrorImage(t *testing.T) {
	left, right := boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 8), boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 8)
	right.DarkCorner = profile.RightCorner
	l, r := NewBoard(&left), NewBoard(&right)
	corner, _ := l.grid.Square(0, 0)
	require.Equal(t, "29", l.Name(corner))
	require.Equal(t, "32", r.Name(corner)) // White's near right corner
	row, col := r.Place(corner)
	require.Equal(t, []int{7, 7}, []int{row, col})
}

func TestASquareThatIsNone(t *testing.T) {
	rb := boardOf(profile.BottomLeft, profile.LowNumbers, profile.White, profile.Algebraic, 8)
	b := NewBoard(&rb)
	for _, name := range []string{"a2", "i1", "a9", "", "0", "33", "+1", "-1", "1.0"} {
		_, err := b.Square(name)
		require.ErrorContains(t, err, "want a1 to h8, or 1 to 32", name)
	}
}
