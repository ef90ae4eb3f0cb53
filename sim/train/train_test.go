package train

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/player"

	"github.com/stretchr/testify/require"
)

func eight(t testing.TB) *rules.Rules {
	t.Helper()
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
	p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3, SideToMove: true}}
	r, err := rules.Compile(p)
	require.NoError(t, err)
	return r
}

func training(t testing.TB, workers int) Training {
	return Training{Rules: eight(t), Seed: 3, Rounds: 2, Games: 120, Nodes: 20, Noise: 10, Dir: t.TempDir(), Workers: workers}
}

// The same training gives the same weights, with any number of workers and after
// any interruption; what it learned fits games that it did not see better than what
// it began with.
func TestTrainingIsTheSame(t *testing.T) {
	one := training(t, 1)
	w, report, err := one.Run(t.Context())
	require.NoError(t, err)
	require.Len(t, report.Rounds, 2)
	for _, r := range report.Rounds {
		require.Positive(t, r.Held)
		require.Less(t, r.Learned, r.Mean)
	}

	many := training(t, 3)
	ctx, cancel := context.WithCancel(t.Context())
	many.Played = func(int) { cancel() }
	_, _, err = many.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	many.Played = nil
	again, _, err := many.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, w, again)

	// Nothing is played twice.
	played := 0
	one.Played = func(int) { played++ }
	_, _, err = one.Run(t.Context())
	require.NoError(t, err)
	require.Zero(t, played)

	without := one
	without.WithoutPatterns = true
	w2, _, err := without.Run(t.Context())
	require.NoError(t, err)
	require.Zero(t, played)
	terms := player.NewTerms(one.Rules)
	require.Len(t, w2.Values, terms.Patterns())
	require.NotEqual(t, w.Values[:terms.Patterns()], w2.Values)

	other := one
	other.Nodes++
	_, _, err = other.Run(t.Context())
	require.ErrorContains(t, err, "not the games of this training")
	require.NoError(t, os.WriteFile(one.path(0, 1), []byte(one.head(0, 1, nil)+"\ngame 3\n"), 0o666))
	_, _, err = one.Run(t.Context())
	require.ErrorContains(t, err, "not all games are there")
}

// Weights that made the results are found again from enough of them.
func TestFitFindsTheWeights(t *testing.T) {
	r := eight(t)
	terms := player.NewTerms(r)
	truth := terms.Plain()
	squares := terms.Squares()
	for i := 2 * squares; i < 3*squares; i++ {
		truth[i] = 1.5 // a king is worth half as much as plain says
	}
	random := rand.New(rand.NewPCG(9, 9))
	var games [][]sample
	for range 4000 {
		s := r.Start()
		for range 30 + random.IntN(60) {
			if turns := r.Moves(nil, s); len(turns) > 0 {
				s = r.Play(s, turns[random.IntN(len(turns))])
			}
		}
		s, err := r.Position(s.Setup())
		require.NoError(t, err)
		v := 0.0
		phase := 0.0
		look := func(term, n int) {
			if term < squares {
				v += (phase*truth[term] + (1-phase)*truth[term+squares]) * float64(n)
			} else {
				v += truth[term] * float64(n)
			}
		}
		phase = float64(terms.Each(&s, func(int, int) {})) / 16
		terms.Each(&s, look)
		points := 0
		if random.Float64() < sigmoid(v) {
			points = 2
		}
		games = append(games, []sample{{s.Setup(), int(math.Round(100 * v)), points}})
	}
	f := newFitting(r, terms, games, true)
	w, round := f.learn()
	require.Less(t, round.Learned, round.Plain)
	sum := 0
	for i := 2 * squares; i < 3*squares; i++ {
		sum += w.Values[i]
	}
	require.InDelta(t, 150, float64(sum)/float64(squares), 25)
	king, err := f.king()
	require.NoError(t, err)
	require.True(t, king.Low < 1.5 && king.High > 1.4, "%+v", king)
}

func TestConjugate(t *testing.T) {
	// By hand: [[4 2] [2 3]] x = [2 5] gives x = [-1/2 2], and two steps are all.
	x := conjugate([]float64{2, 5}, []float64{4, 3}, func(d, out []float64) {
		out[0], out[1] = 4*d[0]+2*d[1], 2*d[0]+3*d[1]
	})
	require.InDelta(t, -0.5, x[0], 1e-12)
	require.InDelta(t, 2, x[1], 1e-12)
}

// As many positions are gathered as were asked for, from the same games whoever plays
// them.
func TestTrainingGathersPositions(t *testing.T) {
	one := training(t, 1)
	one.Games, one.Positions = 0, 6000
	var all, there, played int
	one.Begin = func(a, f int) { all, there = a, f }
	one.Played = func(n int) { played += n }
	w, report, err := one.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 6600, all)
	require.Zero(t, there)
	require.GreaterOrEqual(t, played, all)
	for i, least := range []int{600, 6000} {
		got := report.Rounds[i].Positions + report.Rounds[i].Held
		require.GreaterOrEqual(t, got, least)
		require.Less(t, got, least+chunkGames*100)
	}
	many := one
	many.Dir, many.Workers, many.Played = t.TempDir(), 4, nil
	again, _, err := many.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, w, again)

	played = 0
	_, _, err = one.Run(t.Context())
	require.NoError(t, err)
	require.Zero(t, played)
	require.Equal(t, all, there)
}

func FuzzGames(f *testing.F) {
	t := training(f, 1)
	t.Games = 2
	b := notation.Of(t.Rules.Profile())
	start := t.Rules.Start()
	f.Add(t.head(0, 0, nil) + "\ngame 1\n" + b.WriteHub(start.Setup()) + " -12 2\ngame 0\n")
	f.Fuzz(func(tt *testing.T, text string) {
		games, err := t.read(b, t.head(0, 0, nil), 0, text)
		require.True(tt, err != nil || len(games) == 2)
	})
}
