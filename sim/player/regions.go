package player

import "varlab/rules"

// A region is so many rows by so many squares of each: on boards with an even number
// of columns four columns wide. Regions overlap: there is one wherever it has room.
const (
	regionRows    = 3
	regionSquares = 2
	// patterns is in how many ways men can stand in a region. A pattern is a number
	// to base 3 with a digit for each square, the lowest for the region's first square
	// by row and column: 1 a man of the side that counts, 2 one of the other side.
	// Kings are not seen.
	patterns = 729
)

// regions are the regions of a board. Seen from the other side of the board a region
// is another, with men of the other side, and the two share their terms: what is good
// for one side is as good for the other.
//
// Rows are told apart by where their first square is. On boards with an odd number of
// columns the late rows have a square less, and a region turned round has its late rows
// shifted by a square; there both kinds are regions.
type regions struct {
	rows  []boardRow
	kinds int
	lanes int // regions side by side
	all   []region
	own   int // regions with terms of their own
	// table spreads the men of a row: twelve bits for each region side by side,
	// with the number to base 3 that the row is there. The second is for rows
	// shifted by a square.
	table [2][1 << mostInRow]uint64
}

type boardRow struct {
	from uint // number of its first square
	mask uint64
	late bool
}

type region struct {
	terms int  // number of its terms, by regions with terms of their own
	first bool // it has terms of its own
	round bool // it is seen from the other side as one before it, or as itself
}

const (
	laneBits  = 12
	mostRows  = 12
	mostInRow = 6
)

func newRegions(g rules.Grid) *regions {
	half := (g.Columns + 1) / 2
	n := &regions{kinds: 1 + g.Columns%2, lanes: half - regionSquares + 1}
	for row := range g.Rows {
		q := g.Row(row)
		_, col := g.Place(q.First())
		n.rows = append(n.rows, boardRow{uint(q.First()), 1<<q.Len() - 1, col == 1})
	}
	for shifted := range n.table {
		for men := range n.table[shifted] {
			for lane := range n.lanes {
				// Its squares are the ones of that number and the next.
				two := men << shifted >> lane
				n.table[shifted][men] |= uint64(two&1+two>>1&1*3) << (laneBits * lane)
			}
		}
	}
	bands := g.Rows - regionRows + 1
	n.all = make([]region, max(0, n.kinds*bands*n.lanes))
	for i := range n.all {
		kind, band, lane := i/n.lanes/bands, i/n.lanes%bands, i%n.lanes
		round := ((n.kinds-1-kind)*bands+bands-1-band)*n.lanes + n.lanes - 1 - lane
		if round < i {
			n.all[i] = region{terms: n.all[round].terms, round: true}
			continue
		}
		n.all[i] = region{terms: n.own, first: true, round: round == i}
		n.own++
	}
	return n
}

// seen puts into found the patterns of all regions, those side by side in one number
// with laneBits for each; 1 stands for men in first. It returns how many numbers.
func (n *regions) seen(first, second rules.Set, found *[2 * mostRows]uint64) int {
	var codes [mostRows]uint64
	low, high := first.Words()
	low2, high2 := second.Words()
	count := 0
	for kind := range n.kinds {
		for i := range n.rows {
			row := &n.rows[i]
			t := &n.table[0]
			if kind == 1 && row.late {
				t = &n.table[1]
			}
			codes[i] = t[word(low, high, row.from)&row.mask] + 2*t[word(low2, high2, row.from)&row.mask]
		}
		for i := regionRows; i <= len(n.rows); i++ {
			found[count] = codes[i-3] + 9*codes[i-2] + 81*codes[i-1]
			count++
		}
	}
	return count
}

// word returns the bits from some bit on.
func word(low, high uint64, from uint) uint64 {
	if from >= 64 {
		return high >> (from & 63)
	}
	return low>>(from&63) | high<<1<<(63-from&63)
}

// turned returns the pattern of the same men seen from the other side.
func turned(pattern int) int {
	out := 0
	for range regionRows * regionSquares {
		digit := pattern % 3
		if digit != 0 {
			digit = 3 - digit
		}
		out = 3*out + digit
		pattern /= 3
	}
	return out
}
