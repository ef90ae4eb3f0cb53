package train

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"varlab/internal/files"
	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/player"

	"github.com/stretchr/testify/require"
)

func eight(t testing.TB) *rules.Rules {
	t.Helper()
	p := profile.Default()
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
	p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 3, SideToMove: true}}
	return given.Compiled(t, p)
}

func training(t testing.TB, workers int) Training {
	return Training{Rules: eight(t), Seed: 3, Positions: 40_000, Nodes: 10, Noise: 10, Dir: t.TempDir(), Workers: workers}
}

// The same training gives the same weights, and leaves the same files, with any number of workers and after
// any interruption; what it learned fits games that it did not see better than what
// it began with.
func TestTrainingIsTheSame(t *testing.T) {
	one := training(t, 1)
	stages := map[string]*[3]int{} // all, there and done since
	var order []string
	one.Begin = func(stage Stage, all, found int) {
		order = append(order, stage.String())
		stages[stage.String()] = &[3]int{all, found}
	}
	one.Done = func(n int) { stages[order[len(order)-1]][2] += n }
	w, report, err := one.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{
		"round 1 of 3, playing", "round 1 of 3, learning", "round 2 of 3, playing", "round 2 of 3, learning", "round 3 of 3, playing", "round 3 of 3, learning",
	}, order)
	require.Len(t, report, len(rounds))
	for i, r := range report {
		played, learned := stages[order[2*i]], stages[order[2*i+1]]
		require.Equal(t, [2]int{one.positions(i), 0}, [2]int(played[:2]))
		require.GreaterOrEqual(t, played[2], played[0])
		require.Zero(t, learned[1])
		require.Equal(t, (passes+1)*(r.Positions+r.Held), learned[2])
		require.InEpsilon(t, learned[0], learned[2], 0.01, "all but those in which a man waits to be crowned")
		require.Positive(t, r.Held)
		require.Less(t, r.Learned, r.Mean)
		least := one.positions(i)
		if i == len(rounds)-1 {
			least += one.positions(i - 1) // all but those of the plain evaluation
		}
		require.GreaterOrEqual(t, r.Positions+r.Held, least)
		require.Less(t, r.Positions+r.Held, least+2*chunkGames*100)
	}

	many := training(t, 3)
	ctx, cancel := context.WithCancel(t.Context())
	many.Done = func(int) { cancel() }
	_, _, err = many.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	many.Done = nil
	again, _, err := many.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, w, again)
	require.Equal(t, disk.Tree(t, one.Dir), disk.Tree(t, many.Dir))

	// Nothing is played twice.
	_, _, err = one.Run(t.Context())
	require.NoError(t, err)
	for i := range rounds {
		require.Equal(t, [3]int{one.positions(i), one.positions(i), 0}, *stages[order[2*i]])
	}

	other := one
	other.Nodes++
	_, _, err = other.Run(t.Context())
	require.ErrorContains(t, err, "not the games of this training")
	path := one.path(one.name(0, 0))
	file := []byte(disk.Read(t, path))
	file[len(file)/2] ^= 1
	require.NoError(t, os.WriteFile(path, file, 0o666))
	_, _, err = one.Run(t.Context())
	require.ErrorContains(t, err, "damaged")
	require.ErrorContains(t, err, path)
	one.Workers = 2 // what one cannot read ends them all
	_, _, err = one.Run(t.Context())
	require.ErrorContains(t, err, "damaged")
}

// Of two trainings at once in one directory the second is told.
func TestOneTrainingAtATime(t *testing.T) {
	one := training(t, 1)
	unlock, err := one.lock()
	require.NoError(t, err)
	_, _, err = one.Run(t.Context())
	require.ErrorContains(t, err, "another process trains here")
	require.NoError(t, unlock())
}

// What is learned of a position is the mean of what was thought from there on and of the
// result, from the side on move.
func TestLaterScoresCountLess(t *testing.T) {
	one := training(t, 1)
	f := newFitting(one, nil)
	f.thought = 1
	start := one.Rules.Start()
	first := start.Setup()
	second := one.Rules.Play(start, one.Rules.Moves(nil, start)[0])
	turned := second.Setup()
	require.NoError(t, os.MkdirAll(filepath.Dir(one.path(one.name(0, 0))), 0o777))
	samples := []sample{{player.Seen{Setup: first, Score: 100, Points: 2}, 0}, {player.Seen{Setup: turned, Score: -50}, 0}, {player.Seen{Setup: first, Points: 1}, 1}}
	require.NoError(t, files.WriteBytes(one.path(one.name(0, 0)), pack(one.Rules, "head", samples)))
	rows, err := f.read([]chunk{{round: 0, number: 0, head: "head", positions: len(samples)}})
	require.NoError(t, err)
	last := (1 - decay) * sigmoid(-0.5) // and lost
	require.InDelta(t, last, rows[1].wanted, 1e-12)
	require.InDelta(t, decay*(1-last)+(1-decay)*sigmoid(1), rows[0].wanted, 1e-12)
	require.InDelta(t, 0.5, rows[2].wanted, 1e-12)
}

// Weights come nearer to those that made the results.
func TestFitFindsTheWeights(t *testing.T) {
	one := training(t, 1)
	f := newFitting(one, nil)
	truth := make([]learning, f.terms.Len())
	for i, w := range f.terms.Plain() {
		truth[i].weight = [2]float32{float32(w[0]), float32(w[1])}
	}
	free := slices.Index(f.terms.Plain(), [2]float64{0.01, 0.01}) // a man's move
	truth[free].weight = [2]float32{0.2, 0.2}
	random := rand.New(rand.NewPCG(9, 9))
	require.NoError(t, os.MkdirAll(filepath.Dir(one.path(one.name(0, 0))), 0o777))
	for number := range 60 {
		var samples []sample
		for game := range chunkGames {
			s := one.Rules.Start()
			for range 8 + random.IntN(12) {
				if turns := one.Rules.Moves(nil, s); len(turns) > 0 {
					s = one.Rules.Play(s, turns[random.IntN(len(turns))])
				}
			}
			s, err := one.Rules.Position(s.Setup())
			require.NoError(t, err)
			v, _, _, _ := f.odds(&row{state: s}, truth)
			points := 0
			if random.Float64() < sigmoid(v) {
				points = 2
			}
			samples = append(samples, sample{player.Seen{Setup: s.Setup(), Score: int(math.Round(100 * v)), Points: points}, game})
		}
		f.chunks = append(f.chunks, chunk{number: number, head: "head", positions: len(samples)})
		require.NoError(t, files.WriteBytes(one.path(one.name(0, number)), pack(one.Rules, "head", samples)))
	}
	round, err := f.learn(t.Context())
	require.NoError(t, err)
	require.Less(t, round.Learned, round.Begun)
	for _, learned := range f.weights().Values[free] {
		require.Greater(t, learned, int16(3), "what was 1 has not come nearer to 20")
		require.Less(t, learned, int16(25))
	}
}

// Seen often enough, a lead that wins no game is found to be worth nothing, and one whose
// worth the terms tell is left at that.
func TestSlope(t *testing.T) {
	var few, drawn, told judged
	random := rand.New(rand.NewPCG(4, 4))
	for i := range 20_000 {
		if i < 3 {
			few.add(3, 0.5)
		}
		drawn.add(3, 0.5)
		v, result := 4*random.Float64()-2, 0.0
		if random.Float64() < sigmoid(v) {
			result = 1
		}
		told.add(v, result)
	}
	require.Less(t, drawn.slope(1000), 0.05)
	require.InDelta(t, 1, told.slope(1000), 0.05)
	require.InDelta(t, 1, few.slope(1000), 0.05)
}

// Samples are read as they were written, on small boards and large ones.
func FuzzSamples(f *testing.F) {
	large := profile.Default()
	large.Board.Rows, large.Board.Columns, large.Board.MenRows = 14, 14, 4
	wide := given.Compiled(f, large)
	games := [...]*rules.Rules{eight(f), wide}
	for _, r := range games {
		s := r.Start()
		setup := s.Setup()
		samples := []sample{{player.Seen{Setup: setup, Score: -mostScore, Points: 1}, 0}, {player.Seen{Setup: setup, Score: 12, Points: 2}, chunkGames - 1}}
		samples[1].Setup.Mover = board.Second
		file := pack(r, "head", samples)
		again, err := unpack(r, "head", file)
		require.NoError(f, err)
		require.Equal(f, samples, again)
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, r := range games {
			if samples, err := unpack(r, "head", file); err == nil {
				require.Equal(t, file, pack(r, "head", samples))
			}
		}
	})
}
