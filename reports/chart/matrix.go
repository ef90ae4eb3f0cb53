package chart

import (
	"fmt"
	"math"
)

type Matrix struct {
	ID, Title, Desc string
	Labels          []string // of rows and columns; shown as numbers, listed below
	Cells           [][]MatrixCell
	Note            string // what the values are
}

type MatrixCell struct {
	Shown string // the value in words, such as +3.4; ~ where none is shown
	Range string // its interval
	Tip   string
	Value float64
	Clear bool // whether a difference is shown: the cell gets a colour
}

const MatrixMost = 16

// MatrixRanges is the greatest number of rows whose intervals can be read; where
// there are more, cells leave them out.
const MatrixRanges = 5

func (m Matrix) SVG() string {
	n := len(m.Labels)
	left, top := margin+22, 24.0
	size := (width - margin - left) / float64(max(1, n))
	rowHeight := min(size, 46)
	bottom := top + rowHeight*float64(n)
	largest := 0.0
	for _, row := range m.Cells {
		for _, cell := range row {
			if cell.Clear && !math.IsNaN(cell.Value) && !math.IsInf(cell.Value, 0) {
				largest = max(largest, math.Abs(cell.Value))
			}
		}
	}
	var c canvas
	c.open(m.ID, m.Title, m.Desc, bottom+30+18*float64(n))
	for i := range m.Labels {
		c.text(left+size*(float64(i)+0.5), top-8, "middle", muted, ";font-weight:600", fmt.Sprint(i+1))
		c.text(left-9, top+rowHeight*(float64(i)+0.5)+4, "end", muted, ";font-weight:600", fmt.Sprint(i+1))
	}
	for i, row := range m.Cells {
		for k, cell := range row {
			x, y := left+size*float64(k), top+rowHeight*float64(i)
			style := "fill:none"
			if cell.Clear && largest > 0 {
				colour := up
				if cell.Value < 0 {
					colour = down
				}
				style = fmt.Sprintf("fill:%s;fill-opacity:%s", colour, num(0.12+0.4*min(1, math.Abs(cell.Value)/largest)))
			}
			c.rect(x, y, size, rowHeight, style+";stroke:"+grid+";stroke-width:1", cell.Tip)
			if cell.Shown == "" {
				if i == k {
					c.line(x, y, x+size, y+rowHeight, "stroke:"+grid+";stroke-width:1")
				}
				continue
			}
			ink := muted
			if cell.Clear {
				ink = text
			}
			mid := y + rowHeight/2 + 4
			if cell.Range != "" && n <= MatrixRanges {
				c.text(x+size/2, mid+8, "middle", ink, ";font-size:9px;pointer-events:none", cell.Range)
				mid -= 5
			}
			c.text(x+size/2, mid, "middle", text, fmt.Sprintf(";pointer-events:none;font-weight:600;font-size:%spx", num(min(12, size*0.3))), cell.Shown)
		}
	}
	c.text(left, bottom+16, "start", muted, ";font-size:11px", m.Note)
	for i, l := range m.Labels {
		y := bottom + 34 + 18*float64(i)
		c.text(margin+14, y, "end", muted, ";font-weight:600", fmt.Sprint(i+1))
		c.text(margin+22, y, "start", text, "", shorten(l, 56))
	}
	return c.close()
}
