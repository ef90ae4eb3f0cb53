package people_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/cost"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/rules/replay"
	"varlab/sim"
	"varlab/sim/people"
	"varlab/sim/player"
	"varlab/sim/random"
)

// compile compiles the default rules, those of the international game, as changed.
func compile(t testing.TB, change func(p *profile.Profile)) *rules.Rules {
	t.Helper()
	p := profile.Default()
	if change != nil {
		change(p)
	}
	r, err := rules.Compile(p)
	require.NoError(t, err)
	return r
}

// read follows the games of a PDN text.
func read(t testing.TB, r *rules.Rules, text string) (games []*notation.Game, found []replay.Finding) {
	t.Helper()
	j, err := replay.NewJudge(r)
	require.NoError(t, err)
	for g, err := range notation.NewReader(strings.NewReader(text)).Games() {
		require.NoError(t, err)
		games, found = append(games, g), append(found, j.Follow(g, err))
	}
	return games, found
}

const three = `[Event "A"]
[Date "1911.??.??"]
[WhiteElo "1450"]
[BlackElo "1520"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 2-0

[Event "B"]
[EventDate "before 1915"]
[Result "1-1"]

1. 32-28 18-22 1-1

[Event "A"]
[Result "0-2"]
0-2
`

// Counts, shares and intervals of three games, by hand.
func TestStats(t *testing.T) {
	texts, found := read(t, compile(t, nil), three)
	var all people.Games
	for i := range texts {
		all.Add(people.GameOf(texts[i], &found[i]), people.Value(texts[i], "event"))
	}
	s := all.Stats()
	require.Equal(t, 2, s.Games)
	require.Equal(t, 1, s.WithoutMoves)
	require.Equal(t, []int{2, 1, 1, 0}, []int{s.Results, s.Draws, s.FirstWins, s.SecondWins})
	require.InDelta(t, 0.5, s.DrawRate.Value, 1e-12)
	// Wilson's interval of 1 in 2.
	require.InDelta(t, 0.0945, s.DrawRate.Low, 1e-4)
	require.InDelta(t, 0.9055, s.DrawRate.High, 1e-4)
	require.InDelta(t, 0.75, s.FirstScore.Value, 1e-12)
	require.Equal(t, [3]float64{2.75, 3.5, 4.25}, s.Lengths)
	require.InDelta(t, 2./7, s.Captures.Value, 1e-12)
	require.InDelta(t, 1./7, s.Forced.Value, 1e-12)
	require.Zero(t, s.Promotions.Value)
	require.Equal(t, []int{0, 2}, []int{s.Omissions, s.Chances})
	require.Equal(t, []people.Opening{{Turns: "32-28 19-23 28x19 14x23", Games: 1}}, s.Openings)
	require.Equal(t, 1, s.By["A"].Games)
	require.Equal(t, 1, s.By["A"].WithoutMoves)
	require.Equal(t, 1, s.By["B"].Draws)

	// What cannot be said is null, and not zero.
	text, err := json.Marshal(new(people.Games).Stats())
	require.NoError(t, err)
	require.Contains(t, string(text), `"draw_rate":null,"draw_rate_low":null`)
	require.Contains(t, string(text), `"lengths":[]`)
	var said strings.Builder
	s.WriteText(&said)
	require.Contains(t, said.String(), "games without moves, counted apart                         1\n")
	require.Contains(t, said.String(), "0 of 2, at most 66 %")
}

func TestValues(t *testing.T) {
	texts, _ := read(t, compile(t, nil), three)
	for by, want := range map[string][3]string{
		"year":    {"1911", "1915", "?"},
		"Decade":  {"1910s", "1910s", "?"},
		"rating":  {"1400-1599", "?", "?"},
		"EVENT":   {"A", "B", "A"},
		"nothing": {"?", "?", "?"},
	} {
		for i, g := range texts {
			require.Equal(t, want[i], people.Value(g, by), "%s of game %d", by, i+1)
		}
	}
}

func spec(t testing.TB, text string) *player.Spec {
	t.Helper()
	s, err := player.Parse(text)
	require.NoError(t, err)
	return s
}

// The turn that another evaluation finds worst by far is a blunder; turns that had to be
// played cost nothing.
func TestJudge(t *testing.T) {
	r := compile(t, nil)
	_, found := read(t, r, "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *")
	v := judge(t, r, found)
	require.Equal(t, 1, v.Games)
	require.Equal(t, 6, v.Plies)
	require.Equal(t, 6, v.Phases[people.Beginning].Plies)
	require.Zero(t, v.Blunder.Value)
	require.InDelta(t, v.Loss.Value, v.Phases[people.Beginning].Loss.Value, 1e-12)
	require.True(t, math.IsNaN(v.Phases[people.Ending].Loss.Value))
	only, err := people.NewJudge(r, spec(t, "search:nodes=100"))
	require.NoError(t, err)
	losses, err := only.Game(t.Context(), &people.Played{Turns: found[0].Turns})
	require.NoError(t, err)
	require.Zero(t, losses[2].Cost, "28x19 is the only turn")

	r = small(t)
	other, err := spec(t, "search:nodes=500,weights=0").Appraiser(r)
	require.NoError(t, err)
	j, err := people.NewJudge(r, spec(t, "search:nodes=500"))
	require.NoError(t, err)
	played, _ := playedBy(t, r, "search:nodes=100,noise=5", 1)
	turns := played[0].Turns
	h := rules.NewHistory(r, r.Start())
	blunders := 0
	for n, u := range turns {
		least, most, worst := 1.0, 0.0, u
		if h.Outcome().Over() || blunders == 1 {
			break
		}
		for _, u := range slices.Clone(h.Turns()) {
			h.Play(u)
			expected, err := other.After(h)
			h.Undo()
			require.NoError(t, err)
			most = max(most, expected)
			if expected < least {
				least, worst = expected, u
			}
		}
		if most-least > 0.4 {
			blunders++
			losses, err := j.Game(t.Context(), &people.Played{Turns: append(slices.Clone(turns[:n]), worst), From: n})
			require.NoError(t, err)
			require.Len(t, losses, 1, "what was not chosen is not judged")
			require.Greater(t, losses[0].Cost, people.Blunder, "ply %d", n+1)
		}
		h.Play(u)
	}
	require.Equal(t, 1, blunders)

	_, err = people.NewJudge(r, spec(t, "greedy"))
	require.EqualError(t, err, `player "greedy" does not look ahead (want search)`)
}

// Who judges or plays on without end stops in the midst of a turn when nobody waits any more.
func TestWorkWithoutEndIsInterrupted(t *testing.T) {
	r, err := rules.Compile(profile.Default())
	require.NoError(t, err)
	endless := spec(t, "search:nodes=999999999999")
	games := []*people.Played{{Turns: rules.NewHistory(r, r.Start()).Turns()[:1]}}
	for what, do := range map[string]func(context.Context) error{
		"judge": func(ctx context.Context) error {
			_, err := people.JudgeGames(ctx, r, endless, games, 1, nil)
			return err
		},
		"fit": func(ctx context.Context) error {
			f := people.Fitting{Rules: r, Judge: endless, Positions: 100, Begin: func(string, int) {}, Done: func() {}}
			return f.Value(ctx, games)
		},
		"continue": func(ctx context.Context) error {
			c := people.Continuation{Rules: r, Players: func() (sim.Player, error) { return endless.New(r) }}
			_, err := c.Play(ctx, [][]rules.Turn{nil})
			return err
		},
	} {
		enough := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(100*time.Millisecond, func() { cancel(enough) })
		done := make(chan error, 1)
		go func() { done <- do(ctx) }()
		select {
		case err := <-done:
			require.ErrorIs(t, err, enough, what)
		case <-time.After(20 * time.Second):
			t.Fatalf("%s goes on", what)
		}
	}
}

func judge(t *testing.T, r *rules.Rules, found []replay.Finding) *people.Verdict {
	t.Helper()
	var games []*people.Played
	for i := range found {
		games = append(games, &people.Played{Turns: found[i].Turns})
	}
	one, err := people.JudgeGames(t.Context(), r, spec(t, "search:nodes=1000"), games, 1, nil)
	require.NoError(t, err)
	two, err := people.JudgeGames(t.Context(), r, spec(t, "search:nodes=1000"), games, 2, nil)
	require.NoError(t, err)
	require.Equal(t, one.Loss.Value, two.Loss.Value)
	require.Equal(t, one.Blunder.Value, two.Blunder.Value)
	return one
}

// small is a rule set whose games are short.
func small(t testing.TB) *rules.Rules {
	return compile(t, func(p *profile.Profile) {
		p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
		p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3}}
	})
}

// playedBy are games that a player played against itself.
func playedBy(t *testing.T, r *rules.Rules, text string, n int) (games []*people.Played, counted []people.Game) {
	t.Helper()
	p, err := spec(t, text).New(r)
	require.NoError(t, err)
	for i := range n {
		rec, err := sim.PlayOn(t.Context(), r, [2]sim.Player{p, p}, nil, 200, random.NewChance("test", fmt.Sprint(i)))
		require.NoError(t, err)
		g, turns, err := people.Recorded(r, rec)
		require.NoError(t, err)
		counted = append(counted, g)
		games = append(games, &people.Played{Turns: turns})
	}
	return games, counted
}

func fitted(t *testing.T, r *rules.Rules, games []*people.Played, workers int) *people.Fit {
	t.Helper()
	f := people.Fitting{
		Rules: r, Judge: spec(t, "search:nodes=300"), Positions: 150, Workers: workers,
		Begin: func(string, int) {}, Done: func() {},
	}
	require.NoError(t, f.Value(t.Context(), games))
	fit, err := f.Fit(t.Context())
	require.NoError(t, err)
	return fit
}

// One long value of a tag does not make every row as long.
func TestALongValueIsCut(t *testing.T) {
	var g people.Games
	g.Add(people.Game{Moves: 1}, strings.Repeat("é", 1<<20))
	for i := range 1000 {
		g.Add(people.Game{Moves: 1}, strconv.Itoa(i))
	}
	s := g.Stats()
	var said bytes.Buffer
	cost.Limit(t, func() { said.Reset(); s.WriteText(&said) })
	require.Less(t, said.Len(), 1<<18)
	require.Contains(t, said.String(), " "+strings.Repeat("é", 60)+"…  ")
}

// Moves of a known player are fitted by one whose moves cost the same: neither a much
// better nor a much worse one.
func TestFitFindsThePlayer(t *testing.T) {
	r := small(t)
	weak, _ := playedBy(t, r, "search:nodes=30,noise=40", 8)
	strong, _ := playedBy(t, r, "search:nodes=800", 4)
	a, b := fitted(t, r, weak, 1), fitted(t, r, strong, 2)
	for _, f := range []*people.Fit{a, b} {
		// Its chance is under one in a thousand where the six figures are matched.
		require.Less(t, f.Misfit, 22.5, "%s", f.Spec)
		require.Equal(t, 150, f.Positions)
	}
	require.Greater(t, a.Real.Loss.Low, b.Real.Loss.High, "the two are too much alike for this test")
	require.Greater(t, a.Fitted.Loss.Value, b.Fitted.Loss.High, "%s, %s", a.Spec, b.Spec)
	require.InDelta(t, a.Real.Loss.Value, a.Fitted.Loss.Value, a.Real.Loss.High-a.Real.Loss.Low)
}

// What is predicted does not depend on the number of workers; games that are cut off
// count as drawn, and are said to be.
func TestPredict(t *testing.T) {
	r := small(t)
	games, _ := playedBy(t, r, "search:nodes=20,noise=20", 7)
	begun, err := people.Begun(games, 6, 20)
	require.NoError(t, err)
	predict := func(workers, horizon int) *people.Prediction {
		c := people.Continuation{
			Rules: r, Seed: 1, Workers: workers, Horizon: horizon,
			Players: func() (sim.Player, error) { return spec(t, "search:nodes=20,noise=20").New(r) },
		}
		p, err := people.Predict(t.Context(), &c, begun)
		require.NoError(t, err)
		return p
	}
	one, three := predict(1, 0), predict(3, 0)
	require.Equal(t, one, three)
	require.Equal(t, 20, one.Results)
	short := predict(1, 10)
	require.Equal(t, 20, short.Open)
	require.InDelta(t, 1, short.DrawRate.Value, 1e-12)
	require.Equal(t, [3]float64{10, 10, 10}, short.Lengths)

	_, err = people.Begun(games, 5000, 20)
	require.EqualError(t, err, "no game lasts 5000 plies (want a smaller --at)")
}

// A game that is over stays as it was; others go on from where they stood.
func TestPlayOn(t *testing.T) {
	r := small(t)
	games, counted := playedBy(t, r, "search:nodes=20,noise=20", 6)
	c := people.Continuation{Rules: r, Seed: 3, Players: func() (sim.Player, error) { return spec(t, "search:nodes=100,noise=20").New(r) }}
	var begun [][]rules.Turn
	for i, g := range games {
		begun = append(begun, g.Turns)
		if i%2 == 1 {
			begun[i] = g.Turns[:10]
		}
	}
	became, err := c.Play(t.Context(), begun)
	require.NoError(t, err)
	changed := false
	for i := range became {
		if i%2 == 0 {
			require.Equal(t, counted[i], became[i])
		}
		changed = changed || counted[i].Plies != became[i].Plies
	}
	require.True(t, changed)
	o := people.NewOnward(counted, became)
	n := 0
	for _, row := range o.Became {
		for _, k := range row {
			n += k
		}
	}
	require.Equal(t, 6, n)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Play(ctx, begun)
	require.ErrorIs(t, err, context.Canceled)
}

// Where people stopped: games that were over on the board, or have no result, do not
// count; medians are of the loser, and of the better side of a draw.
func TestStopped(t *testing.T) {
	r := small(t)
	games, _ := playedBy(t, r, "search:nodes=20,noise=20", 5)
	results := []rules.Result{rules.FirstWins, rules.SecondWins, rules.Draw, rules.Ongoing, rules.FirstWins}
	for i := range games[:4] {
		games[i].Turns = games[i].Turns[:6] // nobody has lost a man yet, or has regained it
	}
	judge := spec(t, "search:nodes=200")
	s, err := people.Stopped(t.Context(), r, judge, games, results, 1)
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{s.Won, s.Drawn})
	require.GreaterOrEqual(t, s.Agree, 50)
	require.Greater(t, s.Few, 80)
	again, err := people.Stopped(t.Context(), r, judge, games, results, 3)
	require.NoError(t, err)
	require.Equal(t, s, again)
	_, err = people.Stopped(t.Context(), r, judge, games[:2], results, 1)
	require.EqualError(t, err, "2 games that were given up and 0 that were agreed drawn (want some of each)")

	m := people.Mean([]people.Stops{{Won: 3, Drawn: 1, Resign: 70, Agree: 50, Few: 30}, {Won: 1, Drawn: 2, Resign: 51, Agree: 55, Few: 41}})
	require.Equal(t, people.Stops{Won: 4, Drawn: 3, Resign: 61, Agree: 53, Few: 36}, m)
	require.Equal(t, "resign=49,agree=53,few=36", m.Options())
	spec(t, "search:nodes=9,"+m.Options())
}

// The file of a player is read as it was written, and its name changes with every byte.
func TestPlayerFile(t *testing.T) {
	f := people.File{Player: "search:nodes=400,noise=10", Rules: "russian", Collection: "00ff", Games: 3, Positions: 200, Judge: "search:nodes=20000", PeopleLoss: 1.25, PlayerLoss: 1.2}
	s, err := people.ParseFile("p.toml", string(f.Bytes()))
	require.NoError(t, err)
	require.Regexp(t, "^search:nodes=400,noise=10,fitted=[0-9a-f]{12}$", s.String())
	again := spec(t, s.String())
	require.Equal(t, s.String(), again.String())
	f.Games++
	other, err := people.ParseFile("p.toml", string(f.Bytes()))
	require.NoError(t, err)
	require.NotEqual(t, s.String(), other.String())

	for text, want := range map[string]string{
		"":                               "p.toml:1:1: player: missing (want the spec of a player)",
		"player = \"search\"":            `p.toml:1:10: player: player "search": without end (want nodes or depth)`,
		"player = \"greedy\"\nspeed = 3": "p.toml:2:1: speed: unknown key \"speed\"",
		"player = 3":                     "p.toml:1:10: player: ",
		"player = ":                      "p.toml:1:9: ",
	} {
		_, err := people.ParseFile("p.toml", text)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), want)
	}
}

func FuzzPlayerFile(f *testing.F) {
	f.Add("player = \"search:nodes=400,noise=10\"\nrules = \"russian\"\ngames = 3\n")
	f.Add("player = 'greedy'\n[x]\n")
	cost.Fuzz(f, func(t *testing.T, text string) {
		s, err := people.ParseFile("p.toml", text)
		if err == nil {
			_, err = player.Parse(s.String())
			require.NoError(t, err)
		}
	})
}

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	f := people.File{Player: "search:nodes=400,noise=10", Rules: "russian"}
	path := filepath.Join(dir, "russian.toml")
	if err := os.WriteFile(path, f.Bytes(), 0o666); err != nil {
		panic(err)
	}
	s, err := people.ParseFile(path, string(f.Bytes()))
	fmt.Println(s.Get("nodes"), s.Get("noise"), err)
	// Output: 400 10 <nil>
}
