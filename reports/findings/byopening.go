package findings

import (
	"varlab/sim/stats"
	"varlab/sim/study"
)

// byOpening holds counts of games by opening; a column in which nothing was counted takes no
// room.
type byOpening struct {
	N       int
	Columns [len(study.Counts{})][]int
}

func (o *byOpening) add(opening int, c *study.Counts) {
	for k, n := range c {
		if n == 0 {
			continue
		}
		if o.Columns[k] == nil {
			o.Columns[k] = make([]int, o.N)
		}
		o.Columns[k][opening] += n
	}
}

// cells returns the sums of a ratio by opening; zero for an opening of the board that the
// cell of the run does not use.
func (o *byOpening) cells(r study.Ratio) []stats.Cell {
	cells := make([]stats.Cell, o.N)
	each := func(counts []study.Count, add func(c *stats.Cell, n int)) {
		for _, k := range counts {
			for i, n := range o.Columns[k] {
				add(&cells[i], n)
			}
		}
	}
	each(r.Of, func(c *stats.Cell, n int) { c.Sum += float64(n) })
	each(r.Halves, func(c *stats.Cell, n int) { c.Sum += float64(n) / 2 })
	each(r.Per, func(c *stats.Cell, n int) { c.N += n })
	return cells
}
