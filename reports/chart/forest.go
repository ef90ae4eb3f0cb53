package chart

import "math"

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
