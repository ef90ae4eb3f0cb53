package reports

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	htmltext "html"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
	"varlab/variants/content"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const spec = "search:nodes=200,noise=5"

func load(t *testing.T, dir string) *Report {
	t.Helper()
	r, err := Load(t.Context(), dir, Options{})
	require.NoError(t, err)
	return r
}

func written(t *testing.T, r *Report, format string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.Write(&b, format))
	return b.String()
}

func four(t *testing.T) *Report {
	return load(t, synthetic(t, "four rule sets", fourRuleSets(), []string{spec}, 120, 40, claims))
}

func TestGolden(t *testing.T) {
	r := four(t)
	for _, format := range Formats {
		got := written(t, r, format)
		require.Equal(t, got, written(t, r, format), "the same again")
		for _, source := range []string{chart.FontFace(), Style(), reportCSS, jsText} { // which have files of their own
			got = strings.Replace(got, source, "", 1)
		}
		name := filepath.Join("testdata", "report."+strings.Replace(format, "text", "txt", 1))
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o777))
			require.NoError(t, os.WriteFile(name, []byte(got), 0o666))
		}
		want := disk.Read(t, name)
		require.Equal(t, want, got, "%s: run go test ./reports -update, and read the difference", name)
	}
}

type parsed struct {
	Findings []struct{ Text string }
	RuleSets []struct {
		ID                                                            string
		FirstWins, SecondWins, Games, Draws, Horizon, Void, Forfeited int
		Reasons                                                       map[string]int
		Open, Stalled                                                 int
		WonByValue                                                    int `json:"won_by_value"`
		DrawnByValue                                                  int `json:"drawn_by_value"`
		Drawn, Decisive                                               struct {
			Value, Low, High, Least, Most, DesignEffect float64
			K, N, Clusters                              int
		}
	} `json:"rule_sets"`
	Pairs []struct {
		A, B, Metric  string
		Difference, P *float64
		Low, High     *float64
		PAdjusted     float64 `json:"p_adjusted"`
		Clusters      int
		Paired, Shown bool
	}
	Hypotheses []struct {
		ID, Verdict, Metric, A, B string
		Value                     *float64
		Difference, Low, High     float64
	}
	Readings []struct {
		Readings []struct {
			Effects []struct {
				Metric                string
				Difference, Low, High float64
			}
		}
	}
}

// claims are hypotheses of each kind.
func claims(p *study.Plan) {
	half := 0.5
	p.Families = []study.Family{{ID: "draws", Adjust: "holm"}}
	p.Hypotheses = []study.Hypothesis{
		{ID: "C1", Claim: "The old game is drawn less often than the new one.", Metric: "drawn", A: "old-game", B: "new-game", Direction: "less", Family: "draws"},
		{ID: "C2", Claim: "Breaking off makes no difference to draws", Metric: "drawn", A: "new-game+stop", B: "new-game", Margin: 0.02, Family: "draws"},
		{ID: "C3", Claim: "The old game is over sooner", Metric: "plies", A: "old-game", B: "small-game", Direction: "less"},
		{ID: "C4", Claim: "The first mover has no advantage to speak of", Metric: "first-score", A: "new-game", Value: &half, Margin: 0.3},
	}
}

func parse(t *testing.T, text string) parsed {
	t.Helper()
	var p parsed
	text = strings.NewReplacer(`"first_wins"`, `"FirstWins"`, `"second_wins"`, `"SecondWins"`, `"design_effect"`, `"DesignEffect"`).Replace(text)
	require.NoError(t, json.Unmarshal([]byte(text), &p))
	return p
}

// Every form prints the numbers of the JSON form.
func TestSameNumbersEverywhere(t *testing.T) {
	r := four(t)
	j := parse(t, written(t, r, "json"))
	html := strings.ReplaceAll(regexp.MustCompile(`<wbr>|<[^>]*>`).ReplaceAllString(regexp.MustCompile(`<a class="mark"[^>]*>\d+</a>`).ReplaceAllString(written(t, r, "html"), ""), ""), "\u00a0", " ")
	markdown := strings.ReplaceAll(written(t, r, "md"), `\`, "")
	text := written(t, r, "text")
	rows, err := csv.NewReader(strings.NewReader(written(t, r, "csv"))).ReadAll()
	require.NoError(t, err)
	table := func(kind, set, less, measure, column string) string {
		at := map[string]int{}
		for i, name := range rows[0] {
			at[name] = i
		}
		for _, row := range rows {
			if row[at["kind"]] == kind && row[at["rule_set"]] == set && row[at["less_rule_set"]] == less && row[at["measure"]] == measure {
				return row[at[column]]
			}
		}
		t.Fatalf("no %s %s of %s less %s", kind, measure, set, less)
		return ""
	}
	require.Len(t, j.RuleSets, 4)
	for _, s := range j.RuleSets {
		require.Equal(t, 120, s.Games)
		require.Equal(t, s.Games, s.FirstWins+s.SecondWins+s.Draws+s.Horizon+s.Void+s.Forfeited, "every game is one of these")
		sum := 0
		for _, k := range s.Reasons {
			sum += k
		}
		require.Equal(t, s.Games, sum)
		require.InDelta(t, float64(s.Draws+s.DrawnByValue)/120, s.Drawn.Value, 1e-6)
		require.Equal(t, s.Horizon, s.WonByValue+s.DrawnByValue+s.Open)
		require.LessOrEqual(t, s.Stalled, s.Open)
		require.InDelta(t, s.Drawn.Value, s.Drawn.Least, 1e-6)
		require.InDelta(t, s.Drawn.Value+float64(s.Open)/120, s.Drawn.Most, 1e-6)
		shown := rate(s.Drawn.Value, stats.Interval{Low: s.Drawn.Low, High: s.Drawn.High})
		for name, form := range map[string]string{"html": html, "md": markdown, "text": text} {
			require.Contains(t, form, shown, "%s: draw rate of %s", name, s.ID)
		}
		require.Equal(t, number(s.Drawn.Low).String(), table("rate", s.ID, "", "drawn", "low"))
		require.Equal(t, number(s.Decisive.High).String(), table("rate", s.ID, "", "decisive", "high"))
		require.Equal(t, number(s.Draws).String(), table("games", s.ID, "", "draws", "value"))
	}
	require.Len(t, j.Pairs, 3*6)
	for _, p := range j.Pairs {
		if p.Metric == "drawn" && p.A != "new-game+stop" && p.B != "new-game+stop" { // readings stand beside their base alone
			shown := "[" + signed(100**p.Low, 1) + ", " + signed(100**p.High, 1) + "]"
			for name, form := range map[string]string{"html": html, "md": markdown, "text": text} {
				require.Contains(t, form, shown, "%s: %s less %s", name, p.A, p.B)
			}
		}
		if p.Difference != nil {
			require.Equal(t, number(*p.Difference).String(), table("difference", p.A, p.B, p.Metric, "value"))
		}
		require.Equal(t, p.A != "small-game" && p.B != "small-game", p.Paired)
		require.Equal(t, p.PAdjusted < 0.05, p.Shown)
	}
	require.Len(t, j.Hypotheses, 4)
	for _, h := range j.Hypotheses {
		shown := signed(100*h.Low, 1) + " to " + signed(100*h.High, 1)
		if h.Metric == "plies" {
			shown = signed(h.Low, 0) + " to " + signed(h.High, 0)
		}
		for name, form := range map[string]string{"html": html, "md": markdown, "text": text} {
			require.Contains(t, strings.Join(strings.Fields(form), " "), shown, "%s: %s", name, h.ID)
		}
		less := h.B
		if h.Value != nil {
			less = number(*h.Value).String()
		}
		require.Equal(t, number(h.Difference).String(), table("verdict", h.A, less, h.Metric, "value"))
		require.Equal(t, h.Verdict, table("verdict", h.A, less, h.Metric, "verdict"))
	}
	require.Len(t, j.Readings, 1)
	for _, e := range j.Readings[0].Readings[0].Effects {
		if e.Metric != "plies" {
			shown := "[" + signed(100*e.Low, 1) + ", " + signed(100*e.High, 1) + "]"
			require.Contains(t, html, shown)
			require.Contains(t, markdown, shown)
		}
		require.Equal(t, number(e.Difference).String(), table("reading", "new-game+stop", "new-game", e.Metric, "value"))
	}
	for _, f := range j.Findings {
		require.Contains(t, htmltext.UnescapeString(html), f.Text)
		require.Contains(t, markdown, strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "`", "&#96;").Replace(f.Text))
	}
}

// What a profile says is text, whatever it holds.
func TestForeignText(t *testing.T) {
	r := four(t)
	html := written(t, r, "html")
	require.NotContains(t, html, "<b>Small")
	require.Contains(t, html, "&lt;b&gt;Small&lt;/b&gt; &amp;")
	for _, format := range []string{"html", "md", "csv", "text"} {
		require.NotContains(t, written(t, r, format), "\u202e", format)
	}
	md := written(t, r, "md")
	require.NotContains(t, md, "<b>")
	require.Contains(t, md, "=1+1 \\| &#96;x&#96; \\*y\\*")

	for in, want := range map[string]string{"=1+1": "'=1+1", "+x": "'+x", "-x": "'-x", "@x": "'@x", "x=": "x=", "a; =1;+2;b": "a; '=1;'+2;b", "\uff1d1": "'\uff1d1", "": ""} {
		require.Equal(t, want, inColumn(in))
	}
	require.Equal(t, "a b c", plain("a\x1b\n b\u2028\u202ec"))

	// In the data of a figure too; a number there is one.
	var data bytes.Buffer
	require.NoError(t, figure{Chart: rows{{"row", "value"}, {"-1-1", "-1.5"}, {"-1.2.3", "-2"}, {"-", "0.25"}, {"+1", "@1"}}}.writeCSV(&data))
	require.Equal(t, "row,value\n'-1-1,-1.5\n'-1.2.3,-2\n'-,0.25\n'+1,'@1\n", data.String())

	require.Equal(t, "https{:}//www{.}a.example a b", bibText("https://www.a.example a{b}"))

	// What begins a line is only text, and no scheme makes a link.
	for in, want := range map[string]string{
		"- one": "\\- one", "+ x": "\\+ x", "1. one": "1\\. one", "(1) x": "(1\\) x", "iv) x": "iv\\) x", "#. x": "\\#\\. x", "Yes. x": "Yes. x", "---": "-\\--", "===": "\\===", ": def": "\\: def", "::: warning": "\\::: warning",
		"Table: x": "Table\\: x", "[x] y": "\\[x\\] y", "a \"b\" --d": "a \\\"b\\\" -\\-d", "so ... on": "so .\\.\\. on",
		"-1.5 %": "-1.5 %", "x^2^": "x\\^2\\^", "see https://a.example": "see https\\://a.example", "a@b": "a\\@b",
	} {
		require.Equal(t, want, markdownParagraph(in))
	}
}

// Of games none of which counts there is no score, nor a difference.
func TestWhereNothingCounts(t *testing.T) {
	sets := fourRuleSets()[:3]
	sets[1].void, sets[2].forfeit = 1, 1
	r := load(t, synthetic(t, "void", sets, []string{spec}, 40, 40, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: "H", Claim: "c", Metric: "first-score", A: "old-game", B: "new-game", Direction: "greater"}}
	}))
	for _, p := range r.Groups[0].Pairs {
		if p.Metric.Word == "first-score" || p.Metric.Word == "choice-score" {
			require.True(t, math.IsNaN(p.Value), p.B.Profile.ID)
		}
	}
	require.Equal(t, findings.Undecided, r.Verdicts[0].Word)
	for _, format := range Formats {
		require.NotContains(t, written(t, r, format), "NaN", format)
	}
}

// A player that meets itself is never the one named first.
func TestScoresOfPlayersAreOfPairs(t *testing.T) {
	r := load(t, synthetic(t, "scores", fourRuleSets()[:2], []string{"random"}, 100, 50, func(p *study.Plan) {
		p.Metrics = []string{"player-score", "drawn"}
	}))
	tested := func() []string {
		return list(r.Groups[0].Pairs, func(p *findings.Pair) string { return p.Metric.Word })
	}
	require.Equal(t, []string{"drawn"}, tested())
	require.Equal(t, 1, r.Tests)
	r.Groups[0].Pairs, r.Groups[0].Players[1] = nil, "greedy"
	r.Compare()
	require.Equal(t, []string{"drawn", "player-score"}, tested())
}

// Of draws and decisive games pairs have draws, and of a study that names no metric what says
// something.
func TestPairMetrics(t *testing.T) {
	words := func(named ...string) []string {
		r := &findings.Findings{Plan: &study.Plan{Design: study.Design{Metrics: named}}}
		return list(r.PairMetrics(), func(m findings.Metric) string { return m.Word })
	}
	require.Equal(t, []string{"drawn", "first-wins", "plies"}, words("decisive", "drawn", "first-wins", "plies"))
	require.Equal(t, []string{"decisive", "void"}, words("decisive", "void"))
	require.Equal(t, findings.Headlines, words("decisive", "drawn", "first-wins", "second-wins", "first-score", "unfinished", "void", "plies"))
}

// rows are a chart of which the data alone are wanted.
type rows [][]string

func (d rows) Heading() chart.Head { return chart.Head{} }
func (d rows) Data() [][]string    { return d }
func (d rows) Draw(float64) string { return "" }

// A reading that the text speaks against changes nothing that is said of what is
// ambiguous in it, however much it changes the game.
func TestReadingsNotOpenStandApart(t *testing.T) {
	var r *Report
	text := func(standing map[string]any) (string, *findings.ReadingSet) {
		sets := fourRuleSets()[1:3]
		sets[1].draw = 0.9
		sets[1].content["readings"] = map[string]any{"stop": standing}
		r = load(t, synthetic(t, "standing", sets, []string{"random"}, 400, 40))
		require.Len(t, r.Readings, 1)
		return strings.Join(strings.Fields(written(t, r, "text")), " "), r.Readings[0]
	}
	open, set := text(map[string]any{"standing": "open"})
	require.Contains(t, open, "Shown to change it: “Stop”")
	require.NotContains(t, open, "stand apart:")
	require.Greater(t, set.Over(findings.MetricOf("drawn")).High, set.Base.Value(findings.MetricOf("drawn")))
	against, set := text(map[string]any{"standing": "against", "clauses": []string{"text.c05"}, "words": "on est tenu"})
	require.NotContains(t, against, "Shown to change it")
	require.Contains(t, against, "Readings that stand apart: against the text, imported, or other names for the same games")
	require.Contains(t, against, "« on est tenu »")
	require.Equal(t, set.Base.Value(findings.MetricOf("drawn")), set.Over(findings.MetricOf("drawn")).High)

	// Of many the answer names those that differ.
	same := *set.Readings[0]
	same.SameGame = true
	set.Readings = append(set.Readings, &same, &same, &same)
	more := readingsAnswer(r, set).More
	require.Equal(t, 1, strings.Count(more, "« on est tenu »"))
	require.Contains(t, more, " No difference is shown under 3 other readings, which the text does not leave open.")
}

// Whoever writes a profile, a study or an engine puts words into reports, and no
// more than words: no element or attribute of a page, no formula in a table, no
// order to a terminal.
func TestForeignTextEverywhere(t *testing.T) {
	const hostile = "=HYPERLINK(\"x\")<img src=x onerror=alert(1)>'\"><script>alert(2)</script>](javascript:alert(3))\x1b]0;title\a\u202e\u009b2J\u3164\uffa0\u2800"
	sets := fourRuleSets()[2:]
	for i := range sets {
		sets[i].id += hostile
		sets[i].failure, sets[i].forfeit = hostile, 0.05
		for _, key := range []string{"title", "period", "place", "status", "summary"} {
			sets[i].content[key] = hostile
		}
		sets[i].content["taken"] = []string{hostile}
		sets[i].content["readings"] = map[string]any{hostile: map[string]any{"reason": hostile, "standing": "against", "clauses": []string{hostile}, "words": hostile, "axes": map[string]any{"ending.both_blocked": hostile}}}
		sets[i].content["notes"] = map[string]string{hostile: hostile}
		sets[i].content["assumed"] = map[string]any{"board.first_mover": []content.Assumption{{From: hostile, Clauses: []string{hostile}, Imported: hostile, Because: hostile}}, hostile: []content.Assumption{{Unstated: hostile}}}
		sets[i].content["citations"] = map[string][]string{"king.range": {hostile}}
		sets[i].content["sources"] = []any{map[string]any{"id": hostile, "title": hostile, "author": hostile, "year": hostile, "where": "https://a.example, www.a.example, me@a.example, javascript:alert(4)"}}
	}
	r := load(t, synthetic(t, hostile, sets, []string{"hub:" + hostile, "@" + hostile}, 60, 20, func(p *study.Plan) {
		p.Hypotheses = []study.Hypothesis{{ID: hostile, Claim: hostile, Metric: "drawn", A: sets[0].id, B: sets[1].id, Direction: "less"}}
	}))
	r.Version = hostile

	page := written(t, r, "html")
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			require.NotEqual(t, "img", e.Name.Local)
			for _, a := range e.Attr {
				require.NotRegexp(t, "^on", a.Name.Local)
				require.NotContains(t, strings.ToLower(strings.TrimSpace(a.Value[:min(20, len(a.Value))])), "javascript:")
			}
		}
	}
	for line := range strings.Lines(written(t, r, "md")) {
		if !strings.HasPrefix(line, "    ") { // not as it is
			require.NotRegexp(t, `<img|<script|[^\\]\]\(javascript`, line)
		}
	}
	for _, format := range []string{"text", "html", "md", "csv"} {
		for _, c := range written(t, r, format) {
			require.True(t, c == '\n' || c == '\t' || !unicode.In(c, unicode.Cc, unicode.Cf) && !strings.ContainsRune("\u3164\uffa0\u2800", c), "%s: %q", format, c)
		}
	}
	lines, err := csv.NewReader(strings.NewReader(written(t, r, "csv"))).ReadAll()
	require.NoError(t, err)
	foreign := 0
	for _, line := range lines {
		for _, cell := range line {
			if strings.Contains(cell, "HYPERLINK") {
				foreign++
			}
			if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" {
				require.NotContains(t, "=+-@\t\r", cell[:1], cell)
			}
		}
	}
	require.Positive(t, foreign)
}

// The page loads nothing and runs nothing, is well-formed as far as SVG goes, and
// every reference in it has its target.
func TestPageStandsAlone(t *testing.T) {
	html := written(t, four(t), "html")
	requireAlone(t, html)
	require.Contains(t, html, "prefers-color-scheme: dark")
	require.Contains(t, html, "@media print")
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		require.False(t, ids[m[1]], "id %s stands twice", m[1])
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?:href="#|url\(#)([^")]*)`).FindAllStringSubmatch(strings.Replace(html, jsText, "", 1), -1) {
		require.True(t, ids[m[1]], "no target for %s", m[1])
	}
	charts := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(html, -1)
	require.Greater(t, len(charts), 8)
	for _, svg := range charts {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else {
				require.NoError(t, err)
			}
		}
		require.NotContains(t, svg, "NaN")
		require.NotContains(t, svg, "Inf")
	}
}

func TestFindingsAndWarnings(t *testing.T) {
	r := four(t)
	text := strings.Join(strings.Fields(written(t, r, "text")), " ")
	for _, want := range []string{
		"No difference in draws is shown between the three rule sets: ",
		"With a chance of 80 % these games show a difference of ",
		"Old game has no clause that could end them.",
		"won by the exact value of their last position",
		"are void by that rule set’s reading",
		"were forfeited because a player failed: first: search:nodes=200,noise=5 has ended",
		"Only 25 openings stand behind the games of ",
		"Not paired:",
		"plain weights that were not learned",
		"No player of this study overlooks anything",
		"Not simulated, since no player of this study touches or misplaces pieces: conduct.touch_move",
		"18 differences were tested",
	} {
		require.Contains(t, strings.ReplaceAll(text, "'", "’"), want)
	}
	require.Equal(t, "varlab compare old-game new-game new-game+stop small-game --games 120 --player search:nodes=200,noise=5 --seed 1754 --horizon 300 --opening-plies 4,5",
		load(t, synthetic(t, "four rule sets", fourRuleSets(), []string{spec}, 120, 40)).Command())
	require.Empty(t, r.Command(), "claims cannot be said in flags")
}

// Rule sets that are one game under several names are said to be, and not tested
// against each other.
func TestSameGame(t *testing.T) {
	sets := fourRuleSets()[:3]
	sets[1].hash, sets[2].hash = "aa", "aa"
	r := load(t, synthetic(t, "twins", sets, []string{"random"}, 40, 40))
	require.Equal(t, 2*3, r.Tests)
	require.Contains(t, strings.Join(r.Notes, "\n"), "The new game and The new game, read “stop” are the same game")
	for _, p := range r.Groups[0].Pairs {
		if p.A.Profile.ID == "new-game" {
			require.Equal(t, []float64{1, 1}, []float64{p.P, p.Holm})
		}
	}
}

// Overrides stand behind the rule set that has them.
func TestCommandWithOverrides(t *testing.T) {
	sets := fourRuleSets()[1:3]
	for i := range sets {
		c := resolved("overridden", compulsoryAxes, map[string]any{"sets": []string{"draw=[]"}})
		sets[i].id += "{draw=[]}"
		sets[i].content = c
	}
	r := load(t, synthetic(t, "overridden", sets, []string{"random"}, 4, 4))
	require.Equal(t, "varlab compare 'new-game{draw=[]}' 'new-game+stop{draw=[]}' --games 4 --player random --seed 1754 --horizon 300 --opening-plies 4,5", r.Command())
	sets[1] = fourRuleSets()[3]
	r = load(t, synthetic(t, "overridden", sets, []string{"random"}, 4, 4))
	require.Contains(t, r.Command(), "varlab compare 'new-game{draw=[]}' "+sets[1].id+" --games 4")
}

// A rule set that is not built in is named by its file, which may have the name
// of a built-in one.
func TestCommandWithFiles(t *testing.T) {
	sets := fourRuleSets()[1:3]
	sets[0].content = resolved("Mine", compulsoryAxes, map[string]any{"file": "new-game.toml"})
	sets[1].content = resolved("Mine", compulsoryAxes, map[string]any{"file": "new-game", "taken": []string{"stop"}})
	r := load(t, synthetic(t, "files", sets, []string{"random"}, 4, 4))
	require.Contains(t, r.Command(), "varlab compare new-game.toml ./new-game+stop --games 4")
	var page strings.Builder
	require.NoError(t, r.Write(&page, "md"))
	require.Contains(t, page.String(), "needed beside it: new-game.toml, new-game.")

	sets[0].id, sets[0].content = "a{b", resolved("Mine", compulsoryAxes, map[string]any{"file": "a{b.toml"})
	sets[1].id = "sub/new-game.toml+stop"
	r = load(t, synthetic(t, "braces", sets, []string{"random"}, 4, 4))
	require.Contains(t, r.Command(), "varlab compare 'a{b.toml' sub/new-game.toml+stop --games 4")
}

// Where nothing differs, or nothing can be said, the report says that.
func TestCorners(t *testing.T) {
	sets := fourRuleSets()
	for _, c := range []struct {
		name  string
		sets  []made
		games int
	}{
		{"one rule set", sets[1:2], 60},
		{"one game each", sets[:2], 1},
		{"twice the same", []made{sets[1], {id: "again", board: "10x10", content: sets[1].content, draw: sets[1].draw, plies: 70}}, 40},
		{"everything cut off", []made{{id: "endless", board: "10x10", content: sets[0].content, horizon: 1, plies: 50}, {id: "endless-too", board: "10x10", content: sets[0].content, horizon: 1, plies: 50}}, 40},
		{"everything drawn", []made{{id: "peace", board: "10x10", content: sets[1].content, draw: 1, plies: 50}, {id: "war", board: "10x10", content: sets[1].content, plies: 50}}, 40},
		{"everything forfeited", []made{{id: "broken", board: "10x10", content: sets[1].content, forfeit: 1, plies: 50}, sets[1]}, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := load(t, synthetic(t, c.name, c.sets, []string{"random"}, c.games, min(40, c.games)))
			for _, format := range Formats {
				got := written(t, r, format)
				require.NotContains(t, got, "NaN", format)
				require.NotContains(t, got, "%!", format)
			}
			parse(t, written(t, r, "json"))
		})
	}
}

// Student's interval from two openings is wider than all there is.
func TestScoresStayWithinBounds(t *testing.T) {
	for games := 2; games <= 4; games++ {
		r := load(t, synthetic(t, "few", fourRuleSets(), []string{"random"}, games, games))
		reached := 0
		for _, p := range r.Groups[0].Pairs {
			if p.Metric.Word != "first-score" || math.IsInf(p.Low, 0) {
				continue
			}
			require.GreaterOrEqual(t, p.Low, -1.0)
			require.LessOrEqual(t, p.High, 1.0)
			reached++
		}
		require.NotZero(t, reached)
		for _, c := range r.Groups[0].Cells {
			e := c.Scored("first-score")
			require.False(t, e.Clusters >= 2 && (e.Low < 0 || e.High > 1), "%v", e.Interval)
		}
	}
}

func TestTwoPlayersAreTwoGroups(t *testing.T) {
	r := load(t, synthetic(t, "two rungs", fourRuleSets()[:3], []string{"random", spec}, 80, 40))
	require.Len(t, r.Groups, 2)
	require.Equal(t, []string{"random", spec}, []string{r.Groups[0].Name(), r.Groups[1].Name()})
	require.Equal(t, 2*3*3, r.Tests)
	j := parse(t, written(t, r, "json"))
	require.Len(t, j.RuleSets, 6)
	html := written(t, r, "html")
	require.Contains(t, html, `id="outcomes"`)
	require.Contains(t, r.Command(), "--player random --player search:nodes=200,noise=5")
}

// The rules on what a report needs: every column of counts adds up to what the
// records hold.
func TestTallyIsTheSumOfItsOpenings(t *testing.T) {
	for _, g := range four(t).Groups {
		for _, c := range g.Cells {
			var sum study.Counts
			for k := range sum {
				for _, n := range c.Tally.Openings.Columns[k] {
					sum[k] += n
				}
			}
			require.Equal(t, c.Tally.Counts, sum)
			ended := 0
			for _, l := range slices.Concat(c.Tally.Lengths...) {
				ended += int(l.Ended)
			}
			require.Equal(t, c.N(study.Games)-c.N(study.Cut)-c.N(study.Forfeited), ended)
		}
	}
}

func TestLoadFaults(t *testing.T) {
	_, err := Load(t.Context(), t.TempDir(), Options{})
	require.ErrorContains(t, err, "no manifest.json (want a run directory)")
	dir := synthetic(t, "cut", fourRuleSets()[:2], []string{"random"}, 10, 10)
	require.NoError(t, os.Remove(filepath.Join(dir, "shards", "00001.parquet")))
	_, err = Load(t.Context(), dir, Options{})
	require.ErrorContains(t, err, "the run is not complete: 1 of 2 shards are missing")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = Load(stopped, synthetic(t, "stopped", fourRuleSets()[:1], []string{"random"}, 10, 10), Options{})
	require.ErrorIs(t, err, context.Canceled)
	r := four(t)
	require.ErrorContains(t, r.Write(io.Discard, "pdf"), `format: unknown form "pdf" (want text, html, md, qmd, csv, json)`)
}
