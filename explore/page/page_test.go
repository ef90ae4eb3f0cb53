package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/explore"
)

// What the page shows first came with it: the answers are those of the engine, and there is
// one for every example.
func TestThePageBeginsByItself(t *testing.T) {
	e := &explore.Engine{Pieces: explore.PiecesInPage}
	text, err := New(t.Context(), e, nil, nil, "")
	require.NoError(t, err)
	again, err := New(t.Context(), e, nil, nil, "")
	require.NoError(t, err)
	require.Equal(t, text, again)
	_, rest, _ := strings.Cut(string(text), `id="known">`)
	rest, _, _ = strings.Cut(rest, "</script>")
	known := map[string]json.RawMessage{}
	require.NoError(t, json.Unmarshal([]byte(rest), &known))
	asked := 0
	for q, answer := range known {
		if strings.HasPrefix(q, "{") {
			asked++
			require.JSONEq(t, string(e.Do(t.Context(), []byte(q))), string(answer), q)
		}
	}
	require.Greater(t, asked, 4*len(starters))
	require.Contains(t, string(text), "default-src &#39;none&#39;; ", "nor could foreign text in it ask anything")
	for _, never := range []string{` src=`, `href="http`, "ZgotmplZ"} {
		require.False(t, strings.Contains(string(text), never), never)
	}
}

// A rule set keeps the name that it was given beside its changes.
func TestThePageNamesARuleSetByItsLabel(t *testing.T) {
	e := &explore.Engine{Pieces: explore.PiecesInPage}
	refs, err := e.Open([]string{"short kings=federation{king.range=short}", "federation"})
	require.NoError(t, err)
	text, err := New(t.Context(), e, refs, nil, "")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), `id="known">`)
	rest, _, _ = strings.Cut(rest, "</script>")
	var known struct {
		Open   []json.RawMessage
		Labels map[string]string
	}
	require.NoError(t, json.Unmarshal([]byte(rest), &known))
	require.Equal(t, map[string]string{string(known.Open[0]): "short kings"}, known.Labels)
	require.Contains(t, string(text), `"ref":"federation","sets":["king.range=\"short\""]`, "as the page itself writes it")
}
