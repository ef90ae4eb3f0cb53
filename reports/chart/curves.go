package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Curves fall, all in one plot, each with its band and its name at its end.
type Curves struct {
	Head
	XLabel string
	// High is the end of the x axis. It begins at 0, or where Low is above 0 there, and is
	// then logarithmic.
	Low, High float64
	Series    []Curve
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

// A plot holds several lines, each named at the right, where it ends.
type plot struct {
	canvas      *canvas
	y           axis // its left is the bottom
	left, right float64
	top         float64
	names       [][]string
	dashes      []string // of lines that share a colour
}

const plotFoot = 40.0

func (c *canvas) plot(names []string, colours []int, over span) *plot {
	room := min(room(names), choose(c.wide(), 200, 0.36*c.width))
	p := &plot{canvas: c, left: margin + 30, right: c.width - margin - room - 26, top: 28}
	lines, used := 0, map[int]int{}
	for i, name := range names {
		p.names = append(p.names, wrap(name, room, 0))
		lines += len(p.names[i])
		p.dashes = append(p.dashes, [...]string{"", ";stroke-dasharray:7 3", ";stroke-dasharray:2 3"}[used[colours[i]]%3])
		used[colours[i]]++
	}
	p.y = over.axis(p.top+max(choose(c.wide(), 250.0, 220), line*float64(lines)), p.top)
	return p
}

func choose(yes bool, this, other float64) float64 {
	if yes {
		return this
	}
	return other
}

func (p *plot) height() float64 { return p.y.left + plotFoot }

// named names the axis that runs upwards, by a title up to its unit.
func (c *canvas) named(title string) {
	if y, _, ok := strings.Cut(title, ", per cent"); ok {
		c.text(margin, 14, "start", muted, y+", %")
	}
}

func (p *plot) frame(title, unit string) {
	p.canvas.named(title)
	p.canvas.levels(p.y, p.left, p.right)
	p.canvas.text((p.left+p.right)/2, p.height()-6, "middle", muted, unit)
}

// name writes the names of lines that end at these heights, none over another.
func (p *plot) name(whole []string, colours []int, ends []float64) {
	order := make([]int, len(ends))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ends[a], ends[b]) })
	at, low := make([]float64, len(ends)), p.top
	for _, i := range order {
		tall := line * float64(len(p.names[i]))
		at[i] = max(ends[i]-tall/2, low)
		low = at[i] + tall
	}
	high := p.y.left + 6
	for _, i := range slices.Backward(order) {
		at[i] = min(at[i], high-line*float64(len(p.names[i])))
		high = at[i]
	}
	for i, name := range p.names {
		p.canvas.group(whole[i])
		p.canvas.line(p.right, ends[i], p.right+14, at[i]+line/2, "stroke:"+series(colours[i])+";stroke-width:1.5"+p.dashes[i])
		p.canvas.f(`<circle cx="%s" cy="%s" r="4" style="fill:%s"/>`+"\n", num(p.right+16), num(at[i]+line/2), series(colours[i]))
		p.canvas.lines(p.right+24, at[i]+line/2+4, "start", text, name)
		p.canvas.ungroup()
	}
}

func (cs Curves) Draw(width float64) string {
	c := &canvas{width: width}
	var names []string
	var colours []int
	for _, s := range cs.Series {
		names, colours = append(names, s.Label), append(colours, s.Colour)
	}
	p := c.plot(names, colours, span{0, 100})
	c.open(cs.Head, p.height())
	p.frame(cs.Title, cs.XLabel)
	x := func(v float64) float64 { return cs.across(v, p.left, p.right) }
	y := func(v float64) float64 { return p.y.x(100 * v) }
	marks, decimals := cs.marks()
	for _, m := range marks {
		c.line(x(m), p.y.left, x(m), p.y.left+4, "stroke:"+muted+";stroke-width:1")
		c.text(x(m), p.y.left+17, "middle", muted, label(m, decimals))
	}
	ends := make([]float64, len(cs.Series))
	for i, s := range cs.Series {
		c.group(s.Label)
		c.curve(s, x, y, ` class="band"`, p.dashes[i])
		ends[i] = y(s.at(s.Last).Y)
		for _, m := range marks {
			if m <= s.Last {
				at := s.at(m)
				tip := fmt.Sprintf("%s, %s %s: %s %%", s.Label, label(m, decimals), cs.XLabel, label(100*at.Y, 1))
				if !math.IsNaN(at.Low) && at.Low < at.High {
					tip += fmt.Sprintf(" (%s to %s)", label(100*at.Low, 1), label(100*at.High, 1))
				}
				c.point(x(m), y(at.Y), tip)
			}
		}
		c.ungroup()
	}
	p.name(names, colours, ends)
	return c.close()
}

// Print draws each of several curves that have bands in a panel of its own, before the others in
// grey.
func (cs Curves) Print(width float64) string {
	banded := func(t CurveStep) bool { return t.Low < t.High }
	if len(cs.Series) < 2 || !slices.ContainsFunc(cs.Series, func(s Curve) bool { return slices.ContainsFunc(s.Steps, banded) }) {
		return cs.Draw(width)
	}
	c := &canvas{width: width}
	columns, deep := int(choose(c.wide(), 3, 2)), 1
	each := (width - 2*margin) / float64(columns)
	for _, s := range cs.Series {
		deep = max(deep, len(wrap(s.Label, each-12, 0)))
	}
	tall := line*float64(deep) + 150
	height := 20 + tall*math.Ceil(float64(len(cs.Series))/float64(columns)) + 18
	c.open(cs.Head, height)
	c.named(cs.Title)
	c.text(width/2, height-6, "middle", muted, cs.XLabel)
	marks, decimals := cs.marks()
	for i, s := range cs.Series {
		left, top := margin+each*float64(i%columns), 20+tall*float64(i/columns)
		c.lines(left, top+line, "start", text, wrap(s.Label, each-12, 0))
		left, right := left+28, left+each-16
		axis := span{0, 100}.axis(top+tall-28, top+tall-138)
		x := func(v float64) float64 { return cs.across(v, left, right) }
		y := func(v float64) float64 { return axis.x(100 * v) }
		c.levels(axis, left, right)
		for _, m := range marks {
			c.text(x(m), axis.left+16, "middle", muted, label(m, decimals))
		}
		for _, other := range cs.Series {
			c.path([]byte(outline(other, x, y)), "stroke:"+grid+";stroke-width:1.2")
		}
		c.curve(s, x, y, "", "")
	}
	return c.close()
}

// curve draws a curve with its band, and a bar where what was left was cut off.
func (c *canvas) curve(s Curve, x, y func(float64) float64, class, dashes string) {
	ink := series(s.Colour)
	if b := band(s, x, y); b != "" {
		c.f(`<path%s d="%s" style="fill:%s;fill-opacity:.12;stroke:none"/>`+"\n", class, b, ink)
	}
	c.path([]byte(outline(s, x, y)), "stroke:"+ink+";stroke-width:2"+dashes)
	if end := s.at(s.Last); end.Y > 0 && s.Last > 0 {
		c.line(x(s.Last), y(end.Y)-6, x(s.Last), y(end.Y)+6, "stroke:"+ink+";stroke-width:2")
	}
}

// across is where a value stands on the x axis.
func (cs Curves) across(v, left, right float64) float64 {
	share := v / cs.High
	if cs.Low > 0 {
		share = max(0, math.Log(max(v, cs.Low)/cs.Low)/math.Log(cs.High/cs.Low))
	}
	return left + share*(right-left)
}

// marks are those of the x axis: on a logarithmic one 1, 2 and 5 of each power of ten.
func (cs Curves) marks() (marks []float64, decimals int) {
	if cs.Low <= 0 {
		marks, decimals = ticks(0, cs.High, 5)
		for len(marks) > 2 && marks[len(marks)-1] > cs.High {
			marks = marks[:len(marks)-1]
		}
		return marks, decimals
	}
	for power := 1.0; power <= cs.High; power *= 10 {
		for _, m := range []float64{1, 2, 5} {
			if m*power >= cs.Low && m*power <= cs.High {
				marks = append(marks, m*power)
			}
		}
	}
	return marks, 0
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

// Lines shows one value with its interval per row and column: a line for each row, its
// points at the columns, all in one plot.
type Lines struct {
	Head
	Unit    string   // below the axis
	Columns []string // labels, from left to right
	Rows    []LinesRow
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
	over := span{math.Inf(1), math.Inf(-1)}
	var names []string
	var colours []int
	for _, r := range l.Rows {
		names, colours = append(names, r.Label), append(colours, r.Colour)
		for _, p := range r.Points {
			over.reach(p.Low, p.High, p.Value)
		}
	}
	if over.low > over.high {
		over = span{0, 100}
	}
	c := &canvas{width: width}
	p := c.plot(names, colours, span{max(0, over.low), min(100, over.high)})
	step := (p.right - p.left - 40) / float64(max(1, len(l.Columns)-1))
	// Of many columns some are named, of few all, in several lines.
	longest, deep := 0.0, 1
	for _, name := range l.Columns {
		longest = max(longest, glyph*float64(len([]rune(name))+1))
		deep = max(deep, len(wrap(name, step, 0)))
	}
	each := 1
	if len(l.Columns) > 3 {
		each, deep = int(math.Ceil(longest/step)), 1
	}
	below := line * float64(deep-1)
	c.open(l.Head, p.height()+below)
	p.frame(l.Title, "")
	c.text((p.left+p.right)/2, p.height()+below-6, "middle", muted, l.Unit)
	x := func(k int) float64 {
		if len(l.Columns) == 1 {
			return (p.left + p.right) / 2
		}
		return p.left + 20 + float64(k)*step
	}
	// Lines stand beside each other, so that no interval hides another.
	at := func(i, k int) float64 { return x(k) + 3*(float64(i)-float64(len(l.Rows)-1)/2) }
	for k, name := range l.Columns {
		if k%each == 0 {
			lines := wrap(name, choose(deep > 1, step, longest), 0)
			half := glyph * float64(len([]rune(lines[0]))) / 2
			c.lines(min(max(x(k), margin+half), c.width-margin-half), p.y.left+17, "middle", muted, lines)
		}
	}
	ends := make([]float64, len(l.Rows))
	for i, r := range l.Rows {
		ink := series(r.Colour)
		c.group(r.Label)
		var d []byte
		pen := 'M'
		for k, pt := range r.Points {
			if !math.IsNaN(pt.Value) {
				d, pen = fmt.Appendf(d, "%c%s,%s", pen, num(at(i, k)), num(p.y.x(pt.Value))), 'L'
				ends[i] = p.y.x(pt.Value)
			}
		}
		d = fmt.Appendf(d, "H%s", num(p.right))
		c.path(d, "stroke:"+ink+";stroke-width:1.8"+p.dashes[i])
		for k, pt := range r.Points {
			if math.IsNaN(pt.Value) {
				continue
			}
			c.line(at(i, k), p.y.x(pt.Low), at(i, k), p.y.x(pt.High), "stroke:"+ink+";stroke-width:1.5")
			c.rect(at(i, k)-3, p.y.x(pt.Value)-3, 6, 6, "fill:"+ink+";stroke:"+paper, r.Label+", "+l.Columns[k]+": "+pt.Shown)
		}
		c.ungroup()
	}
	p.name(names, colours, ends)
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
