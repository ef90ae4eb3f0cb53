package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/profile"

	"github.com/stretchr/testify/require"
)

// wholly returns the value of a game by tables of all that it can come to; ok is
// false if there are none.
func wholly(t *testing.T, r *rules.Rules) (g Game, ok bool) {
	t.Helper()
	g, err := SolveGame(context.Background(), r, "", Limits{Positions: 1e6}, Options{Workers: 1})
	require.NoError(t, err)
	return g, g.Method == ByTables
}

// tabled reports whether tables hold every state under p.
func tabled(p *profile.Profile) bool {
	return p.King.RepeatLimit == 0 && p.Promotion.SpareMan != profile.SpareRequired && (p.Claim.Lapse == 0 || p.Claim.Lapse == profile.LapseNextMove)
}

// A search that ends in tables of so many pieces finds what tables of all pieces
// show: value and length.
func TestSearchAgreesWithTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1770))
	var drawn, decided, defended int
	for range 50 {
		p := smallProfile(rng, tabled)
		r := given.Compiled(t, p)
		want, ok := wholly(t, r)
		if !ok {
			continue
		}
		tables := New(r, "")
		if pieces := rng.IntN(5); pieces > 1 {
			s := r.Start()
			ms := slices.DeleteFunc(closure(materialOf(&s)), func(m Material) bool { return m.Len() > pieces || tables.Accepts(m) != nil })
			require.NoError(t, tables.Build(context.Background(), ms, Options{Workers: 1}))
		}
		h := newSearch(context.Background(), tables, r.Start(), Limits{Nodes: 1 << 18}, func(int) {})
		require.NoError(t, h.work(1<<18))
		if !h.solved() {
			continue
		}
		require.Equal(t, want.Low, h.g.Low, "%+v", p)
		require.Equal(t, want.Plies, h.g.Plies, "%+v", p)
		if want.Low == 0 {
			drawn++
		} else {
			decided++
		}
		for i := range h.questions {
			defended += len(h.questions[i].d.posts)
		}
	}
	t.Logf("%d drawn, %d decided, %d states of defences", drawn, decided, defended)
	require.Greater(t, drawn, 5)
	require.Greater(t, decided, 10)
	require.Greater(t, defended, 1000)
}

// A search that has been told that attacks fail which do not still finds what is so:
// only what a defence has looked at itself is relied upon.
func TestDefenceTrustsNobody(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1770))
	misled, fallen := 0, 0
	for range 45 {
		p := smallProfile(rng, tabled)
		r := given.Compiled(t, p)
		want, ok := wholly(t, r)
		if !ok || want.Low == 0 {
			continue
		}
		tables := New(r, "")
		h := newSearch(context.Background(), tables, r.Start(), Limits{Nodes: 1 << 18}, func(int) {})
		q := &h.questions[0]
		if want.Low > 0 {
			q = &h.questions[1]
		}
		// Some of the states that games come to, the start among them.
		for range 20 {
			s := r.Start()
			for turns := r.Moves(nil, s); len(turns) > 0; turns = r.Moves(turns[:0], s) {
				if s == r.Start() || rng.IntN(2) == 0 {
					q.p.memo.put(r.Key(&s), disproved, 1)
				}
				s = r.Play(s, turns[rng.IntN(len(turns))])
			}
		}
		require.NoError(t, h.work(1<<18))
		if !h.g.Proved() {
			continue
		}
		misled++
		require.Equal(t, want.Low, h.g.Low, "%+v", p)
		for i := range q.d.posts {
			if q.d.posts[i].fallen {
				fallen++
			}
		}
	}
	t.Logf("%d games, %d states that fell", misled, fallen)
	require.Greater(t, misled, 10)
	require.Greater(t, fallen, 50)
}
