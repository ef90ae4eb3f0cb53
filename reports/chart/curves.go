package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Curves fall, one in each of some small plots of one scale: with its band, before the
// others in grey.
type Curves struct {
	ID, Title, Desc string
	XLabel          string
	// High is the end of the x axis, which begins at 0.
	High   float64
	Series []Curve
	// Base says that only the first stands behind the others.
	Base bool
}

type Curve struct {
	Label string
	Steps []CurveStep // ascending
	// Last is where the curve stops. Where it stops above 0 a bar across it says
	// that what was left was cut off there.
	Last   float64
	Colour int
}

// A CurveStep says that from X on the share is Y, with the band from Low to High, which
// are NaN where there is none.
type CurveStep struct {
	X, Y, Low, High float64
}

// plots are small plots of one size, side by side.
type plots struct {
	canvas        *canvas
	names         [][]string
	across        int
	wide, high    float64 // of one plot, without its name
	deep          float64 // lines of the longest name
	y             axis    // its left is the bottom
	left, between float64
}

const plotFoot = 22.0

func (c *canvas) plots(names []string, over span) *plots {
	n := len(names)
	p := &plots{canvas: c, across: 1, high: 190, left: margin + 32, between: 14}
	switch {
	case n > 6:
		p.across, p.high = 3, 80
	case n > 1:
		p.across, p.high = 2, 110
	}
	if c.wide() {
		p.across *= 2
	}
	p.across = max(1, min(p.across, n))
	p.wide = (c.width - p.left - margin - p.between*float64(p.across-1)) / float64(p.across)
	for _, name := range names {
		l := wrap(name, p.wide, 0)
		p.names, p.deep = append(p.names, l), max(p.deep, float64(len(l)))
	}
	p.y.marks, p.y.decimals = ticks(over.low, over.high, 4)
	p.y.span = span{p.y.marks[0], p.y.marks[len(p.y.marks)-1]}
	return p
}

func (p *plots) each() float64 { return line*p.deep + 6 + p.high + plotFoot }

func (p *plots) height() float64 {
	down := (len(p.names) + p.across - 1) / p.across
	return float64(down)*p.each() + 22
}

// place is the left end and the bottom of a plot.
func (p *plots) place(i int) (left, bottom float64) {
	return p.left + float64(i%p.across)*(p.wide+p.between), float64(i/p.across)*p.each() + line*p.deep + 6 + p.high
}

func (p *plots) at(bottom, v float64) float64 {
	return bottom - (max(p.y.low, min(p.y.high, v))-p.y.low)/(p.y.high-p.y.low)*p.high
}

// frame draws the name, the grid and the marks of a plot.
func (p *plots) frame(i int) {
	left, bottom := p.place(i)
	c := p.canvas
	c.lines(left, bottom-p.high-8-line*float64(len(p.names[i])-1), "start", text, p.names[i])
	for _, m := range p.y.marks {
		c.line(left, p.at(bottom, m), left+p.wide, p.at(bottom, m), "stroke:"+grid+";stroke-width:1")
		if i%p.across == 0 {
			c.text(left-5, p.at(bottom, m)+4, "end", muted, label(m, p.y.decimals))
		}
	}
}

func (cs Curves) Draw(width float64) string {
	c := &canvas{width: width}
	var names []string
	for _, s := range cs.Series {
		names = append(names, s.Label)
	}
	p := c.plots(names, span{0, 100})
	c.open(cs.ID, cs.Title, cs.Desc, p.height())
	many := 5
	if p.wide < 200 {
		many = 2
	}
	marks, decimals := ticks(0, cs.High, many)
	for len(marks) > 2 && marks[len(marks)-1] > cs.High {
		marks = marks[:len(marks)-1]
	}
	first, ground := p.place(0)
	c.f("<defs>\n") // each outline once, for all plots
	for i, s := range cs.Series {
		c.f(`<path id="%s-%d" d="%s"/>`+"\n", cs.ID, i, outline(s, func(v float64) float64 { return first + v/cs.High*p.wide }, func(v float64) float64 { return p.at(ground, 100*v) }))
	}
	c.f("</defs>\n")
	for i, s := range cs.Series {
		p.frame(i)
		left, bottom := p.place(i)
		use := func(k int, style, inside string) {
			c.f(`<use href="#%s-%d" x="%s" y="%s" style="fill:none;%s">%s</use>`+"\n", cs.ID, k, num(left-first), num(bottom-ground), style, inside)
		}
		x := func(v float64) float64 { return left + v/cs.High*p.wide }
		y := func(v float64) float64 { return p.at(bottom, 100*v) }
		for _, m := range marks {
			c.line(x(m), bottom, x(m), bottom+4, "stroke:"+muted+";stroke-width:1")
			anchor := "middle"
			if m == 0 {
				anchor = "start"
			} else if x(m) > left+p.wide-12 {
				anchor = "end"
			}
			c.text(x(m), bottom+17, anchor, muted, label(m, decimals))
		}
		for k := range cs.Series {
			if k != i && (k == 0 || !cs.Base) {
				use(k, "stroke:"+muted+";stroke-opacity:.6;stroke-width:1.2", "")
			}
		}
		if b := band(s, x, y); b != "" {
			c.f(`<path d="%s" style="fill:%s;fill-opacity:.2;stroke:none"/>`+"\n", b, series(s.Colour))
		}
		use(i, "stroke:"+series(s.Colour)+";stroke-width:2", "<title>"+esc(s.Label)+"</title>")
		if end := s.at(s.Last); end.Y > 0 && s.Last > 0 {
			c.line(x(s.Last), y(end.Y)-6, x(s.Last), y(end.Y)+6, "stroke:"+series(s.Colour)+";stroke-width:2")
		}
	}
	c.text((p.left+c.width-margin)/2, p.height()-6, "middle", muted, cs.XLabel)
	return c.close()
}

// at is the step that holds at v.
func (s Curve) at(v float64) CurveStep {
	at := CurveStep{0, 1, 1, 1}
	for _, t := range s.Steps {
		if t.X > v {
			break
		}
		at = t
	}
	return at
}

// thin leaves out steps that nobody could tell from the one before: those less than
// half a unit to the right of it.
func (s Curve) thin(x func(float64) float64) (steps []CurveStep) {
	for i, t := range s.Steps {
		if i+1 < len(s.Steps) && x(s.Steps[i+1].X)-x(t.X) < 0.5 && len(steps) > 0 && x(t.X)-x(steps[len(steps)-1].X) < 0.5 {
			continue
		}
		steps = append(steps, t)
	}
	return steps
}

func outline(s Curve, x, y func(float64) float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%s,%s", num(x(0)), num(y(1)))
	for _, t := range s.thin(x) {
		fmt.Fprintf(&b, "H%sV%s", num(x(t.X)), num(y(t.Y)))
	}
	return b.String() + "H" + num(x(s.Last))
}

// band is the path of a curve's band, over the steps that have one; empty if none has.
func band(s Curve, x, y func(float64) float64) string {
	steps := s.thin(x)
	none := func(t CurveStep) bool { return math.IsNaN(t.Low) }
	for len(steps) > 0 && none(steps[0]) {
		steps = steps[1:]
	}
	if end := slices.IndexFunc(steps, none); end >= 0 {
		steps, s.Last = steps[:end], steps[end].X
	}
	if len(steps) == 0 {
		return ""
	}
	path := fmt.Sprintf("M%s,%s", num(x(steps[0].X)), num(y(steps[0].High)))
	for _, t := range steps {
		path += fmt.Sprintf("H%sV%s", num(x(t.X)), num(y(t.High)))
	}
	path += "H" + num(x(s.Last))
	for _, t := range slices.Backward(steps) {
		path += "V" + num(y(t.Low)) + "H" + num(x(t.X))
	}
	return path + "Z"
}

func (cs Curves) Data() [][]string {
	data := [][]string{{"curve", "x", "share", "low", "high"}}
	for _, s := range cs.Series {
		for _, t := range s.Steps {
			data = append(data, []string{s.Label, value(t.X), value(t.Y), value(t.Low), value(t.High)})
		}
	}
	return data
}

// Lines shows one value with its interval per row and column: a small plot for each
// row, its points at the columns, before the other rows in grey.
type Lines struct {
	ID, Title, Desc string
	Unit            string   // below the axis
	Columns         []string // labels, from left to right
	Rows            []LinesRow
}

type LinesRow struct {
	Label  string
	Points []Point
	Colour int
}

// A Point is one value of a line; NaN is none.
type Point struct {
	Value, Low, High float64
	Shown            string // in words, as in the tables
}

func (l Lines) Draw(width float64) string {
	over := nothing
	var names []string
	for _, r := range l.Rows {
		names = append(names, r.Label)
		for _, p := range r.Points {
			over.reach(p.Low, p.High, p.Value)
		}
	}
	if over.low > over.high {
		over = span{0, 100}
	}
	c := &canvas{width: width}
	p := c.plots(names, span{max(0, over.low), min(100, over.high)})
	c.open(l.ID, l.Title, l.Desc, p.height())
	for i, r := range l.Rows {
		p.frame(i)
		left, bottom := p.place(i)
		x := func(k int) float64 {
			if len(l.Columns) == 1 {
				return left + p.wide/2
			}
			return left + 10 + float64(k)*(p.wide-20)/float64(len(l.Columns)-1)
		}
		path := func(r LinesRow) string {
			d, pen := "", "M"
			for k, pt := range r.Points {
				if math.IsNaN(pt.Value) {
					continue
				}
				d, pen = d+fmt.Sprintf("%s%s,%s", pen, num(x(k)), num(p.at(bottom, pt.Value))), "L"
			}
			return d
		}
		for k, name := range l.Columns {
			anchor := "middle"
			switch {
			case len(l.Columns) == 1:
			case k == 0:
				anchor = "start"
			case k == len(l.Columns)-1:
				anchor = "end"
			default:
				continue
			}
			at := map[string]float64{"start": left, "end": left + p.wide, "middle": x(k)}[anchor]
			c.text(at, bottom+17, anchor, muted, name)
		}
		for k, other := range l.Rows {
			if k != i {
				c.f(`<path d="%s" style="fill:none;stroke:%s;stroke-opacity:.6;stroke-width:1.2"/>`+"\n", path(other), muted)
			}
		}
		c.f(`<path d="%s" style="fill:none;stroke:%s;stroke-width:1.8"/>`+"\n", path(r), series(r.Colour))
		for k, pt := range r.Points {
			if math.IsNaN(pt.Value) {
				continue
			}
			c.line(x(k), p.at(bottom, pt.Low), x(k), p.at(bottom, pt.High), "stroke:"+series(r.Colour)+";stroke-width:1.5")
			c.rect(x(k)-3, p.at(bottom, pt.Value)-3, 6, 6, "fill:"+series(r.Colour)+";stroke:"+paper, r.Label+", "+l.Columns[k]+": "+pt.Shown)
		}
	}
	c.text((p.left+c.width-margin)/2, p.height()-6, "middle", muted, l.Unit)
	return c.close()
}

func (l Lines) Data() [][]string {
	data := [][]string{{"line", "at", "value", "low", "high"}}
	for _, r := range l.Rows {
		for k, p := range r.Points {
			data = append(data, []string{r.Label, l.Columns[k], value(p.Value), value(p.Low), value(p.High)})
		}
	}
	return data
}
