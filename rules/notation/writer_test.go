package notation

import (
	"strconv"
	"strings"
	"testing"

	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func TestGamesAreWrittenAsPDN3(t *testing.T) {
	g := &Game{Tags: []Tag{{"White", `a "b" \`}, {"Result", "2-0"}}, Moves: MovesOf(strings.Fields("32-28 huff@19/19-23 28x19"), false)}
	want := `[White "a \"b\" \\"]
[Result "2-0"]

1. 32-28 19-23 {[%turn huff@19/19-23]} 2. 28x19 *

`
	require.Equal(t, want, g.String())
	again, faults := read(t, want)
	require.Equal(t, []string{""}, faults)
	require.Equal(t, g.Tags, again[0].Tags)
	require.Equal(t, want, again[0].String())

	require.Equal(t, "*\n\n", new(Game).String())
	long := &Game{Moves: MovesOf(strings.Fields(strings.Repeat("32-28 huff@19/19-23 ", 30)), false)}
	for line := range strings.SplitSeq(long.String(), "\n") {
		require.LessOrEqual(t, len(line), width)
	}
}

// Names are strangers' words; a reader at a terminal comes to no harm.
func TestGamesAreWrittenPlain(t *testing.T) {
	g := &Game{Tags: []Tag{{"Event", "n\x1b[31m\u202e\nx"}, {"White", "\xff"}}}
	require.Equal(t, "[Event \"n [31m x\"]\n[White \"�\"]\n\n*\n\n", g.String())
}

func TestGameTypes(t *testing.T) {
	for in, want := range map[string]string{
		"20": "20,W,10,10,N2,0", "21": "21,B,8,8,N1,0", "22,W,8,8,N2,1": "22,W,8,8,N2,1", "25": "25,W,8,8,A0,0",
		"40,W,10,10,N2": "40,W,10,10,N2,0", "99": "99", "23,W,8,8,A0,0": "23,W,8,8,A0,0",
	} {
		g, err := ReadGameType(in)
		require.NoError(t, err, in)
		require.Equal(t, want, g.String())
	}
	// What the axes of a board say, and what PDN says of the game.
	right := boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 8)
	right.DarkCorner = profile.RightCorner
	for id, b := range map[string]profile.Board{
		"international": boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 10),
		"english":       boardOf(profile.TopLeft, profile.HighNumbers, profile.Black, profile.Numeric, 8),
		"russian":       boardOf(profile.BottomLeft, profile.LowNumbers, profile.White, profile.Algebraic, 8),
		"italian":       right,
	} {
		p := profile.Default()
		p.Board = b
		g := GameTypeFor(id, p)
		known, err := ReadGameType(strconv.Itoa(g.Number))
		require.NoError(t, err)
		require.Equal(t, known.String(), g.String())
	}
	require.Equal(t, "99,W,10,10,N2,0", GameTypeFor("federation", profile.Default()).String())
	r, err := rules.Compile(profile.Default())
	require.NoError(t, err)
	require.Equal(t, "20,W,10,10,N2,0", RuleTags("international", r)[2].Value)
	require.Equal(t, "99,W,10,10,N2,0", RuleTags("international{king.range=\"short\"}", r)[2].Value, "not the game of the number")
	for _, bad := range []string{"", "x", "20,W", "20,W,10,10,Q2,0", "20,G,10,10,N2,0", "123456", "20 "} {
		_, err := ReadGameType(bad)
		require.ErrorContains(t, err, "is not understood (want such as 20, or 20,W,10,10,N2,0)", bad)
	}
}

func TestHubPositions(t *testing.T) {
	small := boardOf(profile.TopLeft, profile.HighNumbers, profile.White, profile.Numeric, 4)
	small.MenRows = 1
	b := NewBoard(&small)
	for text, fen := range map[string]string{
		"Wbbeeeeww": "W:W7,8:B1,2",
		"BeWeeeeeb": "B:WK2:B8",
		"Weeeeeeee": "W:W:B",
	} {
		s, err := b.ReadHub(text)
		require.NoError(t, err, text)
		require.Equal(t, fen, b.WriteFEN(s))
		require.Equal(t, strings.ToUpper(text[:1])+text[1:], b.WriteHub(s))
	}
	for text, want := range map[string]string{
		"":             "hub position: 0 letters (want 9: the colour on move, then one for each square)",
		"Wbbeeeew":     "hub position: 8 letters",
		"xbbeeeeww":    `hub position:1: "x" is not a colour (want W or B)`,
		"Wbbexeeww":    `hub position:5: "x" is not a piece (want w, b, W, B or e)`,
		"Wbb\xffeeeww": `hub position:4: "\xff" is not a piece`,
	} {
		_, err := b.ReadHub(text)
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzHub(f *testing.F) {
	f.Add("Wbbeeeeww")
	f.Add("BeWBeweez")
	small := boardOf(profile.BottomRight, profile.LowNumbers, profile.Black, profile.Algebraic, 4)
	small.MenRows = 1
	b := NewBoard(&small)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := b.ReadHub(text)
		if err != nil {
			return
		}
		dutch := strings.NewReplacer("z", "b", "Z", "B") // of the DamExchange protocol
		require.Equal(t, dutch.Replace(strings.ToUpper(text[:1])+text[1:]), b.WriteHub(s))
		again, err := b.ReadFEN(b.WriteFEN(s))
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}
