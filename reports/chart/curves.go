package chart

import (
	"fmt"
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
