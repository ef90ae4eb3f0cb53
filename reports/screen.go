package reports

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"varlab/internal/lists"
	safe "varlab/internal/plain"
	"varlab/reports/chart"
	"varlab/reports/findings"
	"varlab/sim/study"
	"varlab/variants/content"
)

// A Screen is where a report is read at one glance: a terminal, or a text of one page.
type Screen struct {
	Width  int
	Colour bool
}

// Lines of a screen: all of it, and the most of its answer and of its table.
const (
	screenLines  = 25
	answerLines  = 9 // of textWidth; narrow ones have as much text
	tableRows    = 12
	narrowScreen = 70
)

// Styles of a terminal (ECMA-48, SGR); those of rule sets are near content.Colours among
// its 256 colours.
const (
	bold  = "1"
	dim   = "2"
	green = "32"
	red   = "31"
)

var ruleSetStyles = []string{"38;5;32", "38;5;166", "38;5;36", "38;5;175", "38;5;178", "38;5;74", "38;5;136", "38;5;245"}

// A span is text of one style. Whatever it holds does nothing to a terminal.
type span struct{ text, style string }

// A screenColumn has a cell for each row, and may draw a bar after it, as wide as the screen
// leaves.
type screenColumn struct {
	head  string
	cells []span
	bar   func(row, width int) span
}

// A screenTable has columns, and above a row what is said of it and those that follow.
type screenTable struct {
	columns []screenColumn
	above   []string // of each row; nil where nothing is said
}

// drawTable is of how often games are drawn: by each of few players, or else by the last,
// with who wins and how long games are.
func (r *Report) drawTable(s Screen) screenTable {
	groups := r.Groups
	if len(groups) > 2 || s.Width < narrowScreen {
		groups = groups[len(groups)-1:]
	}
	columns := list(groups, r.Principal)
	top := slices.Max(list(slices.Concat(columns...), func(c *findings.Cell) float64 { return c.Draws().Value() }))
	last := columns[len(groups)-1]
	t := []screenColumn{{head: "rule set", cells: list(last, func(c *findings.Cell) span { return span{c.Profile.Short, ruleSetStyles[c.Profile.Colour]} })}}
	for k, g := range groups {
		t = append(t, screenColumn{
			head:  "drawn, %" + when(len(r.Groups) > 1, ", "+r.brief(g)),
			cells: list(columns[k], func(c *findings.Cell) span { return span{shown(c.Draws()), ""} }),
			bar: func(i, width int) span {
				c := columns[k][i]
				return span{bar(c.Draws().Value()/top, width), ruleSetStyles[c.Profile.Colour]}
			},
		})
	}
	if len(groups) == 1 {
		t = slices.Insert(t, 1, screenColumn{head: "first mover scores, %", cells: list(last, func(c *findings.Cell) span {
			e := c.Scored("first-score")
			return span{rate(e.Value, e.Interval), ""}
		})}, screenColumn{head: "half over by ply", cells: list(last, func(c *findings.Cell) span {
			return span{plies(c.Median(), c.Curve.Last), ""}
		})})
	}
	return screenTable{columns: t}
}

func (r *Report) verdictTable(Screen) screenTable {
	styles := map[string]string{findings.Supported: green, findings.Equivalent: green, findings.NotWorse: green, findings.Refuted: red, findings.Undecided: dim}
	t := screenTable{columns: []screenColumn{
		{head: "players", cells: list(r.Verdicts, func(v *findings.Verdict) span { return span{"  " + r.brief(v.Group), ""} })},
		{head: "verdict", cells: list(r.Verdicts, func(v *findings.Verdict) span { return span{v.Word, styles[v.Word]} })},
		{
			head: "difference, 95 % interval",
			cells: list(r.Verdicts, func(v *findings.Verdict) span {
				return span{differenceFound(v) + ", " + spanIn(v.Metric, v.Interval), ""}
			}),
			bar: strips(list(r.Verdicts, func(v *findings.Verdict) chart.ForestRow {
				return lists.Choose(v.Metric.Unit.Points == r.Verdicts[0].Metric.Unit.Points, forestRow(v.Metric, "", "", v.Value, v.Interval, false), chart.ForestRow{})
			})),
		},
	}}
	for i, v := range r.Verdicts {
		first := i == 0 || r.Verdicts[i-1].Number != v.Number
		t.above = append(t.above, when(first, sentenceCase(testedIn(v))+" ("+plain(v.Hypothesis.ID)+")"))
	}
	return t
}

func readingsScreen(set *findings.ReadingSet) screenTable {
	m, open := findings.MetricOf("drawn"), set.Open()
	style := func(x *findings.Reading) string { return when(x.In(m).Shown(), bold) }
	return screenTable{columns: []screenColumn{
		{head: "reading", cells: list(open, func(x *findings.Reading) span { return span{content.Cut(readingName(x), 30), style(x)} })},
		{head: "drawn, %", cells: list(open, func(x *findings.Reading) span { return span{shown(x.Cell.Draws()), ""} })},
		{
			head: "less the base, points",
			cells: list(open, func(x *findings.Reading) span {
				return span{lists.Choose(x.SameGame, "the same game", differenceOf(x.In(m))), style(x)}
			}),
			bar: strips(list(open, func(x *findings.Reading) chart.ForestRow {
				return lists.Choose(x.SameGame, chart.ForestRow{}, forestRow(m, "", "", x.In(m).Value, x.In(m).Interval, false))
			})),
		},
	}}
}

func partsScreen(r *Report, x *findings.Attribution, parts []study.Part) screenTable {
	m := x.Metric
	t := []screenColumn{{head: "rule"}, {head: m.Unit.Points + ", 95 % interval"}}
	var differences []chart.ForestRow
	for i, p := range parts {
		e := x.Parts[i]
		style := lists.Choose(e.Shown, bold, dim)
		t[0].cells = append(t[0].cells, span{content.Cut(sentenceCase(partWords(r, p)), 46), style})
		t[1].cells = append(t[1].cells, span{signedIn(m, e.Value) + ", " + spanIn(m, e.Interval), style})
		differences = append(differences, forestRow(m, "", "", e.Value, e.Interval, false))
	}
	t[1].bar = strips(differences)
	return screenTable{columns: t}
}

// bar is a share as a bar, in eighths of a letter.
func bar(share float64, width int) string {
	if math.IsNaN(share) || width < 1 {
		return ""
	}
	eighths := int(math.Round(share * float64(8*width)))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// strips draw intervals on one scale, with 0 on it; nothing of a row that is empty.
func strips(rows []chart.ForestRow) func(i, width int) span {
	low, high := 0.0, 0.0
	for _, x := range rows {
		if !math.IsInf(x.Low, 0) && !math.IsInf(x.High, 0) && !math.IsNaN(x.Value) {
			low, high = min(low, x.Low), max(high, x.High)
		}
	}
	return func(i, width int) span {
		if width < 5 || low == high {
			return span{}
		}
		at := func(v float64) int {
			return int(math.Round((max(low, min(high, v)) - low) / (high - low) * float64(width-1)))
		}
		x, style := rows[i], ""
		if x == (chart.ForestRow{}) {
			return span{}
		}
		line := []rune(strings.Repeat(" ", width))
		line[at(0)] = '│'
		if !math.IsNaN(x.Value) {
			for k := at(x.Low); k <= at(x.High); k++ {
				line[k] = lists.Choose(k == at(0), '┼', '─')
			}
			line[at(x.Value)] = '●'
			style = when(x.Low > 0 || x.High < 0, bold)
		}
		return span{strings.TrimRight(string(line), " "), style}
	}
}

// height is how many lines all rows of a table take.
func (t screenTable) height(width int) int {
	lines := len(t.columns[0].cells)
	for _, text := range t.above {
		if text != "" {
			lines += len(safe.Lines(text, width))
		}
	}
	return lines
}

// lines returns the head and at most most rows of a table, in the width of a screen.
func (t screenTable) lines(width, most int) (lines [][]span) {
	rows, barred, left := len(t.columns[0].cells), 0, width-1
	widths, heads := make([]int, len(t.columns)), make([][]string, len(t.columns))
	for k, c := range t.columns {
		for _, cell := range c.cells {
			widths[k] = max(widths[k], utf8.RuneCountInString(cell.text))
		}
		for word := range strings.FieldsSeq(c.head) {
			widths[k] = max(widths[k], utf8.RuneCountInString(word))
		}
		if c.bar == nil {
			widths[k] = max(widths[k], utf8.RuneCountInString(c.head)/2+1) // two lines of it
		}
		left -= widths[k] + 2
		barred += lists.Choose(c.bar != nil, 1, 0)
	}
	each := max(0, left) / max(1, barred)
	for k, c := range t.columns {
		heads[k] = safe.Lines(c.head, widths[k]+lists.Choose(c.bar != nil, each, 0))
	}
	for _, head := range sideBySide(heads) {
		line := ""
		for k, c := range t.columns {
			line += head[k] + fill(head[k], widths[k]+2+lists.Choose(c.bar != nil, each, 0))
		}
		lines = append(lines, []span{{strings.TrimRight(line, " "), dim}})
	}
	top := len(lines)
	for i := range rows {
		var line []span
		var above [][]span
		if t.above != nil && t.above[i] != "" {
			above = list(safe.Lines(t.above[i], width), func(l string) []span { return []span{{l, ""}} })
		}
		if len(lines)+len(above) >= top+most {
			if most > 0 {
				lines = append(lines, []span{{fmt.Sprintf("… and %d more (--full)", rows-i), dim}})
			}
			break
		}
		lines = append(lines, above...)
		for k, c := range t.columns {
			cell := c.cells[i]
			line = append(line, span{cell.text + fill(cell.text, widths[k]+2), cell.style})
			if c.bar != nil {
				b := c.bar(i, max(0, each-2))
				line = append(line, span{b.text + fill(b.text, each), b.style})
			}
		}
		lines = append(lines, line)
	}
	return lines
}

const howSure = "How sure? "

// WriteScreen writes the answer, how sure it is, as many rows of one table as there is room for,
// and the lines of foot. Sentences on how sure it is go last.
func (r *Report) WriteScreen(w io.Writer, s Screen, foot ...string) error {
	a := r.answer()
	t := a.table(s)
	styled := func(text, style string) (lines [][]span) {
		return list(safe.Lines(plain(text), s.Width), func(l string) []span { return []span{{l, style}} })
	}
	var lines [][]span
	most := max(answerLines, answerLines*textWidth/s.Width)
	if lines = append(styled(a.Title, bold), styled(strings.TrimSpace(a.More), "")...); len(lines) > most {
		lines = append(lines[:most-1], []span{{"… (--full has the rest)", dim}})
	}
	ends := [][]span{{}}
	for _, text := range foot {
		ends = append(ends, styled(text, dim)...)
	}
	room := screenLines - len(lines) - 2 - len(ends) - len(t.lines(s.Width, 0)) // for how sure it is, and rows
	sure, needed := "", min(room/2, t.height(s.Width))
	for sentence := range strings.SplitAfterSeq(a.Sure, ". ") {
		if more := sure + sentence; sure == "" || len(styled(howSure+more, ""))+needed <= room {
			sure = more
		}
	}
	if room -= len(styled(howSure+sure, "")); t.height(s.Width) > room {
		room-- // to tell that rows are left out
	}
	table := t.lines(s.Width, max(1, min(tableRows, room)))
	lines = slices.Concat(lines, [][]span{{}}, styled(howSure+sure, ""), [][]span{{}}, table, ends)
	var b strings.Builder
	for _, line := range lines {
		text, last := "", len(line)-1
		for last >= 0 && strings.TrimSpace(line[last].text) == "" {
			last--
		}
		for i, x := range line[:last+1] {
			part := safe.Text(x.text)
			if i == last {
				part = strings.TrimRight(part, " ")
			}
			if s.Colour && x.style != "" && strings.TrimSpace(part) != "" {
				part = "\x1b[" + x.style + "m" + part + "\x1b[0m"
			}
			text += part
		}
		b.WriteString(text + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
