package notation

import (
	"testing"

	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func TestFENReadsAndWrites(t *testing.T) {
	num, alg := boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 10), boardOf(profile.BottomLeft, profile.LowNumbers, profile.White, profile.Algebraic, 12)
	for _, c := range []struct {
		board    profile.Board
		in, want string
	}{
		{num, "W:W28:B14,22,K23", "W:W28:B14,22,K23"},
		{num, "B:B14,22,K23:W28.", "B:W28:B14,22,K23"},
		{num, "W:W:B14", "W:W:B14"},
		{num, "W:W:B", "W:W:B"},
		{num, "W:W28:", "W:W28:B"},
		{num, "B::.", "B:W:B"},
		{num, "W:WK1-3,50:B20-22", "W:WK1,K2,K3,50:B20,21,22"},
		{alg, "B:Wa1,Kk1,c3:Bk11", "B:Wa1,Kk1,c3:Bk11"},
		{alg, "B:W67-69:B66", "B:Wa1,c1,e1:Bl2"},
	} {
		b := NewBoard(&c.board)
		s, err := b.ReadFEN(c.in)
		require.NoError(t, err, c.in)
		require.Equal(t, c.want, b.WriteFEN(s))
	}
}

func TestFENFaultsAreLocated(t *testing.T) {
	rb := boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 10)
	b := NewBoard(&rb)
	for in, want := range map[string]string{
		"":             "fen:1: the position ends early (want the colour on move",
		"W:W1":         "fen:5: the position ends early",
		"X:W1:B2":      `fen:1: "X" is not a colour (want W or B)`,
		"W:W1:W2":      `fen:6: "W" stands twice (want each colour once)`,
		"W:W1:2":       `fen:6: "2" is not a colour (want W or B)`,
		"?:W1:B2":      "fen:1: the position does not say which colour is to move (want W or B in the place of ?)",
		"W:W1,51:B2":   `fen:6: "51" is not a square (want 1 to 50)`,
		"W:W1,2:B3,K2": "fen:11: square 2 is occupied twice",
		"W:W9-4:B3":    `fen:4: "9-4" runs downwards`,
		"W:W1,,2:B3":   `fen:6: "" is not a square`,
		"W:W1:B2:W3":   `fen:9: "W3" is more than the colour on move`,
	} {
		_, err := b.ReadFEN(in)
		require.ErrorContains(t, err, want, in)
	}
}

func FuzzFEN(f *testing.F) {
	f.Add("W:W28:B14,22,K23", false)
	f.Add("B:WKa1-c3:B.", true)
	num, alg := boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 10), boardOf(profile.BottomRight, profile.LowNumbers, profile.Black, profile.Algebraic, 12)
	f.Fuzz(func(t *testing.T, text string, algebraic bool) {
		b := NewBoard(&num)
		if algebraic {
			b = NewBoard(&alg)
		}
		s, err := b.ReadFEN(text)
		if err != nil {
			return
		}
		out := b.WriteFEN(s)
		again, err := b.ReadFEN(out)
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}
