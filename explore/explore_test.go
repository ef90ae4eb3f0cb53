package explore_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
	"varlab/internal/plain"
	"varlab/internal/testing/given"
	"varlab/rules/profile"
	"varlab/variants"
)

type turn struct {
	T, Only, Costs string
	Why            []string
	Way            []int
}

type answer struct {
	Error, FEN string
	Turns      []turn
	Game       []struct {
		T, N string
		L    [][]int
	}
	Parted string
	Ended  string
	Found  []struct {
		FEN   string
		Turns []string
	}
	Same bool
}

// said is what an engine answers.
func said(t testing.TB, e *explore.Engine, q explore.Request) string {
	t.Helper()
	text, err := json.Marshal(q)
	require.NoError(t, err)
	return string(e.Do(t.Context(), text))
}

// hear reads what the engine of a page answers.
func hear(t testing.TB, q explore.Request, a any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(said(t, engine, q)), a))
}

func ask(t testing.TB, q explore.Request) (a answer) {
	t.Helper()
	hear(t, q, &a)
	return a
}

var engine = &explore.Engine{Pieces: explore.PiecesInPage}

var (
	book    = explore.Ref{Ref: "polonaise-souffler"}
	spends  = explore.Ref{Ref: "polonaise-souffler", Sets: []string{"claim.huff_turn=spends"}}
	article = explore.Ref{Ref: "federation"}
)

// In the position of the README the huff that uses up the turn is a turn that the text does
// not know, and that clause alone makes it so.
func TestWhatTheHuffSpends(t *testing.T) {
	a := ask(t, explore.Request{Do: "position", Rules: []explore.Ref{spends, book}, FEN: "W:W28,46:B22,9", Turns: []string{"46-41"}})
	only := map[string][]string{}
	for _, turn := range a.Turns {
		if turn.Only != "" {
			only[turn.Only] = append(only[turn.Only], turn.T)
			require.Equal(t, []string{"claim.huff_turn"}, turn.Why, turn.T)
		}
	}
	require.Equal(t, map[string][]string{
		"a": {"huff@28"}, "b": {"huff@28/22-27", "huff@28/22-28", "huff@28/9-13", "huff@28/9-14"},
	}, only)
	require.Equal(t, "leaves 28x17, which was due", a.Game[0].N)
	require.Equal(t, [][]int{{27, 16}}, a.Game[0].L)
}

// A turn has the squares over which its arrow goes, from 0.
func TestWay(t *testing.T) {
	a := ask(t, explore.Request{Do: "position", Rules: []explore.Ref{article}, FEN: "W:W32:B18,28"})
	require.Equal(t, []turn{{T: "32x12", Way: []int{31, 22, 11}}}, a.Turns)
}

// Every position that is shown parts the two, and no two are one.
func TestPartings(t *testing.T) {
	for _, two := range [][]explore.Ref{{spends, book}, {book, article}, {article, {Ref: "english"}}, {{Ref: "english"}, {Ref: "italian"}}} {
		found := ask(t, explore.Request{Do: "part", Rules: two})
		require.Empty(t, found.Error)
		require.GreaterOrEqual(t, len(found.Found), 3, "%v", two)
		seen := map[string]bool{}
		for _, f := range found.Found {
			key := f.FEN + strings.Join(f.Turns, " ")
			require.False(t, seen[key], key)
			seen[key] = true
			a := ask(t, explore.Request{Do: "position", Rules: two, FEN: f.FEN, Turns: f.Turns})
			require.Empty(t, a.Error+a.Parted, key)
			require.True(t, slices.ContainsFunc(a.Turns, func(x turn) bool { return x.Only != "" || x.Costs != "" }), "%v %s", two, key)
		}
	}
	same := ask(t, explore.Request{Do: "part", Rules: []explore.Ref{article, {Ref: "federation", Sets: []string{"draw=[]"}}}})
	require.True(t, same.Same)
}

// A profile that was downloaded is the rule set, without faults, and opens again as it.
func TestProfilesGoThereAndBack(t *testing.T) {
	dir := t.TempDir()
	for _, ref := range []explore.Ref{
		spends, article,
		{Ref: "federation", Sets: []string{"king.range=short", "draw=[]", `capture.obligation="claimable"`}},
		{Ref: "polonaise-souffler", Sets: []string{`capture.obligation="compulsory"`, "board.rows=8", "board.columns=8", "board.men_rows=3"}},
		{Ref: "federation+both-blocked-draw", Sets: []string{`capture.precedence=["value"]`, "capture.king_value=200"}},
		{Ref: "diagonal", Sets: []string{"board.start=", "board.men_rows=4"}},
		{Ref: "international", Sets: []string{`draw=[{ kind = "repetition", count = 3 }, { kind = "material", strong = ["KKK"], weak = ["K"], plies = 32 }]`}},
	} {
		var made struct{ Error, Name, TOML string }
		hear(t, explore.Request{Do: "profile", Rules: []explore.Ref{ref}}, &made)
		require.Empty(t, made.Error, "%v", ref)
		path := filepath.Join(dir, made.Name)
		require.NoError(t, os.WriteFile(path, []byte(made.TOML), 0o666))
		faults, _, err := variants.Check(path)
		require.NoError(t, err)
		require.Empty(t, faults, "%s", made.TOML)

		var opened struct {
			Error string
			Rules explore.Ref
		}
		hear(t, explore.Request{Do: "open", Text: made.TOML}, &opened)
		require.Empty(t, opened.Error, made.TOML)
		hashes := map[string]bool{}
		for _, r := range []explore.Ref{ref, opened.Rules, {Ref: path}} {
			hashes[given.Rules(t, r.Ref, r.Sets...).PlayHash()] = true
		}
		require.Len(t, hashes, 1, "%v %s", ref, made.TOML)
	}
}

// Every axis that plays asks its question, and no two the same.
func TestQuestions(t *testing.T) {
	asked := map[string]string{}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if strings.HasPrefix(a.Key, "board.") && !a.Plays || !a.Plays {
			require.Empty(t, a.Question, a.Key)
			continue
		}
		require.True(t, strings.HasSuffix(a.Question, "?"), a.Key)
		require.Empty(t, asked[a.Question], a.Key)
		asked[a.Question] = a.Key
	}
}

// Games that are played quickly add up, are the same however they are asked for, and are
// the same under two rule sets where nothing parts them.
func TestQuickGames(t *testing.T) {
	var so []explore.Tally
	for n := range 4 {
		var a struct {
			Error, Says string
			So          []explore.Tally
			Shares      []map[string]struct{ Value, Low, High float64 }
		}
		hear(t, explore.Request{Do: "game", Rules: []explore.Ref{article, {Ref: "federation", Sets: []string{"board.white_home=high"}}}, Game: n, So: so}, &a)
		require.Empty(t, a.Error)
		so = a.So
		require.Equal(t, so[0], so[1])
		require.Equal(t, n+1, so[0].First+so[0].Drawn+so[0].Second+so[0].Open)
		sum := 0.0
		for _, s := range a.Shares[0] {
			require.LessOrEqual(t, s.Low, s.Value)
			require.GreaterOrEqual(t, s.High, s.Value)
			sum += s.Value
		}
		require.InDelta(t, 1, sum, 1e-9)
	}
}

// What few pieces are worth is what the tables say: a king wins against a man that cannot
// pass, and what is left out is said.
func TestValues(t *testing.T) {
	var a struct {
		Error        string
		Value, After int
		Turns        map[string]struct{ Value, After int }
	}
	hear(t, explore.Request{Do: "values", Rules: []explore.Ref{{Ref: "english"}}, FEN: "W:WK10:BK1"}, &a)
	require.Empty(t, a.Error)
	best := -1
	for _, w := range a.Turns {
		best = max(best, w.Value)
	}
	require.Equal(t, a.Value, best)
	hear(t, explore.Request{Do: "values", Rules: []explore.Ref{{Ref: "english"}}}, &a)
	require.Contains(t, a.Error, "want at most 3")
}

// What is wrong with a request is said.
func TestFaults(t *testing.T) {
	for name, q := range map[string]explore.Request{
		"is no question":                  {Do: "dance"},
		"0 rule sets are named":           {Do: "position"},
		"is no rule set here":             {Do: "rules", Rules: []explore.Ref{{Ref: "../x.toml"}}},
		"is no reading":                   {Do: "rules", Rules: []explore.Ref{{Ref: "federation+/etc"}}},
		"unknown reading":                 {Do: "rules", Rules: []explore.Ref{{Ref: "federation+x"}}},
		"unknown key":                     {Do: "rules", Rules: []explore.Ref{{Ref: "federation", Sets: []string{"king.rang=short"}}}},
		"contradicts a short king":        {Do: "rules", Rules: []explore.Ref{{Ref: "killer", Sets: []string{"king.range=short"}}}},
		"fen:2:":                          {Do: "position", Rules: []explore.Ref{article}, FEN: "x"},
		"stands where it becomes a king":  {Do: "position", Rules: []explore.Ref{article}, FEN: "W:W46:B1"},
		"turn 1":                          {Do: "position", Rules: []explore.Ref{article}, Turns: []string{"1-50"}},
		"level 9":                         {Do: "choose", Rules: []explore.Ref{article}, Level: 9},
		"game -1":                         {Do: "game", Rules: []explore.Ref{article, book}, Game: -1},
		"earlier games are not 100":       {Do: "game", Rules: []explore.Ref{article, book}, So: []explore.Tally{{First: math.MaxInt, Drawn: math.MaxInt, Second: math.MaxInt, Open: math.MaxInt}}},
		"earlier games are not":           {Do: "game", Rules: []explore.Ref{article, book}, So: []explore.Tally{{First: -5}}},
		`"a.toml" is no rule set`:         {Do: "rules", Rules: []explore.Ref{{Ref: "a.toml"}}},
		"a.toml:1:12: inherits":           {Do: "rules", Rules: []explore.Ref{{Ref: "a.toml", Text: "inherits = \"./x.toml\"\n"}}},
		"is a file":                       {Do: "open", Text: "inherits = \"./x.toml\"\n"},
		"profile.toml:1:":                 {Do: "open", Text: "inherits = \"nobody\"\n"},
		"the game is over":                {Do: "choose", Rules: []explore.Ref{article}, FEN: "W:W:B20"},
		fmt.Sprint("want at most ", 2000): {Do: "position", Rules: []explore.Ref{article}, Turns: make([]string, 3000)},
	} {
		require.Contains(t, ask(t, q).Error, name)
	}
}

// FuzzAsk asks anything: an answer is JSON.
func FuzzAsk(f *testing.F) {
	for _, q := range []explore.Request{
		{Do: "rules", Rules: []explore.Ref{spends}},
		{Do: "position", Rules: []explore.Ref{spends, article}, FEN: "W:W28,46:B22,9", Turns: []string{"46-41", "huff@28"}},
		{Do: "profile", Rules: []explore.Ref{spends}},
		{Do: "open", Text: "inherits = \"federation\"\n[king]\nrange = { is = \"short\", assumed = \"x\" }\n"},
		{Do: "rules", Rules: []explore.Ref{{Ref: "a.toml", Text: "inherits = \"federation\"\ntitle = \"x\"\n"}}},
		{Do: "choose", Rules: []explore.Ref{{Ref: "english"}}, FEN: "W:WK10:BK1"},
	} {
		text, err := json.Marshal(q)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		var q explore.Request
		if json.Unmarshal(request, &q) == nil && (q.Do == "part" || q.Do == "game" || q.Do == "values") {
			return // they take their time
		}
		require.True(t, json.Valid(engine.Do(t.Context(), request)))
	})
}

// Whatever is asked, or stands in a profile that is opened, turns no page that shows the
// answer.
func TestAnswersArePlain(t *testing.T) {
	turned := "\u202e\u0085x"
	for _, q := range []explore.Request{
		{Do: turned},
		{Do: "rules", Rules: []explore.Ref{{Ref: turned}}},
		{Do: "rules", Rules: []explore.Ref{{Ref: "federation", Sets: []string{turned}}}},
		{Do: "rules", Rules: []explore.Ref{{Ref: "federation", Sets: []string{`king.range="` + turned + `"`}}}},
		{Do: "position", Rules: []explore.Ref{{Ref: "federation"}}, FEN: turned},
		{Do: "position", Rules: []explore.Ref{{Ref: "federation"}}, Turns: []string{turned}},
		{Do: "open", Text: "inherits=\"federation\"\nstatus=\"invented\"\nsummary=\"s\"\ntitle=\"x\"\n[king]\nrange={is=\"short\",clause=\"\\u202e.x\"}\n"},
		{Do: "open", Text: "inherits=\"federation\"\nstatus=\"invented\"\nsummary=\"s\"\ntitle=\"\\u202ex\"\n"},
	} {
		answer := said(t, engine, q)
		require.True(t, json.Valid([]byte(answer)), answer)
		require.Equal(t, plain.Text(answer), answer, "%+v", q)
	}
}

// A file of one's own is shown with its own title and clauses, and inherits neither the place
// nor the period of the rule set whose values it takes.
func TestOwnTexts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "opa.toml")
	require.NoError(t, os.WriteFile(file, []byte(`inherits = "polonaise-souffler"
title = "Grandfather's draughts"
[source.opa]
title = "Recollections"
year = "2025"
[source.opa.clauses]
c2 = "The huff is the claimant's turn."
[claim]
huff_turn = { is = "spends", clause = "opa.c2" }
`), 0o666))
	v := given.Variant(t, file)
	require.Empty(t, v.Period+v.Place+v.Language+v.Family)
	e := &explore.Engine{Texts: map[string]string{"opa.toml": v.TOML()}}
	for _, sets := range [][]string{nil, {"king.range=short"}} {
		answer := said(t, e, explore.Request{Do: "rules", Rules: []explore.Ref{{Ref: "opa.toml", Sets: sets}}})
		require.Contains(t, answer, `"title":"Grandfather's draughts"`)
		require.Contains(t, answer, "The huff is the claimant's turn.")
		require.Contains(t, answer, "Recollections")
		require.NotContains(t, answer, "Souffler n'est pas jouer")
	}
	require.Contains(t, said(t, e, explore.Request{Do: "catalog"}), `"own":[{"ref":"opa.toml","title":"Grandfather's draughts"`)
}
