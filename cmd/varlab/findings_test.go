package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/given"
	"varlab/internal/testing/results"
	"varlab/lab"
	"varlab/reports/endings"
	"varlab/rules"
	"varlab/rules/exact"
)

// keepFinding holds a document to what varlab solve found at the commit that it names.
func keepFinding(t *testing.T, name, doc string, markdown func(*endings.Finding) string, files func(*endings.Finding) map[string]string) {
	t.Helper()
	results.Table[*endings.Finding]{Name: name, Doc: doc, Markdown: markdown, Files: files}.Keep(t, *update)
}

// A claim is what sources say of some endings, on a page of its own.
type claim struct {
	page      string
	materials []string
	within    []int // own moves: those of the readings of the old rule, and the federation's limit
}

var claims = []claim{
	{"king-and-two-men", []string{"KMM vs K"}, []int{1, 3, 16}},
	{"two-kings-and-a-man", []string{"KKM vs K"}, []int{1, 3, 16}},
	{"three-kings", []string{"KKK vs K"}, []int{1, 3, 16}},
	{"two-pieces", []string{"KM vs K", "KK vs K"}, []int{1, 5}},
}

// of is the part of a finding that a claim is about.
func (c claim) of(f *endings.Finding) *endings.Finding {
	part := endings.Finding{Command: "varlab solve"}
	for _, m := range c.materials {
		part.Command += " --material '" + m + "'"
	}
	for _, e := range f.Endings {
		if strings.Contains(part.Command, "'"+e.Material+"'") {
			part.Endings = append(part.Endings, e)
		}
		if e.Material == f.Endings[0].Material {
			part.Command += " -r " + e.Rules
		}
	}
	part.Command += " --within " + strings.Trim(strings.ReplaceAll(fmt.Sprint(c.within), " ", ","), "[]") + " --format html"
	return &part
}

// The tables, pictures and pages of the docs are those of the committed results.
func TestFindingsInDocs(t *testing.T) {
	whole := func(f *endings.Finding) string { return f.Markdown(nil) }
	for _, name := range []string{"elsewhere", "boards", "boards-4x8", "boards-6x6", "boards-6x6-search", "boards-6x6-two"} {
		keepFinding(t, "exact-"+name, "exact.md", whole, nil)
	}
	keepFinding(t, "exact-kings", "exact.md", whole, func(f *endings.Finding) map[string]string {
		files := map[string]string{"exact/lengths.svg": f.Picture(nil)}
		for _, c := range claims {
			part := c.of(f)
			files["exact/"+c.page+".svg"] = part.Picture(c.within)
			ruleSets := map[string]*rules.Rules{}
			for _, e := range part.Endings {
				ruleSets[e.Rules] = given.Rules(t, e.Rules)
			}
			page, err := part.Page(c.within, ruleSets)
			require.NoError(t, err)
			files["exact/"+c.page+".html"] = page
		}
		return files
	})
	keepFinding(t, "exact-four-kings", "exact/three-kings.md", func(f *endings.Finding) string { return f.Markdown([]int{1, 3, 16}) }, nil)
	for _, c := range claims {
		keepFinding(t, "exact-kings", "exact/"+c.page+".md", func(f *endings.Finding) string { return c.of(f).Markdown(c.within) }, nil)
	}
}

// A few quick parts of the committed results are what solving finds today.
func TestFindingsAgain(t *testing.T) {
	tables := t.TempDir()
	again := func(to any, args ...string) {
		t.Helper()
		require.NoError(t, json.Unmarshal([]byte(does(t, append(args, "--format", "json", "--tables", tables)...)), to))
	}
	read := func(name string) *endings.Finding {
		r, err := results.Read[*endings.Finding](name)
		require.NoError(t, err)
		return r.Data
	}
	for _, name := range []string{"exact-kings", "exact-elsewhere"} {
		for _, e := range read(name).Endings[:3] {
			var rows []endings.Row
			again(&rows, "solve", "-r", e.Rules, "--material", e.Material)
			require.Equal(t, e.Rows, rows, "%s: %s under %s", name, e.Material, e.Rules)
		}
	}
	for _, g := range read("exact-boards").Games[:3] {
		var got endings.Game
		again(&got, "solve", "-r", g.Rules, "--board", g.Board, "--men-rows", fmt.Sprint(g.MenRows))
		require.Equal(t, g, got)
	}
	searched := read("exact-boards-6x6-search").Games[0]
	require.Equal(t, exact.BySearch, searched.Method)
	_, r, err := (&lab.RuleSets{Sets: []string{"board.rows=6", "board.columns=6", "board.men_rows=1"}}).Load(searched.Rules)
	require.NoError(t, err)
	limits := exact.DefaultLimits
	limits.Positions = 2e6
	g, err := exact.SolveGame(t.Context(), r, tables, limits, exact.Options{Workers: 2})
	require.NoError(t, err)
	var got endings.Finding
	got.AddGame(searched.Rules, r, g)
	require.Equal(t, searched, got.Games[0])
}
