package chart

import (
	"fmt"
	"math"
)

type Bars struct {
	ID, Title, Desc string
	Parts           []Part
	Rows            []BarsRow
}

type Part struct {
	Label           string
	Colour, Pattern int
}

type BarsRow struct {
	Label  string
	Shown  string // at the right of the label
	Shares []float64
	Tips   []string
}

// Patterns is the number of patterns; number 0 is solid.
const Patterns = 7

const barsRow = 46.0

func (b Bars) Draw(width float64) string {
	left, right := margin, width-margin
	legend := (len(b.Parts) + 1) / 2
	var names [][]string
	bottom := 4.0
	for _, r := range b.Rows {
		names = append(names, wrap(r.Label, right-left, float64(len([]rune(r.Shown))+2)*glyph))
		bottom += barsRow + line*float64(len(names[len(names)-1])-1)
	}
	c := &canvas{width: width}
	c.open(b.ID, b.Title, b.Desc, bottom+24+float64(legend)*18)
	c.f("<defs>\n")
	for i, p := range b.Parts {
		c.pattern(b.fill(i), series(p.Colour), p.Pattern)
	}
	c.f("</defs>\n")
	y := 0.0
	for i, r := range b.Rows {
		c.lines(left, y+15, "start", text, names[i])
		c.text(right, y+15, "end", muted, r.Shown)
		y += line * float64(len(names[i])-1)
		at := left
		type number struct {
			x     float64
			label string
		}
		var numbers []number
		for k, share := range r.Shares {
			w := share * (right - left)
			if w <= 0 {
				continue
			}
			c.rect(at, y+20, w, 20, fmt.Sprintf("fill:url(#%s);stroke:%s;stroke-width:.8", b.fill(k), paper), r.Tips[k])
			if share >= 0.065 {
				numbers = append(numbers, number{at + w/2, fmt.Sprintf("%.0f", math.Round(100*share))})
			}
			at += w
		}
		for _, n := range numbers {
			c.f(`<text x="%s" y="%s" text-anchor="middle" style="pointer-events:none;%s">%s</text>`+"\n", num(n.x), num(y+34), halo, n.label)
		}
		y += barsRow
	}
	for _, t := range []float64{0, 0.25, 0.5, 0.75, 1} {
		anchor := "middle"
		switch t {
		case 0:
			anchor = "start"
		case 1:
			anchor = "end"
		}
		c.text(left+t*(right-left), bottom+10, anchor, muted, fmt.Sprintf("%.0f %%", 100*t))
	}
	for i, p := range b.Parts {
		x := left + float64(i/legend)*(right-left)/2
		y := bottom + 30 + float64(i%legend)*18
		c.rect(x, y-10, 18, 12, fmt.Sprintf("fill:url(#%s);stroke:%s;stroke-width:.8", b.fill(i), muted), "")
		c.text(x+24, y, "start", text, p.Label)
	}
	return c.close()
}

func (b Bars) fill(i int) string { return fmt.Sprintf("%s-part%d", b.ID, i) }

// pattern defines a fill: lines and dots of the paper's colour over the part's.
func (c *canvas) pattern(id, colour string, kind int) {
	over := "stroke:" + paper + ";stroke-width:1.6;fill:none"
	marks := [Patterns]string{
		"",
		`<path d="M-2,2 L2,-2 M0,8 L8,0 M6,10 L10,6" style="` + over + `"/>`,
		`<circle cx="2" cy="2" r="1.3" style="fill:` + paper + `"/><circle cx="6" cy="6" r="1.3" style="fill:` + paper + `"/>`,
		`<path d="M0,4 H8" style="` + over + `"/>`,
		`<path d="M4,0 V8" style="` + over + `"/>`,
		`<path d="M0,0 L8,8 M0,8 L8,0" style="` + over + `"/>`,
		`<path d="M-2,6 L2,10 M0,0 L8,8 M6,-2 L10,2" style="` + over + `"/>`,
	}[kind%Patterns]
	c.f(`<pattern id="%s" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" style="fill:%s"/>%s</pattern>`+"\n", id, colour, marks)
}

func (b Bars) Data() [][]string {
	data := [][]string{{"row", "part", "share"}}
	for _, r := range b.Rows {
		for k, share := range r.Shares {
			data = append(data, []string{r.Label + ", " + r.Shown, b.Parts[k].Label, value(share)})
		}
	}
	return data
}
