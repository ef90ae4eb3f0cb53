package chart

import (
	"math"
)

type Forest struct {
	ID, Title, Desc string
	Unit            string // below the axis
	Rows            []ForestRow
	// Low and High bound the axis; where both are 0 it is made to fit.
	Low, High float64
	// Reference, if not nil, is a value to which all are compared.
	Reference *float64
	// Open says what the pale band behind an interval means; empty if no row has
	// one.
	Open string
}

// A ForestRow is one value. NaN is shown as no value, or as no interval.
type ForestRow struct {
	Label            string
	Shown            string // the value in words, as in the tables
	Value, Low, High float64
	// From and To bound the pale band; none where they are equal.
	From, To float64
}

func (f Forest) SVG() string {
	over := span{f.Low, f.High}
	if over == (span{}) {
		over = nothing
		for _, r := range f.Rows {
			over.reach(r.Low, r.High, r.Value)
			if r.To > r.From {
				over.reach(r.From, r.To)
			}
		}
		if f.Reference != nil {
			over.reach(*f.Reference)
		}
		if over.low > over.high {
			over = span{0, 1}
		}
	}
	a := newAxis(over)
	bottom := float64(len(f.Rows))*forestRow + 6
	height := bottom + 36
	if f.Open != "" {
		height += 20
	}
	var c canvas
	c.open(f.ID, f.Title, f.Desc, height)
	c.below(a, len(f.Rows))
	if f.Reference != nil {
		c.down(a, len(f.Rows), *f.Reference, "stroke:"+text+";stroke-width:1.2;stroke-dasharray:4 2")
	}
	for i, r := range f.Rows {
		mid := c.row(i, r.Label, r.Shown, 34)
		if math.IsNaN(r.Value) {
			continue
		}
		if r.To > r.From {
			c.rect(a.x(r.From), mid-6, a.x(r.To)-a.x(r.From), 12, "fill:"+muted+";fill-opacity:.22", "")
		}
		if !math.IsNaN(r.Low) && !math.IsNaN(r.High) {
			c.whisker(a, r.Low, r.High, mid, "stroke:"+series(0)+";stroke-width:2")
		}
		c.rect(a.x(r.Value)-4, mid-4, 8, 8, "fill:"+series(0)+";stroke:"+paper+";stroke-width:1", r.Label+": "+r.Shown)
	}
	c.text(width/2, bottom+30, "middle", muted, ";font-size:11px", f.Unit)
	if f.Open != "" {
		y := bottom + 44
		c.rect(margin+12, y-9, 18, 10, "fill:"+muted+";fill-opacity:.22", "")
		c.text(margin+36, y, "start", muted, ";font-size:11px", f.Open)
	}
	return c.close()
}

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
