package record_test

import (
	"strings"
	"testing"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/content"

	"github.com/stretchr/testify/require"
)

// What becomes of a game under other draw clauses, at the bounds of each.
func TestEndingsUnderOtherClauses(t *testing.T) {
	quiet := func(plies int, onClaim bool) profile.DrawClause {
		return profile.DrawClause{Kind: profile.Quiet, Plies: plies, Moves: profile.NonCaptures, Side: profile.BothSides, OnClaim: onClaim}
	}
	material := profile.DrawClause{Kind: profile.Material, Strong: []string{"KK"}, Weak: []string{"K"}, Diagonal: profile.AnyWhere, Plies: 2, Restart: profile.OnMaterial}
	v := given.Variant(t, `english{draw=[{kind="quiet",plies=4,moves="non-captures"}]}`)
	r := given.Compiled(t, v.Profile)
	set := study.RuleSet{ID: v.ID, PlayHash: r.PlayHash(), Board: v.Board(), Content: content.Keep(v.Description())}
	var texts []string
	n, h := notation.Of(v.Profile), rules.NewHistory(r, r.Start())
	for range 4 {
		turns := h.Turns()
		texts = append(texts, n.Format(notation.Recorded, h.Now().Setup(), turns[0], turns))
		h.Play(turns[0])
	}
	require.Equal(t, rules.Outcome{Result: rules.Draw, Reason: rules.QuietPlies}, h.Outcome())
	drawn := record.Record{Result: "draw", Reason: "quiet", Plies: 4, Turns: strings.Join(texts, " ")}
	cut := func(value string) record.Record {
		return record.Record{Result: record.Horizon, Reason: record.Horizon, Value: value, Plies: 3, Turns: strings.Join(texts[:3], " ")}
	}
	for _, c := range []struct {
		name   string
		rec    record.Record
		draws  []profile.DrawClause
		result string
		value  string
		plies  int
	}{
		{"its own", drawn, v.Profile.Draws, "draw", "", 4},
		{"none", drawn, nil, record.Horizon, "", 4},
		{"sooner", drawn, []profile.DrawClause{quiet(3, false)}, "draw", "", 3},
		{"a ply later", drawn, []profile.DrawClause{quiet(5, false)}, record.Horizon, "", 4},
		{"on claim", drawn, []profile.DrawClause{quiet(2, true)}, "draw", "", 2},
		{"a win in the plies that were left", cut("first"), v.Profile.Draws, record.Horizon, "first", 3},
		{"a win in fewer plies", cut("first"), []profile.DrawClause{quiet(5, false), quiet(4, true)}, record.Horizon, "first", 3},
		{"a win before another clause begins", cut("first"), []profile.DrawClause{material}, record.Horizon, "", 3},
		{"a draw before another clause begins", cut("draw"), []profile.DrawClause{material}, record.Horizon, "draw", 3},
	} {
		a, err := record.NewAdjudicator(set, c.draws)
		require.NoError(t, err)
		e, err := a.Ending(&c.rec)
		require.NoError(t, err, c.name)
		require.Equal(t, c.result, e.Result, c.name)
		require.Equal(t, c.value, e.Value, c.name)
		require.Equal(t, c.plies, e.Plies, c.name)
	}
}
