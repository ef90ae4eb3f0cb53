package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"varlab/internal/testing/conformance"
	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// smallProfile draws a rule set on a board of 4x4 or 6x4 with a row of men.
func smallProfile(rng *rand.Rand, fits func(*profile.Profile) bool) *profile.Profile {
	for {
		p := conformance.RandomProfile(rng)
		conformance.Resize(rng, p, 4+2*rng.IntN(2), 4)
		if _, err := rules.Compile(p); err == nil && fits(p) {
			return p
		}
	}
}

func compiled(t *testing.T, p *profile.Profile) *rules.Rules {
	t.Helper()
	r, err := rules.Compile(p)
	require.NoError(t, err)
	return r
}

// Tables, the states that can be reached, and search find the same value of a game
// and the same length.
func TestMethodsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1899))
	var byTables, proved int
	for range 40 {
		p := smallProfile(rng, func(p *profile.Profile) bool {
			return p.King.RepeatLimit == 0 && p.Promotion.SpareMan == profile.SpareIgnored
		})
		r := compiled(t, p)
		ctx := context.Background()
		states, err := solveStates(ctx, r, r.Start(), 1<<15)
		require.NoError(t, err)
		if !states.Proved() {
			continue
		}
		game, err := SolveGame(ctx, r, "", DefaultLimits, Options{Workers: 1})
		require.NoError(t, err)
		require.Equal(t, states.Low, game.Low)
		require.Equal(t, states.High, game.High)
		require.Equal(t, states.Plies, game.Plies)
		if game.Method == ByTables {
			byTables++
			limits := Limits{Positions: 8000, Nodes: 400000}
			found, err := SolveGame(ctx, r, "", limits, Options{Workers: 1})
			require.NoError(t, err)
			require.LessOrEqual(t, found.Low, game.Low)
			require.GreaterOrEqual(t, found.High, game.High)
			if found.Method == BySearch && found.Proved() {
				require.Equal(t, game.Plies, found.Plies)
				proved++
			}
		}
	}
	t.Logf("%d by tables, %d by search", byTables, proved)
	require.Greater(t, byTables, 10)
	require.Greater(t, proved, 10)
}

// With compel among the remedies, every position has the value that it has where
// captures are compulsory, under whatever rules besides: the opponent can always
// have the due capture made.
func TestCompelHasTheValueOfItsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1811))
	m := Material{{Men: 1, Kings: 1}, {Men: 1}}
	decided, differ := 0, 0
	for round := range 40 {
		p := smallProfile(rng, func(p *profile.Profile) bool {
			compel := slices.Contains(p.Claim.Remedies, profile.CompelRemedy)
			return p.King.RepeatLimit == 0 && p.Promotion.SpareMan == profile.SpareIgnored && p.Claim.Lapse == profile.LapseNextMove && compel == (rng.IntN(4) > 0)
		})
		twin := *p
		twin.Capture.Obligation, twin.Claim = profile.Compulsory, profile.Claim{}
		var tables [2]*Tables
		for i, p := range []*profile.Profile{p, &twin} {
			var err error
			tables[i], err = New(compiled(t, p), "")
			require.NoError(t, err)
			require.NoError(t, tables[i].Build(context.Background(), []Material{m}, Options{Workers: 1}))
		}
		for _, m := range Closure(m) {
			for _, m := range []Material{m, m.Swapped()} {
				a, b := tables[0].known[m], tables[1].known[m]
				for n := range a.len() {
					v, w := a.code(n).value(), b.code(n).value()
					if v != 0 {
						decided++
					}
					if v == w {
						continue
					}
					if slices.Contains(p.Claim.Remedies, profile.CompelRemedy) {
						t.Fatalf("round %d: %s, number %d: %d with claims, %d without\n%+v", round, m, n, v, w, p)
					}
					differ++
				}
			}
		}
	}
	t.Logf("%d decided, %d differ without compel", decided, differ)
	require.Greater(t, decided, 10000)
	require.Greater(t, differ, 500) // without compel the value is another
}

// So has a whole game, also where claims stand for longer than a turn and it is
// solved by its states.
func TestCompelHasTheValueOfItsTwinWhileClaimsStand(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1811))
	solved, decided := 0, 0
	for solved < 25 {
		p := smallProfile(rng, func(p *profile.Profile) bool {
			return (p.Claim.Lapse == profile.LapseWhileDue || p.Claim.Lapse == profile.LapseOnce) && slices.Contains(p.Claim.Remedies, profile.CompelRemedy) &&
				p.King.RepeatLimit == 0 && p.Promotion.SpareMan == profile.SpareIgnored && p.Board.Rows == 4
		})
		twin := *p
		twin.Capture.Obligation, twin.Claim = profile.Compulsory, profile.Claim{}
		var games [2]Game
		for i, p := range []*profile.Profile{p, &twin} {
			r := compiled(t, p)
			var err error
			games[i], err = solveStates(context.Background(), r, r.Start(), 1<<16)
			require.NoError(t, err)
		}
		if !games[0].Proved() || !games[1].Proved() {
			continue
		}
		solved++
		require.Equal(t, games[1].Low, games[0].Low, "%+v", p)
		if games[0].Low != 0 {
			decided++
		}
	}
	require.Greater(t, decided, 5)
}

// Where a position's value depends on how often a king has moved, and the states are
// too many, a search finds what the states would have shown, or less.
func TestSearchAgreesWithStates(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1850))
	proved := 0
	for range 12 {
		p := smallProfile(rng, func(p *profile.Profile) bool { return p.King.RepeatLimit > 0 && p.Claim.Lapse == 0 })
		r := compiled(t, p)
		ctx := context.Background()
		states, err := SolveGame(ctx, r, "", Limits{States: 1 << 17, Positions: 1e5, Nodes: 1000}, Options{Workers: 1})
		require.NoError(t, err)
		found, err := SolveGame(ctx, r, "", Limits{States: 100, Positions: 1e5, Nodes: 200000}, Options{Workers: 1})
		require.NoError(t, err)
		if found.Method != BySearch {
			continue // a hundred states were enough
		}
		require.LessOrEqual(t, found.Low, states.High)
		require.GreaterOrEqual(t, found.High, states.Low)
		if states.Method == ByStates && found.Proved() {
			require.Equal(t, states.Low, found.Low)
			require.Equal(t, states.Plies, found.Plies)
			proved++
		}
	}
	t.Logf("%d proved by both", proved)
	require.Greater(t, proved, 3)
}
