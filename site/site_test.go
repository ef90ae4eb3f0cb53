package site

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"varlab/explore"
	"varlab/explore/page"
	"varlab/internal/testing/disk"
	"varlab/internal/testing/given"
	"varlab/reports"
	"varlab/reports/chart"
	"varlab/rules/notation"
	"varlab/variants/content"
)

func made() *Site {
	return &Site{Rules: &explore.Engine{Pieces: explore.PiecesInPage}, Engine: &page.Engine{Packed: []byte("engine")}, Address: "https://example.org", Runs: []Run{{Path: "runs/r.html", Title: "A run", Answer: "Yes.", Page: []byte("<title>r</title>\n<header>\n")}}}
}

var (
	place  = regexp.MustCompile(`\sid="([^"]+)"`)
	leads  = regexp.MustCompile(`\s(?:href|src)="([^"]*)"`)
	shared = regexp.MustCompile(`<use href="[^"]*"`)
	drawn  = regexp.MustCompile(`(?s)<svg.*?</svg>|<style>.*?</style>|<script>.*?</script>`)
)

// Every link leads to a file of the site, or to a place that is there once; every page can be
// reached, has a picture, and is light but for its figures.
func TestEveryLink(t *testing.T) {
	files, err := made().Files(t.Context())
	require.NoError(t, err)
	places, reached := map[string]map[string]bool{}, map[string]bool{"index.html": true}
	for name, content := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		places[name] = map[string]bool{}
		for _, m := range place.FindAllStringSubmatch(string(content), -1) {
			require.False(t, places[name][m[1]], "%s: #%s is there twice", name, m[1])
			places[name][m[1]] = true
		}
	}
	links := 0
	for name := range places {
		text := string(files[name])
		for _, m := range leads.FindAllStringSubmatch(shared.ReplaceAllString(text, ""), -1) {
			to, part, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, ":") {
				continue
			}
			links++
			at := name
			if to != "" {
				at = path.Join(path.Dir(name), to)
			}
			require.NotNil(t, files[at], "%s leads to %s", name, m[1])
			if part != "" && at != "board.html" { // whose address says what it shows
				require.True(t, places[at][part], "%s leads to %s", name, m[1])
			}
			if at != name {
				reached[at] = true
			}
		}
		for _, part := range []string{`<meta property="og:title" content="`, `<meta property="og:description" content="`, `content="https://example.org/board.png"`} {
			require.Equal(t, 1, strings.Count(text, part), "%s: %s", name, part)
		}
		require.NotContains(t, text, "ZgotmplZ", name)
		words := drawn.ReplaceAllString(text, "")
		require.NotContains(t, words, "][", "%s: a link's reference is not defined", name)
		if len(words) > 100_000 {
			t.Errorf("%s: %d bytes beside its figures", name, len(words))
		}
	}
	for name := range files {
		require.True(t, reached[name] || name == "engine.js" || name == "board.png", "no link leads to %s", name)
	}
	require.Less(t, len(files["board.html"]), 60_000)
	t.Logf("%d files, %d links", len(files), links)
}

var update = flag.Bool("update", false, "draw the first figure anew")

// Figures of findings are drawn from their results.
func TestFigures(t *testing.T) {
	for name, draw := range map[string]func(*testing.T, result) chart.Chart{"surface": surface, "curves": curves, "clauses": clauses, "readings": readings, "H19": overlooked} {
		var r struct{ Data struct{ Report result } }
		require.NoError(t, json.Unmarshal([]byte(disk.Read(t, "../docs/results/"+name+".json")), &r))
		now := chart.File(draw(t, r.Data.Report), 174)
		path := "../docs/findings/" + name + ".svg"
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(now), 0o666))
		}
		require.True(t, now == disk.Read(t, path), "%s is old (go test ./site -run Figures -update draws it)", path)
	}
}

// A result is what figures are drawn from.
type result struct {
	Cells []struct {
		ID      string
		Players []string
		Drawn   struct{ Value, Low, High float64 }
	} `json:"rule_sets"`
	Hypotheses []struct {
		ID, Verdict                   string
		Players                       []string
		Margin, Difference, Low, High float64
	}
	Readings []struct {
		Base     string
		Players  []string
		Readings []struct {
			Name    string
			Effects []effect
		}
	}
}

type effect struct {
	Metric                string
	Difference, Low, High float64
	Matters               bool
}

// drawn is how often games of a rule set are drawn when a player meets itself.
func (r result) drawn(t *testing.T, id, spec string) chart.Point {
	for _, c := range r.Cells {
		if d := c.Drawn; c.ID == id && c.Players[0] == spec && c.Players[1] == spec {
			return chart.Point{Value: 100 * d.Value, Low: 100 * d.Low, High: 100 * d.High, Shown: fmt.Sprintf("%.1f %% drawn (%.1f to %.1f)", 100*d.Value, 100*d.Low, 100*d.High)}
		}
	}
	require.Fail(t, id, "no cell of %s", spec)
	return chart.Point{}
}

// surface is the first figure of the site and of the README.
func surface(t *testing.T, r result) chart.Chart {
	l := chart.Lines{
		Head: chart.Head{ID: "surface", Title: "Games drawn, per cent, by what may be done about a capture left alone", Desc: "One line for each remedy; the table has the numbers."},
		Unit: "jumps overlooked, of 100", Columns: []string{"0", "5", "10", "20", "40"},
	}
	const set = "souffler-broken-off"
	for _, line := range []struct {
		label, id, noticed string
		colour             int
	}{
		{"capture is compulsory", set + `{capture.obligation="compulsory"}`, ",vigilance=60", 0},
		{"turn replayed, or let pass", set + `{claim.remedies=["compel","waive"]}`, ",vigilance=60", 2},
		{"huff, 60 of 100 faults noticed", set, ",vigilance=60", 1},
		{"huff, 30 noticed", set, ",vigilance=30", 1},
		{"huff, all noticed", set, "", 1},
	} {
		row := chart.LinesRow{Label: line.label, Colour: line.colour}
		for _, overlooked := range l.Columns {
			spec := "search:nodes=200,noise=5"
			if overlooked != "0" {
				spec += ",oversight=" + overlooked + line.noticed
			}
			row.Points = append(row.Points, r.drawn(t, line.id, spec))
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// overlooked is how often games are drawn over the share of jumps that both players overlook.
func overlooked(t *testing.T, r result) chart.Chart {
	l := chart.Lines{
		Head: chart.Head{ID: "H19", Title: "Games drawn, per cent, by how many jumps both players overlook", Desc: "One line for each rule set; the table has the numbers."},
		Unit: "jumps overlooked, of 100", Columns: []string{"0", "5", "10", "20", "40"},
	}
	for i, c := range r.Cells[:len(r.Cells)/len(l.Columns)] {
		v := given.Variant(t, c.ID)
		row := chart.LinesRow{Label: v.Short, Colour: i}
		for _, n := range l.Columns {
			row.Points = append(row.Points, r.drawn(t, c.ID, "search:nodes=200,noise=5"+map[bool]string{false: ",oversight=" + n + ",vigilance=60"}[n == "0"]))
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// curves are how often games are drawn over the players' strength.
func curves(t *testing.T, r result) chart.Chart {
	l := chart.Lines{
		Head: chart.Head{ID: "curves", Title: "Games drawn, per cent, by how many turns a player looks at", Desc: "One line for each rule set; the table has the numbers."},
		Unit: "turns looked at before each choice", Columns: []string{"50", "400", "3,200", "20,000"},
	}
	used := map[int]bool{}
	for _, c := range r.Cells[:len(r.Cells)/5] {
		v := given.Variant(t, c.ID)
		row := chart.LinesRow{Label: v.Short, Colour: slices.Index(content.Colours, v.Colour)}
		for row.Colour < 0 || used[row.Colour] { // two lines of one colour would be taken for one another
			row.Colour = (row.Colour + 3) % len(content.Colours)
		}
		used[row.Colour] = true
		for _, nodes := range l.Columns {
			row.Points = append(row.Points, r.drawn(t, c.ID, "search:nodes="+strings.ReplaceAll(nodes, ",", "")+",noise=5"))
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// readings are those that move the share of draws.
func readings(_ *testing.T, r result) chart.Chart {
	f := chart.Forest{
		Head: chart.Head{ID: "readings", Title: "Games drawn under another reading, less those under the reading taken, points", Desc: "Two rows for each reading, by people and by players of 800 turns; the table has the numbers."},
		Unit: "games drawn, points more", Faint: "not shown to differ",
	}
	named := map[string]string{
		"francaise-50 eight-directions": "French draughts, eight directions", "polonaise-50 eight-directions": "Polish draughts, eight directions",
		"regle-moderne eight-directions": "Modern sheet, eight directions", "polonaise-souffler stop-a-fortiori": "Polish huff, weaker pieces broken off too",
	}
	for _, set := range r.Readings {
		for _, x := range set.Readings {
			label := named[set.Base+" "+x.Name]
			if label == "" {
				continue
			}
			who := map[bool]string{true: "people", false: "800 turns"}[strings.Contains(set.Players[0], "oversight")]
			e := x.Effects[slices.IndexFunc(x.Effects, func(e effect) bool { return e.Metric == "drawn" })]
			f.Rows = append(f.Rows, chart.ForestRow{
				Label: label + ": " + who, Shown: fmt.Sprintf("%s [%s, %s]", signed(e.Difference), signed(e.Low), signed(e.High)),
				Value: 100 * e.Difference, Low: 100 * e.Low, High: 100 * e.High, Faint: !e.Matters,
			})
		}
	}
	return f
}

func signed(x float64) string {
	return strings.NewReplacer("-", "−", "+0.0", "0.0", "-0.0", "0.0").Replace(fmt.Sprintf("%+.1f", 100*x))
}

// clauses are how many more games are decided without a draw clause, or with another.
func clauses(_ *testing.T, r result) chart.Chart {
	f := chart.Forest{
		Head: chart.Head{ID: "clauses", Title: "Games decided without a draw clause, or with another, points more", Desc: "One row for each change and player; the table has the numbers."},
		Unit: "games decided, points more", Open: "the margin within which a difference counts as none", Faint: "undecided",
	}
	changes := map[string]string{
		"repetition": "International, no repetition", "quiet": "International, no 25 moves of kings", "kings": "International, no limits for few kings",
		"broken-off": "Polish huff, none broken off", "sheet": "Modern sheet, no repetition", "articles": "Articles, with 25 moves of kings",
	}
	for _, h := range r.Hypotheses {
		f.Rows = append(f.Rows, chart.ForestRow{
			Label: changes[h.ID] + ": " + map[bool]string{true: "400 turns", false: "3,200 turns"}[h.Players[0] == "search:nodes=400,noise=5"],
			Shown: fmt.Sprintf("%s [%s, %s]", signed(h.Difference), signed(h.Low), signed(h.High)),
			Value: 100 * h.Difference, Low: 100 * h.Low, High: 100 * h.High, From: -100 * h.Margin, To: 100 * h.Margin, Faint: h.Verdict == "undecided",
		})
	}
	return f
}

// The huff of the first page is one by the rules of the book: its men stand where the engine has
// them.
func TestHuff(t *testing.T) {
	sets, err := new(explore.Engine).Sets()
	require.NoError(t, err)
	set := sets[slices.IndexFunc(sets, func(s explore.Set) bool { return s.Ref == "polonaise-souffler" })]
	n := notation.Of(set.Rules.Profile())
	h, _, err := n.Begin(set.Rules, "W:W28,32,33,38,39:B13,19,22,24")
	require.NoError(t, err)
	_, text, _ := strings.Cut(htmlText, `<g id="corner">`)
	steps := strings.Split(text, "</svg>")
	men := regexp.MustCompile(`<use href="#man"[^>]*>`)
	for _, step := range []struct {
		at   int
		turn string
	}{{1, "39-34"}, {3, "huff@28/19-23"}} {
		s := h.State()
		turn, err := n.Parse(step.turn, s.Setup(), h.Turns())
		require.NoError(t, err)
		h.Play(turn)
		s = h.State()
		require.ElementsMatch(t, men.FindAllString(reports.Placed(n, s.Setup()), -1), men.FindAllString(steps[0]+steps[step.at], -1))
	}
}

func small() fstest.MapFS {
	f := chart.Forest{Head: chart.Head{ID: "c", Title: "t"}, Rows: []chart.ForestRow{{Label: "a", Shown: "1", Value: 1}}}
	tree := fstest.MapFS{}
	for name, text := range map[string]string{
		"findings/souffleur.md": "# What?\n\n## A Part\n\n[All](../findings.md), [one](H01.md#what-is-it), [a study](../../studies/hypotheses/H01.toml), [far](https://example.org/#y)\n\n![p](c.svg)\n",
		"findings.md":           "# Verdicts\n\nSee the [part](findings/souffleur.md#a-part) and [the rest](README.md), of `english`.\n",
		"findings/H01.md":       "# H01: Is it?\n\n## What is it?\n\n![q](c.svg)\n\n<!-- table: H01 -->\n| claim | verdict | by |\n| --- | --- | ---: |\n| a < b | **supported** | 1 |\n| c | **undecided** | 2 |\n<!-- end of table: H01 -->\n\n[here](#what-is-it), `'english{king.range=short}'`\n",
		"README.md":             "# More\n",
		"findings/c.svg":        chart.File(f, 174),
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

// Documents become pages, their links lead from page to page, figures stand in them with the
// colours of the page, a hypothesis is headed by its verdicts, and rule sets are linked.
func TestDocuments(t *testing.T) {
	files, err := made().make(t.Context(), small())
	require.NoError(t, err)
	for name, parts := range map[string][]string{
		"findings/souffleur.html": {`<title>What?</title>`, `<h2 id="a-part">`, `href="../findings.html"`, `href="../findings/H01.html#what-is-it">one`, `href="../studies/hypotheses/H01.toml"`, `href="https://example.org/#y"`, `aria-labelledby="narrow-1-c-title narrow-1-c-desc"`, `href="../findings/c-84mm.svg"`, `fill:var(--chart-muted,#57606a)`},
		"findings.html":           {`href="findings/souffleur.html#a-part"`, `href="found.html"`, `<a href="rules/english.html"><code>english</code></a>`},
		"findings/H01.html":       {`href="#what-is-it">here`, `a &lt; b`, `<i class="supported"></i><i class="undecided"></i> 1 supported, 1 undecided`, `<div class="scroll"><table>`},
		"rules/english.html":      {`<a href="../findings/H01.html">H01: Is it?</a>`},
		"index.html":              {`href="findings/H01.html#what-is-it">one`, `<h1>What?</h1>`, `<a href="runs/r.html">A run</a>: Yes.`},
	} {
		for _, part := range parts {
			require.Contains(t, string(files[name]), part, name)
		}
		require.NotContains(t, string(files[name]), "table: H01")
		require.LessOrEqual(t, strings.Count(string(files[name]), "@font-face"), 1)
	}
	require.NotEmpty(t, files["studies/hypotheses/H01.toml"])
}

func TestFaultsOfDocuments(t *testing.T) {
	for fault, text := range map[string]string{
		"docs/findings.md: no title":             "text",
		"gone.md":                                "# a\n\n[b](gone.md)\n",
		"docs/findings.md: HTML (want Markdown)": "# a\n\n<b>c</b>\n",
		"d.svg":                                  "# a\n\n![b](d.svg)\n",
		"a picture in a sentence":                "# a\n\nb ![c](c.svg)\n",
	} {
		tree := small()
		tree["findings.md"] = &fstest.MapFile{Data: []byte(text)}
		_, err := made().make(t.Context(), tree)
		require.ErrorContains(t, err, fault)
	}
}

// A run that cannot be read is told, and stops nothing.
func TestADamagedRunIsPassedOver(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "broken"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "broken", "manifest.json"), []byte("{"), 0o666))
	var told []string
	all, err := Runs(t.Context(), folder, func(dir string, err error) { told = append(told, filepath.Base(dir)+": "+err.Error()) })
	require.NoError(t, err)
	require.Empty(t, all)
	require.Len(t, told, 1)
	require.Contains(t, told[0], "broken: ")
}
