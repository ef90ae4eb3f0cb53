package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/train"
	"varlab/variants"
)

// learnt is a rule set's line in the table of weights.
type learnt struct {
	Training train.Result
	Match    sim.Match // against the plain evaluation
}

// taughtIDs are the built-in rule sets that weights were trained for, which the tables of
// players are about.
func taughtIDs(t *testing.T) (ids []string) {
	for _, id := range variants.IDs() {
		if player.WeightsFor(builtIn(t, id)) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// Every rule set is taught by this command, but for the international game, which has more
// positions. What it printed is to stand in the directory of -with trained=DIR, in ID.json.
const taught = "varlab train -r ID --positions 2500000 --format json"

const weightsNodes, weightsGames = 500, 400

// keepWeights holds the table of weights to its file: what trainings said of themselves,
// and matches of the weights against the plain evaluation.
func keepWeights(t *testing.T) {
	spec := fmt.Sprintf("search:nodes=%d,weights=", weightsNodes)
	rows := results.Table[[]learnt]{
		Name: "weights", Doc: "players.md", Command: taught + "; " + measuredBy("weights") + " -with trained=DIR",
		Measure: func() (rows []learnt, err error) {
			for _, id := range taughtIDs(t) {
				text, err := os.ReadFile(filepath.Join(results.With("trained"), id+".json"))
				require.NoError(t, err)
				var row learnt
				require.NoError(t, json.Unmarshal(text, &row.Training))
				row.Training.File = filepath.Base(row.Training.File)
				row.Match = meet(t, spec+"1", spec+"0", id, weightsGames)
				rows = append(rows, row)
			}
			return rows, nil
		},
		Markdown: func(rows []learnt) string {
			var b strings.Builder
			fmt.Fprintf(&b, "Positions are those of the last two rounds, a tenth of them held out. %d games each, %d nodes for a choice.\n\n", rows[0].Match.Games, weightsNodes)
			b.WriteString("| rules | positions | log loss, learned | plain | king in men, 95 % | won | drawn or open | lost | Elo against plain | 95 % |\n" +
				"| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |\n")
			for _, r := range rows {
				last := r.Training.Rounds[len(r.Training.Rounds)-1]
				king := "~"
				if k := r.Training; k.King != nil && k.KingLow != nil && k.KingHigh != nil {
					king = fmt.Sprintf("%.2f (%.2f to %.2f)", *k.King, *k.KingLow, *k.KingHigh)
				}
				fmt.Fprintf(&b, "| `%s` | %d | %.3f | %.3f | %s | %d | %d | %d | %s |\n", r.Training.Rules, last.Positions+last.Held, last.Learned, last.Plain, king,
					r.Match.Wins, r.Match.Draws+r.Match.Open, r.Match.Losses, eloRange(r.Match))
			}
			return b.String()
		},
	}.Keep(t, *update)
	for _, r := range rows {
		c := builtIn(t, r.Training.Rules)
		require.Equal(t, r.Training.PlayHash, c.PlayHash(), "%s is not what was trained", r.Training.Rules)
		last := r.Training.Rounds[len(r.Training.Rounds)-1]
		w := player.WeightsFor(c)
		require.Greater(t, r.Match.ScoreLow, 0.5, "%s: docs/players.md says that weights come with the program where the match was won", r.Training.Rules)
		require.Contains(t, w.Notes[0], fmt.Sprintf("from %d positions of %d games", last.Positions, last.Games), "%s: other weights than those that played", r.Training.Rules)
	}
}

func eloRange(m sim.Match) string {
	return fmt.Sprintf("%s | %s to %s", sim.EloText(m.Elo, m.Score), sim.EloText(m.EloLow, m.ScoreLow), sim.EloText(m.EloHigh, m.ScoreHigh))
}
