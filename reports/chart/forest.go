package chart

import (
	"math"
	"slices"
)

// Fills of bands: around a value, and behind all rows.
const (
	pale   = "fill:" + muted + ";fill-opacity:.24"
	behind = "fill:" + down + ";fill-opacity:.12"
)

// A Forest is values with their intervals, one a row.
type Forest struct {
	Head
	Unit string // below the axis
	Rows []ForestRow
	// Reference is a value to which all are compared.
	Reference float64
	// Band is drawn behind all rows, and BandMeans says what it is; none where that is
	// empty, or a bound is no number.
	Band      [2]float64
	BandMeans string
	Open      string // what the pale band behind an interval means
	Faint     string // what rows with an empty mark are
}

// A ForestRow is one value. NaN is shown as no value, or as no interval.
type ForestRow struct {
	Label            string
	Shown            string // the value in words, as in the tables
	Value, Low, High float64
	// From and To bound the pale band; none where they are equal.
	From, To float64
	Faint    bool
	Colour   int
}

func (f Forest) Draw(width float64) string {
	over, open, faint := span{f.Reference, f.Reference}, false, false
	var names, shown []string
	for _, r := range f.Rows {
		names, shown = append(names, r.Label), append(shown, r.Shown)
		over.reach(r.Low, r.High, r.Value)
		faint = faint || r.Faint
		if r.To > r.From {
			open = true
			over.reach(r.From, r.To)
		}
	}
	wide := f.Band[1] - f.Band[0]
	banded := f.BandMeans != "" && !math.IsNaN(wide) && !math.IsInf(wide, 0)
	if banded {
		over.reach(f.Band[:]...)
	}
	c := &canvas{width: width}
	rows := c.rows(over, names, shown)
	patch := func(style string) func(x, y float64) {
		return func(x, y float64) { c.rect(x, y-5, 28, 10, style, "") }
	}
	type key struct {
		wanted bool
		words  string
		draw   func(x, y float64)
	}
	keys := slices.DeleteFunc([]key{{open, f.Open, patch(pale)}, {banded, f.BandMeans, patch(behind)}, {faint, f.Faint, func(x, y float64) {
		c.line(x, y, x+28, y, "stroke:"+muted+";stroke-width:2")
		c.mark(x+14, y, muted, true, "")
	}}}, func(k key) bool { return !k.wanted })
	c.open(f.Head, rows.height(18*float64(len(keys))))
	if banded {
		from, to := rows.x(f.Band[0]), rows.x(f.Band[1])
		c.rect(from, 2, to-from, rows.bottom, behind, "")
	}
	rows.write(f.Unit)
	rows.down(f.Reference, "stroke:"+text+";stroke-width:1.2;stroke-dasharray:4 2")
	for i, r := range f.Rows {
		if math.IsNaN(r.Value) {
			continue
		}
		mid := rows.middle(i)
		if r.To > r.From {
			c.rect(rows.x(r.From), mid-6, rows.x(r.To)-rows.x(r.From), 12, pale, "")
		}
		ink := series(r.Colour)
		if r.Faint {
			ink = muted
		}
		c.group(r.Label)
		if !math.IsNaN(r.Low) && !math.IsNaN(r.High) {
			rows.whisker(r.Low, r.High, mid, "stroke:"+ink+";stroke-width:2")
		}
		c.mark(rows.x(r.Value), mid, ink, r.Faint, r.Label+": "+r.Shown)
		c.ungroup()
	}
	for i, k := range keys {
		c.key(rows.bottom+53+18*float64(i), k.words, k.draw)
	}
	return c.close()
}

// mark is the square of an estimate: full, or empty.
func (c *canvas) mark(x, y float64, ink string, empty bool, tip string) {
	style := "fill:" + ink + ";stroke:" + paper + ";stroke-width:1"
	if empty {
		style = "fill:" + paper + ";stroke:" + ink + ";stroke-width:1.6"
	}
	c.rect(x-4, y-4, 8, 8, style, tip)
}

func (f Forest) Data() [][]string {
	data := [][]string{{"row", "value", "low", "high", "from", "to"}}
	for _, r := range f.Rows {
		row := []string{r.Label, value(r.Value), value(r.Low), value(r.High), "", ""}
		if r.To > r.From {
			row[4], row[5] = value(r.From), value(r.To)
		}
		data = append(data, row)
	}
	return data
}
