// Package chart draws findings as SVG: rates with intervals, stacked outcomes,
// curves that fall, matrices of differences. It knows nothing of draughts.
//
// The one idea: a chart is a string that is the same everywhere. No width is
// measured (text-anchor places labels), numbers have fixed forms, nothing is
// loaded, colours are CSS variables with a fallback, and what a colour says a
// pattern, a dash or a label says too.
//
// All charts are 400 units wide, so that their text is readable on a phone. The
// page scales them and sets --chart-text, --chart-muted, --chart-grid,
// --chart-paper, --chart-1 … --chart-8, --chart-up and --chart-down. IDs must be
// unique in the page and consist of letters, digits and hyphens.
package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

const (
	width  = 400.0
	margin = 8.0
	font   = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
)

// Colours, with the values that hold where the page sets none: those of Okabe
// and Ito (2008), which the colour-blind can tell apart.
const (
	text  = "var(--chart-text,#1f2328)"
	muted = "var(--chart-muted,#57606a)"
	grid  = "var(--chart-grid,#d0d7de)"
	paper = "var(--chart-paper,#ffffff)"
	up    = "var(--chart-up,#d55e00)"
	down  = "var(--chart-down,#0072b2)"
)

var palette = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d1f", "#57606a"}

func series(i int) string {
	i %= len(palette)
	return fmt.Sprintf("var(--chart-%d,%s)", i+1, palette[i])
}

type canvas struct {
	b strings.Builder
}

func (c *canvas) open(id, title, desc string, height float64) {
	c.f(`<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title %s-desc" font-family="%s" font-size="12">`+"\n",
		num(width), num(height), id, id, font)
	c.f(`<title id="%s-title">%s</title>`+"\n", id, esc(title))
	c.f(`<desc id="%s-desc">%s</desc>`+"\n", id, esc(desc))
}

func (c *canvas) close() string {
	c.b.WriteString("</svg>\n")
	return c.b.String()
}

func (c *canvas) f(format string, args ...any) { fmt.Fprintf(&c.b, format, args...) }

// text places a label. Anchor is start, middle or end; more is further style.
func (c *canvas) text(x, y float64, anchor, colour, more, label string) {
	c.f(`<text x="%s" y="%s" text-anchor="%s" style="fill:%s%s">%s</text>`+"\n", num(x), num(y), anchor, colour, more, esc(label))
}

func (c *canvas) line(x1, y1, x2, y2 float64, style string) {
	c.f(`<line x1="%s" y1="%s" x2="%s" y2="%s" style="%s"/>`+"\n", num(x1), num(y1), num(x2), num(y2), style)
}

func (c *canvas) rect(x, y, w, h float64, style, tip string) {
	c.f(`<rect x="%s" y="%s" width="%s" height="%s" style="%s"`, num(x), num(y), num(w), num(h), style)
	if tip == "" {
		c.f("/>\n")
		return
	}
	c.f("><title>%s</title></rect>\n", esc(tip))
}

// halo keeps a label readable on any fill.
const halo = ";paint-order:stroke;stroke:" + paper + ";stroke-width:3px;stroke-linejoin:round"

// num writes a coordinate: two decimals at most.
func num(x float64) string {
	x = math.Round(x*100) / 100
	if x == 0 {
		x = 0 // not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// esc escapes text for XML and drops what XML cannot hold.
func esc(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r <= 0x9f || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return html.EscapeString(s)
}

func shorten(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	return string(r[:limit-1]) + "…"
}

// ticks returns about n round values from low to high, both at or beyond the
// ends, and how many decimals they need.
func ticks(low, high float64, n int) ([]float64, int) {
	if !(high > low) {
		high = low + 1
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
	for i := math.Floor(low/step + 1e-9); ; i++ {
		list = append(list, i*step)
		if i*step >= high-1e-9*step {
			return list, decimals
		}
	}
}

func label(x float64, decimals int) string {
	if math.Abs(x) < 1e-12 {
		x = 0
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), "-", "−", 1)
}

// A span is what values stretch over; empty if low is above high.
type span struct{ low, high float64 }

var nothing = span{math.Inf(1), math.Inf(-1)}

func (s *span) reach(values ...float64) {
	for _, x := range values {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			s.low, s.high = min(s.low, x), max(s.high, x)
		}
	}
}

// An axis runs across the chart, with marks at round values.
type axis struct {
	span
	marks    []float64
	decimals int
}

func newAxis(s span) axis {
	marks, decimals := ticks(s.low, s.high, 5)
	return axis{span{marks[0], marks[len(marks)-1]}, marks, decimals}
}

// x is where a value stands; one beyond the ends stands at the end.
func (a axis) x(v float64) float64 {
	left, right := margin+12, width-margin-12
	return left + (max(a.low, min(a.high, v))-a.low)/(a.high-a.low)*(right-left)
}

const forestRow = 40.0

func (c *canvas) down(a axis, rows int, v float64, style string) {
	for i := range rows {
		c.line(a.x(v), float64(i)*forestRow+20, a.x(v), float64(i)*forestRow+36, style)
	}
	bottom := float64(rows)*forestRow + 6
	c.line(a.x(v), bottom-4, a.x(v), bottom, style)
}

func (c *canvas) below(a axis, rows int) {
	for _, m := range a.marks {
		c.down(a, rows, m, "stroke:"+grid+";stroke-width:1")
		c.text(a.x(m), float64(rows)*forestRow+20, "middle", muted, ";font-size:11px", label(m, a.decimals))
	}
}

// row writes the words of a row and returns the height of what it shows.
func (c *canvas) row(i int, name, shown string, longest int) float64 {
	y := float64(i) * forestRow
	c.text(margin, y+15, "start", text, "", shorten(name, longest))
	c.text(width-margin, y+15, "end", text, ";font-variant-numeric:tabular-nums", shown)
	return y + 28
}

func (c *canvas) whisker(a axis, low, high, mid float64, style string) {
	c.line(a.x(low), mid, a.x(high), mid, style)
	for _, end := range []float64{low, high} {
		c.line(a.x(end), mid-4, a.x(end), mid+4, style)
	}
}
