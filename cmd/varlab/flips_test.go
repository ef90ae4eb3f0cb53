package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/long"
	"varlab/internal/testing/results"
	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/notation"
)

// Flips are the positions of some endings that have another value under one rule set than
// under others, as docs/exact.md shows them.
type flips struct {
	name, against string
	rules         []string
	materials     []string
}

var keptFlips = []flips{
	{"exact-flips8", "english", []string{"encyclopedie-francaise", "francaise-souffler", "jeu-force", "jeu-plaisant", "italian"}, []string{"KM vs K", "KM vs M", "MM vs M", "KM vs KM"}},
	{"exact-flips10", "international", []string{"encyclopedie-polonaise", "polonaise-souffler", "manoury", "killer"}, []string{"KM vs K", "KM vs M", "MM vs M"}},
}

// A flipped ending has its counts with either side on move, by the values for the
// first-named side.
type flipped struct {
	Rules    string       `json:"rules"`
	Against  string       `json:"against"`
	Material string       `json:"material"`
	Rows     []flippedRow `json:"rows"`
}

type flippedRow struct {
	ToMove    string `json:"to_move"`
	Positions int    `json:"positions"`
	Flipped   int    `json:"flipped"`
	Flips     []flip `json:"flips"`
}

type flip struct {
	Value     string `json:"value"`
	Against   string `json:"against"`
	Positions int    `json:"positions"`
	Example   string `json:"example"` // FEN in the squares of the first rule set
}

type flipsFound struct {
	Comparisons []flipped `json:"comparisons"`
}

// flipsOf counts an ending under both rule sets.
func flipsOf(t *testing.T, id, against, material, tables string) flipped {
	m, err := exact.ParseMaterial(material)
	require.NoError(t, err)
	var both [2]*exact.Tables
	var first *rules.Rules
	for i, ref := range []string{id, against} {
		r := builtIn(t, ref)
		if i == 0 {
			first = r
		}
		both[i] = exact.New(r, tables)
		require.NoError(t, both[i].Build(t.Context(), []exact.Material{m}, exact.Options{}))
	}
	squares := notation.NewBoard(&first.Profile().Board)
	e := flipped{Rules: id, Against: against, Material: material}
	words := []string{"loss", "draw", "win"}
	for side, toMove := range []string{"first", "second"} {
		at := []exact.Material{m, m.Swapped()}[side]
		c, err := both[0].Compare(t.Context(), both[1], at, 2)
		require.NoError(t, err)
		if side == 1 { // to the side that is not on move
			slices.Reverse(c.Positions[:])
			slices.Reverse(c.Examples[:])
			for a := range c.Positions {
				slices.Reverse(c.Positions[a][:])
				slices.Reverse(c.Examples[a][:])
			}
		}
		row := flippedRow{ToMove: toMove, Flipped: c.Flipped(), Flips: []flip{}}
		for a := range c.Positions {
			for b, n := range c.Positions[a] {
				if row.Positions += n; a != b && n > 0 {
					row.Flips = append(row.Flips, flip{words[a], words[b], n, squares.WriteFEN(*c.Examples[a][b])})
				}
			}
		}
		e.Rows = append(e.Rows, row)
	}
	return e
}

// markdown has a row for each ending with either side on move and a column for each rule
// set, with the most frequent flip as its example.
func (f *flipsFound) markdown() string {
	var b strings.Builder
	var ids []string
	for _, e := range f.Comparisons {
		if !slices.Contains(ids, e.Rules) {
			ids = append(ids, e.Rules)
		}
	}
	endings := f.Comparisons[:len(f.Comparisons)/len(ids)]
	fmt.Fprintf(&b, "Positions of another value than under `%s`:\n\n| ending | on move | positions | `%s` |\n|---|---|---:|%s\n", endings[0].Against, strings.Join(ids, "` | `"), strings.Repeat("---|", len(ids)))
	for at, e := range endings {
		sides := strings.Split(e.Material, " vs ")
		if sides[0] == sides[1] {
			sides = []string{"first " + sides[0], "second " + sides[1]}
		}
		for i, row := range e.Rows {
			fmt.Fprintf(&b, "| %s | %s | %d |", e.Material, sides[i], row.Positions)
			for at := at; at < len(f.Comparisons); at += len(endings) {
				b.WriteString(" " + f.Comparisons[at].Rows[i].text() + " |")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (row flippedRow) text() string {
	if row.Flipped == 0 {
		return "0"
	}
	most := slices.MaxFunc(row.Flips, func(a, b flip) int { return a.Positions - b.Positions })
	return fmt.Sprintf("%d (%.2f %%) `%s`: %s, %s", row.Flipped, 100*float64(row.Flipped)/float64(row.Positions), most.Example, most.Value, most.Against)
}

// The tables of flips are those of the committed results. One ending of each is counted
// again, the quick ones in the long form, all with VARLAB_DEEP.
func TestFlipsInDocs(t *testing.T) {
	deep := os.Getenv("VARLAB_DEEP") != ""
	tables := t.TempDir()
	for _, f := range keptFlips {
		found := results.Table[*flipsFound]{
			Name: f.name, Doc: "exact.md", Command: "VARLAB_DEEP=1 go test ./cmd/varlab -run FlipsInDocs -update", Markdown: (*flipsFound).markdown,
			Measure: func() (*flipsFound, error) {
				all := new(flipsFound)
				for _, id := range f.rules {
					for _, m := range f.materials {
						all.Comparisons = append(all.Comparisons, flipsOf(t, id, f.against, m, tables))
					}
				}
				return all, nil
			},
		}.Keep(t, *update)
		require.Len(t, found.Comparisons, len(f.rules)*len(f.materials))
		for _, e := range found.Comparisons {
			quick := len(e.Material) <= len("KM vs K") && (long.Form(t) || e.Rules == f.rules[0] && e.Material == f.materials[0])
			if quick || deep {
				require.Equal(t, e, flipsOf(t, e.Rules, e.Against, e.Material, tables))
			}
		}
	}
}
