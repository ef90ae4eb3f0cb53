package chart

import "math"

// A Forest shows one value with its interval per row, on a common axis.
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

const forestRow = 40.0

// SVG draws the chart.
func (f Forest) SVG() string {
	low, high := f.Low, f.High
	if low == 0 && high == 0 {
		low, high = math.Inf(1), math.Inf(-1)
		for _, r := range f.Rows {
			for _, x := range []float64{r.Low, r.High, r.Value} {
				if !math.IsNaN(x) && !math.IsInf(x, 0) {
					low, high = min(low, x), max(high, x)
				}
			}
			if r.To > r.From {
				low, high = min(low, r.From), max(high, r.To)
			}
		}
		if f.Reference != nil {
			low, high = min(low, *f.Reference), max(high, *f.Reference)
		}
		if low > high {
			low, high = 0, 1
		}
	}
	marks, decimals := ticks(low, high, 5)
	low, high = marks[0], marks[len(marks)-1]
	left, right := margin+12, width-margin-12
	x := func(v float64) float64 {
		v = max(low, min(high, v))
		return left + (v-low)/(high-low)*(right-left)
	}
	bottom := float64(len(f.Rows))*forestRow + 6
	height := bottom + 36
	if f.Open != "" {
		height += 20
	}
	var c canvas
	c.open(f.ID, f.Title, f.Desc, height)
	// No line crosses the words of a row.
	down := func(v float64, style string) {
		for i := range f.Rows {
			c.line(x(v), float64(i)*forestRow+20, x(v), float64(i)*forestRow+36, style)
		}
		c.line(x(v), bottom-4, x(v), bottom, style)
	}
	for _, m := range marks {
		down(m, "stroke:"+grid+";stroke-width:1")
		c.text(x(m), bottom+14, "middle", muted, ";font-size:11px", label(m, decimals))
	}
	if f.Reference != nil {
		down(*f.Reference, "stroke:"+text+";stroke-width:1.2;stroke-dasharray:4 2")
	}
	for i, r := range f.Rows {
		y := float64(i) * forestRow
		c.text(margin, y+15, "start", text, "", shorten(r.Label, 34))
		c.text(width-margin, y+15, "end", text, ";font-variant-numeric:tabular-nums", r.Shown)
		mid := y + 28
		if math.IsNaN(r.Value) {
			continue
		}
		if r.To > r.From {
			c.rect(x(r.From), mid-6, x(r.To)-x(r.From), 12, "fill:"+muted+";fill-opacity:.22", "")
		}
		style := "stroke:" + series(0) + ";stroke-width:2"
		if !math.IsNaN(r.Low) && !math.IsNaN(r.High) {
			c.line(x(r.Low), mid, x(r.High), mid, style)
			for _, end := range []float64{r.Low, r.High} {
				c.line(x(end), mid-4, x(end), mid+4, style)
			}
		}
		c.rect(x(r.Value)-4, mid-4, 8, 8, "fill:"+series(0)+";stroke:"+paper+";stroke-width:1", r.Label+": "+r.Shown)
	}
	c.text(width/2, bottom+30, "middle", muted, ";font-size:11px", f.Unit)
	if f.Open != "" {
		y := bottom + 44
		c.rect(margin+12, y-9, 18, 10, "fill:"+muted+";fill-opacity:.22", "")
		c.text(margin+36, y, "start", muted, ";font-size:11px", f.Open)
	}
	return c.close()
}
