package player_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/variants"
)

var updateChoices = flag.Bool("update-choices", false, "write down what the search chooses at its present revision")

// What the search chooses belongs to its revision, which is part of a player's name: one
// that chooses otherwise is another player, and has to have another revision.
func TestChoicesBelongToTheRevision(t *testing.T) {
	path := fmt.Sprintf("testdata/choices-%d.txt", player.Revision)
	ids := variants.IDs()
	if !*updateChoices {
		// A rule set that is younger than the list has not been played by other players.
		want, err := os.ReadFile(path)
		require.NoError(t, err, "raise player.Revision only with a new list (go test ./sim/player -run Choices -update-choices)")
		ids = nil
		for line := range strings.Lines(string(want)) {
			id, _, _ := strings.Cut(line, " ")
			ids = append(ids, id)
		}
		require.Greater(t, len(ids), 20)
	}
	var list strings.Builder
	for _, id := range ids {
		r := load(t, id)
		n := notation.Of(r.Profile())
		p := newPlayer(t, r, "search:nodes=300,noise=5,weights=0")
		c := random.NewChance("choices", id)
		h := rules.NewHistory(r, r.Start())
		var texts []string
		for len(texts) < 60 && !h.Outcome().Over() {
			turn, err := p.Choose(h, c.Of(uint64(len(texts))))
			require.NoError(t, err)
			texts = append(texts, n.Format(notation.Hub, h.Now().Setup(), turn, h.Turns()))
			h.Play(turn)
		}
		sum := sha256.Sum256([]byte(strings.Join(texts, " ")))
		fmt.Fprintf(&list, "%s %x %s\n", id, sum[:6], strings.Join(texts[:6], " "))
	}
	if *updateChoices {
		require.NoError(t, os.WriteFile(path, []byte(list.String()), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), list.String(), "the search chooses otherwise: raise player.Revision, and write the list of the new one")
}
