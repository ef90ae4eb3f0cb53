package reports

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/content"
)

// Rule sets that differ in a rule about people alone are the same game where their
// games came out alike, and not where they did not.
func TestRulesAboutPeopleAreTested(t *testing.T) {
	strict, none := maps.Clone(compulsoryAxes), maps.Clone(compulsoryAxes)
	strict["conduct.touch_move"] = "strict"
	const hash = "abababababababababababababababababababababababababababababababab"
	sets := func(rate float64) []made {
		return []made{
			{id: "strict", board: "10x10", hash: hash, content: resolved("Strict", strict, nil), draw: 0.1, plies: 70},
			{id: "none", board: "10x10", hash: hash, content: resolved("None", none, nil), draw: rate, plies: 70},
			{id: "none-again", board: "10x10", hash: hash, content: resolved("None", none, nil), draw: rate, plies: 70},
		}
	}
	claim := func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{
			{ID: "people", Claim: "c", Metric: "drawn", A: "strict", B: "none", Direction: "less"},
			{ID: "nothing", Claim: "c", Metric: "drawn", A: "none", B: "none-again", Direction: "less"},
		}
	}
	r, err := Load(synthetic(t, "people", sets(0.5), []string{"random,touch=30"}, 200, 200, claim))
	require.NoError(t, err)
	require.False(t, r.Verdicts[0].SameGame)
	require.Equal(t, Supported, r.Verdicts[0].Word)
	require.True(t, r.Verdicts[1].SameGame)
}

// Rule sets are the same game where their games are equal, and not for the words alone:
// players may have other weights, and engines choose otherwise.
func TestTheSameGameHasEqualGames(t *testing.T) {
	cell := func(set int, spec, touch, hash string, plies ...int32) *Cell {
		c := &Cell{Profile: &Profile{Content: &content.Content{Axes: map[string]any{"conduct.touch_move": touch}}}, Tally: newTally(1)}
		c.Profile.PlayHash = "game"
		c.of = study.Cell{RuleSet: set, A: study.Player{Spec: spec}, B: study.Player{Spec: spec}}
		if hash != "" {
			c.weights = [][]string{{hash}}
		}
		for i, n := range plies {
			require.NoError(t, c.add(&record.Record{Game: int32(i), Result: "first", Reason: "no-moves", Plies: n}))
		}
		return c
	}
	const touches, engine = "search:nodes=5,touch=9", "hub:engine=x,nodes=5"
	for _, c := range []struct {
		a, b *Cell
		same bool
	}{
		{cell(0, "random", "none", "", 7, 9), cell(1, "random", "strict", "", 7), true},
		{cell(0, touches, "strict", "", 7, 9), cell(1, touches, "strict", "", 7), true},
		{cell(0, touches, "none", "", 7, 9), cell(1, touches, "strict", "", 7, 9), true},
		{cell(0, touches, "none", "", 7, 9), cell(1, touches, "strict", "", 7, 8), false},
		{cell(0, touches, "none", ""), cell(1, touches, "strict", ""), false},
		{cell(0, "greedy:oversight=60", "none", "", 7, 9), cell(1, "greedy:oversight=60", "strict", "", 9, 7), false},
		{cell(0, engine, "none", "", 7), cell(1, engine, "none", "", 7), true},
		{cell(0, engine, "none", "", 7), cell(1, engine, "none", "", 8), false},
		{cell(0, "search:nodes=5", "none", "a", 7), cell(1, "search:nodes=5", "none", "a", 7), true},
		{cell(0, "search:nodes=5", "none", "a", 7), cell(1, "search:nodes=5", "none", "b", 7), false},
	} {
		require.Equal(t, c.same, same(c.a, c.b), "%+v, %+v", c.a.of, c.b.of)
	}
}

// A long id is cut before its overrides, whatever its file is called.
func TestLongNames(t *testing.T) {
	long := &content.Content{ID: `./my rules/old game.toml{capture.obligation="claimable",claim.remedies=["huff","waive"],draw=[]}`}
	one, two := &Profile{Number: 3, Name: "Old game", Content: long}, &Profile{Number: 4, Name: "Old game", Content: &content.Content{ID: "federation+quiet-25"}}
	require.Equal(t, "3 ./my rules/old game.toml{…}", one.typed())
	require.Equal(t, "4 federation+quiet-25", two.typed())
	tellApart([]*Profile{one, two})
	require.Equal(t, "Old game (3)", one.Name)
	require.Equal(t, "federation+quiet-25", two.Name)
}
