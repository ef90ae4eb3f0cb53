package reports

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/study"
	"varlab/variants/content"
)

// Rule sets that differ in a rule about people that players heed are no same game, even if
// a few games came out alike.
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
	r, err := Load(t.Context(), synthetic(t, "people", sets(0.5), []string{"random:touch=30"}, 200, 200, claim), Options{})
	require.NoError(t, err)
	require.False(t, r.Verdicts[0].SameGame)
	require.Equal(t, findings.Supported, r.Verdicts[0].Word)
	require.True(t, r.Verdicts[1].SameGame)
	r, err = Load(t.Context(), synthetic(t, "people", sets(0.1), []string{"random:touch=30"}, 2, 2, claim), Options{})
	require.NoError(t, err)
	require.False(t, r.Verdicts[0].SameGame)
	require.Equal(t, findings.Undecided, r.Verdicts[0].Word)
}

// Rule sets are the same game for what players heed of them: these may have other weights,
// and engines may choose otherwise.
func TestTheSameGame(t *testing.T) {
	cell := func(spec, touch, hash string) *findings.Cell {
		c := &findings.Cell{Profile: &findings.Profile{Content: &content.Content{Axes: map[string]any{"conduct.touch_move": touch}}}}
		c.Profile.PlayHash = "game"
		c.Study = study.Cell{A: study.Player{Spec: spec}, B: study.Player{Spec: spec}}
		if hash != "" {
			c.Donors = [][]string{{hash}}
		}
		return c
	}
	const touches, engine = "search:nodes=5,touch=9", "hub:engine=x,nodes=5"
	for _, c := range []struct {
		a, b *findings.Cell
		same bool
	}{
		{cell("random", "none", ""), cell("random", "strict", ""), true},
		{cell(touches, "strict", ""), cell(touches, "strict", ""), true},
		{cell(touches, "none", ""), cell(touches, "strict", ""), false},
		{cell(engine, "none", ""), cell(engine, "none", ""), false},
		{cell("search:nodes=5", "none", "a"), cell("search:nodes=5", "none", "a"), true},
		{cell("search:nodes=5", "none", "a"), cell("search:nodes=5", "none", "b"), false},
	} {
		require.Equal(t, c.same, findings.Same(c.a, c.b), "%+v, %+v", c.a.Study, c.b.Study)
	}
}

// A short name stands for a long id, and beside a title that is not its own.
func TestLongNames(t *testing.T) {
	long := &content.Content{ID: `./my rules/old game.toml{capture.obligation="claimable",claim.remedies=["huff","waive"],draw=[]}`}
	one, two := &findings.Profile{Number: 3, Name: "Old game", Short: "claimable, huff", Content: long}, &findings.Profile{Number: 4, Name: "Old game", Content: &content.Content{ID: "federation+quiet-25"}}
	require.Equal(t, "3 claimable, huff", typedOf(one))
	require.Equal(t, "4 federation+quiet-25", typedOf(two))
	findings.TellApart([]*findings.Profile{one, two})
	require.Equal(t, "Old game (claimable, huff)", one.Name)
	require.Equal(t, "federation+quiet-25", two.Name)
}
