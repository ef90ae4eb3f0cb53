package player_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"varlab/internal/testing/results"
	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim/random"
	"varlab/variants"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "with VARLAB_DEEP=1: measure the search's table of docs/players.md again")

// A pace is how fast a search goes under one rule set.
type pace struct {
	Rules   string
	Spec    string
	Nodes   int     // in the fastest of the windows
	MPerSec float64 // millions of turns tried in a second of the thread's processor time
	Allocs  float64 // for a choice, once buffers have grown
}

func TestSearchTable(t *testing.T) {
	const plain, learned, compulsory = "search:nodes=2000,noise=5,weights=0", "search:nodes=2000,noise=5", `capture.obligation="compulsory"`
	paces := results.Table[[]pace]{
		Name: "search", Doc: "players.md", Command: "VARLAB_DEEP=1 go test ./sim/player -run SearchTable -update",
		Measure: func() (paces []pace, err error) {
			for _, id := range variants.IDs() {
				paces = append(paces, measurePace(t, plain, id), measurePace(t, learned, id))
				if load(t, id).Profile().Capture.Obligation == profile.Claimable {
					paces = append(paces, measurePace(t, plain, id, compulsory))
				}
			}
			return paces, nil
		},
		Markdown: func(paces []pace) string {
			var b strings.Builder
			fmt.Fprintf(&b, "Millions of turns tried in a second of the processor's time for the thread, by `%s` in games against itself, and by the same with learned weights; the best of five windows. The last column is the same rule set with compulsory capture. Nothing is allocated.\n\n"+
				"| rules | plain | with weights | plain, compulsory |\n| --- | ---: | ---: | ---: |", plain)
			for _, p := range paces {
				switch {
				case p.Spec == plain && !strings.Contains(p.Rules, ","):
					fmt.Fprintf(&b, "\n| `%s` | %.2f |", p.Rules, p.MPerSec)
				case p.Spec == learned:
					fmt.Fprintf(&b, " %.2f |", p.MPerSec)
					if load(t, p.Rules).Profile().Capture.Obligation != profile.Claimable {
						b.WriteString(" |")
					}
				default:
					fmt.Fprintf(&b, " %.2f |", p.MPerSec)
				}
			}
			b.WriteByte('\n')
			return b.String()
		},
	}.Keep(t, *update)
	for _, p := range paces {
		require.Zero(t, p.Allocs, p.Rules)
	}
}

func measurePace(t *testing.T, spec, id string, sets ...string) pace {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	v, err := variants.Load(id, sets)
	require.NoError(t, err)
	r, err := rules.Compile(v.Profile)
	require.NoError(t, err)
	found := pace{Rules: strings.Join(append([]string{id}, sets...), ", "), Spec: spec}
	p := newPlayer(t, r, found.Spec)
	count := p.(interface{ Nodes() int })
	source := rand.NewPCG(1, 2)
	h := rules.NewHistory(r, r.Start())
	for range 5 {
		nodes, began := 0, results.ThreadTime()
		for results.ThreadTime()-began < 100*time.Millisecond {
			if h.Outcome().Over() || h.Plies() > 100 {
				h = rules.NewHistory(r, r.Start())
				p.NewGame()
			}
			turn, err := p.Choose(h, random.Chance(source.Uint64()))
			require.NoError(t, err)
			h.Play(turn)
			nodes += count.Nodes()
		}
		if rate := float64(nodes) / (results.ThreadTime() - began).Seconds() / 1e6; rate > found.MPerSec {
			found.Nodes, found.MPerSec = nodes, rate
		}
	}
	h = rules.NewHistory(r, r.Start())
	found.Allocs = testing.AllocsPerRun(10, func() {
		p.NewGame()
		if _, err := p.Choose(h, random.Chance(source.Uint64())); err != nil {
			t.Fatal(err)
		}
	})
	return found
}
