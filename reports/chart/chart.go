// Package chart draws findings as SVG: shares side by side, values with intervals,
// curves. It knows nothing of draughts.
//
// The one idea: a chart is a string that is the same everywhere. No width is
// measured (text-anchor places labels, and lines break by a count of characters),
// numbers have fixed forms, colours are CSS variables with a fallback, and what a
// colour says a place, a dash or a label says too.
//
// A chart is drawn at a width: Column, at which it is readable on a phone and fits a
// journal's column of 84 mm, or Page, for 174 mm. All text is one size, which is 7
// points there. A page sets --chart-text, --chart-muted, --chart-grid, --chart-paper,
// --chart-1 … --chart-8 and --chart-down, and the font by FontFace. IDs must
// be unique in the page and consist of letters, digits and hyphens.
package chart

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"

	"varlab/internal/plain"
)

// Widths of charts, in units; 12 units are the height of text.
const (
	Column = 400.0
	Page   = Column * 174 / 84
)

// A Chart can be drawn, and written as data: a head and rows.
type Chart interface {
	Heading() Head
	Draw(width float64) string
	Data() [][]string
}

// A Head names a chart, and says what it shows to those who do not see it.
type Head struct{ ID, Title, Desc string }

func (h Head) Heading() Head { return h }

const (
	margin = 8.0
	size   = 12.0 // of all text
	line   = 15.0 // from one line of text to the next
	font   = "'Source Sans 3', system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
	// glyph is what a character takes on average, and some more: more than in the
	// embedded font, less than in the widest that a machine may have in its place.
	glyph = 6.2
)

// Colours, with the values that hold where the page sets none: those of Okabe
// and Ito (2008), which the colour-blind can tell apart.
const (
	text  = "var(--chart-text,#1f2328)"
	muted = "var(--chart-muted,#57606a)"
	grid  = "var(--chart-grid,#d0d7de)"
	paper = "var(--chart-paper,#ffffff)"
	down  = "var(--chart-down,#0072b2)"
)

// palette has the colours of pages by day; each has a contrast of 3 to 1 to white.
var palette = [...]string{"#0072b2", "#d55e00", "#00805a", "#b0548a", "#b87a00", "#3595d1", "#8c6d1f", "#7d868f"}

func series(i int) string {
	i %= len(palette)
	return fmt.Sprintf("var(--chart-%d,%s)", i+1, palette[i])
}

// Source Sans 3 by Adobe, the Latin part; its licence stands beside it.
//
//go:embed font/source-sans-3-latin.woff2
var fontFile []byte

// FontFace is the CSS that embeds the font of all charts.
func FontFace() string {
	return "@font-face{font-family:'Source Sans 3';src:url(data:font/woff2;base64," + base64.StdEncoding.EncodeToString(fontFile) + ") format('woff2')}"
}

// File draws a chart as a file of its own, so many millimetres wide: 84 for a column, 174
// for a page. It has the font with it, white paper and no need of a page around it, and holds the
// chart, unless a value of that is none, for Read.
func File(c Chart, millimetres float64) string {
	svg := variable.ReplaceAllString(onPaper(c)(Column*millimetres/84), "$1") // which few programs but browsers know
	open, rest, _ := strings.Cut(svg, ">")
	if held, err := json.Marshal(map[string]Chart{fmt.Sprintf("%T", c)[len("chart."):]: c}); err == nil {
		rest = "\n<metadata>" + html.EscapeString(string(held)) + "</metadata>" + rest
	}
	return fmt.Sprintf("%s width=\"%smm\">\n<style>%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%s", open, num(millimetres), FontFace(), rest)
}

// Read makes the chart again that a file holds; nil if it holds none.
func Read(file string) Chart {
	_, held, _ := strings.Cut(file, "<metadata>")
	held, _, _ = strings.Cut(held, "</metadata>")
	var of struct {
		Forest         *Forest
		Shares         *Shares
		Curves         *Curves
		Lines          *Lines
		Specifications *Specifications
	}
	json.Unmarshal([]byte(html.UnescapeString(held)), &of)
	switch {
	case of.Forest != nil:
		return *of.Forest
	case of.Shares != nil:
		return *of.Shares
	case of.Curves != nil:
		return *of.Curves
	case of.Lines != nil:
		return *of.Lines
	case of.Specifications != nil:
		return *of.Specifications
	}
	return nil
}

// onPaper is how a chart is drawn on paper.
func onPaper(c Chart) func(width float64) string {
	if curves, ok := c.(Curves); ok {
		return curves.Print
	}
	return c.Draw
}

var variable = regexp.MustCompile(`var\(--[a-z0-9-]+,(#[0-9a-f]+)\)`)

type canvas struct {
	b     strings.Builder
	width float64
}

func (c *canvas) open(h Head, height float64) {
	c.f(`<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title %s-desc" font-family="%s" font-size="%s" style="fill:%s;font-variant-numeric:tabular-nums">`+"\n",
		num(c.width), num(height), h.ID, h.ID, font, num(size), text)
	c.f(`<title id="%s-title">%s</title>`+"\n", h.ID, esc(h.Title))
	c.f(`<desc id="%s-desc">%s</desc>`+"\n", h.ID, esc(h.Desc))
}

func (c *canvas) close() string {
	c.b.WriteString("</svg>\n")
	return c.b.String()
}

// wide reports whether labels stand beside what they name rather than above.
func (c *canvas) wide() bool { return c.width >= 600 }

func (c *canvas) f(format string, args ...any) { fmt.Fprintf(&c.b, format, args...) }

// text places a label. Anchor is start, middle or end.
func (c *canvas) text(x, y float64, anchor, colour, label string) {
	more := ""
	if anchor != "start" {
		more = ` text-anchor="` + anchor + `"`
	}
	if colour != text { // which the chart sets for all
		more += ` style="fill:` + colour + `"`
	}
	c.f(`<text x="%s" y="%s"%s>%s</text>`+"\n", num(x), num(y), more, esc(label))
}

// lines places a label of several lines, the first at y.
func (c *canvas) lines(x, y float64, anchor, colour string, labels []string) {
	for i, l := range labels {
		c.text(x, y+float64(i)*line, anchor, colour, l)
	}
}

func (c *canvas) line(x1, y1, x2, y2 float64, style string) {
	c.f(`<line x1="%s" y1="%s" x2="%s" y2="%s" style="%s"/>`+"\n", num(x1), num(y1), num(x2), num(y2), style)
}

func (c *canvas) path(d []byte, style string) {
	c.f(`<path d="%s" style="fill:none;%s"/>`+"\n", d, style)
}

func stroke(d []byte, x1, y1, x2, y2 float64) []byte {
	return fmt.Appendf(d, "M%s,%sL%s,%s", num(x1), num(y1), num(x2), num(y2))
}

// whisker draws an interval with a bar at each end.
func (c *canvas) whisker(low, high, mid, half float64, style string) {
	d := stroke(nil, low, mid, high, mid)
	for _, end := range []float64{low, high} {
		d = stroke(d, end, mid-half, end, mid+half)
	}
	c.path(d, style)
}

func (c *canvas) rect(x, y, w, h float64, style, tip string) {
	c.f(`<rect x="%s" y="%s" width="%s" height="%s" style="%s"`, num(x), num(y), num(w), num(h), style)
	if tip == "" {
		c.f("/>\n")
		return
	}
	c.f("><title>%s</title></rect>\n", esc(tip))
}

// group begins what is drawn of one thing, which a page can put before the others.
func (c *canvas) group(of string) { c.f(`<g data-of="%s">`+"\n", esc(of)) }

func (c *canvas) ungroup() { c.f("</g>\n") }

// point is a place of a line that has a value, seen where it is pointed at.
func (c *canvas) point(x, y float64, tip string) {
	c.f(`<circle class="point" cx="%s" cy="%s" r="7" style="fill-opacity:0"><title>%s</title></circle>`+"\n", num(x), num(y), esc(tip))
}

// num writes a coordinate: two decimals at most.
func num(x float64) string {
	x = math.Round(x*100) / 100
	if x == 0 {
		x = 0 // not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// value writes a number as data: empty where there is none.
func value(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64)
}

// esc escapes text for XML, and drops what XML cannot hold or nobody sees.
func esc(s string) string {
	return html.EscapeString(strings.Map(plain.Harmless, strings.ToValidUTF8(s, "\uFFFD")))
}

// wrap breaks a label into lines that fit into a width; first is what the first of them
// has less. A word that is longer than a line is broken.
func wrap(s string, width, first float64) []string {
	lines, at, room := []string{""}, 0, int((width-first)/glyph)
	for word := range strings.FieldsSeq(s) {
		r := []rune(word)
		if at > 0 && at+1+len(r) <= room {
			lines[len(lines)-1] += " " + word
			at += 1 + len(r)
			continue
		}
		for ok := at > 0 || len(r) > room; ok; ok = len(r) > room {
			if at == 0 && len(r) > room {
				n := max(1, room)
				lines[len(lines)-1], r = string(r[:n]), r[n:]
			}
			lines, at, room = append(lines, ""), 0, int(width/glyph)
		}
		lines[len(lines)-1] += string(r)
		at = len(r)
	}
	return lines
}

// ticks returns about n round values from low to high, both at or beyond the
// ends, and how many decimals they need.
func ticks(low, high float64, n int) ([]float64, int) {
	// Values that a rounding error alone keeps apart are equal.
	if !(high-low > 1e-9*max(math.Abs(low), math.Abs(high))) {
		high = low + max(1, math.Abs(low)/1e6)
	}
	raw := (high - low) / float64(n)
	power := math.Floor(math.Log10(raw))
	unit := math.Pow(10, power)
	step := 10 * unit
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*unit*(1+1e-9) {
			step = m * unit
			break
		}
	}
	decimals := 0
	if step < 1 {
		decimals = int(math.Ceil(-math.Log10(step) - 1e-9))
	}
	var list []float64
	for i := math.Floor(low/step + 1e-9); len(list) < n+3; i++ { // more are not needed, of numbers
		list = append(list, i*step)
		if i*step >= high-1e-9*step {
			break
		}
	}
	return list, decimals
}

func label(x float64, decimals int) string {
	if math.Abs(x) < 1e-12 {
		x = 0
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), "-", "−", 1)
}

// A span is what values stretch over; empty if low is above high.
type span struct{ low, high float64 }

func (s *span) reach(values ...float64) {
	for _, x := range values {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			s.low, s.high = min(s.low, x), max(s.high, x)
		}
	}
}

// An axis runs across the chart from left to right, with marks at round values.
type axis struct {
	span
	marks       []float64
	decimals    int
	left, right float64
}

// axis is one that holds a span.
func (s span) axis(left, right float64) axis {
	marks, decimals := ticks(s.low, s.high, 5)
	return axis{span{marks[0], marks[len(marks)-1]}, marks, decimals, left, right}
}

// x is where a value stands; one beyond the ends stands at the end.
func (a axis) x(v float64) float64 {
	return a.left + (max(a.low, min(a.high, v))-a.low)/(a.high-a.low)*(a.right-a.left)
}

// levels draws the marks of an axis that runs upwards, beside a plot and across it.
func (c *canvas) levels(y axis, left, right float64) {
	for _, m := range y.marks {
		c.line(left, y.x(m), right, y.x(m), "stroke:"+grid+";stroke-width:1")
		c.text(left-5, y.x(m)+4, "end", muted, label(m, y.decimals))
	}
}

// rows lays out labelled rows above one axis: on a narrow chart the label and the value
// in words stand above what is drawn, on a wide one beside it.
type rows struct {
	axis
	canvas *canvas
	names  []string
	labels [][]string
	shown  []string
	top    []float64 // of each row
	bottom float64
}

const (
	drawn  = 22.0 // height of what is drawn in a row
	labels = 300.0
)

// room is what labels beside rows take: no more than the longest needs.
func room(names []string) float64 {
	longest := 0
	for _, name := range names {
		longest = max(longest, len([]rune(name)))
	}
	return min(labels, glyph*float64(longest+1))
}

func (c *canvas) rows(over span, names, shown []string) *rows {
	r := &rows{axis: over.axis(margin+12, c.width-margin-12), canvas: c, names: names, shown: shown}
	widest := 0
	for _, s := range shown {
		widest = max(widest, len([]rune(s)))
	}
	beside := room(names)
	if c.wide() {
		r.left, r.right = margin+beside+16, c.width-margin-float64(widest)*glyph-20
	}
	y := 4.0
	for i, name := range names {
		r.top = append(r.top, y)
		if c.wide() {
			r.labels = append(r.labels, wrap(name, beside, 0))
			y += max(drawn, line*float64(len(r.labels[i]))+5)
			continue
		}
		r.labels = append(r.labels, wrap(name, c.width-2*margin, float64(len([]rune(shown[i]))+2)*glyph))
		y += line*float64(len(r.labels[i])) + drawn + 1
	}
	r.bottom = y
	return r
}

// height is that of the chart, with extra below the axis and its unit.
func (r *rows) height(extra float64) float64 { return r.bottom + 40 + extra }

// middle is the height at which a row is drawn.
func (r *rows) middle(i int) float64 {
	if r.canvas.wide() {
		return r.top[i] + drawn/2
	}
	return r.top[i] + line*float64(len(r.labels[i])) + drawn/2 - 1
}

// write draws the labels, the marks of the axis and its unit.
func (r *rows) write(unit string) {
	c := r.canvas
	for _, m := range r.marks {
		r.down(m, "stroke:"+grid+";stroke-width:1")
		c.text(r.x(m), r.bottom+16, "middle", muted, label(m, r.decimals))
	}
	for i, l := range r.labels {
		y := r.top[i] + 12
		if c.wide() {
			y = r.middle(i) + 4
		}
		c.group(r.names[i])
		c.lines(margin, y, "start", text, l)
		c.text(c.width-margin, y, "end", text, r.shown[i])
		c.ungroup()
	}
	c.text((r.left+r.right)/2, r.bottom+33, "middle", muted, unit)
}

// down draws a line through all that is drawn at a value, and no label.
func (r *rows) down(v float64, style string) {
	x := r.x(v)
	var d []byte
	for i := range r.labels {
		d = stroke(d, x, r.middle(i)-drawn/2+2, x, r.middle(i)+drawn/2-2)
	}
	r.canvas.path(stroke(d, x, r.bottom-2, x, r.bottom+3), style)
}

// whisker draws an interval; an end beyond the axis is the head of an arrow.
func (r *rows) whisker(low, high, mid float64, style string) {
	d := stroke(nil, r.x(low), mid, r.x(high), mid)
	for _, end := range []struct {
		x      float64
		beyond bool
		back   float64
	}{{r.x(low), low < r.low, 6}, {r.x(high), high > r.high, -6}} {
		if end.beyond {
			d = stroke(stroke(d, end.x+end.back, mid-5, end.x, mid), end.x, mid, end.x+end.back, mid+5)
		} else {
			d = stroke(d, end.x, mid-4, end.x, mid+4)
		}
	}
	r.canvas.path(d, style)
}

func (c *canvas) key(y float64, words string, draw func(x, y float64)) {
	draw(margin+12, y-4)
	c.text(margin+48, y, "start", muted, words)
}
