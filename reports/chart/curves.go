package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

type Curves struct {
	ID, Title, Desc string
	XLabel, YLabel  string
	// High is the end of the x axis, which begins at 0.
	High   float64
	Series []Curve
}

type Curve struct {
	Label  string
	Number int         // on the curve and in the legend
	Steps  []CurveStep // ascending
	// Last is where the curve stops. Where it stops above 0 a bar across it says
	// that what was left was cut off there.
	Last float64
}

// A CurveStep says that from X on the share is Y, with the band from Low to High.
type CurveStep struct {
	X, Y, Low, High float64
}

var dashes = [...]string{"", "7 3", "2 2", "9 3 2 3", "5 2 1 2 1 2", "12 4", "1 3", "4 4"}

func (cs Curves) SVG() string {
	left, right, top, bottom := 38.0, width-12, 10.0, 230.0
	marks, decimals := ticks(0, cs.High, 6)
	for len(marks) > 2 && marks[len(marks)-1] > cs.High {
		marks = marks[:len(marks)-1]
	}
	x := func(v float64) float64 { return left + v/cs.High*(right-left) }
	y := func(v float64) float64 { return bottom - v*(bottom-top) }
	var c canvas
	c.open(cs.ID, cs.Title, cs.Desc, bottom+48+18*float64(len(cs.Series)))
	for _, m := range marks {
		c.line(x(m), top, x(m), bottom, "stroke:"+grid+";stroke-width:1")
		c.text(x(m), bottom+14, "middle", muted, ";font-size:11px", label(m, decimals))
	}
	for _, m := range []float64{0, 0.25, 0.5, 0.75, 1} {
		style := "stroke:" + grid + ";stroke-width:1"
		if m == 0.5 {
			style = "stroke:" + muted + ";stroke-width:1;stroke-dasharray:4 3"
		}
		c.line(left, y(m), right, y(m), style)
		c.text(left-5, y(m)+4, "end", muted, ";font-size:11px", fmt.Sprintf("%.0f %%", 100*m))
	}
	c.text((left+right)/2, bottom+30, "middle", muted, ";font-size:11px", cs.XLabel)
	for i, s := range cs.Series {
		c.f(`<path d="%s" style="fill:%s;fill-opacity:.14;stroke:none"/>`+"\n", band(s, x, y), series(i))
	}
	for i, s := range cs.Series {
		c.f(`<path d="%s" style="fill:none;stroke:%s;stroke-width:1.8%s"><title>%s</title></path>`+"\n",
			outline(s, x, y, func(t CurveStep) float64 { return t.Y }), series(i), dash(i), esc(s.Label))
		if end := s.at(s.Last); end.Y > 0 && s.Last > 0 {
			c.line(x(s.Last), y(end.Y)-6, x(s.Last), y(end.Y)+6, "stroke:"+series(i)+";stroke-width:2")
		}
	}
	for i, s := range cs.Series {
		// Numbers stand where curves are likely to lie apart, each at another height.
		height := 0.86 - 0.72*float64(i)/float64(max(1, len(cs.Series)-1))
		at := s.fallsTo(height)
		c.badge(x(at), y(s.at(at).Y), i, s.Number)
	}
	for i, s := range cs.Series {
		ly := bottom + 50 + 18*float64(i)
		c.line(margin, ly-4, margin+34, ly-4, "stroke:"+series(i)+";stroke-width:1.8"+dash(i))
		c.badge(margin+17, ly-4, i, s.Number)
		c.text(margin+42, ly, "start", text, "", shorten(s.Label, 52))
	}
	return c.close()
}

func dash(i int) string {
	if d := dashes[i%len(dashes)]; d != "" {
		return ";stroke-dasharray:" + d
	}
	return ""
}

func (c *canvas) badge(x, y float64, i, number int) {
	c.f(`<circle cx="%s" cy="%s" r="6.5" style="fill:%s;stroke:%s;stroke-width:1.2"/>`+"\n", num(x), num(y), paper, series(i))
	c.text(x, y+3.4, "middle", text, ";font-size:9.5px;font-weight:600", fmt.Sprint(number))
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

// fallsTo is where the curve is first no higher than y, or where it stops.
func (s Curve) fallsTo(y float64) float64 {
	for _, t := range s.Steps {
		if t.Y <= y {
			return t.X
		}
	}
	return s.Last
}

func outline(s Curve, x, y func(float64) float64, of func(CurveStep) float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%s,%s", num(x(0)), num(y(1)))
	for _, t := range s.Steps {
		fmt.Fprintf(&b, "H%sV%s", num(x(t.X)), num(y(of(t))))
	}
	return b.String() + "H" + num(x(s.Last))
}

func band(s Curve, x, y func(float64) float64) string {
	back := ""
	for _, t := range slices.Backward(s.Steps) {
		back += "V" + num(y(t.Low)) + "H" + num(x(t.X))
	}
	return outline(s, x, y, func(t CurveStep) float64 { return t.High }) + back + "V" + num(y(1)) + "Z"
}

// Lines shows one value with its interval per row and column: a line for each
// row, its points at the columns. The axis is per cent.
type Lines struct {
	ID, Title, Desc string
	Unit            string   // below the axis
	Columns         []string // labels, from left to right
	Rows            []LinesRow
}

type LinesRow struct {
	Label  string
	Number int // as it is called elsewhere
	Points []Point
}

// A Point is one value of a line; NaN is none.
type Point struct {
	Value, Low, High float64
	Shown            string // in words, as in the tables
}

func (l Lines) SVG() string {
	const top, high = 10.0, 210.0
	over := nothing
	for _, r := range l.Rows {
		for _, p := range r.Points {
			over.reach(p.Low, p.High, p.Value)
		}
	}
	if over.low > over.high {
		over = span{0, 100}
	}
	marks, decimals := ticks(max(0, over.low), min(100, over.high), 5)
	low, most := marks[0], marks[len(marks)-1]
	left, right := margin+34, width-margin-26
	step := 0.0
	if n := len(l.Columns); n > 1 {
		step = (right - left - 40) / float64(n-1)
	}
	y := func(v float64) float64 { return top + (most-max(low, min(most, v)))/(most-low)*high }
	legend := top + high + 48
	var c canvas
	c.open(l.ID, l.Title, l.Desc, legend+float64(len(l.Rows))*18)
	for _, m := range marks {
		c.line(left, y(m), right, y(m), "stroke:"+grid+";stroke-width:1")
		c.text(left-6, y(m)+4, "end", muted, ";font-size:11px", label(m, decimals))
	}
	x := func(column, row int) float64 {
		// rows beside each other, so that intervals do not hide one another
		return left + 20 + float64(column)*step + (float64(row)-float64(len(l.Rows)-1)/2)*5
	}
	for i, name := range l.Columns {
		c.text(left+20+float64(i)*step, top+high+16, "middle", muted, ";font-size:10px", shorten(name, 60/max(1, len(l.Columns))))
	}
	var ends []end
	for i, r := range l.Rows {
		dash := []string{"", "6 3", "2 2", "8 2 2 2", "1 3"}[i%5]
		style := "stroke:" + series(i) + ";stroke-width:1.5;stroke-dasharray:" + dash
		lastX, lastY := math.NaN(), 0.0
		for k, p := range r.Points {
			if math.IsNaN(p.Value) {
				continue
			}
			at := x(k, i)
			if !math.IsNaN(lastX) {
				c.line(lastX, lastY, at, y(p.Value), style)
			}
			c.line(at, y(p.Low), at, y(p.High), "stroke:"+series(i)+";stroke-width:1.5")
			c.rect(at-3, y(p.Value)-3, 6, 6, "fill:"+series(i)+";stroke:"+paper, r.Label+", "+l.Columns[k]+": "+p.Shown)
			lastX, lastY = at, y(p.Value)
		}
		if !math.IsNaN(lastX) {
			ends = append(ends, end{lastY, fmt.Sprint(r.Number)})
		}
		at := legend + float64(i)*18
		c.line(margin+8, at-4, margin+36, at-4, style)
		c.text(margin+44, at, "start", text, ";font-size:11px", fmt.Sprint(r.Number, " ", r.Label))
	}
	for _, e := range spread(ends, 11, top+high) {
		c.text(x(len(l.Columns)-1, len(l.Rows)-1)+7, e.y+4, "start", text, ";font-size:11px"+halo, e.label)
	}
	c.text(width/2, top+high+32, "middle", muted, ";font-size:11px", l.Unit)
	return c.close()
}

type end struct {
	y     float64
	label string
}

// spread moves ends apart where they are nearer than gap, keeping their order, and
// above the lowest place.
func spread(ends []end, gap, lowest float64) []end {
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	for i := 1; i < len(ends); i++ {
		ends[i].y = max(ends[i].y, ends[i-1].y+gap)
	}
	for i := len(ends) - 1; i >= 0 && ends[i].y > lowest; i-- {
		ends[i].y, lowest = lowest, lowest-gap
	}
	return ends
}
