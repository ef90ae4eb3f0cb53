package chart

import (
	"math"
	"slices"
	"strings"
)

// A Timeline is bars of years in lanes, each bar with its name. What lies before its first year
// stands at its edge.
type Timeline struct {
	Head
	From, To float64
	Lanes    []Lane
}

// A Lane is bars under a title, in as many rows as they need.
type Lane struct {
	Title string
	Bars  []Bar
}

// A Bar goes from its first year to the end of its last. A thin line leads to it from Since, which
// is From where there is none.
type Bar struct {
	Label, Said     string // Said is its name at length, with its years
	Link            string
	Since, From, To float64
	Faint           bool // the years are not known
	StandsOut       bool
}

const (
	barRow  = 19.0
	barHigh = 7.0
)

func (l Timeline) Draw(width float64) string {
	c := &canvas{width: width}
	left := choose(c.wide(), 112.0, margin)
	years := axis{span: span{l.From, l.To}, left: left, right: width - margin}
	top := margin + 2*line
	for _, lane := range l.Lanes {
		at := top
		if !c.wide() {
			at += line
		}
		c.line(margin, top, width-margin, top, "stroke:"+grid+";stroke-width:1")
		c.text(margin, top+14, "start", muted, lane.Title)
		var used [][]span // of each row
		for _, b := range lane.Bars {
			from := years.x(b.From)
			to := max(years.x(b.To), from+barHigh)
			long := glyph*float64(len([]rune(b.Label))) + 6
			taken := span{years.x(b.Since) - 4, to + 4}
			after := b.Since == b.From && to+long <= width-margin
			if after {
				taken.high += long
			} else {
				taken.low = min(taken.low, from-long-4)
			}
			row := slices.IndexFunc(used, func(row []span) bool {
				return !slices.ContainsFunc(row, func(s span) bool { return s.low < taken.high && taken.low < s.high })
			})
			if row < 0 {
				row, used = len(used), append(used, nil)
			}
			used[row] = append(used[row], taken)
			c.bar(b, span{from, to}, span{years.x(b.Since), from - long}, at+barRow*float64(row)+barRow/2, after)
		}
		top = at + barRow*float64(len(used)) + 4
	}
	lanes := c.b.String()
	c.b.Reset()
	c.open(l.Head, top+margin)
	for year := math.Ceil(l.From/50) * 50; year < l.To; year += choose(c.wide(), 50.0, 100) {
		x := years.x(year)
		c.line(x, margin+20, x, top, "stroke:"+grid+";stroke-width:1")
		c.text(max(x, margin+8), margin+14, "middle", muted, num(year))
	}
	c.b.WriteString(lanes)
	// What it holds are links.
	return strings.Replace(c.close(), `role="img"`, `role="group"`, 1)
}

// bar draws b over a stretch of the axis, with its middle at y, and its label after or before it:
// then what leads to it ends before the label.
func (c *canvas) bar(b Bar, over, leads span, y float64, after bool) {
	ink, style := muted, ""
	if b.StandsOut {
		ink = series(1)
	}
	if b.Faint {
		style = ";fill-opacity:.4"
	}
	c.f(`<a href="%s" aria-label="%s">`+"\n", esc(b.Link), esc(b.Said))
	if leads.low < leads.high {
		c.line(leads.low, y, leads.high, y, "stroke:"+ink+";stroke-width:1.5;stroke-dasharray:2 2")
	}
	c.rect(over.low, y-barHigh/2, over.high-over.low, barHigh, "fill:"+ink+style, "")
	if after {
		c.text(over.high+5, y+4, "start", text, b.Label)
	} else {
		c.text(over.low-5, y+4, "end", text, b.Label)
	}
	c.f("</a>\n")
}
