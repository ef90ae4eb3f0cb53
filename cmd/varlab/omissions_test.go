package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/results"
	"varlab/lab"
	"varlab/sim/games"
)

// What a rule set's games say of omissions: the counts, and the positions in which all judges
// find leaving better.
type omitted struct {
	games.Omissions
	Positions []owing `json:"positions"`
}

type owing struct {
	Game, Ply, Pieces      int
	FEN, Capture, Omission string // by the second judge
	Gain                   float64
	Played                 bool // by the player, as the second judge would
}

// The paper's second table of omissions is of a judge of 20,000 turns, in positions drawn from all.
// -with sampled=DIR names a folder with what games omissions wrote as JSON, ID.json each.
func TestSampledOmissionsInDocs(t *testing.T) {
	t.Chdir("../..")
	results.Table[[]games.Omissions]{
		Name: "sampled", Doc: "findings/paper.md",
		Command: "varlab games omissions runs/resource -r ID --sample 3000 --player search:nodes=20000 --player search:nodes=5000 --format json >sampled/ID.json for polonaise-50 and souffler-50; VARLAB_DEEP=1 go test ./cmd/varlab -run TestSampledOmissionsInDocs -update -with sampled=$PWD/sampled",
		Measure: func() (all []games.Omissions, err error) {
			for _, id := range []string{"polonaise-50", "souffler-50"} {
				var found games.Omissions
				text, err := os.ReadFile(filepath.Join(results.With("sampled"), id+".json"))
				if err == nil {
					err = json.Unmarshal(text, &found)
				}
				if err != nil {
					return nil, err
				}
				found.Positions = nil // the seed draws them again
				all = append(all, found)
			}
			return all, nil
		},
		Markdown: func(all []games.Omissions) string {
			var b strings.Builder
			b.WriteString("| rule set | positions drawn | judge | better left | of them, % |\n| --- | ---: | --- | ---: | ---: |\n")
			for _, o := range all {
				for _, j := range o.Judges {
					fmt.Fprintf(&b, "| `%s` | %d | `%s` | %d | %.2f (%.2f to %.2f) |\n", o.Rules, o.Judged, j.Player, j.Better, 100*j.Share.Value, 100*j.Share.Low, 100*j.Share.High)
				}
			}
			return b.String()
		},
	}.Keep(t, *update)
}

// The paper's table of omissions is what games omissions says of its run, of one rule set after
// another. -with omissions=DIR names a folder with what it wrote as JSON, ID.json each.
func TestOmissionsInDocs(t *testing.T) {
	t.Chdir("../..")
	s, err := lab.New("").Study("studies/paper/resource.toml")
	require.NoError(t, err)
	of := func(f games.Figure, places int) string {
		return fmt.Sprintf("%.*f (%.*f to %.*f)", places, 100*f.Value, places, 100*f.Low, places, 100*f.High)
	}
	results.Table[[]omitted]{
		Name: "omissions", Doc: "findings/paper.md",
		Command: "varlab games omissions runs/resource -r ID --format json >omissions/ID.json for each ID, with --games 200 for souffler-50 and dum-blas-25; VARLAB_DEEP=1 go test ./cmd/varlab -run TestOmissionsInDocs -update -with omissions=$PWD/omissions",
		Measure: func() (all []omitted, err error) {
			for _, r := range s.Manifest.Study.RuleSets {
				var found games.Omissions
				text, err := os.ReadFile(filepath.Join(results.With("omissions"), r.ID+".json"))
				if err == nil {
					err = json.Unmarshal(text, &found)
				}
				if err != nil {
					return nil, err
				}
				o := omitted{Omissions: found, Positions: []owing{}}
				for _, p := range found.Positions {
					if p.Found == len(p.Worth) {
						w := p.Worth[1]
						o.Positions = append(o.Positions, owing{p.Game, p.Ply, p.Pieces, p.FEN, w.Capture, w.Omission, w.OmissionValue - w.CaptureValue, p.Played == w.Omission})
					}
				}
				all = append(all, o)
			}
			return all, nil
		},
		Markdown: func(all []omitted) string {
			var b strings.Builder
			b.WriteString("| rule set | games | due, and could be left | left | judge | better left | of those due, % | games with one | of the games, % |\n| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n")
			for _, o := range all {
				for i, j := range o.Judges {
					what := "| | | | |"
					if i == 0 {
						what = fmt.Sprintf("| `%s` | %d | %d | %d |", o.Rules, o.Omissions.Games, o.Due, o.Left)
					}
					fmt.Fprintf(&b, "%s `%s` | %d | %s | %d | %s |\n", what, j.Player, j.Better, of(j.Share, 2), j.Games, of(j.OfGames, 1))
				}
			}
			b.WriteString("\nPositions in which all judges find leaving better:\n\n| rule set | positions | the player left it as the second judge would | half have so many pieces, or fewer |\n| --- | ---: | ---: | ---: |\n")
			for _, o := range all {
				var pieces []int
				played := 0
				for _, p := range o.Positions {
					pieces = append(pieces, p.Pieces)
					if p.Played {
						played++
					}
				}
				slices.Sort(pieces)
				half := ""
				if len(pieces) > 0 {
					half = fmt.Sprint(pieces[(len(pieces)-1)/2])
				}
				fmt.Fprintf(&b, "| `%s` | %d | %d | %s |\n", o.Rules, len(pieces), played, half)
			}
			return b.String()
		},
	}.Keep(t, *update)
}
