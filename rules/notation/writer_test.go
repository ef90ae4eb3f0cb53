package notation

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func write(t *testing.T, g *Game) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, WriteGame(&b, g))
	return b.String()
}

func TestGamesAreWrittenAsPDN3(t *testing.T) {
	games, faults := read(t, `[White "a \"b\" \\"]
1 32 - 28 19-23 {ill } (1... 18-23 2. 31-27 1-0) 28x19 $1 ! ... ; a } b
--  31-27 /FEN "W:W1:B2"/ 01-07 2-0`)
	require.Equal(t, []string{""}, faults)
	want := `[White "a \"b\" \\"]
[Result "2-0"]

1. 32-28 19-23 {ill} (1... 18-23 2. 31-27) 28x19! $1 -- ; a } b
-- 31-27 /FEN "W:W1:B2"/ 01-07 *

`
	require.Equal(t, want, write(t, games[0]))
	again, faults := read(t, want)
	require.Equal(t, []string{""}, faults)
	require.Equal(t, want, write(t, again[0]))

	require.Equal(t, "*\n\n", write(t, &Game{}))
	long := NewLine(strings.Fields(strings.Repeat("32-28 19-23 ", 30)), false, 'x')
	for line := range strings.SplitSeq(write(t, &Game{Line: long}), "\n") {
		require.LessOrEqual(t, len(line), width)
	}
}

// Names and comments are strangers' words; a reader at a terminal comes to no harm.
func TestGamesAreWrittenPlain(t *testing.T) {
	g := &Game{Tags: []Tag{{"Event", "n\x1b[31m\u202e"}, {"White", "\xff"}}, Line: NewLine([]string{"32-28"}, false, 'x')}
	g.Moves[0].Comments = []string{"a\x9b \u009b2J"}
	require.Equal(t, "[Event \"n�[31m�\"]\n[White \"�\"]\n\n1. 32-28 {a� �2J} *\n\n", write(t, g))
}

func TestWhatNoTextCanHold(t *testing.T) {
	for want, g := range map[string]*Game{
		`game 3: tag "a b" cannot be written (want a name of letters and digits, and a value on one line)`: {Number: 3, Tags: []Tag{{"a b", ""}}},
		`game 0: tag "A" cannot be written (want a name of letters and digits, and a value on one line)`:   {Tags: []Tag{{"A", "x\ny"}}},
		`game 0: move "nonsense" cannot be written (want such as 28-32)`:                                   {Line: Line{Moves: []Move{{Text: "nonsense"}}}},
		`game 0: set-up "\"" cannot be written`:                                                            {Line: Line{Moves: []Move{{Setup: `"`}}}},
	} {
		var b bytes.Buffer
		require.EqualError(t, WriteGame(&b, g), want)
		require.Empty(t, b.String())
	}
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
		require.Equal(t, known, g)
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
	f.Add("BeWBeweeb")
	small := boardOf(profile.BottomRight, profile.LowNumbers, profile.Black, profile.Algebraic, 4)
	small.MenRows = 1
	b := NewBoard(&small)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := b.ReadHub(text)
		if err != nil {
			return
		}
		require.Equal(t, strings.ToUpper(text[:1])+text[1:], b.WriteHub(s))
		again, err := b.ReadFEN(b.WriteFEN(s))
		require.NoError(t, err)
		require.Equal(t, s, again)
	})
}

// Brackets and braces that close have room on the line of what they close.
func TestLinesAreNarrow(t *testing.T) {
	for long := 1; long < 90; long++ {
		text := "1. 32-28 {" + strings.Repeat("w ", long/2) + strings.Repeat("x", long%20+1) + "} (1. 33-28 19-23 {" + strings.Repeat("y", long%17+1) + "} (1... 18-23)) 19-23 *\n"
		games, faults := read(t, text)
		require.Equal(t, []string{""}, faults)
		written := write(t, games[0])
		for line := range strings.Lines(written) {
			require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), width, written)
		}
		again, _ := read(t, written)
		require.Equal(t, written, write(t, again[0]))
	}
}
