package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/docs/results"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/study"
	"varlab/sim/train"
	"varlab/variants"
)

// learnt is a rule set's line in the table of weights.
type learnt struct {
	Training train.Result
	Match    sim.Match  // against the plain evaluation
	Before   *sim.Match // against the weights before, if there were any
	Shipped  bool
	Seconds  float64 // of processor time that the training took
}

// taughtIDs are the built-in rule sets that weights were trained for, which the tables of
// players are about. One that came later is played with borrowed weights or plain ones
// until it is taught too.
func taughtIDs(t *testing.T) (ids []string) {
	rows, err := results.Read[[]learnt]("weights")
	require.NoError(t, err)
	for _, r := range rows.Data {
		ids = append(ids, r.Training.Rules)
	}
	return ids
}

// Every rule set is taught by the first command, for which the tables of weights and
// of patterns then look in the directory of VARLAB_TRAINED; what it printed is to
// stand there in ID.json, and how many seconds of processor time it took in
// ID.seconds. Weights from before are in that of VARLAB_BEFORE.
const taught = "varlab train -r ID --positions 1120000 --workers 1 --format json"

func trainedIn(t *testing.T, id string) train.Result {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(os.Getenv("VARLAB_TRAINED"), id+".json"))
	require.NoError(t, err)
	var found train.Result
	require.NoError(t, json.Unmarshal(text, &found))
	found.File = filepath.Base(found.File)
	return found
}

func weightsIn(t *testing.T, path string) *player.Weights {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	w, err := player.ParseWeights(path, string(text))
	require.NoError(t, err)
	return w
}

// A contender is a search with given weights, nil for the plain evaluation.
type contender struct {
	name    string
	nodes   int
	weights *player.Weights
}

// contend is a match between two of them.
func contend(t *testing.T, id string, games int, a, b contender) sim.Match {
	t.Helper()
	// The specs only tell the two apart.
	specs := [2]string{fmt.Sprintf("search:nodes=%d,weights=1", a.nodes), fmt.Sprintf("search:nodes=%d,weights=2", b.nodes)}
	s := study.Study{
		Name: "match", Rules: []string{id}, Pairs: [][2]string{specs}, Games: games, Seed: compareSeed,
		HorizonPlies: study.DefaultHorizonPlies, Openings: study.Openings{Plies: study.DefaultOpeningPlies},
	}
	plan, err := s.Resolve(new(ruleFlags).ruleSets, playerInMatch)
	require.NoError(t, err)
	schedule, err := layOut(plan)
	require.NoError(t, err)
	seat := func(r *rules.Rules, spec, weights string) (sim.Player, error) {
		c := a
		if spec == specs[1] {
			c = b
		}
		return player.NewTeacher(r, c.weights, c.nodes, 0)
	}
	m, err := schedule.Meet(t.Context(), 0, sim.Options{Workers: 1, NewPlayer: seat, Begin: func(int, int) {}, Played: func() {}}, nil)
	require.NoError(t, err)
	found := sim.NewMatch(schedule, m)
	found.A, found.B, found.Weights = a.name, b.name, nil
	return *found
}

// once measures, unless a file of the directory of VARLAB_TRAINED has it already: what
// was measured before a stop is kept.
func once[D any](t *testing.T, name string, measure func() D) (found D) {
	t.Helper()
	path := filepath.Join(os.Getenv("VARLAB_TRAINED"), name+".measured")
	if text, err := os.ReadFile(path); err == nil {
		require.NoError(t, json.Unmarshal(text, &found))
		return found
	}
	found = measure()
	text, err := json.Marshal(found)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o666))
	return found
}

const weightsNodes, weightsGames = 500, 400

// measureWeights lets what a rule set was taught play.
func measureWeights(t *testing.T, id string) learnt {
	return once(t, "weights-"+id, func() learnt {
		r := builtIn(t, id)
		found := learnt{Training: trainedIn(t, id)}
		learned := contender{"learned", weightsNodes, weightsIn(t, filepath.Join(os.Getenv("VARLAB_TRAINED"), r.PlayHash()+".txt"))}
		found.Match = contend(t, id, weightsGames, learned, contender{"plain", weightsNodes, nil})
		before := filepath.Join(os.Getenv("VARLAB_BEFORE"), r.PlayHash()+".txt")
		if _, err := os.Stat(before); err == nil {
			m := contend(t, id, weightsGames, learned, contender{"before", weightsNodes, weightsIn(t, before)})
			found.Before = &m
		}
		found.Shipped = found.Match.ScoreLow > 0.5
		return found
	})
}

// only is the rule sets named in VARLAB_ONLY, to measure some on the way; nil for all.
func only() []string { return strings.Fields(os.Getenv("VARLAB_ONLY")) }

// keepWeights holds the table of weights to its file. It is measured by training each
// built-in rule set and by matches of the weights against the plain evaluation, and
// against those before.
func keepWeights(t *testing.T) {
	for _, id := range only() {
		measureWeights(t, id)
	}
	rows := results.Table[[]learnt]{
		Name: "weights", Doc: "players.md", Command: taught + "; VARLAB_TRAINED=DIR VARLAB_BEFORE=DIR " + measuredBy("weights"),
		Measure: func() (rows []learnt, err error) {
			for _, id := range variants.IDs() {
				row := measureWeights(t, id)
				took, err := os.ReadFile(filepath.Join(os.Getenv("VARLAB_TRAINED"), id+".seconds"))
				require.NoError(t, err)
				row.Seconds, err = strconv.ParseFloat(strings.TrimSpace(string(took)), 64)
				require.NoError(t, err)
				rows = append(rows, row)
			}
			return rows, nil
		},
		Markdown: func(rows []learnt) string {
			var b strings.Builder
			fmt.Fprintf(&b, "Positions are those of the last round, a tenth of them held out. %d games each, %d nodes for a choice.\n\n", rows[0].Match.Games, weightsNodes)
			b.WriteString("| rules | positions | log loss, learned | plain | king in men, 95 % | won | drawn or open | lost | Elo against plain | 95 % | Elo against those before | 95 % | comes with the program |\n" +
				"| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- | ---: | --- | --- |\n")
			for _, r := range rows {
				last := r.Training.Rounds[len(r.Training.Rounds)-1]
				king := "~"
				if k := r.Training; k.King != nil && k.KingLow != nil && k.KingHigh != nil {
					king = fmt.Sprintf("%.2f (%.2f to %.2f)", *k.King, *k.KingLow, *k.KingHigh)
				}
				before := " | "
				if r.Before != nil {
					before = eloRange(*r.Before)
				}
				fmt.Fprintf(&b, "| `%s` | %d | %.3f | %.3f | %s | %d | %d | %d | %s | %s | %s |\n", r.Training.Rules, last.Positions+last.Held, last.Learned, last.Plain, king,
					r.Match.Wins, r.Match.Draws+r.Match.Open, r.Match.Losses, eloRange(r.Match), before, map[bool]string{true: "yes", false: "no"}[r.Shipped])
			}
			sum, least, most := 0.0, rows[0], rows[0]
			for _, r := range rows {
				sum += r.Seconds
				if r.Seconds < least.Seconds {
					least = r
				}
				if r.Seconds > most.Seconds {
					most = r
				}
			}
			fmt.Fprintf(&b, "\nTraining took %.0f minutes of processor time in all, from %.0f seconds (`%s`) to %.0f (`%s`), while the machine was busy with other work.\n",
				sum/60, least.Seconds, least.Training.Rules, most.Seconds, most.Training.Rules)
			return b.String()
		},
	}.Keep(t, *update)
	hashes := map[string]bool{}
	for _, r := range rows {
		c := builtIn(t, r.Training.Rules)
		require.Equal(t, r.Training.PlayHash, c.PlayHash(), "%s is not what was trained", r.Training.Rules)
		last := r.Training.Rounds[len(r.Training.Rounds)-1]
		require.GreaterOrEqual(t, last.Positions, 1_000_000, "%s was taught less than the others", r.Training.Rules)
		w := player.WeightsFor(c)
		require.Equal(t, r.Shipped, w != nil, r.Training.Rules)
		require.Equal(t, r.Match.ScoreLow > 0.5, r.Shipped, "weights come with the program where the match was won")
		if r.Before != nil {
			require.Greater(t, r.Before.ScoreLow, 0.5, "%s: docs/players.md says that all are better than those before", r.Training.Rules)
		}
		if r.Shipped {
			hashes[c.PlayHash()] = true
			require.Contains(t, w.Notes[0], fmt.Sprintf("from %d positions of %d games", last.Positions, last.Games), "%s: other weights than those that played", r.Training.Rules)
		}
	}
	files, err := filepath.Glob("../../sim/player/weights/*.txt")
	require.NoError(t, err)
	// Those learned again have a number beside the hash.
	files = slices.DeleteFunc(files, func(name string) bool { return strings.Count(filepath.Base(name), ".") > 1 })
	require.Len(t, files, len(hashes))
}

func eloRange(m sim.Match) string {
	return fmt.Sprintf("%s | %s to %s", sim.EloText(m.Elo, m.Score), sim.EloText(m.EloLow, m.ScoreLow), sim.EloText(m.EloHigh, m.ScoreHigh))
}
