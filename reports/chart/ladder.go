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

func (l Ladder) SVG() string {
	over := nothing
	over.reach(l.From.Size, l.To.Size)
	at := l.From.Size
	for _, s := range l.Steps {
		over.reach(at+s.Low, at+s.High, at+s.Size)
		at += s.Size
	}
	a := newAxis(over)
	rows := len(l.Steps) + 2
	bottom := float64(rows)*forestRow + 6
	var c canvas
	c.open(l.ID, l.Title, l.Desc, bottom+36)
	c.below(a, rows)
	post := func(i int, r Rung) {
		mid := c.row(i, r.Label, r.Shown, 40)
		c.rect(a.x(r.Size)-2, mid-8, 4, 16, "fill:"+text, r.Label+": "+r.Shown)
	}
	post(0, l.From)
	at = l.From.Size
	for i, s := range l.Steps {
		mid := c.row(i+1, s.Label, s.Shown, 40)
		// what the step before reached
		c.line(a.x(at), mid-forestRow+8, a.x(at), mid-8, "stroke:"+muted+";stroke-width:1;stroke-dasharray:2 2")
		colour := up
		if s.Size < 0 {
			colour = down
		}
		from, to := a.x(min(at, at+s.Size)), a.x(max(at, at+s.Size))
		c.rect(from, mid-7, max(1, to-from), 14, "fill:"+colour+";fill-opacity:.75", s.Label+": "+s.Shown)
		if !math.IsNaN(s.Low) && !math.IsInf(s.Low, 0) && !math.IsInf(s.High, 0) {
			c.whisker(a, at+s.Low, at+s.High, mid, "stroke:"+text+";stroke-width:1.5")
		}
		at += s.Size
	}
	post(rows-1, l.To)
	c.text(width/2, bottom+30, "middle", muted, ";font-size:11px", l.Unit)
	return c.close()
}
