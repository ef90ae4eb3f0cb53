package games_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/games"

	"github.com/stretchr/testify/require"
)

// hold holds the games of text against p.
func hold(t *testing.T, p *profile.Profile, text string, beside ...*profile.Profile) (*games.Tally, []games.Finding) {
	t.Helper()
	rs := []*rules.Rules{given.Compiled(t, p)}
	for _, b := range beside {
		rs = append(rs, given.Compiled(t, b))
	}
	b, err := games.NewBench(make([]string, len(rs)), rs)
	require.NoError(t, err)
	j, err := games.NewReferee(rs[0], beside...)
	require.NoError(t, err)
	var all []games.Finding
	for g, err := range notation.NewReader(strings.NewReader(text)).Games() {
		b.Add("", g, err)
		all = append(all, j.Follow(g, err))
	}
	return b.Tallies[0], all
}

func TestTheFirstIllegalMoveOfAGame(t *testing.T) {
	tally, all := hold(t, given.Variant(t, "international").Profile, `[White "a"] [Black "b"]
1. 32-28 19-23 2. 31-27 14x34 *
1. 32-28 19-23 2. 28x19 14x23 3. 33-28 *
1. 32-28 19-23 2. 28x19 14x23 3. 37-32 what *
1. 32-28 -- 2. 33-29 *
1. 32-28 *`)
	require.Equal(t, []games.Illegal{{
		Where: games.Where{Game: 1, Players: "a - b"}, Ply: 3, Move: "31-27",
		FEN:        "W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23",
		Forbidding: []string{"capture.obligation"},
	}}, tally.Illegal)
	require.Equal(t, 5, tally.Games)
	require.Equal(t, 2, tally.Legal)
	require.Equal(t, 1, tally.Incomplete)
	require.Len(t, tally.Unread, 1)
	require.Equal(t, `4:40: game 3: "what" is no move, number or result (want such as 32-28, 1. or 1-0)`, tally.Unread[0].Error)
	require.True(t, all[3].Gap)
	require.Equal(t, 1, all[3].Plies)
	require.Equal(t, 3+5+5+1+1, tally.Plies)
}

// A game counts in one row: where its text is bad after an illegal move, it is one with an
// illegal move, and as likely as it is without what follows.
func TestAGameCountsOnce(t *testing.T) {
	for text, want := range map[string][5]int{
		"1. 32-28 19-23 2. 28x19 *":                    {1, 0, 0, 0, 0},
		"1. 32-28 19-23 2. 33-29 what *":               {0, 1, 0, 0, 0},
		"1. 32-28 19-23 2. 33-29 (2. 28x19":            {0, 1, 0, 0, 0},
		"1. 32-28 19-23 2. 28x19 what 33-29 *":         {0, 0, 1, 0, 0},
		"[RuleSet x]\n1. 32-28 19-23 2. 33-29 *":       {0, 0, 1, 0, 0},
		"1. 32-28 19-23 2. 33-29 {[%turn]} *":          {0, 0, 1, 0, 0},
		"1. 32-28 19-23 2. 33-29 /FEN \"W:W1:B50\"/ *": {0, 1, 0, 0, 0},
		"1. 32-28 {[%turn huff@22/32-28]} *":           {0, 1, 0, 0, 0},
		"1. 32-28 -- 2. 33-29 what *":                  {0, 0, 1, 0, 0},
		"1. 32-28 -- 2. 33-29 *":                       {0, 0, 0, 1, 0},
		"*\n[Event \"x\"]\n*":                          {0, 0, 0, 0, 1},
	} {
		tally, _ := hold(t, given.Variant(t, "international").Profile, text)
		require.Equal(t, 1, tally.Games, text)
		require.Equal(t, want, [5]int{tally.Legal, len(tally.Illegal), len(tally.Unread), tally.Incomplete, tally.Empty}, text)
	}
	likelihoods := func(text string) []float64 {
		b := bench(t, "1. 32-28 19-23 2. 33-29 23x32 "+text, "international", "polonaise-souffler")
		return []float64{b.Tallies[0].Likelihood, b.Tallies[1].Likelihood}
	}
	require.Equal(t, likelihoods("*"), likelihoods("what *"))
}

// Each position lets one axis alone forbid a move.
func TestAnAxisBindsWhereItForbidsAMove(t *testing.T) {
	for _, c := range []struct{ sets, fen, move, binds string }{
		{"man.capture=forward", "W:W28:B33", "28-22", "man.capture"},
		{"man.capture=forward", "W:W28:B5", "28-22", ""},
		{"", "W:W28:B22", "28x17", "capture.obligation"},
		{"", "W:W28,50:B22,12", "28x8", "capture.obligation"},
		{"", "W:W28,31:B22,12,27", "28x8", "capture.obligation capture.precedence"},
		{"king.range=short", "W:WK28:B5", "28-22", "king.range king.moves"},
		{"king.range=short", "W:WK5:B10", "5x14", "king.range"},
		{"king.landing=adjacent", "W:WK46:B19", "46x14", "king.landing capture.obligation"},
		{"capture.precedence=[]", "W:W28:B22,12", "28x8", "capture.obligation capture.completion"},
		{"king.repeat_limit=1 king.moves=all", "W:W35,K46:B1", "46-41", ""},
		{"promotion.spare_man=required", "W:W7,31-49:B6", "7-1", "promotion.spare_man"},
	} {
		sets := []string{"draw=[]", "man.moves=any", "king.leap=file", "capture.directions=all"}
		sets = append(sets, strings.Fields(c.sets)...)
		// Orthogonal captures are out of the way in these positions.
		tally, _ := hold(t, given.Variant(t, "international", sets...).Profile, fmt.Sprintf("[FEN \"%s\"]\n1. %s *", c.fen, c.move))
		require.Empty(t, tally.Illegal, c.move)
		var binds []string
		for i := range profile.Axes {
			if k := profile.Axes[i].Key; tally.Binding[k] > 0 {
				binds = append(binds, k)
			}
		}
		require.Equal(t, c.binds, strings.Join(binds, " "), "%s %s %s", c.sets, c.fen, c.move)
	}
}

// In random positions under random rules an axis binds if and only if the slow
// generator lists a turn under the loosened rules that it does not list under the
// rules.
func TestBindingAgreesWithTheOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	bound := map[string]int{}
	for range 150 {
		p := conformance.RandomProfile(rng)
		r := given.Compiled(t, p)
		s := conformance.RandomSetup(rng, p)
		at, err := r.Position(s)
		if err != nil || s.Kings[board.First].Len()+s.Kings[board.Second].Len() > 4 {
			continue // the slow generator takes its time over many kings
		}
		turns := r.Moves(nil, at)
		if len(turns) == 0 || len(r.Moves(nil, at)) != len(rules.NewHistory(r, at).Turns()) {
			continue
		}
		n := notation.Of(p)
		text := n.Format(notation.PDN, s, turns[rng.IntN(len(turns))], turns)
		g := &notation.Game{Tags: []notation.Tag{{Name: "FEN", Value: n.WriteFEN(s)}}, Moves: notation.MovesOf([]string{text}, false)}
		j, err := games.NewReferee(r)
		require.NoError(t, err)
		f := j.Follow(g, nil)
		require.True(t, f.Complete, "%v %v", f.Illegal, f.Unread)
		playable, ok := lines(t, p, n.WriteFEN(s))
		if !ok {
			continue
		}
		for i, key := range j.Keys() {
			if key == "promotion.spare_man" {
				continue // the text of a turn does not say whether it promotes
			}
			q, ok := profile.Loosened(p, profile.AxisOf(key))
			require.True(t, ok)
			loose, ok := lines(t, q, n.WriteFEN(s))
			if !ok {
				continue
			}
			want := 0
			for _, line := range loose {
				if !slices.Contains(playable, line) {
					want = 1
				}
			}
			bound[key] += want
			require.Equal(t, want, f.Binding[i], "%s: %v %s %s", key, conformance.Sets(p), n.WriteFEN(s), text)
		}
	}
	for _, key := range []string{"man.capture", "king.range", "capture.obligation", "capture.precedence", "capture.completion", "capture.directions"} {
		require.Positive(t, bound[key], key)
	}
}

// lines are the playable turns in hub form, without what an omission is followed by,
// unless there are too many for the slow generator.
func lines(t *testing.T, p *profile.Profile, fen string) (list []string, ok bool) {
	t.Helper()
	list, _, err := conformance.Playable(p, notation.Hub, fen, nil)
	if err != nil {
		require.ErrorContains(t, err, "too many jumps")
		return nil, false
	}
	for i, line := range list {
		turn, _, _ := strings.Cut(line, " ")
		turn, _, _ = strings.Cut(turn, "@")
		list[i] = strings.TrimSuffix(turn, "=K")
	}
	return list, true
}

func TestResultsThatTheBoardContradicts(t *testing.T) {
	const end = "[FEN \"W:W28:B22\"]\n1. 28x17 "
	tally, _ := hold(t, given.Variant(t, "international").Profile, end+"2-0\n"+end+"1-0\n"+end+"1-1\n"+end+"0-1\n"+end+"*\n"+end+"0-0\n1. 32-28 0-2")
	require.Equal(t, 7, tally.Games)
	require.Equal(t, 7, tally.Legal)
	require.Equal(t, 6, tally.Finished)
	require.Equal(t, []games.Contrary{
		{games.Where{Game: 3}, "1-1", "2-0"},
		{games.Where{Game: 4}, "0-1", "1-0"},
	}, tally.Contrary)

	// A game that goes on after its end.
	tally, _ = hold(t, given.Variant(t, "international").Profile, "[FEN \"W:W28:B22\"]\n1. 28x17 1-6 *")
	require.Equal(t, "1-6", tally.Illegal[0].Move)
	require.Equal(t, 0, tally.Binding["draw"])

	// The player who moves first is Black in English draughts.
	tally, _ = hold(t, given.Variant(t, "english").Profile, "[FEN \"B:W14:B10\"]\n1. 10x17 1-0\n[FEN \"B:W14:B10\"]\n1. 10x17 0-1")
	require.Equal(t, []games.Contrary{{games.Where{Game: 2}, "0-1", "1-0"}}, tally.Contrary)
}

func TestDrawClausesDoNotStopAGame(t *testing.T) {
	const shuffle = "[FEN \"W:WK46:BK45\"]\n1. 46-41 45-40 41-46 40-45 46-41 45-40 41-46 40-45 46-10 45-50 1-1\n"
	p := given.Variant(t, "international", `draw=[{ kind = "repetition", count = 3 }]`).Profile
	tally, all := hold(t, p, shuffle)
	require.Equal(t, 1, tally.Legal)
	require.Equal(t, 10, tally.Plies)
	require.Equal(t, []games.Clause{{Ply: 8, Reason: rules.Repetition, Stated: "1-1"}}, all[0].Clauses)
	require.Equal(t, 1, tally.Binding["draw"]) // one ply was played on
	require.Len(t, tally.Clauses, 1)

	// Nor where a claim is open, which comes first: 33-29 leaves a capture, and 18-22 waives the huff.
	p = given.Variant(t, "polonaise-souffler", `draw=[{ kind = "quiet", plies = 2, moves = "non-captures", side = "both" }]`).Profile
	tally, all = hold(t, p, "1. 32-28 19-23 2. 33-29 18-22 3. 38-33 1-1\n")
	require.Empty(t, tally.Illegal)
	require.Equal(t, 5, tally.Plies)
	require.Equal(t, []games.Clause{{Ply: 2, Reason: rules.QuietPlies, Stated: "1-1"}}, all[0].Clauses)
	require.Equal(t, 3, tally.Binding["draw"])
	require.Equal(t, 0, tally.Binding["king.moves"])

	// A claim that is waived or taken up is no ply, and the turn that it takes back is none either.
	p = given.Variant(t, "polonaise-souffler", "king.repeat_limit=0", `draw=[{ kind = "quiet", plies = 1, moves = "non-captures", side = "both" }]`).Profile
	tally, _ = hold(t, p, "[FEN \"W:W28,K46:B22,K1\"]\n46-41 {[%turn 46-41 waive]} 1-6 {[%turn 1-6 waive]} 41-46 {[%turn 41-46 waive]} 6-1 {[%turn 6-1 waive]} *")
	require.Equal(t, []int{4, 3, 4}, []int{tally.Plies, tally.Binding["draw"], tally.Binding["king.moves"]})
	tally, _ = hold(t, p, "[FEN \"W:W28,K46:B22,K1\"]\n46-41 {[%turn 46-41 waive]} 1-6 28x17 {[%turn 41-46 compel 28x17]} *")
	require.Empty(t, tally.Illegal)
	require.Equal(t, []int{3, 2}, []int{tally.Plies, tally.Binding["draw"]})

	p = given.Variant(t, "international", `draw=[{ kind = "repetition", count = 3, on_claim = true }]`).Profile
	tally, all = hold(t, p, shuffle)
	require.Equal(t, []games.Clause{{Ply: 8, Reason: rules.Repetition, OnClaim: true, Stated: "1-1"}}, all[0].Clauses)
	require.Equal(t, 0, tally.Binding["draw"])
	require.Equal(t, 10, tally.Plies)
}

func TestClaimsInAGame(t *testing.T) {
	p := given.Variant(t, "polonaise-souffler").Profile
	tally, all := hold(t, p, "[FEN \"W:W28,46:B22,9\"]\n1. 46-41 {left untaken} 9-13 {[%turn huff@28/9-13]} 2. 41-37 *\n"+
		"[FEN \"W:W28,46:B22,9\"]\n1. 28x17 {[%turn 46-41 compel 28x17]} 9-14 *\n"+
		"[FEN \"W:W28,46:B22,9\"]\n1. 46-41 9-14 *")
	require.Empty(t, tally.Illegal)
	require.Empty(t, tally.Unread)
	require.Equal(t, 3, tally.Legal)
	require.Equal(t, []int{3, 2, 2}, []int{all[0].Plies, all[1].Plies, all[2].Plies})
	// What was taken back was not left untaken. 9-14 leaves 22x33.
	require.Equal(t, map[string]int{"missed": 3, "partial": 0, "weaker": 0}, tally.Omissions)

	// The same games where a capture may not be left.
	tally, _ = hold(t, given.Variant(t, "federation", "board.white_home=high", "draw=[]").Profile, "[FEN \"W:W28,46:B22,9\"]\n1. 46-41 9-14 *")
	require.Equal(t, []string{"capture.obligation"}, tally.Illegal[0].Forbidding)
	require.Nil(t, tally.Omissions)
}

func TestTheMovesThatFollowSayWhatAShortCaptureMeans(t *testing.T) {
	p := given.Variant(t, "international", "man.capture=forward", "draw=[]").Profile
	const at = "[FEN \"W:W38:B32,22,33,23,5\"]\n1. 38x18 "
	// Only after 38x29x18, which takes 33 and 23, can Black play 32-37.
	_, all := hold(t, p, at+"32-37 *")
	require.True(t, all[0].Complete)
	require.Empty(t, all[0].Ambiguous)
	_, all = hold(t, p, at+"33-39 *")
	require.True(t, all[0].Complete)
	_, all = hold(t, p, at+"5-10 *")
	require.True(t, all[0].Complete)
	require.Equal(t, []games.Ambiguous{{Ply: 1, Move: "38x18", Fits: []string{"38x27x18", "38x29x18"}}}, all[0].Ambiguous)
}

// By its two ends a file may mean the whole capture, though a partial one is
// written so too. Here 15x24 takes five men and comes back, or one.
func TestTwoEndsOfACaptureThatMayBeBrokenOff(t *testing.T) {
	p := given.Variant(t, "polonaise-souffler", "draw=[]").Profile
	const at = "[FEN \"B:W20,30,40,39,29,47:B15,6\"]\n"
	for text, want := range map[string]int{
		at + "1... 15x24 2. 47-42 *":                       0, // nothing tells
		at + "1... 15x24 2. 39-33 *":                       1, // 39 still stands
		"[RuleSet \"x\"]\n" + at + "1... 15x24 2. 47-42 *": 1,
		at + "1... 15x24x35x44x33x24 2. 47-42 *":           0,
	} {
		tally, all := hold(t, p, text)
		require.True(t, all[0].Complete, "%s: %v", text, all[0].Illegal)
		require.Empty(t, all[0].Ambiguous)
		require.Equal(t, want, tally.Omissions["partial"], text)
	}
}

func TestSquaresAsTheFileNamesThem(t *testing.T) {
	federation := given.Variant(t, "federation").Profile
	const high = "1. 32-28 18-23 2. 38-32 *"
	tally, _ := hold(t, federation, high)
	require.Equal(t, 0, tally.Legal)
	tally, _ = hold(t, federation, "[GameType \"20\"]\n"+high)
	require.Equal(t, 1, tally.Legal)
	tally, _ = hold(t, federation, high, federation, given.Variant(t, "international").Profile)
	require.Equal(t, 1, tally.Legal)

	// A file about named squares may have numbers in its FENs, as other boards have.
	const russian = "[GameType \"25\"]\n[FEN \"W:W21,25,30:B1,5,9.\"]\n1. a3-b4 b6-c5 *"
	tally, _ = hold(t, given.Variant(t, "russian").Profile, russian)
	require.Empty(t, tally.Illegal)
	require.Equal(t, 1, tally.Legal, tally.Unread)

	// A short game may be legal with the rule set's names too: what varlab wrote is named as
	// its tag says.
	corner := given.Variant(t, "polonaise-souffler", "board.rows=6", "board.columns=6", "board.men_rows=2", `board.first_square="top-right"`).Profile
	const short = "[GameType \"99,W,6,6,N2,0\"]\n1. 13-10 4-7 *"
	_, own := hold(t, corner, short)
	_, wrote := hold(t, corner, "[RuleSet \"x\"]\n"+short)
	require.True(t, own[0].Complete)
	require.True(t, wrote[0].Complete)
	standard := notation.Of(notation.Standard(corner))
	for i, want := range []string{"13-10", "4-7"} {
		require.Equal(t, want, standard.Format(notation.PDN, board.Setup{}, wrote[0].Turns[i], nil))
		require.NotEqual(t, want, standard.Format(notation.PDN, board.Setup{}, own[0].Turns[i], nil))
	}

	// A tag that is wrong does no harm.
	tally, _ = hold(t, given.Variant(t, "international").Profile, "[GameType \"20,W,10,10,N1,0\"]\n"+high)
	require.Equal(t, 1, tally.Legal)
}

func TestPositionsThatAreNone(t *testing.T) {
	tally, _ := hold(t, given.Variant(t, "international").Profile, "\n[FEN \"W:W1:B99\"]\n1. 1-6 *\n[FEN \"W:W1:B50\"]\n*\n1. 32-28 /FEN \"W:W3,3:B\"/ 3-8 *\n[FEN \"W:W31:B50\"]\n1. 31-27 *\n[FEN \"W::.\"]\n1-0")
	require.Equal(t, 5, tally.Games)
	require.Equal(t, 0, tally.Legal)
	var faults []string
	for _, u := range tally.Unread {
		faults = append(faults, strings.SplitN(u.Error, "\n", 2)[0])
	}
	require.Equal(t, []string{
		`2: game 1: fen:7: "99" is not a square (want 1 to 50)`,
		`4: game 2: W:W1:B50: a man of the first player stands where it becomes a king; a man of the second player stands where it becomes a king (it would be a position with board.white_home=low)`,
		`6:10: game 3: fen:6: square 3 is occupied twice`,
		`7: game 4: W:W31:B50: a man of the second player stands where it becomes a king (it would be a position with board.white_home=low)`,
		`9: game 5: W::.: no piece is set up (a null move, by which a player passes, is no move of this rule set)`,
	}, faults)
}

// Games at random, claims included, are followed to the end; with one turn changed
// to one that is not playable, up to there.
func TestRandomGamesReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	changed := 0
	for range 80 {
		p := conformance.RandomProfile(rng)
		r := given.Compiled(t, p)
		j, err := games.NewReferee(r)
		require.NoError(t, err)
		n := notation.Of(p)
		h := rules.NewHistory(r, r.Start())
		var texts []string
		swap, other := rng.IntN(30), ""
		for i := range 40 {
			turns := h.Turns()
			if len(turns) == 0 {
				break
			}
			at := h.Now().Setup()
			u := turns[rng.IntN(len(turns))]
			if i == swap {
				for q := range r.Grid().All().All() {
					u := rules.Turn{Action: rules.Quiet, From: u.From, To: q, Named: board.NoSquare, Offers: board.NoSquare}
					if u.From == board.NoSquare {
						break
					}
					text := n.Format(notation.PDN, at, u, turns)
					if _, err := n.Candidates(text, at, turns); err != nil {
						other = text
						break
					}
				}
			}
			texts = append(texts, n.Format(notation.PDN, at, u, turns))
			h.Play(u)
		}
		game := func(texts []string) *notation.Game {
			return &notation.Game{Tags: notation.RuleTags("random", r), Moves: notation.MovesOf(texts, false)}
		}
		f := j.Follow(game(texts), nil)
		require.True(t, f.Complete, "%v: %v %v", conformance.Sets(p), f.Illegal, f.Unread)
		require.Equal(t, h.Plies(), f.Plies)
		require.Equal(t, h.Outcome().Over(), f.Finished || len(f.Clauses) > 0)
		if other == "" {
			continue
		}
		changed++
		texts[swap] = other
		f = j.Follow(game(texts), nil)
		require.False(t, f.Complete)
		require.Equal(t, other, f.Illegal.Move)
	}
	require.Greater(t, changed, 30)
}

// bench holds games against rule sets side by side.
func bench(t *testing.T, text string, ids ...string) *games.Bench {
	t.Helper()
	var rs []*rules.Rules
	for _, id := range ids {
		rs = append(rs, given.Rules(t, id))
	}
	b, err := games.NewBench(ids, rs)
	require.NoError(t, err)
	require.NoError(t, b.Read(t.Context(), &games.File{Text: strings.NewReader(text)}, ""))
	b.Finish()
	return b
}

// The sum of logs that Likelihood is, by hand: nine turns at the start, nine after it, and
// one capture that must be made.
func TestLikelihoodByHand(t *testing.T) {
	b := bench(t, "1. 32-28 19-23 2. 28x19 *", "international")
	require.InDelta(t, 2*math.Log(0.999/9)+math.Log(0.999), b.Tallies[0].Likelihood, 1e-12)
	require.InDelta(t, b.Tallies[0].Likelihood/3, b.Tallies[0].LikelihoodPerPly, 1e-12)
	require.Empty(t, b.Verdicts())

	// The first move that is not playable is one in a thousand, and ends the game.
	b = bench(t, "1. 32-28 19-23 2. 33-29 14-19 *", "international")
	require.InDelta(t, 2*math.Log(0.999/9)+math.Log(0.001), b.Tallies[0].Likelihood, 1e-12)
}

// Games that a looser rule set allows as well speak for the tighter one; games with a move
// that the tighter one forbids speak for the looser one, however early they broke it.
func TestLikelihoodRanks(t *testing.T) {
	// Both owe the capture; where it is claimable it may be left.
	const kept = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *\n\n"
	b := bench(t, strings.Repeat(kept, 3), "polonaise-souffler", "international")
	require.Equal(t, "international", b.Tallies[0].Rules)
	require.Greater(t, b.Tallies[0].Likelihood, b.Tallies[1].Likelihood)
	require.Equal(t, b.Tallies[0].Weighed, b.Tallies[1].Weighed)
	require.Len(t, b.Verdicts(), 1)
	require.Contains(t, b.Verdicts()[0], "These games speak for international rather than polonaise-souffler: 3 games")

	const left = "1. 32-28 19-23 2. 33-29 23x32 3. 37x28 14-19 4. 39-33 *\n\n"
	b = bench(t, strings.Repeat(left, 3), "international", "polonaise-souffler")
	require.Equal(t, "polonaise-souffler", b.Tallies[0].Rules)
	require.Contains(t, b.Verdicts()[0], "speak for polonaise-souffler")
	require.Contains(t, b.Verdicts()[0], "3 more of them break the rules of international")

	// One game, which may be misprinted, decides nothing.
	b = bench(t, left+strings.Repeat("1. 32-28 *\n\n", 5), "international", "polonaise-souffler")
	require.Contains(t, b.Verdicts()[0], "is undecided")

	b = bench(t, strings.Repeat("1. 32-28 19-23 *\n\n", 9), "international", "international+compel-or-waive")
	require.Contains(t, b.Verdicts()[0], "cannot tell them apart")
}

// A double jump that is written as two moves of one side is one turn, and is counted.
func TestCapturesWrittenJumpByJump(t *testing.T) {
	const whole = "1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 5. 15-18 14-9 *"
	_, found := hold(t, given.Variant(t, "english").Profile, whole)
	require.True(t, found[0].Complete, "%+v", found[0].Illegal)
	require.Zero(t, found[0].Joined)

	const jumps = `[FEN "W:W32:B27,18"]` + "\n1. 32x23 23x14 *"
	tally, found := hold(t, given.Variant(t, "english", "board.first_mover=white").Profile, jumps)
	require.True(t, found[0].Complete, "%+v %v", found[0].Illegal, found[0].Unread)
	require.Equal(t, 1, found[0].Plies)
	require.Equal(t, 1, tally.Joined)
	require.Equal(t, 1, found[0].Course.Captures)
}

// A capture that goes to and fro without end is joined at once, and refused.
func TestCapturesWithoutEnd(t *testing.T) {
	_, found := hold(t, given.Variant(t, "international").Profile, strings.Repeat("1x2 2x1 ", 24_000)+"*")
	require.NotEmpty(t, found[0].Illegal)
	require.Less(t, len(found[0].Illegal.Move), 1000)
}

// kept is how many bytes what do returns holds of those that were set aside for it.
func kept[T any](do func() T) int {
	held := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := held()
	v := do()
	n := held() - before
	runtime.KeepAlive(v)
	return n
}

// Games of which nothing is said leave sums alone, with several rule sets too.
func TestGoodGamesAreNotKept(t *testing.T) {
	n := kept(func() *games.Bench {
		b := bench(t, strings.Repeat("1. 32-28 19-23 *\n\n", 10_000), "international", "frisian")
		require.Equal(t, 10_000, b.Tallies[1].Legal)
		return b
	})
	require.Less(t, n-kept(func() *games.Bench { return bench(t, "1. 32-28 19-23 *", "international", "frisian") }), 1<<17)
}

// A row shows little of what it names: names and captures can be long.
func TestRowsAreShort(t *testing.T) {
	b := bench(t, "[White \""+strings.Repeat("é", 100)+"\"]\n[Black \"b\"]\n[FEN \"W:WK30:B11,12,13,14,21,22,23,24,31,32,33,34\"]\n30x6 *", "international{capture.precedence=[]}")
	row := b.Tallies[0].Ambiguous[0]
	require.Equal(t, strings.Repeat("é", 60)+"… - b", row.Players)
	require.Len(t, row.Fits, 10)
	require.Equal(t, 6, row.More)
	var said strings.Builder
	b.WriteText(&said)
	require.Contains(t, said.String(), " or one of 6 more\n")
}

// A game in which White does not take, under rules that forbid that.
func Example() {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := games.NewBench([]string{"international"}, []*rules.Rules{r})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := &games.File{Text: strings.NewReader("1. 32-28 19-23 2. 33-29 *")}
	if err := b.Read(context.Background(), text, ""); err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range b.Tallies[0].Illegal {
		fmt.Println(row.Game, row.Ply, row.Move, row.Forbidding)
	}
	// Output: 1 3 33-29 [capture.obligation]
}
