package player

import "varlab/rules/board"

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
	wide  bool // there are squares from 64 on
	kinds int
	bands int // regions one above the other
	lanes int // regions side by side
	all   []region
	own   int // regions with terms of their own
	// rows by kind; those that the board does not have are empty.
	rows [2][mostRows]boardRow
}

type boardRow struct {
	from uint // number of its first square
	mask uint64
	// spread has laneBits for each region side by side, with the number to base 3
	// that men on these squares of the row are there.
	spread *[inRow]uint64
}

type region struct {
	terms int  // number of its terms, by regions with terms of their own
	first bool // it has terms of its own
	round bool // it is seen from the other side as one before it, or as itself
}

const (
	laneBits  = 10
	mostRows  = board.MaxSide
	mostLanes = mostRows/2 - regionSquares + 1
	inRow     = 1 << (mostRows / 2)
)

func newRegions(g board.Grid) *regions {
	half := g.Half()
	n := &regions{kinds: 1 + g.Columns%2, bands: g.Rows - regionRows + 1, lanes: half - regionSquares + 1}
	spreads := new([2][inRow]uint64) // the second for rows shifted by a square
	for shifted := range spreads {
		for men := range spreads[shifted] {
			for lane := range n.lanes {
				// Its squares are the ones of that number and the next.
				two := men << shifted >> lane
				spreads[shifted][men] |= uint64(two&1+two>>1&1*3) << (laneBits * lane)
			}
		}
	}
	for kind := range n.rows {
		for i := range n.rows[kind] {
			row := &n.rows[kind][i]
			row.spread = &spreads[0]
			if i >= g.Rows {
				continue
			}
			q := g.Row(i)
			_, col := g.Place(q.First())
			row.from, row.mask = uint(q.First()), 1<<q.Len()-1
			row.spread = &spreads[kind&col]
			n.wide = n.wide || q.Last() >= 64
		}
	}
	bands := n.bands
	n.all = make([]region, n.kinds*bands*n.lanes)
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

// code returns what the men of each row are, for regions of a kind: laneBits for each
// region side by side, as spread has them.
func (n *regions) code(first, second board.Set, kind int) (codes [mostRows]uint64) {
	low, high := first.Words()
	low2, high2 := second.Words()
	rows := n.rows[kind&1][:n.bands+regionRows-1]
	if n.wide {
		for i := range rows {
			row := &rows[i]
			codes[i] = row.spread[word(low, high, row.from)&row.mask%inRow] + 2*row.spread[word(low2, high2, row.from)&row.mask%inRow]
		}
		return codes
	}
	for i := range rows {
		row := &rows[i]
		codes[i] = row.spread[low>>(row.from&63)&row.mask%inRow] + 2*row.spread[low2>>(row.from&63)&row.mask%inRow]
	}
	return codes
}

// seen returns the patterns of all regions, those side by side in one number with
// laneBits for each; 1 stands for men in first.
func (n *regions) seen(first, second board.Set) []uint64 {
	var found []uint64
	for kind := range n.kinds {
		codes := n.code(first, second, kind)
		for i := range n.bands {
			found = append(found, codes[i]+9*codes[i+1]+81*codes[i+2])
		}
	}
	return found
}

// worths are what each pattern is worth in regions side by side, with room to spare.
type worths [mostLanes][1 << 10]int16

// sum adds up what the patterns of all regions are worth.
func (n *regions) sum(first, second board.Set, worth []worths) int {
	v := 0
	for kind := range n.kinds {
		codes := n.code(first, second, kind)
		a, b := codes[0], codes[1]
		for i, c := range codes[2 : 2+n.bands] {
			found := a + 9*b + 81*c
			a, b = b, c
			w := &worth[kind*n.bands+i]
			v += int(w[0][found&1023]) + int(w[1][found>>laneBits&1023]) + int(w[2][found>>(2*laneBits)&1023]) +
				int(w[3][found>>(3*laneBits)&1023]) + int(w[4][found>>(4*laneBits)&1023])
			if n.lanes > 5 {
				v += int(w[5][found>>(5*laneBits)&1023])
			}
		}
	}
	return v
}

func word(low, high uint64, from uint) uint64 {
	if from >= 64 {
		return high >> (from & 63)
	}
	return low>>from | high<<1<<(63-from)
}

// turned returns the pattern of the same men seen from the other side.
func turned(pattern int) int {
	out := 0
	for range regionRows * regionSquares {
		out = 3*out + (3-pattern%3)%3
		pattern /= 3
	}
	return out
}
