package sim_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/record"
	"varlab/sim/study"

	"github.com/stretchr/testify/require"
	"varlab/variants/content"
)

// ruleSet compiles the default rules with a change.
func ruleSet(t testing.TB, id string, change func(p *profile.Profile)) study.RuleSet {
	t.Helper()
	r := given.Default(t, change)
	return study.RuleSet{ID: id, Title: id, PlayHash: r.PlayHash(), Board: r.Grid().Size(), Content: content.Keep(new(content.Content)), Rules: r}
}

func english(p *profile.Profile) {
	p.Board.Rows, p.Board.Columns, p.Board.MenRows = 8, 8, 3
	p.King.Range, p.Man.Capture, p.Capture.Precedence = profile.Short, profile.CapturesForward, nil
	p.Settle()
	p.Capture.Completion = profile.Whole
}

// soufflant is the default game with captures that are owed, not compulsory.
var soufflant = given.Claimable(profile.HuffRemedy, profile.CompelRemedy, profile.WaiveRemedy)

func plan(t testing.TB, games int, sets ...study.RuleSet) *study.Plan {
	return &study.Plan{
		Heading:  study.Heading{Name: "test", Seed: 1754},
		RuleSets: sets,
		Players:  []study.Player{{Spec: "random", Random: true}},
		Design:   study.Design{Games: games, HorizonPlies: 200, Openings: study.Openings{Plies: []int{4}}, Exact: study.Exact{Pieces: 3}, Metrics: []string{"drawn"}},
	}
}

func newPlayer(r *rules.Rules, spec, _ string) (sim.Player, error) {
	s, err := player.Parse(spec)
	if err != nil {
		return nil, err
	}
	return s.New(r)
}

// More games than a manifest can list are refused before any is laid out.
func TestTooManyGames(t *testing.T) {
	p := plan(t, math.MaxInt32, ruleSet(t, "ten", nil))
	_, err := sim.NewSchedule(p)
	require.ErrorContains(t, err, "games: 2147483647 in each of 1 cells come to 1073742 shards (want at most 400000)")
}

func run(t testing.TB, p *study.Plan, o sim.Options) error {
	t.Helper()
	return runUntil(t.Context(), t, p, o)
}

func runUntil(ctx context.Context, t testing.TB, p *study.Plan, o sim.Options) error {
	t.Helper()
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	if o.NewPlayer == nil {
		o.NewPlayer = newPlayer
	}
	o.Workers = cmp.Or(o.Workers, 2)
	return s.Run(ctx, o)
}

// played plays a plan in a directory of its own and returns its games.
func played(t testing.TB, p *study.Plan, o sim.Options) []record.Record {
	t.Helper()
	o.Dir = filepath.Join(t.TempDir(), "run")
	require.NoError(t, run(t, p, o))
	return records(t, o.Dir)
}

// players makes players that something has been done to.
func players(change func(sim.Player) sim.Player) sim.Factory {
	return func(r *rules.Rules, spec, weights string) (sim.Player, error) {
		p, err := newPlayer(r, spec, weights)
		return change(p), err
	}
}

// faults are those that Verify finds in a run, all of whose games it plays again.
func faults(t testing.TB, s *sim.Schedule, dir string, f sim.Factory) []string {
	t.Helper()
	found, err := s.Verify(t.Context(), sim.Verification{Options: sim.Options{Dir: dir, NewPlayer: f}, Sample: 1})
	require.NoError(t, err)
	return found.Faults
}

func records(t testing.TB, dir string) []record.Record {
	t.Helper()
	r, err := record.Open(dir)
	require.NoError(t, err)
	defer r.Close()
	var all []record.Record
	for rec, err := range r.Records() {
		require.NoError(t, err)
		all = append(all, *rec)
	}
	return all
}

func TestSameBytesWhateverTheWorkers(t *testing.T) {
	p := plan(t, 60, ruleSet(t, "ten", nil), ruleSet(t, "souffler", soufflant), ruleSet(t, "english", english))
	p.Pairs = []study.Pair{{A: study.Player{Spec: "random", Random: true}, B: study.Player{Spec: "greedy", Random: true}}}
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	require.NoError(t, run(t, p, sim.Options{Dir: one, Workers: 1}))
	require.NoError(t, run(t, p, sim.Options{Dir: two, Workers: 2}))
	a, b := disk.Tree(t, one, record.LogDir), disk.Tree(t, two, record.LogDir)
	require.Len(t, a, 1+6*3)
	require.Equal(t, a, b)

	// Interrupted after some games and resumed, by other numbers of workers, it is
	// the same again.
	three := filepath.Join(t.TempDir(), "three")
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		var played atomic.Int64
		err := s.Run(ctx, sim.Options{Dir: three, Workers: 2 - stops%2, NewPlayer: newPlayer, Played: func() {
			if played.Add(1) == 130 {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			require.GreaterOrEqual(t, stops, 2)
			break
		}
		var stopped *sim.Interrupted
		require.ErrorAs(t, err, &stopped)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 18, stopped.Of)
		shards := disk.Glob(t, filepath.Join(three, "shards", "*"))
		require.Len(t, shards, stopped.Shards)
		require.EqualError(t, stopped, fmt.Sprintf("interrupted; %d of 18 shards are complete and kept", stopped.Shards))
	}
	require.Equal(t, a, disk.Tree(t, three, record.LogDir))

	// So are the games that nobody keeps.
	var list []record.Record
	games, err := s.Play(t.Context(), sim.Options{Workers: 2, NewPlayer: newPlayer})
	require.NoError(t, err)
	for _, rec := range games {
		list = append(list, *rec)
	}
	require.Equal(t, records(t, one), list)

	// Stopped while it looks at what is there, it knows how far it had come.
	require.NoError(t, os.Remove(filepath.Join(three, s.Manifest.Shards[0].File)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.EqualError(t, s.Run(ctx, sim.Options{Dir: three, Workers: 1, NewPlayer: newPlayer}), "interrupted; 17 of 18 shards are complete and kept")
	require.EqualError(t, s.Run(ctx, sim.Options{Dir: filepath.Join(t.TempDir(), "none"), Workers: 1, NewPlayer: newPlayer}), "interrupted before the first of 18 shards was complete")
}

// What another program has begun, only it may make good.
func TestDamageOfAnotherProgram(t *testing.T) {
	p := plan(t, 60, ruleSet(t, "ten", nil))
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, run(t, p, sim.Options{Dir: dir, Workers: 1}))
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	s.Manifest.Program = "varlab 2"
	for _, only := range [][]int{nil, {1}} {
		require.NoError(t, s.Run(t.Context(), sim.Options{Dir: dir, Workers: 1, NewPlayer: newPlayer, Only: only}), "nothing is missing")
	}
	name := filepath.Join(dir, s.Manifest.Shards[1].File)
	require.NoError(t, os.Truncate(name, 100))
	before := disk.Tree(t, dir, record.LogDir)
	for _, only := range [][]int{nil, {1}} {
		err := s.Run(t.Context(), sim.Options{Dir: dir, Workers: 1, NewPlayer: newPlayer, Only: only})
		require.ErrorContains(t, err, "was begun by a program without a version and is not complete; this is varlab 2, whose games may be others")
		require.Equal(t, before, disk.Tree(t, dir, record.LogDir))
	}
}

func TestEveryRecordReplays(t *testing.T) {
	p := plan(t, 100, ruleSet(t, "ten", nil), ruleSet(t, "souffler", soufflant), ruleSet(t, "english", english))
	byID := map[string]*rules.Rules{}
	for _, set := range p.RuleSets {
		byID[set.ID] = set.Rules
	}
	results := map[string]int{}
	var claims record.Record
	for _, rec := range played(t, p, sim.Options{}) {
		h, err := record.Replay(byID[rec.Rules], &rec)
		require.NoError(t, err)
		o := h.Outcome()
		require.Equal(t, int(rec.Plies), h.Plies())
		if rec.Result == record.Horizon {
			require.False(t, o.Over())
			require.EqualValues(t, 200, rec.Plies)
		} else {
			require.Equal(t, rec.Result, o.Result.String())
			require.Equal(t, rec.Reason, string(o.Reason))
		}
		results[rec.Result]++

		// What was taken is what is gone from the board.
		s, start := h.State(), byID[rec.Rules].Start()
		for side, c := range map[board.Side][3]int32{
			board.First:  {rec.MenTakenSecond, rec.KingsTakenSecond, rec.HuffedFirst},
			board.Second: {rec.MenTakenFirst, rec.KingsTakenFirst, rec.HuffedSecond},
		} {
			require.EqualValues(t, start.Pieces(side).Len()-s.Pieces(side).Len(), c[0]+c[1]+c[2])
		}
		kings := s.Kings(board.First).Len() + s.Kings(board.Second).Len()
		if rec.HuffedFirst+rec.HuffedSecond == 0 {
			require.EqualValues(t, rec.PromotionsFirst+rec.PromotionsSecond-rec.KingsTakenFirst-rec.KingsTakenSecond, kings)
		}
		require.GreaterOrEqual(t, rec.Playable, rec.Due)
		require.GreaterOrEqual(t, rec.Due, int64(rec.Decisions-rec.Replayed)/2)
		turns := len(strings.Fields(rec.Turns))
		require.EqualValues(t, turns, rec.Decisions+rec.OpeningPlies)
		require.GreaterOrEqual(t, turns, int(rec.Plies+2*rec.Replayed))
		require.LessOrEqual(t, turns, int(rec.Plies+2*rec.Replayed)+1) // waive
		omissions := rec.MissedFirst + rec.PartialFirst + rec.WeakerFirst
		require.LessOrEqual(t, rec.CompelledFirst+rec.WaivedFirst, omissions)
		require.Equal(t, rec.Replayed, rec.CompelledFirst+rec.CompelledSecond)
		if rec.Rules != "souffler" {
			require.Zero(t, omissions+rec.HuffedFirst+rec.Replayed)
			require.Equal(t, rec.Playable, rec.Due)
			continue
		}
		require.LessOrEqual(t, omissions, rec.OwedFirst)
		claims.MissedFirst += rec.MissedFirst
		claims.PartialFirst += rec.PartialFirst
		claims.WeakerFirst += rec.WeakerFirst
		claims.HuffedFirst += rec.HuffedFirst
		claims.CompelledFirst += rec.CompelledFirst
		claims.WaivedFirst += rec.WaivedFirst
	}
	require.Greater(t, results["first"]+results["second"], 100)
	for _, n := range []int32{claims.MissedFirst, claims.PartialFirst, claims.WeakerFirst, claims.HuffedFirst, claims.CompelledFirst, claims.WaivedFirst} {
		require.Positive(t, n)
	}
}

func TestOpeningsAreShared(t *testing.T) {
	ten, souffler, eight := ruleSet(t, "ten", nil), ruleSet(t, "souffler", soufflant), ruleSet(t, "english", english)
	p := plan(t, 150, ten, eight, souffler)
	p.Pairs = []study.Pair{{A: study.Player{Spec: "random", Random: true}, B: study.Player{Spec: "greedy", Random: true}}}
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, run(t, p, sim.Options{Dir: dir, Workers: 2}))
	run, err := record.Open(dir)
	require.NoError(t, err)
	defer run.Close()
	require.Len(t, run.Manifest.Boards, 2)
	require.Equal(t, record.Board{ID: run.Manifest.Boards[0].ID, Size: "10x10", Chapters: []record.Chapter{{Plies: 4, Positions: 787, Clusters: 150}}}, run.Manifest.Boards[0])
	require.Equal(t, "8x8", run.Manifest.Boards[1].Size)
	require.Equal(t, 294, run.Manifest.Boards[1].Positions())

	openings := map[string]map[int32]string{} // by board: opening to its turns
	used := map[string]map[int32]int{}
	for _, rec := range records(t, dir) {
		turns := strings.Join(strings.Fields(rec.Turns)[:rec.OpeningPlies], " ")
		require.NotContains(t, turns, "x")
		if openings[rec.Board] == nil {
			openings[rec.Board] = map[int32]string{}
		}
		if was, ok := openings[rec.Board][rec.Opening]; ok {
			require.Equal(t, was, turns)
		}
		openings[rec.Board][rec.Opening] = turns
		key := fmt.Sprint(rec.Rules, rec.FirstPlayer, rec.SecondPlayer)
		if used[key] == nil {
			used[key] = map[int32]int{}
		}
		used[key][rec.Opening]++
		require.Zero(t, rec.Replicate)
	}
	require.Len(t, openings, 2)
	require.Len(t, used, 9)
	// With both colours a pair plays each opening twice, so half as many.
	require.Len(t, used["tenrandomrandom"], 150)
	require.Len(t, used["tenrandomgreedy"], 75)
	require.Equal(t, used["tenrandomgreedy"], used["tengreedyrandom"])
	require.Equal(t, used["tenrandomrandom"], used["soufflerrandomrandom"])
}

func TestBook(t *testing.T) {
	ten, souffler := ruleSet(t, "ten", nil).Rules, ruleSet(t, "souffler", soufflant).Rules
	sets := []*rules.Rules{ten, souffler}

	// Distinct positions, whichever rule set stands first; a longer draw begins
	// with the shorter.
	some := book(t, sets, 50, 7, 4)
	more := book(t, []*rules.Rules{souffler, ten}, 800, 7, 4)
	require.Equal(t, 787, more.Chapters[0].Positions)
	require.Equal(t, 787, size(more))
	require.Equal(t, openings(some), openings(more)[:50])
	seen := map[string]bool{}
	for _, o := range openings(more) {
		require.Len(t, o.Turns, 4)
		require.False(t, seen[o.Position])
		seen[o.Position] = true
	}
	require.NotEqual(t, openings(some), openings(book(t, sets, 50, 8, 4)))

	// The largest board, whose last squares have the highest numbers.
	large := ruleSet(t, "large", func(p *profile.Profile) { p.Board.Rows, p.Board.Columns, p.Board.MenRows = 14, 14, 6 })
	require.Len(t, openings(book(t, []*rules.Rules{large.Rules}, 500, 7, 4)), 500)

	// Several numbers of plies take turns, and do not depend on how many openings are
	// wanted.
	both := book(t, sets, 2001, 7, 5, 4)
	require.Equal(t, []int{1001, 787}, []int{both.Chapters[0].Clusters, both.Chapters[1].Clusters})
	require.Len(t, both.Opening(0).Turns, 5)
	require.Len(t, both.Opening(1).Turns, 4)
	for i, o := range openings(more)[:100] {
		require.Equal(t, o, both.Opening(2*i+1))
	}

	// Plies 0: the start alone.
	start := book(t, sets, 788, 7, 0)
	require.Equal(t, 1, size(start))
	require.Empty(t, start.Opening(0).Turns)

	// More plies than positions can be listed for.
	_, err := sim.NewBook(sets, []int{20}, 1, 7)
	require.ErrorContains(t, err, "more than 300000 positions (want at most 10 plies)")

	// Too few quiet positions: any due turns lead to the openings, and all that are found
	// are used.
	small := ruleSet(t, "small", func(p *profile.Profile) {
		english(p)
		p.Board.Rows, p.Board.Columns, p.Board.MenRows = 6, 6, 2
	})
	wild := book(t, []*rules.Rules{small.Rules}, 1000, 7, 2)
	require.True(t, wild.Chapters[0].Wild)
	require.Equal(t, wild.Chapters[0].Positions, size(wild))
	require.Less(t, size(wild), 1000)
	p := plan(t, 1000, small)
	p.Openings.Plies = []int{2}
	times := map[int32]int32{}
	for _, rec := range played(t, p, sim.Options{}) {
		require.Equal(t, times[rec.Opening], rec.Replicate)
		times[rec.Opening]++
	}
	require.Len(t, times, size(wild))
	for _, n := range times {
		require.InDelta(t, float64(1000)/float64(size(wild)), n, 1)
	}
}

// Where the turns before a position bar a turn, or have drawn the game, the way to it is no
// opening.
func TestOpeningsCanBePlayed(t *testing.T) {
	kings := func(change func(p *profile.Profile)) *rules.Rules {
		return ruleSet(t, "kings", func(p *profile.Profile) {
			english(p)
			p.Board.MenRows, p.Board.Start, p.Board.Setup = 0, "kings and men", &board.Setup{}
			for _, q := range []board.Square{1, 2, 7} {
				p.Board.Setup.Put(board.First, q, q < 3)
				p.Board.Setup.Put(board.Second, 31-q, q < 3)
			}
			change(p)
		}).Rules
	}
	free := kings(func(*profile.Profile) {})
	every := book(t, []*rules.Rules{free}, 1<<20, 7, 4)
	for _, c := range []struct {
		name   string
		change func(p *profile.Profile)
	}{
		{"a king that may not move twice", func(p *profile.Profile) { p.King.RepeatLimit = 1 }},
		{"a position that stands twice", func(p *profile.Profile) {
			p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 2}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sets := []*rules.Rules{free, kings(c.change)}
			b := book(t, sets, 1<<20, 7, 4)
			require.Positive(t, size(b))
			require.Less(t, size(b), size(every))
			for _, o := range openings(b) {
				h := rules.NewHistory(sets[1], sets[1].Start())
				for _, turn := range o.Turns {
					require.Contains(t, h.Turns(), turn, o.Position)
					h.Play(turn)
				}
				require.False(t, h.Outcome().Over(), o.Position)
			}
		})
	}
	_, err := sim.NewBook([]*rules.Rules{kings(func(p *profile.Profile) {
		p.Draws = []profile.DrawClause{{Kind: profile.Quiet, Moves: profile.NonCaptures, Side: profile.BothSides, Plies: 4}}
	})}, []int{4}, 1, 7)
	require.ErrorContains(t, err, "an opening of 4 plies")
}

// Where a capture is due at the start, and claimable, an opening does not omit it: nobody
// chose to.
func TestOpeningsOmitNothing(t *testing.T) {
	set := ruleSet(t, "due", func(p *profile.Profile) {
		english(p)
		soufflant(p)
		p.Board.MenRows, p.Board.Start, p.Board.Setup = 0, "a capture is due", &board.Setup{Mover: board.First}
		for side, squares := range [2][]board.Square{{14, 0, 1, 2}, {10, 17, 18, 29}} {
			for _, q := range squares {
				p.Board.Setup.Put(board.Side(side), q, true)
			}
		}
	})
	start := set.Rules.Start()
	require.True(t, slices.ContainsFunc(set.Rules.Moves(nil, start), func(t rules.Turn) bool { return t.Action == rules.Quiet && t.Omission == profile.Missed }))
	b := book(t, []*rules.Rules{set.Rules}, 40, 7, 4)
	require.Positive(t, size(b))
	for _, o := range openings(b) {
		h := rules.NewHistory(set.Rules, start)
		for _, turn := range o.Turns {
			require.Contains(t, h.Turns(), turn)
			require.Equal(t, profile.NoOmission, turn.Omission)
			h.Play(turn)
		}
	}
	require.Len(t, played(t, plan(t, 40, set), sim.Options{}), 40)
}

// What a player does not heed of rules about people changes none of its games.
func TestWhoHeedsWhat(t *testing.T) {
	specs := []string{"random", "greedy:oversight=95,vigilance=100", "greedy:oversight=60,release=10", "greedy:touch=50", "greedy:touch=30,release=50", "greedy:adjust=50", "search:nodes=20,resign=49", "search:nodes=20,agree=100"}
	strict := func(p *profile.Profile) {
		english(p)
		given.Claimable(profile.CompelRemedy, profile.WaiveRemedy)(p)
		p.Conduct.TouchMove = profile.TouchStrict
	}
	sets, changed := []study.RuleSet{ruleSet(t, "strict", strict)}, []map[string]any{{"conduct.touch_move": "strict"}}
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if a.Plays || !strings.HasPrefix(a.Key, "conduct.") && !strings.HasPrefix(a.Key, "match.") {
			require.True(t, a.Plays || a.Kind == profile.Text || strings.HasPrefix(a.Key, "board."), a.Key)
			continue
		}
		for _, w := range a.Words() {
			if w == a.Get(sets[0].Rules.Profile()) {
				continue
			}
			sets = append(sets, ruleSet(t, a.Key+"="+w, func(p *profile.Profile) {
				strict(p)
				require.NoError(t, a.Set(p, w))
			}))
			axes := map[string]any{"conduct.touch_move": "strict", a.Key: w}
			changed = append(changed, axes)
		}
	}
	p := plan(t, 20, sets...)
	p.Players, p.HorizonPlies = nil, 100
	for _, spec := range specs {
		p.Players = append(p.Players, study.Player{Spec: spec, Random: true})
	}
	games := map[string][]string{}
	for _, r := range played(t, p, sim.Options{}) {
		key := r.Rules + " " + p.Cells()[r.Cell].A.Spec
		games[key] = append(games[key], fmt.Sprint(r.Turns, r.Result, r.Reason))
	}
	felt := map[string]bool{}
	for i, set := range sets {
		for _, player := range p.Players {
			if !slices.Equal(games["strict "+player.Spec], games[set.ID+" "+player.Spec]) {
				require.NotEqual(t, player.Heeded(changed[0]), player.Heeded(changed[i]), "%s, %s", set.ID, player.Spec)
				felt[player.Spec] = true
			}
		}
	}
	require.Len(t, felt, len(specs)-1, "all but the first")
}

func book(t testing.TB, sets []*rules.Rules, want int, seed uint64, plies ...int) *sim.Book {
	t.Helper()
	b, err := sim.NewBook(sets, plies, want, seed)
	require.NoError(t, err)
	return b
}

// size is the number of openings in all chapters.
func size(b *sim.Book) (n int) {
	for _, c := range b.Chapters {
		n += c.Clusters
	}
	return n
}

// openings are those of a book with one chapter.
func openings(b *sim.Book) []sim.Opening {
	all := make([]sim.Opening, size(b))
	for i := range all {
		all[i] = b.Opening(i)
	}
	return all
}

// A game's random numbers depend on what it is, not on how many others there are
// or what the rule set is called.
func TestAStudyCanGrow(t *testing.T) {
	q := plan(t, 90, ruleSet(t, "eight", english), ruleSet(t, "tener", func(p *profile.Profile) { p.Board.WhiteHome = profile.LowNumbers }))
	q.Name, q.Metrics = "other", []string{"drawn"}
	a, b := played(t, plan(t, 40, ruleSet(t, "ten", nil)), sim.Options{}), played(t, q, sim.Options{})
	for i := range a {
		x, y := a[i], b[90+i]
		require.Equal(t, x.PlayHash, y.PlayHash)
		require.Equal(t, []any{x.Result, x.Reason, x.Plies, x.Playable, x.MenTakenFirst}, []any{y.Result, y.Reason, y.Plies, y.Playable, y.MenTakenFirst})
	}
}

func TestNoRandomnessNoReplicates(t *testing.T) {
	p := plan(t, 787, ruleSet(t, "ten", nil))
	p.Openings.Plies = []int{0}
	p.Players = []study.Player{{Spec: "search:nodes=200"}}
	_, err := sim.NewSchedule(p)
	require.ErrorContains(t, err, `games: 787 under "ten" between "search:nodes=200" and "search:nodes=200", who play without randomness, would repeat games: the openings are 1 (want at most 1 games, or noise)`)
	// Plies take turns: of nine openings of one ply and some eighty of two, the shorter are
	// used up first. The number that is advised is taken, and one more is not.
	p.Openings.Plies = []int{1, 2}
	_, err = sim.NewSchedule(p)
	require.ErrorContains(t, err, "(want at most 18 games, or noise)")
	p.Games = 18
	_, err = sim.NewSchedule(p)
	require.NoError(t, err)
	p.Games++
	_, err = sim.NewSchedule(p)
	require.ErrorContains(t, err, "(want at most 18 games, or noise)")
	p.Games, p.Openings.Plies = 787, []int{4}
	_, err = sim.NewSchedule(p)
	require.NoError(t, err)
}

// failing fails in its third turn, in one of several ways.
type failing struct {
	sim.Player
	how   string
	turns int
}

func (f *failing) NewGame() {
	f.turns = 0
	if f.how == "unwilling" {
		panic("no\n\x1b[31mnew  game " + strings.Repeat("é", 400))
	}
}

func (f *failing) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	if f.turns++; f.turns < 3 {
		return f.Player.Choose(h, c)
	}
	switch f.how {
	case "panic":
		panic("lost the thread")
	case "error":
		return rules.Turn{}, errors.New("resource gone")
	case "changed":
		h.Play(h.Turns()[0])
		return rules.Turn{}, nil
	}
	return rules.Turn{}, nil // no legal turn
}

// A player that fails before the game forfeits it in its first turn, and says so in one
// short line.
func TestAFailingPlayerForfeits(t *testing.T) {
	for how, want := range map[string]string{
		"panic":     "^first: .* panicked: lost the thread$",
		"error":     "^first: .* failed: resource gone$",
		"changed":   "^first: .* left the history changed$",
		"illegal":   "^first: .* chose no legal turn: ",
		"unwilling": `^first: .* panicked: no \[31mnew game é+…$`,
	} {
		plies := 8
		if how == "unwilling" {
			plies = 4
		}
		list := played(t, plan(t, 2, ruleSet(t, "ten", nil)), sim.Options{NewPlayer: players(func(p sim.Player) sim.Player {
			return &failing{Player: p, how: how}
		})})
		for _, rec := range list {
			require.Equal(t, []any{record.Forfeited, record.Forfeit, int32(plies), int32(plies - 4)}, []any{rec.Result, rec.Reason, rec.Plies, rec.Decisions})
			require.Regexp(t, want, rec.Forfeiture())
			require.Less(t, len(rec.FailureDetail), 320)
			require.Len(t, strings.Fields(rec.Turns), plies)
		}
	}
}

// A run whose players fail one game after the other stops with the reason, and keeps
// nothing that is not whole; failures among other games do not stop it.
func TestManyForfeitsStopARun(t *testing.T) {
	for every, stops := range map[int]bool{1: true, 3: false} {
		dir := filepath.Join(t.TempDir(), "run")
		games, forfeits := 0, 0
		err := run(t, plan(t, 40, ruleSet(t, "ten", nil)), sim.Options{
			Dir: dir, Workers: 1, Forfeits: 5, Forfeited: func() { forfeits++ },
			NewPlayer: players(func(p sim.Player) sim.Player { return &fails{Player: p, every: every, games: &games} }),
		})
		if !stops {
			require.NoError(t, err)
			require.Greater(t, forfeits, 5)
			continue
		}
		require.EqualError(t, err, `stopped: 5 games in a row were forfeited under "ten"; in the last, first: random failed: resource gone`)
		require.Equal(t, 5, forfeits)
		left := disk.Glob(t, filepath.Join(dir, "shards", "*"))
		require.Empty(t, left)
	}
}

// A fails fails in each game whose number every divides.
type fails struct {
	sim.Player
	every int
	games *int
}

func (f *fails) NewGame() { *f.games++ }

func (f *fails) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	if *f.games%f.every == 0 {
		return rules.Turn{}, errors.New("resource gone")
	}
	return f.Player.Choose(h, c)
}

// stopper would resign after so many choices, or agree to a draw; 0 is never.
type stopper struct {
	sim.Player
	resigns, agrees, choices int
}

func (s *stopper) NewGame() {
	s.choices = 0
	s.Player.NewGame()
}

func (s *stopper) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	s.choices++
	return s.Player.Choose(h, c)
}

func (s *stopper) Stops() (resigns, agrees bool) {
	return s.choices == s.resigns, s.agrees > 0 && s.choices >= s.agrees
}

// Who resigns has lost; a draw needs both players, and the choice of the one who agrees
// last is not played. What was recorded verifies, and a stop that nobody made does not.
func TestPlayersStop(t *testing.T) {
	for _, c := range []struct {
		first, second  stopper // by side
		result, reason string
		plies          int32
	}{
		{stopper{resigns: 3}, stopper{}, "second", record.Resignation, 8},
		{stopper{}, stopper{resigns: 2}, "first", record.Resignation, 7},
		{stopper{agrees: 2}, stopper{agrees: 4}, "draw", record.Agreement, 11},
		{stopper{agrees: 5}, stopper{agrees: 1}, "draw", record.Agreement, 12},
		{stopper{agrees: 1}, stopper{}, record.Horizon, record.Horizon, 14},
	} {
		p := plan(t, 4, ruleSet(t, "ten", nil))
		p.HorizonPlies = 14
		p.Openings.Plies = []int{4}
		made := 0
		o := sim.Options{Dir: filepath.Join(t.TempDir(), "run"), Workers: 1, NewPlayer: players(func(p sim.Player) sim.Player {
			s := []stopper{c.first, c.second}[made%2]
			made++
			s.Player = p
			return &s
		})}
		require.NoError(t, run(t, p, o))
		for _, rec := range records(t, o.Dir) {
			require.Equal(t, []any{c.result, c.reason, c.plies}, []any{rec.Result, rec.Reason, rec.Plies}, "%+v", c)
		}
		s, err := sim.NewSchedule(p)
		require.NoError(t, err)
		made = 0
		require.Empty(t, faults(t, s, o.Dir, o.NewPlayer))
	}
}

// Verifying replays what was recorded and has it played again; a game that a player would not
// play is named. TestForgedGamesOfEngines has those that are not what they say.
func TestVerify(t *testing.T) {
	p := plan(t, 60, ruleSet(t, "ten", nil), ruleSet(t, "souffler", soufflant))
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, s.Run(t.Context(), sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}))
	v := sim.Verification{Options: sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}, Sample: 0.25}
	found, err := s.Verify(t.Context(), v)
	require.NoError(t, err)
	require.Len(t, found.Root, 64)
	want := &sim.Verified{Shards: 6, Whole: 6, Games: 120, Replayed: 34, Repeated: 34, Repeatable: 120, Root: found.Root, Missing: []string{}, Faults: []string{}}
	// Of 25 games 7 are drawn, of 10 3: at least 28 of 100.
	want.Missed.One, want.Missed.Percent = 1-0.28, math.Pow(0.99, 0.28*120)
	require.InDelta(t, want.Missed.One, found.Missed.One, 1e-12)
	require.InDelta(t, want.Missed.Percent, found.Missed.Percent, 1e-12)
	found.Missed = want.Missed
	require.EqualExportedValues(t, want, found)

	// A player that plays differently is found out, unless it is known to.
	v.NewPlayer = func(r *rules.Rules, _, _ string) (sim.Player, error) { return newPlayer(r, "greedy", "") }
	found, err = s.Verify(t.Context(), v)
	require.NoError(t, err)
	require.NotEmpty(t, found.Faults)
	require.Regexp(t, `^shards/\d+.parquet: game \d+: turn \d+: "random" plays \S+ \(recorded \S+\)$`, found.Faults[0])
	v.Repeats = func(string) bool { return false }
	found, err = s.Verify(t.Context(), v)
	require.NoError(t, err)
	require.Empty(t, found.Faults)
	require.Equal(t, 34, found.Replayed)
	require.Zero(t, found.Repeated)
}

func TestAPlayerThatCannotBeMadeStopsTheRun(t *testing.T) {
	err := run(t, plan(t, 200, ruleSet(t, "ten", nil)), sim.Options{Dir: filepath.Join(t.TempDir(), "run"), Workers: 2, NewPlayer: func(*rules.Rules, string, string) (sim.Player, error) {
		return nil, errors.New("no weights")
	}})
	require.ErrorContains(t, err, `player "random" under "ten": no weights`)
}

// few knows every state of few pieces: the side with more of them wins.
type few int

func (n few) Probe(s *rules.State) (value, turns int, ok bool) {
	own, others := s.Pieces(s.Mover()).Len(), s.Pieces(s.Mover().Other()).Len()
	return cmp.Compare(own, others), 1, own+others <= int(n) && !s.ClaimOpen()
}

// A study that adjudicates ends a game where its value is known, and not before;
// what was played until then is what is played without.
func TestAdjudicatedGames(t *testing.T) {
	p := plan(t, 40, ruleSet(t, "souffler", soufflant), ruleSet(t, "english", english))
	long, short := played(t, p, sim.Options{}), filepath.Join(t.TempDir(), "short")
	p.Exact = study.Exact{Pieces: 5, Adjudicate: true}
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	require.ErrorContains(t, s.Run(t.Context(), sim.Options{Dir: short, Workers: 1, NewPlayer: newPlayer}), "no values are known")
	s.Endings = func(*rules.Rules, int) (sim.Endings, error) { return few(5), nil }
	require.NoError(t, s.Run(t.Context(), sim.Options{Dir: short, Workers: 2, NewPlayer: newPlayer}))
	results := map[string]int{}
	for i, rec := range records(t, short) {
		require.True(t, strings.HasPrefix(long[i].Turns, rec.Turns))
		if rec.Reason == record.Adjudication {
			results[rec.Result]++
		} else {
			require.Equal(t, long[i], rec)
		}
	}
	require.Greater(t, results["first"], 5)
	require.Greater(t, results["second"], 5)
	require.Empty(t, faults(t, s, short, newPlayer))
	s.Endings = func(*rules.Rules, int) (sim.Endings, error) { return few(4), nil }
	require.NotEmpty(t, faults(t, s, short, newPlayer))
}

func (few) Ready(context.Context, *rules.State) error   { return nil }
func (few) Tables(*rules.State) []string                { return []string{"0123/few.exact"} }
func (few) Sum(context.Context, string) (string, error) { return "5c0e", nil }

// slow takes long to win, from some positions longer than from others.
type slow struct{ few }

func (s slow) Probe(state *rules.State) (value, turns int, ok bool) {
	value, _, ok = s.few.Probe(state)
	return value, 31 + int(state.Pieces(board.First).Lo%7), ok
}

// An unfinished game has the exact value of its last position, where that is known; of a
// win that takes longer than a clause leaves, or may come where a position that is drawn
// when it stands again was, nothing is known.
func TestUnfinishedGamesHaveValues(t *testing.T) {
	quiet := func(p *profile.Profile) {
		english(p)
		p.Draws = []profile.DrawClause{{Kind: profile.Quiet, Plies: 30, Moves: profile.NonCaptures, Side: profile.BothSides}}
	}
	again := func(p *profile.Profile) {
		english(p)
		p.Draws = []profile.DrawClause{{Kind: profile.Repetition, Count: 2, SideToMove: true}}
	}
	p := plan(t, 200, ruleSet(t, "english", english), ruleSet(t, "quiet", quiet), ruleSet(t, "again", again))
	p.HorizonPlies = 40
	s, err := sim.NewSchedule(p)
	require.NoError(t, err)
	s.Endings = func(*rules.Rules, int) (sim.Endings, error) { return slow{few(12)}, nil }
	dir := filepath.Join(t.TempDir(), "run")
	require.NoError(t, s.Run(t.Context(), sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}))
	values, open, drawn, won := map[string]int{}, 0, map[string]int{}, map[string]int{}
	for _, rec := range records(t, dir) {
		require.LessOrEqual(t, rec.Idle, rec.Plies)
		if rec.Result != record.Horizon {
			require.Empty(t, rec.Value)
			continue
		}
		if rec.Value == "" {
			open++
			continue
		}
		values[rec.Value]++
		if rec.Value == "draw" {
			drawn[rec.Rules]++
		} else {
			won[rec.Rules]++
		}
	}
	require.Positive(t, open)
	for _, word := range []string{"first", "second", "draw"} {
		require.Positive(t, values[word], word)
	}
	require.InDelta(t, drawn["english"], drawn["quiet"], 2) // but for games that the clause ended
	require.Zero(t, won["quiet"])
	require.Positive(t, won["again"])
	require.Less(t, won["again"], won["english"])
	require.Equal(t, drawn["english"], drawn["again"])
	require.Empty(t, faults(t, s, dir, newPlayer))
	s.Endings = func(*rules.Rules, int) (sim.Endings, error) { return few(3), nil }
	require.NotEmpty(t, faults(t, s, dir, newPlayer))
}

// Two rule sets meet the same chance: their games run alike until a clause that only one
// of them has is felt.
func TestCommonRandomNumbers(t *testing.T) {
	for _, spec := range []string{"random", "greedy", "search:nodes=20,noise=10,weights=0", "search:nodes=20,noise=10,oversight=20,vigilance=50,touch=10,weights=0"} {
		p := plan(t, 60, ruleSet(t, "ten", nil), ruleSet(t, "removal", func(p *profile.Profile) { p.Capture.Removal, p.Capture.Reversal = profile.AtOnce, profile.MayReverse }))
		p.Players = []study.Player{{Spec: spec, Random: true}}
		all := played(t, p, sim.Options{})
		same := 0
		for i := range 60 {
			if all[i].Turns == all[60+i].Turns {
				same++
			}
		}
		require.Greater(t, same, 30, spec)
		require.Less(t, same, 60, spec)
	}
}
