package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/player"
	"varlab/sim/random"
)

// tried is a match of the search with a refinement against the search without it.
type tried struct {
	Refinement string
	Match      sim.Match
}

// A refinement is what is left out of the search together, to see what it is worth.
type refinement struct {
	name    string
	without int
	only    []string // the rule sets in which it does anything; nil: all
}

var refined = []string{"international", "russian", "polonaise-souffler", "english"}

var refinements = []refinement{
	{"late turns reduced", 1, nil},
	{"the turn remembered and history first", 2 + 4, nil},
	{"narrow windows", 8, nil},
	{"pruning by a shallower search", 64, nil},
	{"forced turns at no depth", 16, nil},
	{"claims where a line ends", 32, []string{"polonaise-souffler", "francaise-souffler", "encyclopedie-polonaise", "manoury"}},
}

const (
	refinedNodes = 2000
	refinedGames = 300 // at most
	refinedStop  = "0,30"
)

func (r refinement) rules() []string {
	if r.only != nil {
		return r.only
	}
	return refined
}

// keepRefinements holds the table of refinements to its file.
func keepRefinements(t *testing.T) {
	spec := fmt.Sprintf("search:nodes=%d", refinedNodes)
	rows := results.Table[[]tried]{
		Name: "refinements", Doc: "players.md", Command: measuredBy("refinements"),
		Measure: func() (rows []tried, err error) {
			for _, r := range refinements {
				for _, id := range r.rules() {
					m := meet(t, spec, fmt.Sprintf("%s,without=%d", spec, r.without), id, refinedGames, "--stop", refinedStop)
					rows = append(rows, tried{r.name, m})
				}
			}
			return rows, nil
		},
		Markdown: triedTable,
	}.Keep(t, *update)
	for _, r := range rows {
		require.Equal(t, spec, r.Match.A)
		require.Zero(t, r.Match.ForfeitsA+r.Match.ForfeitsB)
	}
}

// triedTable says of each match what it came to, and what its test decided.
func triedTable(rows []tried) string {
	var b strings.Builder
	b.WriteString("| refinement | rules | games | won | drawn or open | lost | Elo | 95 % | the test |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n")
	for _, r := range rows {
		x := r.Match.Test
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", r.Refinement, r.Match.Rules, eloCells(r.Match), map[string]string{
			"high": fmt.Sprintf("%+.0f", x.High), "low": fmt.Sprintf("%.0f", x.Low), "undecided": "undecided",
		}[x.Decision])
	}
	return b.String()
}

// saved is how many turns are tried to look so deep, with all refinements and without
// one.
type saved struct {
	Rules     string
	Depth     int
	Positions int
	Nodes     int // with all
	Without   []without
}

type without struct {
	Refinement string
	Nodes      int
}

var savings = []refinement{
	{"reductions", 1, nil}, {"history", 2, nil}, {"the turn remembered", 4, nil}, {"narrow windows", 8, nil}, {"pruning", 64, nil},
}

// keepSavings holds the table of what refinements save to its file.
func keepSavings(t *testing.T) {
	const depth, positions = 7, 60
	rows := results.Table[[]saved]{
		Name: "savings", Doc: "players.md", Command: measuredBy("savings"),
		Measure: func() (rows []saved, err error) {
			for _, id := range refined {
				rows = append(rows, countSaved(t, id, depth, positions))
			}
			return rows, nil
		},
		Markdown: func(rows []saved) string {
			var b strings.Builder
			fmt.Fprintf(&b, "Turns tried to look %d turns deep, in %d positions of games: thousands for a choice, and how many times as many without a refinement.\n\n", depth, positions)
			b.WriteString("| rules | thousands |")
			for _, w := range rows[0].Without {
				fmt.Fprintf(&b, " without %s |", w.Refinement)
			}
			b.WriteString("\n| --- | ---: |" + strings.Repeat(" ---: |", len(rows[0].Without)) + "\n")
			for _, r := range rows {
				fmt.Fprintf(&b, "| `%s` | %.1f |", r.Rules, float64(r.Nodes)/float64(r.Positions)/1000)
				for _, w := range r.Without {
					fmt.Fprintf(&b, " %.2f |", float64(w.Nodes)/float64(r.Nodes))
				}
				b.WriteByte('\n')
			}
			return b.String()
		},
	}.Keep(t, *update)
	require.Len(t, rows, len(refined))
	for i, r := range rows {
		require.Equal(t, saved{Rules: refined[i], Depth: depth, Positions: positions, Nodes: r.Nodes, Without: r.Without}, r)
		for j, w := range r.Without {
			require.Equal(t, rows[0].Without[j].Refinement, w.Refinement)
		}
	}
}

// countSaved counts the turns tried in positions of games of a search against itself.
func countSaved(t *testing.T, id string, depth, positions int) saved {
	r := builtIn(t, id)
	search := func(spec string) player.Player {
		s, err := player.Parse(spec)
		require.NoError(t, err)
		p, err := s.New(r)
		require.NoError(t, err)
		return p
	}
	leader := search("search:nodes=300,noise=10,weights=1")
	all := fmt.Sprintf("search:depth=%d,weights=1", depth)
	whole := search(all)
	var parts []player.Player
	for _, s := range savings {
		parts = append(parts, search(fmt.Sprintf("%s,without=%d", all, s.without)))
	}
	tries := func(h *rules.History, p player.Player) int {
		p.NewGame()
		_, err := p.Choose(h, 0)
		require.NoError(t, err)
		return p.(interface{ Nodes() int }).Nodes()
	}
	found := saved{Rules: id, Depth: depth}
	for _, s := range savings {
		found.Without = append(found.Without, without{Refinement: s.name})
	}
	for game := 0; found.Positions < positions; game++ {
		source := random.New("varlab savings", id, fmt.Sprint(game))
		h := rules.NewHistory(r, r.Start())
		leader.NewGame()
		for h.Plies() < 80 && !h.Outcome().Over() && found.Positions < positions {
			if h.Plies()%5 == 4 && len(h.Turns()) > 1 {
				found.Positions++
				found.Nodes += tries(h, whole)
				for i, p := range parts {
					found.Without[i].Nodes += tries(h, p)
				}
			}
			turn, err := leader.Choose(h, random.Chance(source.Uint64()))
			require.NoError(t, err)
			h.Play(turn)
		}
	}
	return found
}
