package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"varlab/reports/chart"
)

func TestThePagesFitTogether(t *testing.T) {
	_, err := index(os.DirFS("../.."))
	require.NoError(t, err)
}

func small() fstest.MapFS {
	f := chart.Forest{Head: chart.Head{ID: "c", Title: "t"}, Rows: []chart.ForestRow{{Label: "a", Shown: "1", Value: 1}}}
	tree := fstest.MapFS{}
	for name, text := range map[string]string{
		"docs/findings/souffleur.md": "# What?\n\n## A Part\n\n[All](../findings.md), [one](H01.md#what-is-it), [a study](../../a.toml), [owed](../owed.md#x), [far](https://example.org/#y)\n\n![p](c.svg)\n",
		"docs/findings.md":           "# Verdicts\n\nSee the [part](findings/souffleur.md#a-part) and [the rest](README.md).\n",
		"docs/findings/H01.md":       "# H01: Is it?\n\n## What is it?\n\n![q](c.svg)\n\n<!-- table: H01 -->\n| claim | verdict | by |\n| --- | --- | ---: |\n| a < b | **supported** | 1 |\n| c | **undecided** | 2 |\n<!-- end of table: H01 -->\n\n[above](../owed.md), [here](#what-is-it)\n",
		"docs/findings/draws.md":     "# How often?\n",
		"docs/findings/readings.md":  "# Which?\n",
		"docs/README.md":             "# More\n\n[page](index.html)\n",
		"docs/c.svg":                 chart.File(f, 174),
		"docs/findings/c.svg":        chart.File(f, 174),
		"docs/owed.md":               "", "a.toml": "",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

// Links between pages become places in the file and others stay, figures stand in it under
// names of their own with one font for all, and a hypothesis is headed by its verdicts.
func TestPagesAreFoldedIn(t *testing.T) {
	page, err := index(small())
	require.NoError(t, err)
	html := string(page)
	for _, part := range []string{
		`<title>What? — findings of varlab</title>`, `<h2 id="souffleur-a-part">`, `<h4 id="H01-what-is-it">`,
		`href="#findings"`, `href="#H01-what-is-it">one`, `href="../a.toml"`, `href="owed.md#x"`, `href="https://example.org/#y"`,
		`href="#souffleur-a-part"`, `href="#further"`, `href="owed.md">above`, `href="#H01-what-is-it">here`, `href="#top">page`,
		`aria-labelledby="souffleur-c-title souffleur-c-desc"`, `id="H01-c-title"`, `fill:var(--chart-muted,#57606a)`,
		`a &lt; b`, `<h3>H01: Is it?</h3> <span class="said"><i class="supported"></i><i class="undecided"></i> 1 supported, 1 undecided</span>`, `<div class="scroll"><table>`,
	} {
		require.True(t, strings.Contains(html, part), "%s is missing", part)
	}
	require.Equal(t, 1, strings.Count(html, "@font-face"))
	require.False(t, strings.Contains(html, "table: H01"))
}

func TestFaultsOfPages(t *testing.T) {
	for fault, text := range map[string]string{
		"docs/findings.md: no title":                  "text",
		"a link leads to gone.md, which is not there": "# a\n\n[b](gone.md)\n",
		"#H01-gone, which is not there":               "# a\n\n[b](findings/H01.md#gone)\n",
		"docs/findings.md: HTML (want Markdown)":      "# a\n\n<b>c</b>\n",
		"d.svg":                                       "# a\n\n![b](d.svg)\n",
		"a picture in a sentence":                     "# a\n\nb ![c](c.svg)\n",
	} {
		tree := small()
		tree["docs/findings.md"] = &fstest.MapFile{Data: []byte(text)}
		_, err := index(tree)
		require.ErrorContains(t, err, fault)
	}
}
