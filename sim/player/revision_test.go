package player_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/rules"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/variants"
)

var updateChoices = flag.Bool("update-choices", false, "write down what the search chooses at its present revision")

// What the search chooses belongs to its revision, which is part of a player's name: one
// that chooses otherwise is another player, and has to have another revision.
func TestChoicesBelongToTheRevision(t *testing.T) {
	sameAtTheRevision(t, "choices", func(id string) string {
		r := given.Rules(t, id)
		n := notation.Of(r.Profile())
		p := player.Made(t, r, "search:nodes=300,noise=5,weights=0")
		c := random.NewChance("choices", id)
		h := rules.NewHistory(r, r.Start())
		var texts []string
		for len(texts) < 60 && !h.Outcome().Over() {
			turn, err := p.Choose(h, c.Of(uint64(len(texts))))
			require.NoError(t, err)
			texts = append(texts, n.Format(notation.Recorded, h.Now().Setup(), turn, h.Turns()))
			h.Play(turn)
		}
		sum := sha256.Sum256([]byte(strings.Join(texts, " ")))
		return fmt.Sprintf("%s %x %s\n", id, sum[:6], strings.Join(texts[:6], " "))
	})
}

// So do choices by learned weights after claims, omissions and turns that nobody would
// choose, with the turns tried for each.
func TestSearchesBelongToTheRevision(t *testing.T) {
	sameAtTheRevision(t, "searches", func(id string) string {
		r := given.Rules(t, id)
		p := player.Made(t, r, "search:nodes=400,tables=0")
		c := random.NewChance("searches", id)
		sum := sha256.New()
		claims, omissions := 0, 0
		for game := range uint64(3) {
			p.NewGame()
			h := rules.NewHistory(r, r.Start())
			for ply := uint64(0); ply < 100 && !h.Outcome().Over(); ply++ {
				turn, err := p.Choose(h, 0)
				require.NoError(t, err)
				fmt.Fprintln(sum, turn, p.(interface{ Nodes() int }).Nodes())
				if turns := h.Turns(); c.Of(game, ply).Below(3) == 0 {
					turn = turns[c.Of(game, ply, 1).Below(len(turns))]
				}
				if turn.Claim != rules.NoClaim {
					claims++
				}
				if turn.Omission != profile.NoOmission {
					omissions++
				}
				h.Play(turn)
			}
		}
		return fmt.Sprintf("%s %x %d claims, %d omissions\n", id, sum.Sum(nil)[:6], claims, omissions)
	})
}

// sameAtTheRevision compares a line for each rule set with those written down.
func sameAtTheRevision(t *testing.T, name string, line func(id string) string) {
	path := fmt.Sprintf("testdata/%s-%d.txt", name, player.Revision)
	ids := variants.IDs()
	if !*updateChoices {
		// A rule set that is younger than the list has not been played by other players.
		want, err := os.ReadFile(path)
		require.NoError(t, err, "raise player.Revision only with new lists (go test ./sim/player -run Revision -update-choices)")
		ids = nil
		for line := range strings.Lines(string(want)) {
			id, _, _ := strings.Cut(line, " ")
			ids = append(ids, id)
		}
		require.Greater(t, len(ids), 20)
	}
	var list strings.Builder
	for _, id := range ids {
		list.WriteString(line(id))
	}
	if *updateChoices {
		require.NoError(t, os.WriteFile(path, []byte(list.String()), 0o666))
	}
	want := disk.Read(t, path)
	require.Equal(t, want, list.String(), "the search chooses otherwise: raise player.Revision, and write the lists of the new one")
}
