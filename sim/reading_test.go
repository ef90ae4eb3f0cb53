package sim_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/internal/testing/long"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"

	"github.com/stretchr/testify/require"
)

// engines are two players of whom nobody knows what they would play.
func engines(t testing.TB) *study.Plan {
	p := plan(t, 24, ruleSet(t, "souffler", soufflant))
	p.Players, p.HorizonPlies = nil, 100
	p.Pairs = []study.Pair{{A: study.Player{Spec: "random", Random: true}, B: study.Player{Spec: "greedy", Random: true}}}
	return p
}

func schedule(t testing.TB, p *study.Plan) *sim.Schedule {
	t.Helper()
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	s.Endings = func(*rules.Rules, int) (sim.Endings, error) { return few(25), nil }
	return s
}

// games plays a schedule.
func games(t testing.TB, s *sim.Schedule, f sim.Factory) []record.Record {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, s.Run(t.Context(), sim.Options{Dir: dir, Workers: 1, NewPlayer: f}))
	return records(t, dir)
}

// verified says what is found amiss with games that are said to be those of a schedule,
// every hash as it has to be, of which no player is asked.
func verified(t testing.TB, s *sim.Schedule, games []record.Record) []string {
	t.Helper()
	return asked(t, s, games, sim.Verification{Sample: 1, Repeats: func(string) bool { return false }})
}

// asked says so where players are asked.
func asked(t testing.TB, s *sim.Schedule, games []record.Record, v sim.Verification) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	made, err := record.Create(dir, s.Manifest)
	require.NoError(t, err)
	defer made.Close()
	w := made.Create(0)
	if s.Plan.Exact.Adjudicate {
		w.Tables = map[string]string{"0123/few.exact": "5c0e"}
	}
	for i := range games {
		require.NoError(t, w.Write(&games[i]))
	}
	require.NoError(t, w.Commit())
	v.Dir = dir
	found, err := s.Verify(t.Context(), v)
	require.NoError(t, err)
	return found.Faults
}

// What players make of any rules is read as it was recorded, from the start of the game
// too, where every turn is a choice.
func TestRunsUnderAnyRulesAreVerified(t *testing.T) {
	rng, ruleSets, played := rand.New(rand.NewPCG(7, 8)), 6, 0
	if long.Form(t) {
		ruleSets = 60
	}
	for i := range ruleSets {
		set := ruleSet(t, "any", func(p *profile.Profile) {
			*p = *conformance.RandomProfile(rng)
			if i%2 == 0 {
				p.Draws = conformance.RandomDraws(rng)
			}
		})
		p := plan(t, 20, set)
		p.Players = append(p.Players, study.Player{Spec: "search:nodes=5,noise=30,oversight=30", Random: true})
		p.Openings.Plies, p.Exact = []int{0}, study.Exact{}
		s, err := sim.NewSchedule(p)
		if err != nil {
			require.ErrorContains(t, err, "an opening of 0 plies") // it begins where it ends
			continue
		}
		dir := filepath.Join(t.TempDir(), "run")
		require.NoError(t, s.Run(t.Context(), sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}))
		found, err := s.Verify(t.Context(), sim.Verification{Options: sim.Options{Dir: dir, NewPlayer: newPlayer}, Sample: 1})
		require.NoError(t, err)
		require.Empty(t, found.Faults, set.Rules.PlayText())
		require.Equal(t, 40, found.Repeated)
		played++
	}
	require.Greater(t, played, ruleSets/2)
}

// Of a game of external engines everything is verified but that they would choose so, or
// fail so: what the schedule fixes, every turn, the end, and all that is counted.
func TestForgedGamesOfEngines(t *testing.T) {
	s := schedule(t, engines(t))
	honest := games(t, s, newPlayer)
	require.Empty(t, verified(t, s, honest))
	forge := func(change func(*record.Record)) []record.Record {
		forged := append([]record.Record{}, honest...)
		change(&forged[7])
		return forged
	}
	for i, c := range record.Columns() {
		if c.Name == "cell" || c.Name == "game" {
			continue // the writer refuses them
		}
		faults := verified(t, s, forge(func(rec *record.Record) {
			if v := reflect.ValueOf(rec).Elem().Field(i); c.Type == "string" {
				v.SetString(v.String() + "x")
			} else {
				v.SetInt(v.Int() + 1)
			}
		}))
		require.NotEmpty(t, faults, c.Name)
		require.Contains(t, faults[0], "game 7")
	}
	for _, c := range []struct {
		want   string
		change func(rec *record.Record)
	}{
		{"first_player is ", func(rec *record.Record) {
			rec.FirstPlayer, rec.SecondPlayer = rec.SecondPlayer, rec.FirstPlayer
		}},
		{"opening is 4 (want 3, as in the manifest)", func(rec *record.Record) { rec.Opening++ }},
		{"game 7: turn", func(rec *record.Record) { // those of another opening
			other := honest[9]
			other.Game, other.Opening = rec.Game, rec.Opening
			*rec = other
		}},
		{"turn 5: ", func(rec *record.Record) {
			turns := strings.Fields(rec.Turns)
			turns[4] = "1-50"
			rec.Turns = strings.Join(turns, " ")
		}},
		{"after its ", func(rec *record.Record) { rec.Turns = strings.Join(strings.Fields(rec.Turns)[:20], " ") }},
		{"the game is over", func(rec *record.Record) { rec.Turns += " 1-2" }},
	} {
		faults := verified(t, s, forge(c.change))
		require.Contains(t, strings.Join(faults, "\n"), c.want)
	}

	// The same games where they had to be over sooner.
	p := engines(t)
	p.HorizonPlies = 60
	require.Contains(t, strings.Join(verified(t, schedule(t, p), honest), "\n"), "want at most 60, the horizon")
	p = engines(t)
	p.Exact = study.Exact{Pieces: 25, Adjudicate: true}
	require.Contains(t, strings.Join(verified(t, schedule(t, p), honest), "\n"), "the game is over: ")
	adjudicated := schedule(t, p)
	require.Empty(t, verified(t, adjudicated, games(t, adjudicated, newPlayer)))

	// What a game was worth that was cut off.
	p.HorizonPlies, p.Exact.Adjudicate = 20, false
	short := schedule(t, p)
	cut := games(t, short, newPlayer)
	require.Empty(t, verified(t, short, cut))
	require.Equal(t, record.Horizon, cut[7].Result)
	cut[7].Value = "draw"
	require.Equal(t, []string{"shards/00000.parquet: game 7: value draw was recorded, its turns come to "}, verified(t, short, cut))
}

// Where an external engine plays against one of our players, this one is asked anew: what
// it would not do is noticed, in any game, of either colour, whatever it has played
// before; what the engine would not do is not.
func TestForgedGamesAgainstEngines(t *testing.T) {
	long.Only(t)
	t.Run("huffing", func(t *testing.T) { forgedAgainstEngines(t, ruleSet(t, "souffler", soufflant)) })
	t.Run("correcting", func(t *testing.T) { forgedAgainstEngines(t, ruleSet(t, "ten", nil)) })
}

func forgedAgainstEngines(t *testing.T, set study.RuleSet) {
	const own, engine = "search:nodes=60,noise=10,oversight=30,touch=20,weights=0", "random"
	p := engines(t)
	p.RuleSets = []study.RuleSet{set}
	p.Pairs = []study.Pair{{A: study.Player{Spec: own, Random: true}, B: study.Player{Spec: engine, Random: true}}}
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	v := sim.Verification{Options: sim.Options{NewPlayer: func(r *rules.Rules, spec, weights string) (sim.Player, error) {
		require.Equal(t, own, spec, "no engine is started")
		return newPlayer(r, spec, weights)
	}}, Sample: 1, Repeats: func(spec string) bool { return spec == own }}
	// as plays the games with another player under the name of one.
	as := func(name string, other sim.Factory) []record.Record {
		return games(t, s, func(r *rules.Rules, spec, weights string) (sim.Player, error) {
			if spec == name {
				return other(r, spec, weights)
			}
			return newPlayer(r, spec, weights)
		})
	}
	called := func(spec string) sim.Factory {
		return func(r *rules.Rules, _, weights string) (sim.Player, error) { return newPlayer(r, spec, weights) }
	}
	honest := games(t, s, newPlayer)
	corrected := [2]int32{}
	for _, rec := range honest {
		if rec.FirstPlayer == own {
			corrected[0] += rec.CorrectedFirst
		} else {
			corrected[1] += rec.CorrectedSecond
		}
	}
	if set.ID == "ten" {
		require.Positive(t, corrected[0])
		require.Positive(t, corrected[1])
	}
	require.Empty(t, asked(t, s, honest, v))
	require.Empty(t, asked(t, s, as(engine, called("greedy")), v))

	forged := as(own, called("search:nodes=200,weights=0"))
	list := asked(t, s, forged, v)
	require.Len(t, list, len(forged))
	for i, fault := range list {
		require.Regexp(t, fmt.Sprintf(`game %d: turn \d+: "%s" plays \S+ \(recorded \S+\)$`, i, own), fault)
	}

	// How many illegal intentions were put right.
	for _, corrected := range []func(*record.Record) *int32{
		func(rec *record.Record) *int32 { return &rec.CorrectedFirst },
		func(rec *record.Record) *int32 { return &rec.CorrectedSecond },
	} {
		changed := slices.Clone(honest)
		*corrected(&changed[1])++
		require.Contains(t, asked(t, s, changed, v)[0], "game 1: corrected_")
	}

	// It has not resigned, or failed; and where it has, it does so again.
	for _, f := range []func(sim.Player) sim.Player{
		func(p sim.Player) sim.Player { return &stopper{Player: p, resigns: 3} },
		func(p sim.Player) sim.Player { return &failing{Player: p, how: "panic"} },
	} {
		other := players(f)
		ended := as(own, other)
		list := asked(t, s, ended, v)
		require.Len(t, list, len(ended))
		require.Regexp(t, `game 0: \w+ \((resignation|forfeit)\) was recorded, after its \d+ turns the game goes on$`, list[0])
		again := v
		again.NewPlayer = other
		require.Empty(t, asked(t, s, ended, again))
		require.Len(t, asked(t, s, honest, again), len(honest))
	}
	failed := as(engine, players(func(p sim.Player) sim.Player { return &failing{Player: p, how: "error"} }))
	require.Equal(t, record.Forfeited, failed[0].Result)
	require.Empty(t, asked(t, s, failed, v))
}

// An engine can fail, and can neither resign nor agree to a draw.
func TestEnginesDoNotStop(t *testing.T) {
	s := schedule(t, engines(t))
	for _, how := range []stopper{{resigns: 3}, {agrees: 3}} {
		stopped := games(t, s, players(func(p sim.Player) sim.Player { return &stopper{Player: p, resigns: how.resigns, agrees: how.agrees} }))
		require.True(t, stopped[0].Stopped())
		require.Len(t, verified(t, s, stopped), len(stopped))
	}
	failed := games(t, s, players(func(p sim.Player) sim.Player { return &failing{Player: p, how: "unwilling"} }))
	require.Equal(t, record.Forfeited, failed[0].Result)
	require.Empty(t, verified(t, s, failed))
	failed[3].FailedSide = "second"
	require.Contains(t, strings.Join(verified(t, s, failed), "\n"), "game 3: failed ")
}
