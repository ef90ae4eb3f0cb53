package reports

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/sim/record"
)

// A page with games has one script of its own, loads nothing, and holds every
// position and every turn without it.
func TestGamesToStepThrough(t *testing.T) {
	r, err := rules.Compile(plainProfile(t))
	require.NoError(t, err)
	var content map[string]any
	require.NoError(t, json.Unmarshal(plainContent(t), &content))
	content["title"] = "Plain"
	set := made{id: "plain", board: "10x10", content: content, hash: r.PlayHash(), draw: 0.3, plies: 50}
	report := load(t, synthetic(t, "steps", []made{set}, []string{"random"}, 60, 60))
	page := written(t, report, "html")
	require.Equal(t, 1, strings.Count(page, "<script>"))
	for _, bad := range []string{"<script ", "<link", "@import", " src=", "https://", "javascript:", "fetch("} {
		require.NotContains(t, page, bad)
	}
	boxes := regexp.MustCompile(`(?s)<div class="game" id="([^"]*)" data-game="([^"]*)"(.*?)</details>`).FindAllStringSubmatch(page, -1)
	require.Len(t, boxes, 2, "one won, one drawn")
	for _, box := range boxes {
		var data struct {
			XY     [][2]int
			Frames []struct{ T, P string }
		}
		require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(box[2])), &data))
		require.Len(t, data.XY, 50)
		require.Len(t, data.Frames, 2, "the start, and after 32-28")
		require.Empty(t, data.Frames[0].T)
		require.Equal(t, "32-28", data.Frames[1].T)
		require.Equal(t, 20, strings.Count(data.Frames[0].P, "w"))
		on := func(place [2]int) byte { return data.Frames[1].P[slices.Index(data.XY, place)] }
		require.Equal(t, byte('w'), on([2]int{4, 5}), "White stands on 28")
		require.Equal(t, byte('.'), on([2]int{3, 6}), "and no more on 32")
		require.Contains(t, box[3], "<svg")
		require.Contains(t, box[3], "32-28", "the turns as text")
	}
	require.NotContains(t, written(t, report, "md"), "Games to step through")

	_, err = stepsOf(r, clone(recordOf("32-28 32-28")))
	require.Error(t, err)
}

func recordOf(turns string) *record.Record { return &record.Record{Turns: turns} }
