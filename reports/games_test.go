package reports

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	htmltext "html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/reports/findings"
	"varlab/sim/record"
)

// A page with games has one script of its own, loads nothing, and holds every
// position and every turn without it.
func TestGamesToStepThrough(t *testing.T) {
	r := given.Compiled(t, plainProfile(t))
	content := map[string]any{"axes": plainContent(t).Axes, "title": "Plain"}
	set := made{id: "plain", board: "10x10", content: content, hash: r.PlayHash(), draw: 0.3, plies: 50}
	report := load(t, synthetic(t, "steps", []made{set}, []string{"random"}, 60, 60))
	page := written(t, report, "html")
	requireAlone(t, page)
	boxes := regexp.MustCompile(`(?s)<li id="([^"]*)" data-view="-2 -2 404 404"(.*?)<script type="application/json">(.*?)</script></li>`).FindAllStringSubmatch(page, -1)
	require.Len(t, boxes, 3, "a typical one, one won, one drawn")
	for _, box := range boxes {
		var data struct {
			XY     [][2]int
			Frames []struct{ T, P, C string }
			PDN    string
		}
		require.NoError(t, json.Unmarshal([]byte(box[3]), &data))
		require.Len(t, data.XY, 50)
		require.Len(t, data.Frames, 2, "the start, and after 32-28")
		require.Empty(t, data.Frames[0].T)
		require.Equal(t, "32-28", data.Frames[1].T)
		require.Equal(t, 20, strings.Count(data.Frames[0].P, "w"))
		after := []byte(data.Frames[0].P)
		for _, change := range regexp.MustCompile(`(\d+)(\D)`).FindAllStringSubmatch(data.Frames[1].C, -1) {
			at, err := strconv.Atoi(change[1])
			require.NoError(t, err)
			after[at] = change[2][0]
		}
		on := func(place [2]int) byte { return after[slices.Index(data.XY, place)] }
		require.Equal(t, byte('w'), on([2]int{4, 5}), "White stands on 28")
		require.Equal(t, byte('.'), on([2]int{3, 6}), "and no more on 32")
		require.Contains(t, box[2], "32-28", "the turns as text")
		require.Contains(t, data.PDN, "1. 32-28")
	}
	require.NotContains(t, written(t, report, "md"), "Games to step through")

	_, err := stepsOf(r, findings.Clone(recordOf("32-28 32-28")), report.Plan)
	require.Error(t, err)
}

// requireAlone says that a page loads nothing, and runs its one script alone.
func requireAlone(t *testing.T, page string) {
	t.Helper()
	whole := page
	page = strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "", `"http://www.w3.org/2000/svg"`, "", `"@context":"https://schema.org"`, "").Replace(page)
	for _, bad := range []string{"<link", "@import", " src=", "http://", "https://", "javascript:", "fetch("} {
		require.NotContains(t, page, bad)
	}
	require.Equal(t, 1, strings.Count(page, "<script>"))
	for _, kind := range regexp.MustCompile(`<script ([^>]*)>`).FindAllStringSubmatch(page, -1) {
		require.Contains(t, []string{`type="application/json"`, `type="application/ld+json"`}, kind[1], "data, not scripts")
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(page)
	require.NotNil(t, policy)
	require.Contains(t, policy[1], "default-src &#39;none&#39;")
	script := regexp.MustCompile(`(?s)<script>(.*)</script>`).FindStringSubmatch(whole)
	sum := sha256.Sum256([]byte(script[1]))
	require.Regexp(t, "; script-src "+regexp.QuoteMeta("'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")+"$", htmltext.UnescapeString(policy[1]), "pages add to its end")
}

func recordOf(turns string) *record.Record { return &record.Record{Turns: turns} }
