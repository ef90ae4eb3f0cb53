package notation_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

func steps(t *testing.T, text string) (turns []string) {
	t.Helper()
	g, err := notation.NewReader(strings.NewReader(text)).Next()
	require.NoError(t, err)
	list, err := g.Steps()
	require.NoError(t, err)
	for _, s := range list {
		turns = append(turns, s.Text)
	}
	return turns
}

func TestClaimsStandInCommentsThatOthersSkip(t *testing.T) {
	for turns, want := range map[string]string{
		"28-32 huff@32/19-23 31-27":         "1. 28-32 19-23 {[%turn huff@32/19-23]} 2. 31-27 *",
		"28-32 huff@32 31-27":               "1. 28-32 ... {[%turn huff@32]} 2. 31-27 *",
		"28-32 compel 28x19 14x23":          "1. 28x19 {[%turn 28-32 compel 28x19]} 1... 14x23 *",
		"28-32 compel@28 28x19 14x23":       "1. 28x19 {[%turn 28-32 compel@28 28x19]} 1... 14x23 *",
		"28-32 huff@31/19-23 compel 14x23":  "1. 28-32 14x23 {[%turn huff@31/19-23 compel 14x23]} *",
		"28-32 compel 28-33 compel 28x19":   "1. 28x19 {[%turn 28-32 compel 28-33 compel 28x19]} *",
		"28-32 compel":                      "1. 28-32 {[%turn 28-32 compel]} *",
		"28-32 waive 31-27":                 "1. 28-32 ... {[%turn waive]} 2. 31-27 *",
		"28-32@33 19-23":                    "1. 28-32 {[%turn 28-32@33]} 1... 19-23 *",
		"28x10=K pass draw":                 "1. 28x10 {[%turn 28x10=K pass draw]} *",
		"38x27x18 9-13":                     "1. 38x27x18 9-13 *",
		"28-32 huff@32/28x19=K huff@9/pass": "1. 28-32 28x19 {[%turn huff@32/28x19=K huff@9/pass]} *",
	} {
		g := &notation.Game{Moves: notation.MovesOf(strings.Fields(turns), false)}
		require.Equal(t, want, strings.TrimSpace(g.String()))
		require.Equal(t, strings.Fields(turns), steps(t, want))
	}
	g := &notation.Game{Moves: notation.MovesOf([]string{"b6-a5", "c3xe5"}, true)}
	require.Equal(t, "1... b6-a5 2. c3xe5 *", strings.TrimSpace(g.String()))
}

func TestACommandThatIsNotUnderstood(t *testing.T) {
	for _, command := range []string{"[%turn]", "[%turn ", "[%turn 28-32"} {
		g, err := notation.NewReader(strings.NewReader("\n 1. 28-32 {" + command + "} *")).Next()
		require.NoError(t, err)
		_, err = g.Steps()
		require.EqualError(t, err, `2:5: game 1: the command [%turn of move 28-32 is not understood (want such as [%turn huff@22/28-32])`, command)
	}
	// Other commands are comments.
	require.Equal(t, []string{"28-32"}, steps(t, "1. 28-32 {[%clk 1:00] later [%turning 3]} *"))
}

// Games at random under random rule sets come back from PDN turn by turn: claims,
// passes, captures with shared ends, the promotions of in-passing.
func TestGamesUnderAnyRulesRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1754, 2))
	var seen [4]int // turns by claim
	for range 150 {
		p := conformance.RandomProfile(rng)
		r := given.Compiled(t, p)
		n := notation.Of(p)
		h := rules.NewHistory(r, r.Start())
		var texts []string
		var played []rules.Turn
		for range 60 {
			turns := h.Turns()
			if len(turns) == 0 {
				break
			}
			u := turns[rng.IntN(len(turns))]
			if i := slices.IndexFunc(turns, func(u rules.Turn) bool { return u.Claim != rules.NoClaim }); i >= 0 && rng.IntN(2) == 0 {
				u = turns[i+rng.IntN(len(turns)-i)]
			}
			seen[u.Claim]++
			texts = append(texts, n.Format(notation.PDN, at(h), u, turns))
			played = append(played, u)
			h.Play(u)
		}
		g := &notation.Game{
			Tags:  notation.RuleTags("random", r),
			Moves: notation.MovesOf(texts, false),
		}
		require.Equal(t, texts, steps(t, g.String()), "%s", g)
		h = rules.NewHistory(r, r.Start())
		for i, text := range texts {
			turns := h.Turns()
			u, err := n.Parse(text, at(h), turns)
			require.NoError(t, err, "%v", conformance.Sets(p))
			require.Equal(t, played[i], u)
			h.Play(u)
		}
	}
	for _, claim := range []rules.ClaimKind{rules.NoClaim, rules.Huff, rules.Compel} {
		require.Greater(t, seen[claim], 50)
	}
}

// Passes up to the horizon of a study are read again, though all stand in one comment.
func TestPassesWithoutEnd(t *testing.T) {
	turns := append([]string{"32-28"}, slices.Repeat([]string{"pass"}, 100_000)...)
	g := &notation.Game{Moves: notation.MovesOf(turns, false)}
	require.Equal(t, turns, steps(t, g.String()))
}

func at(h *rules.History) board.Setup {
	s := h.State()
	return s.Setup()
}

func notationOf(t *testing.T, sets ...string) *profile.Profile {
	t.Helper()
	p := profile.Default()
	for i := 0; i < len(sets); i += 2 {
		a := profile.AxisOf(sets[i])
		require.NotNil(t, a)
		require.NoError(t, a.Set(p, sets[i+1]))
	}
	return p
}

func candidates(t *testing.T, p *profile.Profile, fen, text string) []string {
	t.Helper()
	r := given.Compiled(t, p)
	n := notation.Of(p)
	s := given.State(t, r, fen)
	at, turns := s.Setup(), r.Moves(nil, s)
	fits, err := n.Candidates(text, at, turns)
	if err != nil {
		return []string{err.Error()}
	}
	var list []string
	for _, u := range fits {
		list = append(list, n.Format(notation.PDN, at, u, turns))
	}
	slices.Sort(list)
	return list
}

func TestMovesAsTheyAreFoundInFiles(t *testing.T) {
	p := notationOf(t)
	for text, want := range map[string]string{"1x7": "1-7", "1:7": "1-7", "0107": "1-7", "01-07": "1-7", "7x1": `turn "7x1": not playable (want 1-6, 1-7)`} {
		require.Equal(t, []string{want}, candidates(t, p, "B:W50:B1", text), text)
	}
	require.Equal(t, []string{"1x12"}, candidates(t, p, "B:W7:B1", "1-12"))
	for text, want := range map[string][]string{
		"3127":     {"31-27"},
		"31-27":    {"31-27"},
		"031-027":  {"31-27"},
		"31x27":    {"31-27"},
		"31-28":    {`turn "31-28": not playable (want 31-26, 31-27)`},
		"31":       {`turn "31": neither a move nor a claim (want such as 28-32, 28x19, huff@22/28-32, compel, waive, pass or draw)`},
		"31-99":    {`turn "31-99": "99" is not a square (want 1 to 50)`},
		"a1-b2":    {`turn "a1-b2": "a1" is not a square (want 1 to 50)`},
		"31-27-22": {`turn "31-27-22": not playable (want 31-26, 31-27)`},
		"pass":     {`turn "pass": not playable (want 31-26, 31-27)`},
	} {
		require.Equal(t, want, candidates(t, p, "W:W31:B5", text), text)
	}
	// A capture with a stroke; and one written too shortly.
	require.Equal(t, []string{"28x19"}, candidates(t, p, "W:W28:B23,5", "28-19"))
	p = notationOf(t, "man.capture", "forward")
	const shared = "W:W38:B32,22,33,23"
	require.Equal(t, []string{"38x27x18", "38x29x18"}, candidates(t, p, shared, "38-18"))
	require.Equal(t, []string{"38x29x18"}, candidates(t, p, shared, "38:29:18"))
	require.Equal(t, []string{"38x27x18"}, candidates(t, p, shared, "38x18x22x32"))

	p = notationOf(t, "board.notation", "algebraic", "board.first_square", "bottom-left", "board.white_home", "low")
	for text, want := range map[string][]string{
		"a1-b2": {"a1-b2"},
		"a1b2":  {"a1-b2"},
		"ab2":   {"a1-b2"},
		"a-b2":  {"a1-b2"},
		"46-41": {"a1-b2"},
		"4641":  {"a1-b2"},
		"c:e3":  {"c1xe3"},
		"ce3":   {"c1xe3"},
		"c1:e3": {"c1xe3"},
	} {
		fen := "W:Wa1:Bj10"
		if text[0] == 'c' {
			fen = "W:Wc1:Bd2,j10"
		}
		require.Equal(t, want, candidates(t, p, fen, text), text)
	}
}

func FuzzTurn(f *testing.F) {
	for _, seed := range []string{"28-32", "38x29x18", "huff@22/28x19=K", "compel@3", "cd4", "3228", "c3:e5", "huff@", "waive", "1-2@3", "x", "--"} {
		f.Add(seed, uint64(len(seed)))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := conformance.RandomProfile(rng)
		r := given.Compiled(t, p)
		setup := conformance.RandomSetup(rng, p)
		s, err := r.Position(setup)
		if err != nil || setup.Kings[board.First].Len()+setup.Kings[board.Second].Len() > 2 {
			return // flying kings that turn on all lines can have too many captures
		}
		turns := r.Moves(nil, s)
		n := notation.Of(p)
		fits, err := n.Candidates(text, s.Setup(), turns)
		require.Equal(t, err == nil, len(fits) > 0)
		for _, u := range fits {
			require.Contains(t, turns, u)
		}
		if u, err := n.Parse(text, s.Setup(), turns); err == nil {
			require.Contains(t, fits, u)
		}
	})
}
