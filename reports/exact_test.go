package reports

import (
	"encoding/json"
	"fmt"
	htmltext "html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/reports/findings"
	"varlab/sim/record"
)

// Every form says what the endings were worth, calls it exact, and gives it no
// interval; a report that nobody asked says nothing of it.
func TestExactValues(t *testing.T) {
	r := four(t)
	for _, format := range Formats {
		require.NotContains(t, written(t, r, format), "exactly", format)
	}
	for i, c := range r.Groups[0].Cells {
		e := &findings.Exact{RuleSet: c.Profile.ID, Players: c.Players, Pieces: 3}
		if i == 0 {
			e.Refused = `claim.lapse = "once": which pieces can be huffed is part of it`
		} else {
			e.Annotation = record.Annotation{
				Games: 120, Played: map[string]int{"first": 60, "second": 40, "draw": 20}, Decisions: 321, Chances: 234,
				Reached:  map[string]record.Values{"first": {First: 20, Draw: 10 + i, Second: 1}, "draw": {First: 1, Draw: 5}},
				Blunders: map[string]int{record.WinToDraw: 12, record.DrawToLoss: 5},
			}
			e.Perfect = e.Annotation.Perfect()
			if i == 1 {
				e.Partly = "king.repeat_limit = 3: how often a king has moved is part of it"
			}
		}
		c.Exact = e
	}
	var j struct {
		RuleSets []struct {
			ID    string
			Exact findings.Exact
		} `json:"rule_sets"`
	}
	require.NoError(t, json.Unmarshal([]byte(written(t, r, "json")), &j))
	require.Contains(t, j.RuleSets[0].Exact.Refused, "claim.lapse")
	html := htmltext.UnescapeString(strings.ReplaceAll(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(written(t, r, "html"), ""), "\u00a0", " "))
	markdown := strings.ReplaceAll(htmltext.UnescapeString(written(t, r, "md")), `\`, "")
	text := strings.Join(strings.Fields(written(t, r, "text")), " ")
	name := func(id string) string { return r.Groups[0].Cell(id).Profile.Short }
	for _, form := range []string{html, markdown, text} {
		require.Contains(t, form, "No exact values under old game")
		require.Contains(t, form, "Under "+name(j.RuleSets[1].ID)+" only some of these endings have an exact value; the others count as they were played: king.repeat_limit = 3")
		require.Equal(t, 1, strings.Count(form, "only some of these endings"))
		require.Contains(t, form, "(exact)")
		for _, set := range j.RuleSets[1:] {
			e := set.Exact
			require.Equal(t, 120, e.Perfect["first"]+e.Perfect["second"]+e.Perfect["draw"])
			draws := fmt.Sprintf("%s %% rather than 16.7 %% under %s", percent(float64(e.Perfect["draw"])/120), name(set.ID))
			require.Contains(t, form, draws)
			require.Contains(t, form, "7.3 % under "+name(set.ID)+" (17 of 234)")
			require.Contains(t, form, fmt.Sprintf("20 → %d", e.Perfect["draw"]))
		}
	}
	section := html[strings.Index(html, "Endings with at most 3 pieces"):]
	section = section[:strings.Index(section, "Per cent of these.")]
	require.NotRegexp(t, `\[\d`, section, "an interval")
	require.Contains(t, written(t, r, "csv"), "exact,")
}
