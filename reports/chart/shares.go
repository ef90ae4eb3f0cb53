package chart

import "math"

// Shares are several shares of each of some things, each in a column of its own, so
// that all of a column stand on one baseline. All columns have one scale. They are grey, the
// first one darker: colours are those of rows.
type Shares struct {
	Head
	Columns []string
	Rows    []SharesRow
}

type SharesRow struct {
	Label  string
	Colour int // of the dot before the label
	Cells  []Share
}

// A Share is of 1; Low and High bound it, and are NaN where nothing is known.
type Share struct {
	Value, Low, High float64
	Shown            string
}

func (s Shares) Draw(width float64) string {
	c := &canvas{width: width}
	const number = 40.0 // for the value in words
	left, top := margin, 2*line+6
	const dot = 14.0
	label := c.width - 2*margin - dot
	if c.wide() {
		names := make([]string, len(s.Rows))
		for i, r := range s.Rows {
			names[i] = r.Label
		}
		label = room(names)
		left = margin + dot + label + 16
	}
	// Columns are as wide as their longest bar needs; a name wants some room.
	longest, sum := make([]float64, len(s.Columns)), 0.0
	for k := range s.Columns {
		over := span{0, 0.1}
		for _, r := range s.Rows {
			over.reach(r.Cells[k].Value, r.Cells[k].High)
		}
		longest[k] = over.high
		sum += over.high
	}
	scale := (c.width - margin - left - number*float64(len(s.Columns))) / max(sum, 0.1)
	starts := make([]float64, len(s.Columns))
	at := left
	for k := range s.Columns {
		starts[k] = at
		at += longest[k]*scale + number
	}
	type placed struct {
		top   float64
		label []string
	}
	var rows []placed
	y := top
	for _, r := range s.Rows {
		p := placed{y, wrap(r.Label, label, 0)}
		rows = append(rows, p)
		if c.wide() {
			y += max(24, line*float64(len(p.label))+6)
		} else {
			y += line*float64(len(p.label)) + 24
		}
	}
	c.open(s.Head, y+6)
	for k, column := range s.Columns {
		room := longest[k]*scale + number - 4
		heads := wrap(column, room, 0)
		c.lines(starts[k], top-10-line*float64(len(heads)-1), "start", muted, heads)
		base := stroke(nil, starts[k], top-4, starts[k], y)
		if !c.wide() { // names stand across it
			base = nil
			for _, p := range rows {
				from := p.top + line*float64(len(p.label))
				base = stroke(base, starts[k], from+1, starts[k], from+21)
			}
		}
		c.path(base, "stroke:"+muted+";stroke-width:1")
	}
	for i, r := range s.Rows {
		p, mid := rows[i], rows[i].top+11
		first := mid
		if !c.wide() {
			mid += line * float64(len(p.label))
			first = p.top + 8
		}
		c.group(r.Label)
		c.f(`<circle cx="%s" cy="%s" r="4.5" style="fill:%s"/>`+"\n", num(margin+5), num(first), series(r.Colour))
		c.lines(margin+dot, first+4, "start", text, p.label)
		for k, x := range r.Cells {
			if math.IsNaN(x.Value) {
				continue
			}
			end := starts[k] + x.Value*scale
			c.rect(starts[k], mid-7, x.Value*scale, 14, "fill:"+text+";fill-opacity:"+num(choose(k == 0, 0.75, 0.5)), r.Label+", "+s.Columns[k]+": "+x.Shown)
			if x.High > x.Low {
				low, high := starts[k]+x.Low*scale, starts[k]+x.High*scale
				c.whisker(low, high, mid, 3, "stroke:"+text+";stroke-width:1.2")
				end = max(end, high)
			}
			c.text(end+4, mid+4, "start", text, x.Shown)
		}
		c.ungroup()
	}
	return c.close()
}

func (s Shares) Data() [][]string {
	head := []string{"row"}
	for _, c := range s.Columns {
		head = append(head, c, c+", low", c+", high")
	}
	data := [][]string{head}
	for _, r := range s.Rows {
		row := []string{r.Label}
		for _, x := range r.Cells {
			row = append(row, value(x.Value), value(x.Low), value(x.High))
		}
		data = append(data, row)
	}
	return data
}
