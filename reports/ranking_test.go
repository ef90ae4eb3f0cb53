package reports

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/study"
)

// The change that does most comes first whichever way it goes; its chance and its lead on the
// others say whether it is told apart from them. Estimates are those of the other tables.
func TestRanking(t *testing.T) {
	sets := []made{
		{id: "old", board: "10x10", content: resolved("Old", compulsoryAxes, nil), draw: 0.4, plies: 70},
		{id: "a little more", board: "10x10", content: resolved("A little more", compulsoryAxes, nil), draw: 0.5, plies: 70},
		{id: "fewer", board: "10x10", content: resolved("Fewer", compulsoryAxes, nil), draw: 0.05, plies: 70},
		{id: "more", board: "10x10", content: resolved("More", compulsoryAxes, nil), draw: 0.6, plies: 70},
	}
	asked := study.Ranking{ID: "R", Question: "Which?", Metric: "drawn", Base: "old", Changes: []string{"a little more", "fewer", "more"}}
	r, err := Load(t.Context(), synthetic(t, "ranked", sets, []string{"random"}, 300, 150, func(p *study.Plan) {
		p.Rankings = []study.Ranking{asked, {ID: "L", Metric: "plies", Base: "old", Changes: asked.Changes}}
	}), Options{})
	require.NoError(t, err)
	x := r.Rankings[0]
	names := list(x.Changes, func(c findings.Ranked) string { return c.Cell.Profile.ID })
	require.Equal(t, []string{"fewer", "more", "a little more"}, names)
	require.Greater(t, x.Changes[0].Chance, 0.9)
	require.InDelta(t, 1, x.Changes[0].Chance+x.Changes[1].Chance+x.Changes[2].Chance, 1e-9)
	require.Len(t, x.Pairs, 3)
	p := r.Compared(x.Metric, x.Changes[0].Cell, x.Base)
	require.Equal(t, p.Interval, x.Changes[0].Interval)
	require.InDelta(t, -x.Changes[0].Value-x.Changes[1].Value, x.Pairs[0].Value, 1e-12, "sizes, not signs")
	require.Less(t, x.Pairs[0].Low, x.Pairs[0].Value)
	require.True(t, x.Pairs[1].Shown && x.Pairs[1].Low > 0)
	require.Equal(t, "plies", r.Rankings[1].Metric.Word)
	require.Regexp(t, `^Of the three changes to Old, “Fewer” seems to do most`, rankingWords(x))
	for i := range x.Changes { // of equal leaders the likeliest is named, and is not said to do most
		x.Changes[i].Chance = 0.3 + 0.01*float64(i)
	}
	require.Regexp(t, `^Which of the three changes to Old does most to the draw rate is not shown: the likeliest, “A little more” .*, does with a chance of 32 %`, rankingWords(x))
	for _, format := range Formats {
		var b, again bytes.Buffer
		require.NoError(t, r.Write(&b, format))
		if format != "csv" {
			require.Contains(t, b.String(), "ewer")
			require.Contains(t, b.String(), map[bool]string{true: `"rankings"`, false: "Which"}[format == "json"])
		}
		require.NoError(t, r.Write(&again, format))
		require.True(t, bytes.Equal(b.Bytes(), again.Bytes()), "%s: the same draws each time", format)
	}
}
