package chart

import "math"

// A Ladder shows how parts add up from one value to another: each part is a bar
// from where the one before it ended, with the interval of its own size.
type Ladder struct {
	ID, Title, Desc string
	Unit            string // below the axis
	From, To        Rung   // where it begins and ends; Size is the value
	Steps           []Rung
}

// A Rung is one step of a ladder. Low and High bound Size; NaN draws none.
type Rung struct {
	Label           string
	Shown           string // the size in words, as in the tables
	Size, Low, High float64
}

// SVG draws the chart. Steps that rise and steps that fall differ in colour and in
// the sign of their words.
func (l Ladder) SVG() string {
	low, high := min(l.From.Size, l.To.Size), max(l.From.Size, l.To.Size)
	reach := func(x float64) {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			low, high = min(low, x), max(high, x)
		}
	}
	at := l.From.Size
	for _, s := range l.Steps {
		reach(at + s.Low)
		reach(at + s.High)
		at += s.Size
		reach(at)
	}
	marks, decimals := ticks(low, high, 5)
	low, high = marks[0], marks[len(marks)-1]
	left, right := margin+12, width-margin-12
	x := func(v float64) float64 {
		v = max(low, min(high, v))
		return left + (v-low)/(high-low)*(right-left)
	}
	rows := len(l.Steps) + 2
	bottom := float64(rows)*forestRow + 6
	var c canvas
	c.open(l.ID, l.Title, l.Desc, bottom+36)
	for _, m := range marks {
		for i := range rows {
			c.line(x(m), float64(i)*forestRow+20, x(m), float64(i)*forestRow+36, "stroke:"+grid+";stroke-width:1")
		}
		c.line(x(m), bottom-4, x(m), bottom, "stroke:"+grid+";stroke-width:1")
		c.text(x(m), bottom+14, "middle", muted, ";font-size:11px", label(m, decimals))
	}
	words := func(i int, r Rung) float64 {
		y := float64(i) * forestRow
		c.text(margin, y+15, "start", text, "", shorten(r.Label, 40))
		c.text(width-margin, y+15, "end", text, ";font-variant-numeric:tabular-nums", r.Shown)
		return y + 28
	}
	post := func(i int, r Rung) {
		mid := words(i, r)
		c.rect(x(r.Size)-2, mid-8, 4, 16, "fill:"+text, r.Label+": "+r.Shown)
	}
	post(0, l.From)
	at = l.From.Size
	for i, s := range l.Steps {
		mid := words(i+1, s)
		// what the step before reached
		c.line(x(at), mid-forestRow+8, x(at), mid-8, "stroke:"+muted+";stroke-width:1;stroke-dasharray:2 2")
		colour := up
		if s.Size < 0 {
			colour = down
		}
		from, to := x(min(at, at+s.Size)), x(max(at, at+s.Size))
		c.rect(from, mid-7, max(1, to-from), 14, "fill:"+colour+";fill-opacity:.75", s.Label+": "+s.Shown)
		if !math.IsNaN(s.Low) && !math.IsInf(s.Low, 0) && !math.IsInf(s.High, 0) {
			style := "stroke:" + text + ";stroke-width:1.5"
			c.line(x(at+s.Low), mid, x(at+s.High), mid, style)
			for _, end := range []float64{at + s.Low, at + s.High} {
				c.line(x(end), mid-4, x(end), mid+4, style)
			}
		}
		at += s.Size
	}
	post(rows-1, l.To)
	c.text(width/2, bottom+30, "middle", muted, ";font-size:11px", l.Unit)
	return c.close()
}
