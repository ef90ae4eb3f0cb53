package chart

import (
	"math"
	"slices"
)

// A Specifications is a specification curve (Simonsohn, Simmons and Nelson 2020): one
// difference, asked in many ways, in the order of its size, and below the choices that each
// way makes.
type Specifications struct {
	Head
	Unit    string // beside the axis
	Choices []string
	Columns []Specification // ascending
	Faint   string          // what columns with an empty mark are
}

// A Specification is one way of asking. Made says which of the choices it makes.
type Specification struct {
	Label            string
	Value, Low, High float64
	Made             []bool
	Faint            bool
}

func (s Specifications) Draw(width float64) string {
	const high, row = 170.0, 16.0
	c := &canvas{width: width}
	over, faint := span{0, 0}, false
	left := margin + 36.0
	for _, x := range s.Columns {
		over.reach(x.Value, x.Low, x.High)
		faint = faint || x.Faint
	}
	for _, name := range s.Choices {
		left = max(left, margin+8+glyph*float64(len([]rune(name))))
	}
	y := over.axis(24+high, 24)
	step := (width - margin - left) / float64(max(1, len(s.Columns)))
	x := func(i int) float64 { return left + (float64(i)+0.5)*step }
	below := 24 + high + 18
	height := below + row*float64(len(s.Choices))
	if faint {
		height += 24
	}
	c.open(s.Head, height)
	c.text(margin, 14, "start", muted, s.Unit)
	c.levels(y, left, width-margin)
	c.line(left, y.x(0), width-margin, y.x(0), "stroke:"+text+";stroke-width:1.2;stroke-dasharray:4 2")
	for k, name := range s.Choices {
		at := below + row*(float64(k)+0.5)
		c.text(margin, at+4, "start", text, name)
		c.line(left, at, width-margin, at, "stroke:"+grid+";stroke-width:1")
	}
	mark := min(8, 0.8*step)
	for i, col := range s.Columns {
		ink := series(0)
		if col.Faint {
			ink = muted
		}
		if !math.IsNaN(col.Low) && !math.IsNaN(col.High) {
			c.line(x(i), y.x(col.Low), x(i), y.x(col.High), "stroke:"+ink+";stroke-width:2")
		}
		style := "fill:" + ink
		if col.Faint {
			style = "fill:" + paper + ";stroke:" + ink + ";stroke-width:1.6"
		}
		c.rect(x(i)-mark/2, y.x(col.Value)-mark/2, mark, mark, style, col.Label)
		for k, made := range col.Made {
			if made {
				c.rect(x(i)-mark/2, below+row*(float64(k)+0.5)-mark/2, mark, mark, "fill:"+ink, "")
			}
		}
	}
	if faint {
		c.key(height-6, s.Faint, func(x, y float64) { c.mark(x+14, y, muted, true, "") })
	}
	return c.close()
}

func (s Specifications) Data() [][]string {
	data := [][]string{slices.Concat([]string{"specification", "value", "low", "high"}, s.Choices)}
	for _, col := range s.Columns {
		row := []string{col.Label, value(col.Value), value(col.Low), value(col.High)}
		for _, made := range col.Made {
			row = append(row, map[bool]string{true: "1", false: "0"}[made])
		}
		data = append(data, row)
	}
	return data
}
