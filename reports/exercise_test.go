package reports

import (
	"encoding/json"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/study"

	"varlab/variants/content"

	"varlab/reports/findings"

	"github.com/stretchr/testify/require"
)

// plainProfile has every axis at its default: international draughts without a
// draw clause.
func plainProfile(t *testing.T) *profile.Profile {
	t.Helper()
	p := &profile.Profile{}
	for i := range profile.Axes {
		if a := &profile.Axes[i]; a.Default != nil && a.Applies(p) {
			require.NoError(t, a.Set(p, a.Default))
		}
	}
	return p
}

func plainContent(t *testing.T) *content.Kept {
	t.Helper()
	axes, p := map[string]any{}, plainProfile(t)
	for i := range profile.Axes {
		if a := &profile.Axes[i]; a.Applies(p) && a.Key != "board.start" {
			axes[a.Key] = a.Get(p)
		}
	}
	text, err := json.Marshal(map[string]any{"axes": map[string]any(axes)})
	require.NoError(t, err)
	return readContent(t, text)
}

// In 32-28 19-23 one capture is open, 28x19x23, and it is compulsory: the third
// turn feels the obligation, and nothing feels it before.
func TestExercise(t *testing.T) {
	set := study.RuleSet{ID: "plain", Board: "10x10", Content: plainContent(t)}
	_, err := record.Compile(set)
	require.ErrorContains(t, err, "this program reads the rule set as another game")

	r := given.Compiled(t, plainProfile(t))
	set.PlayHash = r.PlayHash()
	x := findings.NewExerciser(set)
	require.NotNil(t, x)
	c := &findings.Cell{Exercise: &findings.Exercise{Played: x, Bindings: make([]findings.Binding, len(x.Keys))}}
	for i, key := range x.Keys {
		c.Exercise.Bindings[i].Axis = key
	}
	c.Bind(&record.Record{Game: 3, OpeningPlies: 1, Turns: "32-28 19-23 28x19x23"})
	require.Equal(t, 1, c.Exercise.Games)
	require.Equal(t, 2, c.Exercise.Plies, "the opening is left out")
	for _, b := range c.Exercise.Bindings {
		if b.Axis == "capture.obligation" {
			require.Equal(t, 1, b.Plies)
			require.Equal(t, 1, b.Games)
			require.Equal(t, 3, b.Shown.Game)
			require.Equal(t, "32-28 19-23", b.Shown.After)
			require.NotContains(t, b.Shown.Forbidden, "x", "a quiet move, though one could take")
		}
		if b.Axis == "capture.precedence" {
			require.Zero(t, b.Plies, "one capture leaves nothing to prefer")
			require.Nil(t, b.Shown)
		}
	}
	c.Bind(&record.Record{Game: findings.ExerciseGames, Turns: "32-28"})
	require.Equal(t, 1, c.Exercise.Games, "only the first games")
	c.Bind(&record.Record{Game: 4, Turns: "32-28 32-28"})
	require.Nil(t, c.Exercise, "not a game of this rule set")
	require.Nil(t, findings.NewExerciser(study.RuleSet{ID: "x", Content: readContent(t, []byte(`{"axes": {"king.range": "long"}}`))}))
}
