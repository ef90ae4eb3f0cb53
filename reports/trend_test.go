package reports

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A trend through three rule sets is the line of least squares through their rates, whose
// slope follows from the figures that are printed with it; open games give it bounds.
func TestTrend(t *testing.T) {
	sets := fourRuleSets()
	dated := func(year string) any { return []any{map[string]any{"id": "text", "title": "A text", "year": year}} }
	for i, year := range []string{"1754", "1860 to 1890", "1900", "1754"} {
		sets[i].content["sources"] = dated(year)
	}
	r, err := Load(t.Context(), synthetic(t, "trend", sets, []string{"random"}, 200, 100))
	require.NoError(t, err)
	trends, err := r.Trends("decisive")
	require.NoError(t, err)
	require.Len(t, trends, 1)
	of := trends[0]
	var years, rates []float64
	for _, e := range of.Editions {
		years, rates = append(years, float64(e.Year)), append(rates, e.Value)
		require.LessOrEqual(t, e.Least, e.Value)
		require.LessOrEqual(t, e.Value, e.Most)
	}
	require.Equal(t, []float64{1754, 1754, 1860, 1900}, years)
	my, mr, xy, xx := 0.0, 0.0, 0.0, 0.0
	for i := range years {
		my, mr = my+years[i]/4, mr+rates[i]/4
	}
	for i := range years {
		xy, xx = xy+(years[i]-my)*(rates[i]-mr), xx+(years[i]-my)*(years[i]-my)
	}
	require.InDelta(t, 100*xy/xx, of.Slope, 1e-12)
	require.Less(t, of.Low, of.Slope)
	require.Less(t, of.Slope, of.High)
	require.Less(t, of.Editions[0].Least, of.Editions[0].Most, "some of the games are open")
	require.Less(t, of.Least, of.Most, "some of the games are open")
	require.LessOrEqual(t, of.Least, of.Slope)
	require.LessOrEqual(t, of.Slope, of.Most)
	var text bytes.Buffer
	require.NoError(t, r.WriteTrends(&text, "decisive", "text"))
	require.Contains(t, text.String(), "  1860  new-game")
	require.Contains(t, text.String(), "points in a century")

	_, err = r.Trends("plies")
	require.ErrorContains(t, err, "a median")
	_, err = r.Trends("player-score")
	require.ErrorContains(t, err, "has no player-score")
	_, err = r.Trends("drawing")
	require.ErrorContains(t, err, "unknown metric")
	for _, s := range sets {
		s.content["sources"] = dated("1754")
	}
	for len(sets) < 7 { // sevenths of 1754 do not come to 1754
		set := sets[0]
		set.id = fmt.Sprint("more-", len(sets))
		sets = append(sets, set)
	}
	r, err = Load(t.Context(), synthetic(t, "trendless", sets, []string{"random"}, 20, 10))
	require.NoError(t, err)
	_, err = r.Trends("decisive")
	require.ErrorContains(t, err, "of one year")
}
