package sim_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// match lays out a match between two players under the rules of Russia's board.
func match(t *testing.T, games int, a, b string) *sim.Schedule {
	return matchUnder(t, ruleSet(t, "eight", english), games, a, b)
}

func matchUnder(t *testing.T, set study.RuleSet, games int, a, b string) *sim.Schedule {
	t.Helper()
	p := plan(t, games, set)
	p.Players = nil
	pair := study.Pair{}
	for i, spec := range []string{a, b} {
		s, err := player.Parse(spec)
		require.NoError(t, err)
		*[]*study.Player{&pair.A, &pair.B}[i] = study.Player{Spec: s.String(), Random: s.Random()}
	}
	p.Pairs = []study.Pair{pair}
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	return s
}

func TestMeetingIsTheSameWhateverTheWorkers(t *testing.T) {
	s := match(t, 60, "search:nodes=30", "random")
	one, err := s.Meet(t.Context(), 0, sim.Options{Workers: 1, NewPlayer: newPlayer})
	require.NoError(t, err)
	require.Greater(t, one.Wins, one.Losses)
	many, err := s.Meet(t.Context(), 0, sim.Options{Workers: 4, NewPlayer: newPlayer})
	require.NoError(t, err)
	require.Equal(t, one, many)

	// Told from the other side everything is turned round, but for the games, whose
	// seeds say who was named first.
	turned, err := match(t, 60, "random", "search:nodes=30").Meet(t.Context(), 0, sim.Options{Workers: 2, NewPlayer: newPlayer})
	require.NoError(t, err)
	require.Greater(t, turned.Losses, turned.Wins)
	require.Equal(t, 60, turned.Wins+turned.Draws+turned.Losses)
	halves := 0
	for i, n := range turned.Pairs {
		halves += i * n
	}
	require.Equal(t, 2*turned.Wins+turned.Draws, halves)
}

// With draw odds a drawn game is a point for the player who has them.
func TestMeetingsCreditDraws(t *testing.T) {
	set := ruleSet(t, "odds", func(p *profile.Profile) {
		english(p)
		p.Draws = []profile.DrawClause{{Kind: profile.Quiet, Moves: profile.NonCaptures, Side: profile.BothSides, Plies: 5}}
		p.Match.Draw = profile.DrawFirst
	})
	m, err := matchUnder(t, set, 20, "greedy", "random").Meet(t.Context(), 0, sim.Options{Workers: 1, NewPlayer: newPlayer})
	require.NoError(t, err)
	require.Equal(t, 20, m.Draws)
	require.Equal(t, stats.Pairs{2: 10}, m.Pairs, "each player moves first in one of two games")
}

// Games that are broken off count for nothing where they are begun again.
func TestGamesBrokenOffAreBegunAgain(t *testing.T) {
	set := ruleSet(t, "void", func(p *profile.Profile) {
		english(p)
		p.Draws = []profile.DrawClause{{Kind: profile.Stop, Strong: []string{"KK", "KM", "K"}, Weak: []string{"K"}, WithinMoves: 1, Outcome: profile.StopVoid}}
	})
	s := matchUnder(t, set, 200, "search:nodes=5", "random")
	m, err := s.Meet(t.Context(), 0, sim.Options{Workers: 2, NewPlayer: newPlayer})
	require.NoError(t, err)
	found := sim.NewMatch(s, m)
	require.Positive(t, m.Void)
	counted := float64(m.Wins) + float64(m.Draws-m.Void+m.Open)/2
	require.InDelta(t, counted/float64(200-m.Void), found.BegunAgain[0], 1e-12)
	require.Greater(t, found.BegunAgain[0], found.Score, "half a point for each of them drew the better player's score to the middle")
	require.Less(t, found.BegunAgain[1], found.BegunAgain[0])
	require.Greater(t, found.BegunAgain[2], found.BegunAgain[0])

	s = match(t, 20, "search:nodes=5", "random")
	m, err = s.Meet(t.Context(), 0, sim.Options{Workers: 2, NewPlayer: newPlayer})
	require.NoError(t, err)
	require.Nil(t, sim.NewMatch(s, m).BegunAgain, "none was broken off")
}

// Players without chance who are taken for players with it, as another program is: games
// beyond one for each opening and colour are copies, and show nothing.
func TestCopiesOfGamesShowNothing(t *testing.T) {
	meet := func(times int) *sim.Match {
		s := match(t, 2, "search:nodes=40", "search:nodes=20")
		p := s.Plan
		p.Openings.Plies = []int{2}
		p.Pairs[0].A.Random = true
		s, err := sim.NewSchedule(p)
		require.NoError(t, err)
		p.Games = 2 * times * s.Manifest.Boards[0].Chapters[0].Positions
		s, err = sim.NewSchedule(p)
		require.NoError(t, err)
		m, err := s.Meet(t.Context(), 0, sim.Options{Workers: 2, NewPlayer: newPlayer})
		require.NoError(t, err)
		return sim.NewMatch(s, m)
	}
	once, often := meet(1), meet(4)
	require.Equal(t, [3]int{2 * once.Openings, 4 * once.Games, 4 * once.Wins}, [3]int{once.Games, often.Games, often.Wins})
	require.Equal(t, once.Openings, often.Openings)
	require.Equal(t, [2]int{0, 3 * once.Games}, [2]int{once.Repeated, often.Repeated})
	require.InDelta(t, once.ScoreLow, often.ScoreLow, 1e-12)
	require.InDelta(t, once.ScoreHigh, often.ScoreHigh, 1e-12)
	require.InDelta(t, *once.EloLow, *often.EloLow, 1e-9)
	require.InDelta(t, *once.EloHigh, *often.EloHigh, 1e-9)
}

func TestMeetingCountsForfeits(t *testing.T) {
	factory := func(r *rules.Rules, spec, weights string) (sim.Player, error) {
		p, err := newPlayer(r, spec, "")
		if spec == "greedy" {
			return &failing{Player: p, how: "error"}, err
		}
		return p, err
	}
	m, err := match(t, 10, "random", "greedy").Meet(t.Context(), 0, sim.Options{Workers: 2, NewPlayer: factory})
	require.ErrorContains(t, err, "greedy forfeited 4 of 4 games, and a match has no score once a player has forfeited a third of its games; the first: second: ")
	require.Equal(t, 4, m.Wins)
	require.Equal(t, [2]int{0, 4}, [2]int{m.ForfeitsA, m.ForfeitsB})
	require.Equal(t, stats.Pairs{0, 0, 0, 0, 2}, m.Pairs)
}

func TestMeetingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := match(t, 100, "greedy", "random").Meet(ctx, 0, sim.Options{Workers: 2, NewPlayer: newPlayer})
	require.ErrorIs(t, err, context.Canceled)
	_, err = match(t, 2, "greedy", "greedy").Meet(t.Context(), 0, sim.Options{Workers: 1, NewPlayer: newPlayer})
	require.ErrorContains(t, err, "meets itself")
}

// program is a player like a program of its own: it thinks until it is ended, and
// that is an error.
type program struct {
	asked chan<- bool
	ended chan bool
	once  sync.Once
}

func (p *program) NewGame() {}

func (p *program) Choose(*rules.History, random.Chance) (rules.Turn, error) {
	p.asked <- true
	<-p.ended
	return rules.Turn{}, errors.New("has ended")
}

func (p *program) Close() error {
	p.once.Do(func() { close(p.ended) })
	return nil
}

// Who is ended because the games are has not failed: nothing is kept of the game.
func TestAnInterruptionIsNoForfeit(t *testing.T) {
	asked := make(chan bool)
	thinking := func(*rules.Rules, string, string) (sim.Player, error) {
		return &program{asked: asked, ended: make(chan bool)}, nil
	}
	interrupted := func() context.Context {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-asked
			cancel()
		}()
		return ctx
	}
	dir := filepath.Join(t.TempDir(), "run")
	p := plan(t, 1, ruleSet(t, "ten", nil))
	require.ErrorAs(t, runUntil(interrupted(), t, p, sim.Options{Dir: dir, Workers: 1, NewPlayer: thinking}), new(*sim.Interrupted))
	require.NoError(t, run(t, p, sim.Options{Dir: dir, Workers: 1}))
	for _, rec := range records(t, dir) {
		require.NotEqual(t, record.Forfeited, rec.Result)
	}

	m, err := match(t, 2, "greedy", "random").Meet(interrupted(), 0, sim.Options{Workers: 1, NewPlayer: thinking})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, m.Pairs.N())
}

// A player who thinks for hours does not keep a match that was interrupted.
func TestAMeetingThatIsStoppedDoesNotWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked, never := make(chan bool, 1), make(chan bool)
	defer close(never)
	stuck := func(r *rules.Rules, spec, weights string) (sim.Player, error) {
		return struct{ sim.Player }{&program{asked: asked, ended: never}}, nil // no program: it cannot be ended
	}
	go func() {
		<-asked
		cancel()
	}()
	ended := make(chan error)
	go func() {
		_, err := match(t, 2, "greedy", "random").Meet(ctx, 0, sim.Options{Workers: 1, NewPlayer: stuck})
		ended <- err
	}()
	select {
	case err := <-ended:
		require.ErrorIs(t, err, context.Canceled)
	case <-time.After(20 * time.Second):
		t.Fatal("the match waits for the player")
	}
}

// What a player intends and may not do is counted in the record of the game.
func TestCorrectionsAreRecorded(t *testing.T) {
	for spec, want := range map[string]bool{"greedy:oversight=40": true, "greedy:vigilance=40": false} {
		p := plan(t, 4, ruleSet(t, "ten", nil))
		p.Players = []study.Player{{Spec: spec, Random: true}}
		for _, rec := range played(t, p, sim.Options{}) {
			require.Equal(t, want, rec.CorrectedFirst > 0 && rec.CorrectedSecond > 0)
			require.LessOrEqual(t, rec.CorrectedFirst, rec.OwedFirst)
			require.Zero(t, rec.MissedFirst+rec.MissedSecond)
		}
	}
}
