package notation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// read returns the games of text and their errors as text, empty for none.
func read(t *testing.T, text string) (games []*Game, faults []string) {
	t.Helper()
	for g, err := range NewReader(strings.NewReader(text)).Games() {
		fault := ""
		if err != nil {
			require.ErrorAs(t, err, new(*SyntaxError))
			fault = err.Error()
		}
		games, faults = append(games, g), append(faults, fault)
	}
	return games, faults
}

func texts(l *Game) string {
	var list []string
	for _, m := range l.Moves {
		list = append(list, m.Text)
	}
	return strings.Join(list, " ")
}

func TestAGameWithEverything(t *testing.T) {
	games, faults := read(t, `% a line that other programs wrote
[Event "A \"great\" match"]
[White "Ann"] [Black "B\\C"]
[Round "1"]

{before} 1. 32-28! $1 {good} 19-23?! 2. 28x19 ( 2. 28-22 {no} (2. 31-27) 17x28 1-0 ) 14x23
; to the end of the line } 3. 1-1
3. 37-32 (!) 3... 10 - 14 /FEN "W:W31:B20"/ 31-27 2-0
`)
	require.Equal(t, []string{""}, faults)
	g := games[0]
	require.Equal(t, []Tag{{"Event", `A "great" match`}, {"White", "Ann"}, {"Black", `B\C`}, {"Round", "1"}}, g.Tags)
	require.Equal(t, "Ann", g.Tag("White"))
	require.Equal(t, "2-0", g.Result)
	require.Equal(t, "2-0", g.Stated())
	require.Equal(t, "32-28 19-23 28x19 14x23 37-32 10-14  31-27", texts(g))
	m := g.Moves
	require.Equal(t, Move{Row: 6, Column: 13, Number: 1, Text: "32-28", Comments: []string{"good"}}, m[0])
	require.Equal(t, []string{"to the end of the line } 3. 1-1"}, m[3].Comments)
	require.Equal(t, 3, m[5].Number)
	require.True(t, m[5].Dots)
	require.Equal(t, `W:W31:B20`, m[6].Setup)
}

func TestWaysToWriteMovesAndResults(t *testing.T) {
	for in, want := range map[string]string{
		"1. c3-d4 b6-a5 2. d4:f6 g7xe5 *":      "c3-d4 b6-a5 d4:f6 g7xe5",
		"1. c3d4 2. cd4 ab6 c:e5 3228 0317 *":  "c3d4 cd4 ab6 c:e5 3228 0317",
		"1.C3-D4 F6-E5 2.D4:F6 *":              "c3-d4 f6-e5 d4:f6",
		"1. 32 - 28 19 - 23 2. 28 x 19 14x 23": "32-28 19-23 28x19 14x23",
		"1. 28 x 19 x 8 5 - 10 28x19 x8 *":     "28x19x8 5-10 28x19x8",
		"1. H4 x F6 х h8 28:19 : 8 1 : 0":      "h4xf6xh8 28:19:8",
		"1. 28 x 19 8 x 3 19x8 2 : 0":          "28x19 8x3 19x8",
		"1. 33×22 17–21 28x19x10 *":            "33x22 17-21 28x19x10",
		"1. n3-m4 M10 - N11 c:e5:g7 *":         "n3-m4 m10-n11 c:e5:g7",
		"1. ... 19-23 2. 28x19 *":              "19-23 28x19",
		"1... 19-23 2. -- ... 3. - - 3-9":      "19-23 ... ... ... 3-9",
		"1. 32-28 % 2. 31-27\n19-23 %\n*":      "32-28 19-23",
		"[Result \"4-6\"]1. 38-32 13-19 4-6":   "38-32 13-19",
		"[Result \"4-6\"]1. 38-32 4-6 *":       "38-32 4-6",
		"1 32-28 19-23 2 28x19 14x23 1/2-1/2":  "32-28 19-23 28x19 14x23",
		"1.32-28 19-23 2.28x19 14x23 1/2 :":    "32-28 19-23 28x19 14x23",
		"9999. 3228 1923 10000.2819 1423 *":    "3228 1923 2819 1423",
		"3228. 3228 3228... 1923 12345.3228 *": "3228 1923 3228",
	} {
		games, _ := read(t, in)
		require.Equal(t, want, texts(games[0]), in)
	}
	for in, want := range map[string]string{
		"1-0": "1-0", "2-0": "2-0", "0-2": "0-2", "1-1": "1-1", "0-0": "0-0", "1/2-1/2": "1/2-1/2", "*": "*",
		"1 - 0": "1-0", "1/2:1/2": "1/2-1/2", "½ : ½": "1/2-1/2", "1 — 0": "1-0", "2:0": "2-0", "½-½": "1/2-1/2", "1/2 - 1/2": "1/2-1/2", "2–0": "2-0", "½ - ½": "1/2-1/2", "½–½": "1/2-1/2", "1\x961": "1-1",
	} {
		games, faults := read(t, "[Event \"x\"]\n1. 32-28 "+in)
		require.Equal(t, []string{""}, faults, in)
		require.Equal(t, want, games[0].Result, in)
	}
}

func TestGamesBeginWithATagOrAfterAResult(t *testing.T) {
	games, faults := read(t, "1. 32-28 2-0 1. 31-27 1-1\n[White \"a\"]\n1. 33-29\n\n[White \"b\"]\r\n\r\n[White \"c\"]\r1. 34-30 *\n\n")
	require.Equal(t, []string{"", "", "", "", ""}, faults)
	var list []string
	for _, g := range games {
		list = append(list, g.Tag("White")+" "+texts(g)+" "+g.Result)
	}
	require.Equal(t, []string{" 32-28 2-0", " 31-27 1-1", "a 33-29 ", "b  ", "c 34-30 *"}, list)

	// One header may say a tag twice, and have empty lines in it.
	games, faults = read(t, "[Event \"a\"]\n[White \"x\"]\n[Event \"b\"]\n\n[Date \"1770\"]\n\n1. 32-28 *")
	require.Equal(t, []string{""}, faults)
	require.Len(t, games[0].Tags, 4)

	games, faults = read(t, " \n% nothing\n* *\n2-0 1/2-1/2 {so it ended}\n*\n")
	require.Empty(t, games)
	require.Empty(t, faults)
}

func TestABadGameDoesNotLoseTheNext(t *testing.T) {
	const good = "[White \"good\"]\n\n1. 32-28 19-23 *\n\n"
	for bad, want := range map[string]string{
		"[White \"x\"]\n1. 32-28 what 2. 31-27 2-0\n":                               `2:10: game 1: "what" is no move, number or result (want such as 32-28, 1. or 1-0)`,
		"[White \"x\"]\n1. 32-28 ) 2. 31-27\n":                                      `2:10: game 1: nothing is open that ")" could close`,
		"[White \"x\"]\n1. 32-28 (2. 31-27\n":                                       `2:10: game 1: the variation is not closed (want a closing parenthesis)`,
		"[White \"x\"]\n1. 32-28 {2. 31-27\n":                                       `2:10: game 1: the comment is not closed (want a closing brace)`,
		"[White \"x]\n1. 32-28 2. 31-27 *\n":                                        `1:1: game 1: the value of tag White does not end on its line (want "])`,
		"[White x]\n1. 32-28 2. 31-27 *\n":                                          `1:1: game 1: the tag is not understood (want a name and a value in quotation marks, such as [Event "Name"])`,
		"[White \"x\"]\n[Site \"cut sh\n\n":                                         `2:1: game 1: the value of tag Site does not end on its line (want "])`,
		"[White \"cut sh\n\n":                                                       `1:1: game 1: the value of tag White does not end on its line (want "])`,
		"[Eve\n\n[Event \"y\"]\n\n1. 31-27 *\n":                                     `1:1: game 1: the tag is not understood (want a name and a value in quotation marks, such as [Event "Name"])`,
		"[White 7 \"x\"]\n\n":                                                       `1:1: game 1: the tag is not understood (want a name and a value in quotation marks, such as [Event "Name"])`,
		"[White \"x\"]\n1. 32-28 & 2. 31-27\n":                                      `2:10: game 1: "&" is no move, number or result (want such as 32-28, 1. or 1-0)`,
		"[White \"x\"]\n1. 32-28 $ *\n":                                             `2:10: game 1: "$" is no move, number or result (want such as 32-28, 1. or 1-0)`,
		"[White \"x\"]\n1. 32-28 /FEN W:W1:B2/ *\n":                                 `2:10: game 1: the set-up is not understood (want such as /FEN "W:W31-50:B1-20"/)`,
		"[White \"x\"]\n12345 32-28 *\n":                                            `2:1: game 1: "12345" is no move, number or result (want such as 32-28, 1. or 1-0)`,
		"[White \"x\"]\n" + strings.Repeat("(", 70) + " *\n":                        `2:70: game 1: the variation is not closed (want a closing parenthesis)`,
		"[White \"x\"]\n1. 32-28 (2. 31-27 1-0\n\n1. 32-28 19-23 1-0\n\n":           `2:10: game 1: the variation is not closed (want a closing parenthesis)`,
		"[White \"x\"]\n1. 32-28 { 2. 31-27 1-0\n\n[white \"y\"] ; z\n1. 32-28 *\n": `2:10: game 1: the comment is not closed (want a closing brace)`,
		"[White \"x\"]\n[Bad\n\n[Site \"y\"]\n1. 32-28 *\n":                         `2:1: game 1: the tag is not understood (want a name and a value in quotation marks, such as [Event "Name"])`,
		"[White \"x\"]\n1. 32-28 \x00\xff *\n":                                      `2:10: game 1: "\x00ÿ" is no move, number or result (want such as 32-28, 1. or 1-0)`,
	} {
		games, faults := read(t, bad+good)
		require.GreaterOrEqual(t, len(games), 2, bad)
		require.Equal(t, want, faults[0], bad)
		last := games[len(games)-1]
		require.Equal(t, "", faults[len(faults)-1], bad)
		require.Equal(t, "good", last.Tag("White"), bad)
		require.Equal(t, "32-28 19-23", texts(last), bad)
	}
}

// Nor does it take the one that follows with it.
func TestABadGameEnds(t *testing.T) {
	for text, want := range map[string][]string{
		"[event \"1\"]\n1. 32-28 { x\n\n[event \"2\"]\n1. 32-28 1-0\n":                                                 {"32-28", "32-28"},
		"1. 32-28 (31-26 1-0\n\n1. 32-27 1-0\n\n1. 31-27 0-1\n":                                                        {"32-28", "32-27", "31-27"},
		"1. 32-28 (31-26 1-0\n)\n\n19-23 1-0\n\n(31-26 1-0\n\n) 1. 31-27 0-1\n":                                        {"32-28 19-23", "31-27"},
		"[Event \"1\"]\n\n1. 32-28 zz 1 - 0\n\n1. 31-27 zz 1/2 - 1/2\n\n1. 32-27 zz ½ - ½\n\n1. 31-26\n":               {"32-28", "31-27", "32-27", "31-26"},
		"[Event \"1\"]\n1. 32-28 { x\n[event-name \"2\"]\n\n1. 31-27 1-0\n":                                            {"32-28", "31-27"},
		"[Event \"1\"]\n[Bad\n[Result \"1-0\"]\n\n[White \"2\"]\n[Result \"1-0\"]\n1. 32-28 1-0\n":                     {"", "32-28"},
		"[Event \"1\"]\n1. 32-28 { [x]\n[%y \"\"]\n\n1. 31-26 * [Event \"2\"]\n\n 1. 32-28 *\n} 19-23 *\n1. 31-27 *\n": {"32-28 19-23", "31-27"},
		// Words that end in a stroke, marks and letters beside a result.
		"1. 32-28 White resigns: 1-0\n\n1. 31-27 foo 33-28 -- 1-0\n\n1. 32-27 won - 1-0\n\n1. 31-26 foo Max 1-0\n": {"32-28", "31-27", "32-27", "31-26"},
		"1. 32-28 foo 33x 1-0\n\n1. 31-27 score: ½\n\n1. 32-27 2. 33- 1-0\n\n1. 31-26":                             {"32-28", "31-27", "32-27", "31-26"},
		"1. 32-28 foo\u00a01-0\n\n1. 31-26 foo (2-0).\n\n1. 34-30":                                                 {"32-28", "31-26", "34-30"},
		// Tags in the midst of a bad game.
		"[Event \"1\"]\n\n1. 32-28 1-0\n[FEN \"W:W28:B1\"]\n\n[Event \"2\"]\n\n1. 28-23 1-0\n": {"32-28", "28-23"},
		// Tags that are bad.
		"[Event \"x\" 1. 32-28 19-23 1-0\n[Event \"y\"]\n1. 31-27 1-0\n":        {"", "31-27"},
		"[note] 1. 32-28 19-23 1-0\n\n1. 31-27 1-0\n":                           {"", "31-27"},
		"1. 32-28 19-23\n[note] 2. 37-32 0-1\n[Event \"next\"]\n1. 31-27 1-0\n": {"32-28 19-23", "", "31-27"},
		"[note [a] \"] foo 1-0\n\n1. 31-27 foo [x \"y 1-0\n\n1. 32-27":          {"", "31-27", "32-27"},
		// Comments and variations that are closed, or not.
		"1. 32-28 {open 19-23 1-0\n\ufeff[Event \"2\"]\n1. 31-27 1-0\n":                    {"32-28", "31-27"},
		"1. 32-28 {x\n\n[Word \"y\"] z}\n19-23 1-0\n\ufeff[Event \"2\"]\n\n1. 31-27 1-0\n": {"32-28 19-23", "31-27"},
		"1. 32-28 (1. 31-27 1-0\n\n{x}\n) 19-23 1-0\n\n1. 31-27 1-0\n":                     {"32-28 19-23", "31-27"},
		"1. 32-28 (1. 31-27 1-0\n\n{x}\n\n1. 32-27 19-23 1-0\n":                            {"32-28", "32-27 19-23"},
		"1. 32-28 (1. 31-27 1-0\n\n% x\n1. 32-27 19-23 1-0\n":                              {"32-28", "32-27 19-23"},
		"[A b]\n\n% x\n[C \"d\"]\n\n{x}\n1. 32-27 19-23 1-0\n":                             {"", "32-27 19-23"},
		"[A b]\n\n{x}\n[C \"d\"]\n1. 32-27 19-23 1-0\n":                                    {"", "32-27 19-23"},
		"1. 32 – 28 19 − 23 foo 1 – 0\n\n1. 31 × 27 1 – 0\n":                               {"32-28 19-23", "31x27"},
	} {
		games, _ := read(t, text)
		var said []string
		for _, g := range games {
			said = append(said, texts(g))
		}
		require.Equal(t, want, said, text)
	}
}

func TestATagValueMayHoldQuotationMarks(t *testing.T) {
	games, faults := read(t, `[Event "The "Golden" cup"] [Site "C:\"]`+"\n*")
	require.Equal(t, []string{""}, faults)
	require.Equal(t, []Tag{{"Event", `The "Golden" cup`}, {"Site", `C:\`}}, games[0].Tags)
}

// endless repeats a game n times without ever holding more than one.
type endless struct {
	game []byte
	n    int
	rest []byte
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		if e.n == 0 {
			return 0, io.EOF
		}
		e.n, e.rest = e.n-1, e.game
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestManyGamesStream(t *testing.T) {
	const n = 20_000
	r := NewReader(&endless{game: []byte("[White \"x\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n"), n: n})
	count := 0
	for g, err := range r.Games() {
		require.NoError(t, err)
		count++
		require.Equal(t, count, g.Number)
		require.Len(t, g.Moves, 4)
	}
	require.Equal(t, n, count)
}

// A text that is longer than any game is none, whatever it consists of, and the next game
// is read.
func TestAGameIsNotEndless(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[T \""+strings.Repeat("x", 1000)+"\"]\n", longestGame/1000) + "1. 32-28 *\n",
		"1. 32-28 {" + strings.Repeat("1. 31-26 * 1. 33-29 *\n", longestGame/20) + "} *\n",
	} {
		r := NewReader(strings.NewReader(text + "[White \"good\"]\n\n1. 32-28 19-23 *\n"))
		_, err := r.Next()
		require.Error(t, err, "%.20q", text)
		var g *Game
		for err != nil || g.Tag("White") != "good" {
			require.NotErrorIs(t, err, io.EOF, "%.20q", text)
			g, err = r.Next()
		}
		require.Len(t, g.Moves, 2)
	}
}

func TestUTF16IsSaidToBe(t *testing.T) {
	for _, text := range []string{"\xFF\xFE1\x00.\x00", "\xFE\xFF\x001\x00."} {
		n := 0
		for _, err := range NewReader(strings.NewReader(text)).Games() {
			n++
			require.EqualError(t, err, "the text is UTF-16 (want UTF-8, or a character set of single bytes)")
		}
		require.Equal(t, 1, n)
	}
	// Its mark alone is two letters, and the game after them is read.
	games := 0
	for g, err := range NewReader(strings.NewReader("\xFF\xFE\n\n[Event \"good\"]\n\n1. 32-28 *\n")).Games() {
		if err == nil && len(g.Tags) > 0 {
			games++
		}
	}
	require.Equal(t, 1, games)
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("disk gone") }

func TestAReadErrorEndsTheFile(t *testing.T) {
	n := 0
	for _, err := range NewReader(io.MultiReader(strings.NewReader("1. 32-28 *\n\n1. 31-27"), broken{})).Games() {
		if n++; n == 2 {
			require.EqualError(t, err, "after line 3: disk gone")
		} else {
			require.NoError(t, err)
		}
	}
	require.Equal(t, 2, n)
}

func TestCharacterSets(t *testing.T) {
	const (
		cyrillic = "\xc8\xe2\xe0\xed\xee\xe2" // Ivanov in Windows-1251
		latin    = "M\xfcller"
	)
	game := func(white string) string { return "[White \"" + white + "\"]\n1. 32-28 *\n" }
	names := func(text string) (names []string) {
		for g, err := range NewReader(strings.NewReader(text)).Games() {
			require.NoError(t, err)
			names = append(names, g.Tag("White"))
		}
		return names
	}
	all := game("Müller") + game("Иванов") + game(latin) + game(cyrillic)
	require.Equal(t, []string{"Müller", "Иванов", "Müller", "Иванов"}, names("\uFEFF"+all))
	// Too short to tell: as the text before.
	require.Equal(t, []string{"Иванов", "й"}, names(game(cyrillic)+game("\xe9")))
	require.Equal(t, []string{"Müller", "é", "“x”"}, names(game(latin)+game("\xe9")+game("\x93x\x94")))

	// Cyrillic letters that look like the Latin ones, in the coding of the file.
	games, faults := read(t, game(cyrillic)[:17]+"1. \xf13-d4 f6-\xe55 2. d4\xf5f6 *\n")
	require.Equal(t, []string{""}, faults)
	require.Equal(t, "c3-d4 f6-e5 d4xf6", texts(games[0]))
	// And in UTF-8, with strokes of any length, capitals and blanks at once.
	for _, text := range []string{
		"1. C3 - D4 F6 - E5 2. D4 X F6 *", "1. с3 - d4 F6 — е5 2. D4 Х f6 *", "1. С3—d4 f6−Е5 2. d4 х F6 *", "1. c3 – d4 f6 - e5 2. d4X f6 *",
	} {
		games, faults = read(t, text)
		require.Equal(t, []string{""}, faults, text)
		require.Equal(t, "c3-d4 f6-e5 d4xf6", texts(games[0]), text)
	}
	games, faults = read(t, "1. g3-Н4 a7-В6 *")
	require.Equal(t, []string{""}, faults)
	require.Equal(t, "g3-h4 a7-b6", texts(games[0]))
	games, faults = read(t, "1. c3-d4 f6-e5 2. d4\xd7f6 \xbd-\xbd")
	require.Equal(t, []string{""}, faults)
	require.Equal(t, "1/2-1/2", games[0].Result)
}

// much returns texts of about so many bytes with a lot of one thing.
func much(bytes int) []string {
	some := func(before, one string) string { return before + strings.Repeat(one, bytes/len(one)) }
	var tags strings.Builder
	for i := 0; tags.Len() < bytes; i++ {
		fmt.Fprintf(&tags, "[T%d \"\"]\n", i)
	}
	return []string{
		tags.String(), some("", "[T \"\"]\n"), some("[T \"", "\\\""), some("", "[T \"\"]\n\n"),
		some("", "1-2 "), some("", "1. 1-2 2-1\n"), some("1-2", "-3"), some("1-2", "- 3"), some("", "a"), some("", "1"), some("", "\xc8"), some("", "--"), some("", "- - "),
		some("1-2 ", "!"), some("1-2 ", "! "), some("1-2 ", "(!)"), some("1-2 ", "$1"), some("1-2 ", "{a}"), some("1-2 ", "{"), some("1-2 {", "a "), some("", "{}"),
		some("1-2 ", "()"), some("1-2 ", "("), some("1-2 ", "(1-2 "), some("1-2 ", "(1-2)"), some("1-2 (1-2 ", ")("), some("", "/FEN \"\"/"), some("/FEN \"", " ") + "\"/",
		some("", "*"), some("", "1-2 *\n"), some("", "... "), some("", "%\n"), some("", ";\n"), some("x [", "["), some("x ", "[a \" "), some("", "[a \"b] "), some("", "[a \" 1. 1-2 1-0 "), some("", "[a 1. 1-2 1-0 "), some("x ", "a1"), some("x ", "a 1- "), some("x {\n", "[a \"\"]"), some("", "(1-2 {a} $1 1-2 *)"),
		some("1-2 {[%turn", " a") + "]}", some("", "1-2 {[%turn 1-2 1-2 1-2 1-2]} "), some("1-2 {[%turn", " a"),
		strings.Repeat(" ", bytes/2) + strings.Repeat("1-2 ", bytes/8), strings.Repeat(" ", bytes/2) + strings.Repeat("*", bytes/2),
	}
}

func FuzzPDN(f *testing.F) {
	for _, text := range much(1 << 12) {
		f.Add([]byte(text))
	}
	f.Add([]byte("[Event \"x\"]\n1. 32-28! {a} 19-23 (1... 18-23 *) 2. 28x19 $3 14x23 2-0\n\n[White \"y\"]\n1. c3-d4 /FEN \"W:Wa1:B\"/ ... {[%turn huff@a1]} *"))
	f.Add([]byte("[a \"\\\"\"] ; } x\n(1. cd4 (!) 1/2) ) % \n% x\n1..... -- - - 3228 \xc8\xe2 *"))
	f.Add([]byte("[White \"x\n{ [%turn] \n[Black \"y\"]\n32-28 {[%turn 1-2 compel 32-28]} 1 - 0 ½"))
	f.Add([]byte("1. 32-28 2. --! $1 {[%turn huff@22]} 3. -- {a} {[%turn huff@22]} *"))
	f.Add([]byte("\xFF\xFE1\x00.\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(bytes.NewReader(text))
		for g, err := range r.Games() {
			var fault *SyntaxError
			if err != nil && bytes.IndexByte(text, 0xFF) >= 0 && strings.HasPrefix(err.Error(), "the text is UTF-16") {
				return // it cannot be read at all
			}
			if err != nil {
				require.ErrorAs(t, err, &fault)
				require.Positive(t, fault.Row)
				require.Positive(t, fault.Column)
				continue
			}
			g.Steps()
		}

		// Whatever stands before it, a game is read.
		const good = "\n\n[Event \"good\"]\n\n1. 32-28 19-23 *\n"
		var last *Game
		var fault error
		for g, err := range NewReader(io.MultiReader(bytes.NewReader(text), strings.NewReader(good))).Games() {
			last, fault = g, err
		}
		require.NoError(t, fault)
		require.Equal(t, "32-28 19-23", texts(last))
	})
}
