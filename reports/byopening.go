package reports

import (
	"varlab/sim/stats"
	"varlab/sim/study"
)

// byOpening holds counts of games by opening. Of some hundred thousand openings most have a
// few games, whose counts take two bytes each; a column in which nothing was counted takes
// none.
type byOpening struct {
	n       int
	columns [len(study.Counts{})]tallied
}

// A tallied count is one by opening: the lower 16 bits, and what lies above them.
type tallied struct {
	low  []uint16
	high map[int]int
}

func (o *byOpening) add(opening int, c *study.Counts) {
	for k, n := range c {
		if n == 0 {
			continue
		}
		col := &o.columns[k]
		if col.low == nil {
			col.low = make([]uint16, o.n)
		}
		n += int(col.low[opening])
		col.low[opening] = uint16(n)
		if above := n >> 16; above != 0 {
			if col.high == nil {
				col.high = map[int]int{}
			}
			col.high[opening] += above
		}
	}
}

// at is the count of an opening.
func (o *byOpening) at(opening int, k study.Count) int {
	col := &o.columns[k]
	if col.low == nil {
		return 0
	}
	return int(col.low[opening]) + col.high[opening]<<16
}

// cells are the sums of a ratio by opening; zero where a board has one that the cell of
// the run does not use.
func (o *byOpening) cells(r study.Ratio) []stats.Cell {
	cells := make([]stats.Cell, o.n)
	each := func(counts []study.Count, add func(c *stats.Cell, n int)) {
		for _, k := range counts {
			col := &o.columns[k]
			for i, n := range col.low {
				add(&cells[i], int(n))
			}
			for i, n := range col.high {
				add(&cells[i], n<<16)
			}
		}
	}
	each(r.Of, func(c *stats.Cell, n int) { c.Sum += float64(n) })
	each(r.Halves, func(c *stats.Cell, n int) { c.Sum += float64(n) / 2 })
	each(r.Per, func(c *stats.Cell, n int) { c.N += n })
	return cells
}
