package games_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/internal/testing/long"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/games"
	"varlab/sim/player"
	"varlab/sim/random"
)

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
	b, err := games.NewBench([]string{"x"}, []*rules.Rules{given.Default(t)})
	require.NoError(t, err)
	b.Count, b.By = true, "event"
	require.NoError(t, b.Read(t.Context(), &games.File{Text: strings.NewReader(three)}, ""))
	b.Finish()
	s := b.Tallies[0].Stats
	require.Equal(t, 2, s.Games)
	require.Equal(t, 1, s.WithoutMoves)
	require.Equal(t, []int{2, 1, 1, 0}, []int{s.Results, s.Draws, s.FirstWins, s.SecondWins})
	require.InDelta(t, 0.5, float64(s.DrawRate.Value), 1e-12)
	// Wilson's interval of 1 in 2.
	require.InDelta(t, 0.0945, float64(s.DrawRate.Low), 1e-4)
	require.InDelta(t, 0.9055, float64(s.DrawRate.High), 1e-4)
	require.InDelta(t, 0.75, float64(s.FirstScore.Value), 1e-12)
	require.Equal(t, []float64{2.75, 3.5, 4.25}, s.Lengths)
	require.InDelta(t, 2./7, float64(s.CapturesPerPly.Value), 1e-12)
	require.InDelta(t, 1./7, float64(s.ForcedShare.Value), 1e-12)
	require.Zero(t, s.Promotions.Value)
	require.Equal(t, []int{0, 2}, []int{s.Omissions, s.Chances})
	require.Equal(t, []games.Opening{{Turns: "32-28 19-23 28x19 14x23", Games: 1}}, s.Openings)
	require.Equal(t, 1, s.By["A"].Games)
	require.Equal(t, 1, s.By["A"].WithoutMoves)
	require.Equal(t, 1, s.By["B"].Draws)

	// What cannot be said is null, and not zero.
	text, err := json.Marshal(games.StatsOf(nil))
	require.NoError(t, err)
	require.Contains(t, string(text), `"draw_rate":null,"draw_rate_low":null`)
	require.Contains(t, string(text), `"lengths":[]`)
	var said strings.Builder
	s.WriteText(&said)
	require.Contains(t, said.String(), "games without moves, counted apart                         1\n")
	require.Contains(t, said.String(), "0 of 2, at most 100 %")
}

// A drawn game scores as the rule set has it; a game of another rule set has no result.
func TestScoresOfRealGames(t *testing.T) {
	const text = "1. 32-28 1/2-1/2\n1. 32-28 1-0\n"
	for draw, want := range map[string]float64{"half": 0.75, "first": 1, "second": 0.5} {
		r := given.Rules(t, "international", "match.draw="+draw)
		c, err := games.ReadPDN(t.Context(), &games.File{Text: strings.NewReader(text)}, "", r)
		require.NoError(t, err)
		s := games.StatsOf(c.Games)
		require.Equal(t, 2, s.Results)
		require.InDelta(t, want, float64(s.FirstScore.Value), 1e-12, draw)
		require.InDelta(t, 0.5, float64(s.DrawRate.Value), 1e-12)
	}
	other, err := games.ReadPDN(t.Context(), &games.File{Text: strings.NewReader(text + "[GameType \"96\"]\n1. 32-28 0-1")}, "", given.Rules(t, "international"))
	require.NoError(t, err)
	s := games.StatsOf(other.Games)
	require.Equal(t, []int{3, 2}, []int{s.Games, s.Results})
}

func TestValues(t *testing.T) {
	var texts []*notation.Game
	for g, err := range notation.NewReader(strings.NewReader(three)).Games() {
		require.NoError(t, err)
		texts = append(texts, g)
	}
	for by, want := range map[string][3]string{
		"year":    {"1911", "1915", "?"},
		"Decade":  {"1910s", "1910s", "?"},
		"rating":  {"1400-1599", "?", "?"},
		"EVENT":   {"A", "B", "A"},
		"nothing": {"?", "?", "?"},
	} {
		for i, g := range texts {
			require.Equal(t, want[i], games.Value(g, by), "%s of game %d", by, i+1)
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
	r := given.Default(t)
	c, err := games.ReadPDN(t.Context(), &games.File{Text: strings.NewReader("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *")}, "x", r)
	require.NoError(t, err)
	v := judge(t, r, c.Games)
	require.Equal(t, 1, v.Games)
	require.Equal(t, 6, v.Plies)
	require.Equal(t, 6, v.Phases[games.Beginning].Plies)
	require.Zero(t, v.Blunders.Value)
	require.InDelta(t, float64(v.LossPerPly.Value), float64(v.Phases[games.Beginning].LossPerPly.Value), 1e-12)
	require.True(t, math.IsNaN(float64(v.Phases[games.Ending].LossPerPly.Value)))
	only, err := games.NewJudge(r, spec(t, "search:nodes=100"))
	require.NoError(t, err)
	losses, err := only.Game(t.Context(), c.Games[0])
	require.NoError(t, err)
	require.Zero(t, losses[2].Cost, "28x19 is the only turn")

	r = small(t)
	other, err := spec(t, "search:nodes=500,weights=0").Appraiser(r)
	require.NoError(t, err)
	j, err := games.NewJudge(r, spec(t, "search:nodes=500"))
	require.NoError(t, err)
	played := playedBy(t, r, "search:nodes=100,noise=5", 1)
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
			expected := other.After(h)
			h.Undo()
			most = max(most, expected)
			if expected < least {
				least, worst = expected, u
			}
		}
		if most-least > 0.4 {
			blunders++
			losses, err := j.Game(t.Context(), &games.Game{Turns: append(slices.Clone(turns[:n]), worst), From: n})
			require.NoError(t, err)
			require.Len(t, losses, 1, "what was not chosen is not judged")
			require.Greater(t, losses[0].Cost, games.Blunder, "ply %d", n+1)
		}
		h.Play(u)
	}
	require.Equal(t, 1, blunders)

	_, err = games.NewJudge(r, spec(t, "greedy"))
	require.EqualError(t, err, `player "greedy" does not look ahead (want search)`)
}

// Who judges or plays on without end stops in the midst of a turn when nobody waits any more.
func TestWorkWithoutEndIsInterrupted(t *testing.T) {
	r := given.Default(t)
	endless := spec(t, "search:nodes=999999999999")
	all := []*games.Game{{Turns: rules.NewHistory(r, r.Start()).Turns()[:1]}}
	for what, do := range map[string]func(context.Context) error{
		"judge": func(ctx context.Context) error {
			_, err := games.JudgeGames(ctx, r, endless, all, 1, nil)
			return err
		},
		"omissions": func(ctx context.Context) error {
			r := owed(t, "W:W28,46:B22,9", huff(profile.HuffRemedy))
			first := []*games.Game{{Turns: rules.NewHistory(r, r.Start()).Turns()[:1]}}
			w := games.Weighing{Rules: r, Judges: []*player.Spec{endless}, Begin: func(int) {}, Done: func() {}}
			_, err := w.Of(ctx, first)
			return err
		},
		"fit": func(ctx context.Context) error {
			f := games.Fitting{Rules: r, Judge: endless, Positions: 100, Begin: func(_, _ int, _ string, _ int) {}, Done: func() {}}
			_, err := f.Fit(ctx, all, nil)
			return err
		},
		"continue": func(ctx context.Context) error {
			c := games.Continuation{Rules: r, Player: func(int) (sim.Player, error) { return endless.New(r) }}
			_, err := c.Play(ctx, make([]sim.Opening, 1))
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

func judge(t *testing.T, r *rules.Rules, all []*games.Game) *games.Verdict {
	t.Helper()
	one, err := games.JudgeGames(t.Context(), r, spec(t, "search:nodes=1000"), all, 1, nil)
	require.NoError(t, err)
	two, err := games.JudgeGames(t.Context(), r, spec(t, "search:nodes=1000"), all, 2, nil)
	require.NoError(t, err)
	require.Equal(t, one.LossPerPly.Value, two.LossPerPly.Value)
	require.Equal(t, one.Blunders.Value, two.Blunders.Value)
	return one
}

// small is a rule set whose games are short.
func small(t *testing.T) *rules.Rules {
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
	p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3}}
	return given.Compiled(t, p)
}

// playedBy are games that a player played against itself.
func playedBy(t *testing.T, r *rules.Rules, text string, n int) (list []*games.Game) {
	t.Helper()
	p, err := spec(t, text).New(r)
	require.NoError(t, err)
	for i := range n {
		rec, err := sim.PlayOn(t.Context(), r, [2]sim.Player{p, p}, sim.Opening{}, 200, random.NewChance("test", fmt.Sprint(i)))
		require.NoError(t, err)
		g, err := games.Recorded(r, rec)
		require.NoError(t, err)
		list = append(list, g)
	}
	return list
}

func fitted(t *testing.T, r *rules.Rules, all []*games.Game, workers int) *games.Fit {
	t.Helper()
	f := games.Fitting{
		Rules: r, Judge: spec(t, "search:nodes=300"), Positions: 150, Workers: workers,
		Begin: func(_, _ int, _ string, _ int) {}, Done: func() {},
	}
	fit, err := f.Fit(t.Context(), all, nil)
	require.NoError(t, err)
	return fit
}

// Moves of a known player are fitted by one whose moves cost the same: neither a much
// better nor a much worse one.
func TestFitFindsThePlayer(t *testing.T) {
	long.Only(t)
	r := small(t)
	weak := playedBy(t, r, "search:nodes=30,noise=40", 8)
	strong := playedBy(t, r, "search:nodes=800", 4)
	a, b := fitted(t, r, weak, 1), fitted(t, r, strong, 2)
	for _, f := range []*games.Fit{a, b} {
		// Its chance is under one in a thousand where the six figures are matched.
		require.Less(t, float64(f.Misfit), 22.5, "%s", f.Spec)
		require.Equal(t, 150, f.Positions)
	}
	require.Greater(t, a.Real.LossPerPly.Low, b.Real.LossPerPly.High, "the two are too much alike for this test")
	require.Greater(t, a.LossPerPly.Value, b.LossPerPly.High, "%s, %s", a.Spec, b.Spec)
	require.InDelta(t, float64(a.Real.LossPerPly.Value), float64(a.LossPerPly.Value), float64(a.Real.LossPerPly.High-a.Real.LossPerPly.Low))
}

// What is predicted does not depend on the number of workers; games that are cut off
// count as drawn, and are said to be.
func TestPredict(t *testing.T) {
	r := small(t)
	all := playedBy(t, r, "search:nodes=20,noise=20", 7)
	begun, err := games.Begun(all, 6, 20)
	require.NoError(t, err)
	predict := func(workers, horizon int) *games.Prediction {
		c := games.Continuation{
			Rules: r, Seed: 1, Workers: workers, Horizon: horizon,
			Player: func(int) (sim.Player, error) { return spec(t, "search:nodes=20,noise=20").New(r) },
		}
		p, err := games.Predict(t.Context(), &c, begun, 6)
		require.NoError(t, err)
		return p
	}
	one, three := predict(1, 0), predict(3, 0)
	require.Equal(t, one, three)
	require.Equal(t, 20, one.Results)
	short := predict(1, 10)
	require.Equal(t, 20, short.Open)
	require.InDelta(t, 1, float64(short.DrawRate.Value), 1e-12)
	require.Equal(t, []float64{10, 10, 10}, short.Lengths)

	_, err = games.Begun(all, 5000, 20)
	require.EqualError(t, err, "no game lasts 5000 plies (want a smaller --at)")
}

// A game that is over stays as it was; others go on from where they stood.
func TestPlayOn(t *testing.T) {
	r := small(t)
	was := playedBy(t, r, "search:nodes=20,noise=20", 6)
	c := games.Continuation{Rules: r, Seed: 3, Player: func(int) (sim.Player, error) { return spec(t, "search:nodes=100,noise=20").New(r) }}
	var begun []sim.Opening
	for i, g := range was {
		begun = append(begun, g.Opening(len(g.Turns)))
		if i%2 == 1 {
			begun[i] = g.Opening(10)
		}
	}
	became, err := c.Play(t.Context(), begun)
	require.NoError(t, err)
	changed := false
	for i := range became {
		if i%2 == 0 {
			became[i].From = 0
			require.Equal(t, was[i], became[i])
		}
		changed = changed || was[i].Plies != became[i].Plies
	}
	require.True(t, changed)
	o, err := c.Continue(t.Context(), &games.Collection{Games: was}, nil, func(int) {})
	require.NoError(t, err)
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

// The file of a player is read as it was written, and its name changes with every byte.
func TestPlayerFile(t *testing.T) {
	f := games.PlayerFile{"player": "search:nodes=400,noise=10", "rules": "russian", "collection": "00ff", "games": 3, "people_loss_per_ply": games.Number(1.25)}
	s, err := games.ParsePlayerFile("p.toml", string(f.Bytes()))
	require.NoError(t, err)
	require.Regexp(t, "^search:nodes=400,noise=10,fitted=[0-9a-f]{12}$", s.String())
	again := spec(t, s.String())
	require.Equal(t, s.String(), again.String())
	f["games"] = 4
	other, err := games.ParsePlayerFile("p.toml", string(f.Bytes()))
	require.NoError(t, err)
	require.NotEqual(t, s.String(), other.String())

	for text, want := range map[string]string{
		"":                               "p.toml:1:1: player: missing (want the spec of a player)",
		"player = \"search\"":            `p.toml:1:10: player: player "search": without a budget (want nodes or depth, such as search:nodes=200)`,
		"player = \"greedy\"\nspeed = 3": "p.toml:2:1: speed: unknown key \"speed\"",
		"player = 3":                     "p.toml:1:10: player: ",
		"player = ":                      "p.toml:1:9: ",
	} {
		_, err := games.ParsePlayerFile("p.toml", text)
		require.Error(t, err, text)
		require.Contains(t, err.Error(), want)
	}
}

func FuzzPlayerFile(f *testing.F) {
	f.Add("player = \"search:nodes=400,noise=10\"\nrules = \"russian\"\ngames = 3\n")
	f.Add("player = 'greedy'\n[x]\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := games.ParsePlayerFile("p.toml", text)
		if err == nil {
			_, err = player.Parse(s.String())
			require.NoError(t, err)
		}
	})
}
