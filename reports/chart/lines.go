package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

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
