package train

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/study"

	"github.com/stretchr/testify/require"
)

// plainly are weights that say what the plain evaluation does.
func plainly(t *testing.T, id string) *player.Weights {
	w := player.NewWeights(eight(t), id)
	for i, v := range player.NewTerms(eight(t)).Plain() {
		w.Values[i] = [2]int16{int16(100 * v[0]), int16(100 * v[1])}
	}
	return w
}

// toTeach is a plan of a game, of the same with other draws, and of a what-if, which all begin
// with the weights of the first.
func toTeach(t *testing.T, gateGames int) *study.Plan {
	w, err := player.ReadWeights(plainly(t, "began").Bytes())
	require.NoError(t, err)
	player.Know(w)
	set := func(id string, change func(p *profile.Profile)) study.RuleSet {
		p := *eight(t).Profile()
		change(&p)
		r := given.Compiled(t, &p)
		return study.RuleSet{ID: id, PlayHash: r.PlayHash(), Rules: r, Board: r.Grid().Size(), Weights: []string{w.Hash}}
	}
	return &study.Plan{
		Design: study.Design{Weights: study.Taught},
		RuleSets: []study.RuleSet{
			set("base", func(*profile.Profile) {}),
			set("drawn", func(p *profile.Profile) {
				p.Draws = slices.Clone(p.Draws)
				p.Draws[0].Count = 4
			}),
			set("short", func(p *profile.Profile) { p.King.Range = profile.Short }),
		},
		Teaching: &study.Teaching{Anew: false, Trainings: 2, Positions: 2000, Nodes: 10, Noise: 10, Seed: 1, GateGames: gateGames, GateNodes: 10},
	}
}

// A plan is taught the same by any number of workers, after an interruption, and from what was
// kept; rule sets that differ in their draws alone are taught together.
func TestTeach(t *testing.T) {
	one := toTeach(t, 4)
	positions, done := 0, 0
	school := School{Workers: 1, Kept: t.TempDir(), Begin: func(n int) { positions = n }, Done: func(n int) { done += n }}
	require.NoError(t, school.Teach(t.Context(), one))
	require.Equal(t, 2*2*2000, positions)
	require.GreaterOrEqual(t, done, positions, "a hundred games are played to their end")
	hashes := func(p *study.Plan) (all [][]string) {
		for _, set := range p.RuleSets {
			all = append(all, set.Taught)
		}
		return all
	}
	all := hashes(one)
	for _, taught := range all {
		require.True(t, len(taught) == 0 || taught[0] != taught[1], "two trainings are two")
	}
	require.Equal(t, all[0], all[1])
	some := 0
	for i, taught := range all {
		for _, hash := range taught {
			w := player.WeightsOf(hash)
			require.Equal(t, []string{"base", "base", "short"}[i], w.Rules)
			require.Contains(t, w.Notes[len(w.Notes)-1], "began with the weights of "+player.WeightsOf(one.RuleSets[0].Weights[0]).Rules)
			require.True(t, w.OnBoard(one.RuleSets[i].Rules))
			some++
		}
	}
	require.Positive(t, some, "a gate that nobody passes tests nothing: want another seed")

	many := toTeach(t, 4)
	require.NoError(t, School{Workers: 3}.Teach(t.Context(), many))
	require.Equal(t, all, hashes(many))

	stopped, stop := context.WithCancel(t.Context())
	played := 0
	cut := School{Workers: 1, Kept: t.TempDir(), Done: func(n int) {
		if played += n; played > 3000 { // within the second training
			stop()
		}
	}}
	require.ErrorIs(t, cut.Teach(stopped, toTeach(t, 4)), context.Canceled)
	cut.Done = nil
	again := toTeach(t, 4)
	require.NoError(t, cut.Teach(t.Context(), again))
	require.Equal(t, all, hashes(again))

	// What is kept is believed, and what is damaged is named.
	files := disk.Glob(t, filepath.Join(school.Kept, "*", "1.weights"))
	require.Len(t, files, 2)
	kept := toTeach(t, 4)
	done = 0
	require.NoError(t, school.Teach(t.Context(), kept))
	require.Equal(t, all, hashes(kept))
	require.Equal(t, positions, done)
	for _, name := range files {
		require.NoError(t, os.WriteFile(name, []byte("weights"), 0o666))
	}
	require.ErrorContains(t, school.Teach(t.Context(), toTeach(t, 4)), "1.weights: ")
}

// Who learns anew begins with no weights, though those lent are what the match is against; and
// what is kept depends on them.
func TestTeachAnew(t *testing.T) {
	p := toTeach(t, 4)
	p.RuleSets = p.RuleSets[:1]
	lent := p.RuleSets[0]
	p.RuleSets[0].Lender = &study.Lender{Rules: "another", Differs: []string{"king.range"}}
	p.Teaching.Anew = true
	school := School{Workers: 2, Kept: t.TempDir()}
	require.NoError(t, school.Teach(t.Context(), p))
	l := &lesson{Teaching: p.Teaching, set: lent, dir: filepath.Join(school.Kept, (&lesson{Teaching: p.Teaching, set: lent}).key())}
	w, err := l.load(0)
	require.NoError(t, err)
	for _, note := range w.Notes {
		require.NotContains(t, note, "began with the weights")
	}
	other := *l
	other.set.Weights = []string{"others"}
	require.NotEqual(t, l.key(), other.key())
}

// Weights that lose their match are not played with.
func TestGate(t *testing.T) {
	for _, c := range []struct {
		gate string
		kept bool
	}{{`{"Wins":3,"Draws":2,"Losses":3}`, true}, {`{"Wins":2,"Draws":9,"Losses":3}`, false}} {
		p := toTeach(t, 2)
		p.RuleSets = p.RuleSets[2:]
		school := School{Workers: 2, Kept: t.TempDir()}
		l := &lesson{Teaching: p.Teaching, set: p.RuleSets[0]}
		require.NoError(t, os.MkdirAll(filepath.Join(school.Kept, l.key()), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(school.Kept, l.key(), "gate.json"), []byte(c.gate), 0o666))
		require.NoError(t, school.Teach(t.Context(), p))
		require.Equal(t, c.kept, len(p.RuleSets[0].Taught) == 2)
	}
}

// A training that begins with weights stays with them where it learns nothing: the factors of
// endings, and terms that never occur.
func TestFrom(t *testing.T) {
	began := plainly(t, "began")
	parts := make([]float64, player.Standings)
	for i := range parts {
		parts[i] = float64(i) / 16
	}
	began.SetFactors(parts)
	one := training(t, 2)
	one.From, one.Positions = began, 4000
	w, _, err := one.Run(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, began.Values, w.Values)
	for i, part := range parts {
		require.Equal(t, part, w.Factor(i))
	}
	_, large := player.NewTerms(eight(t)).Patterns()
	for _, v := range w.Values[large:] { // of which nothing is learned from few positions
		require.InDelta(t, 0, v[0], 1)
	}
}
