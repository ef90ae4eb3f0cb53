package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/record"
	"varlab/sim/study"
)

// A game as long as a study's horizon allows, with a comment after every move, since each
// leaves captures untaken and names the piece to be huffed, is read again.
func TestTheLongestGameIsReadAgain(t *testing.T) {
	v := given.Variant(t, "polonaise-souffler", `board.start="W:WK46,32,34:BK6,28,30"`, "claim.chooser=offender", "draw=[]")
	p := v.Profile
	r := given.Compiled(t, p)
	n, h := notation.Of(p), rules.NewHistory(r, r.Start())
	var hub, texts []string
	for ply := range study.MaxHorizonPlies {
		turns, at := h.Turns(), h.Now().Setup()
		prefix := []string{"46-41@", "6-1@", "41-46@", "1-6@"}[ply%4]
		for _, u := range turns {
			if text := n.Format(notation.PDN, at, u, turns); strings.HasPrefix(text, prefix) {
				hub, texts = append(hub, n.Format(notation.Hub, at, u, turns)), append(texts, text)
				h.Play(u)
				break
			}
		}
		require.Len(t, texts, ply+1)
	}
	g, err := record.PDN(r, &record.Record{Rules: "long", Turns: strings.Join(hub, " ")}, "", "", p)
	require.NoError(t, err)
	again, err := notation.NewReader(strings.NewReader(g.String())).Next()
	require.NoError(t, err)
	steps, err := again.Steps()
	require.NoError(t, err)
	var read []string
	for _, s := range steps {
		read = append(read, s.Text)
	}
	require.Equal(t, texts, read)
	last := again.Moves[len(again.Moves)-1]
	require.Equal(t, study.MaxHorizonPlies/2, last.Number)
	require.Len(t, last.Comments, 1)
}
