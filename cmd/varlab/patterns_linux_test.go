package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/docs/results"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
	"varlab/sim/train"
)

// A patterned is what patterns are worth under one rule set.
type patterned struct {
	Rules            string
	With, Without    float64 // log loss on positions held out
	EqualNodes       sim.Match
	Rate, RateBare   float64 // nodes in a second of the thread's processor time
	NodesInEqualTime int     // without patterns
	EqualTime        sim.Match
}

// The table of patterns is what was measured.
func TestPatternsTable(t *testing.T) {
	results.Table[[]patterned]{
		Name: "patterns", Doc: "players.md", Command: taught + "; the same --without-patterns > ID-bare.json; VARLAB_TRAINED=DIR " + "VARLAB_DEEP=1 go test ./cmd/varlab -run PatternsTable -update -timeout 10h",
		Measure: func() (rows []patterned, err error) {
			for _, id := range []string{"international", "polonaise-souffler", "russian", "english"} {
				rows = append(rows, once(t, "patterns-"+id, func() patterned { return measurePatterns(t, id) }))
			}
			return rows, nil
		},
		Markdown: func(rows []patterned) string {
			var b strings.Builder
			fmt.Fprintf(&b, "%d games each, with patterns against without: with %d nodes each, and in as much time.\n\n", rows[0].EqualNodes.Games, weightsNodes)
			b.WriteString("| rules | log loss with | without | Elo with as many nodes | 95 % | nodes without in as much time | Elo in as much time | 95 % |\n" +
				"| --- | ---: | ---: | ---: | --- | ---: | ---: | --- |\n")
			for _, r := range rows {
				fmt.Fprintf(&b, "| `%s` | %.4f | %.4f | %s | %d | %s |\n", r.Rules, r.With, r.Without, eloRange(r.EqualNodes), r.NodesInEqualTime, eloRange(r.EqualTime))
			}
			return b.String()
		},
	}.Keep(t, *update)
}

func measurePatterns(t *testing.T, id string) patterned {
	dir, hash := os.Getenv("VARLAB_TRAINED"), builtIn(t, id).PlayHash()
	with := contender{"with", weightsNodes, weightsIn(t, filepath.Join(dir, hash+".txt"))}
	bare := contender{"without", weightsNodes, weightsIn(t, filepath.Join(dir, hash+patternless))}
	last := func(id string) train.Round {
		rounds := trainedIn(t, id).Rounds
		return rounds[len(rounds)-1]
	}
	found := patterned{Rules: id, With: last(id).Learned, Without: last(id + "-bare").Learned}
	found.EqualNodes = contend(t, id, weightsGames, with, bare)
	found.Rate, found.RateBare = rates(t, id, with.weights, bare.weights)
	found.NodesInEqualTime = int(weightsNodes * found.RateBare / found.Rate)
	bare.nodes = found.NodesInEqualTime
	found.EqualTime = contend(t, id, weightsGames, with, bare)
	return found
}

// rates returns how many nodes are looked at in a second of the thread's processor time
// with each of two weights: the best of windows in turn.
func rates(t *testing.T, id string, weights ...*player.Weights) (float64, float64) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r := builtIn(t, id)
	best := make([]float64, len(weights))
	for window := range 10 * len(weights) {
		i := window % len(weights)
		p, err := player.NewTeacher(r, weights[i], 2000, 5)
		require.NoError(t, err)
		source := rand.NewPCG(uint64(window/len(weights)), 2)
		h := rules.NewHistory(r, r.Start())
		nodes, began := 0, results.ThreadTime()
		for results.ThreadTime()-began < 200*time.Millisecond {
			if h.Outcome().Over() || h.Plies() > 100 {
				h = rules.NewHistory(r, r.Start())
				p.NewGame()
			}
			turn, err := p.Choose(h, random.Chance(source.Uint64()))
			require.NoError(t, err)
			h.Play(turn)
			nodes += p.Nodes()
		}
		best[i] = max(best[i], float64(nodes)/(results.ThreadTime()-began).Seconds())
	}
	return best[0], best[1]
}
