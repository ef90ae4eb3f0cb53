package player

import "varlab/rules/board"

// A window is two squares of each of some rows, one above the other: on boards with an
// even number of columns four columns wide. There are regions of this form wherever the
// board has room, so that they overlap. A pattern is how men stand in one: a number to
// base 3 with a digit for each square, the lowest for the region's first square by row and
// column: 1 a man of the side that counts, 2 one of the other side. Kings are not seen.
type window struct {
	rows     int
	patterns int // 3 to the power of its squares
	place    int // its number among windows
}

var windows = [...]window{{rows: 3, patterns: 729, place: 0}, {rows: 4, patterns: 6561, place: 1}}

// largest is the window that holds the others; the evaluation looks up its patterns alone.
var largest = windows[len(windows)-1]

const windowSquares = 2 // of each row

// regions are the regions of a board. Seen from the other side of the board a region
// is another, with men of the other side, and the two share their terms: what is good
// for one side is as good for the other.
//
// Rows are told apart by where their first square is. On boards with an odd number of
// columns the late rows have a square less, and a region turned round has its late rows
// shifted by a square; there both kinds are regions.
type regions struct {
	wide   bool // there are squares from 64 on
	kinds  int
	height int // rows of the board
	lanes  int // regions side by side
	groups int // of laneGroup lanes
	of     [len(windows)][]region
	own    [len(windows)]int // regions with terms of their own
	rows   [2]([mostRows]boardRow)
}

type boardRow struct {
	from uint // number of its first square
	mask uint64
	// spread has, by group, laneBits for each region side by side, with the number to
	// base 3 that men on these squares of the row are there.
	spread *[mostGroups][inRow]uint64
}

type region struct {
	terms int  // number of its terms, by regions with terms of their own
	first bool // it has terms of its own
	round bool // it is seen from the other side as one before it, or as itself
}

const (
	laneBits   = 13 // room for a pattern of the largest window
	laneMask   = 1<<laneBits - 1
	laneGroup  = 64 / laneBits
	mostRows   = board.MaxSide
	mostLanes  = mostRows/2 - windowSquares + 1
	mostGroups = (mostLanes + laneGroup - 1) / laneGroup
	inRow      = 1 << (mostRows / 2)
)

func newRegions(g board.Grid) *regions {
	half := g.Half()
	n := &regions{kinds: 1 + g.Columns%2, height: g.Rows, lanes: half - windowSquares + 1}
	n.groups = (n.lanes + laneGroup - 1) / laneGroup
	spreads := new([2][mostGroups][inRow]uint64) // the second for rows shifted by a square
	for shifted := range spreads {
		for men := range inRow {
			for lane := range n.lanes {
				// Its squares are the ones of that number and the next.
				two := men << shifted >> lane
				spreads[shifted][lane/laneGroup][men] |= uint64(two&1+two>>1&1*3) << (laneBits * (lane % laneGroup))
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
	for w, x := range windows {
		all := make([]region, n.kinds*n.bands(x)*n.lanes)
		for i := range all {
			kind, band, lane := n.where(x, i)
			round := ((n.kinds-1-kind)*n.bands(x)+n.bands(x)-1-band)*n.lanes + n.lanes - 1 - lane
			if round < i {
				all[i] = region{terms: all[round].terms, round: true}
				continue
			}
			all[i] = region{terms: n.own[w], first: true, round: round == i}
			n.own[w]++
		}
		n.of[w] = all
	}
	return n
}

// bands returns how many regions of a window are one above the other.
func (n *regions) bands(w window) int { return n.height - w.rows + 1 }

// where returns the kind, band and lane of the region of that number.
func (n *regions) where(w window, i int) (kind, band, lane int) {
	return i / n.lanes / n.bands(w), i / n.lanes % n.bands(w), i % n.lanes
}

// A coded board has what the men of each row are, for regions of a kind: laneBits for each
// region of a group side by side, as spread has them.
type coded [1 << 4]uint64

func (n *regions) code(codes *coded, first, second board.Set, kind, group int) {
	low, high := first.Words()
	low2, high2 := second.Words()
	rows := n.rows[kind&1][:n.height]
	if !n.wide {
		for i := range rows {
			row := &rows[i]
			spread := &row.spread[group&(mostGroups-1)]
			codes[i&15] = spread[low>>(row.from&63)&row.mask%inRow] + 2*spread[low2>>(row.from&63)&row.mask%inRow]
		}
		return
	}
	for i := range rows {
		row := &rows[i]
		spread := &row.spread[group&(mostGroups-1)]
		codes[i&15] = spread[word(low, high, row.from)&row.mask%inRow] + 2*spread[word(low2, high2, row.from)&row.mask%inRow]
	}
}

// each calls found with the patterns of all regions of every window, by the region's
// number; 1 stands for men in first.
func (n *regions) each(first, second board.Set, found func(w window, region, pattern int)) {
	var codes coded
	for kind := range n.kinds {
		for group := range n.groups {
			n.code(&codes, first, second, kind, group)
			for _, w := range windows {
				for band := range n.bands(w) {
					sum := uint64(0)
					for row := w.rows - 1; row >= 0; row-- {
						sum = 9*sum + codes[band+row]
					}
					from := group * laneGroup
					for lane := from; lane < min(n.lanes, from+laneGroup); lane++ {
						found(w, (kind*n.bands(w)+band)*n.lanes+lane, int(sum>>(laneBits*(lane-from))&laneMask))
					}
				}
			}
		}
	}
}

// worths are what each pattern is worth in regions of the largest window side by side.
type worths [laneGroup][1 << laneBits]pair

// sum adds up what the patterns of all regions are worth, with a worths for each kind,
// group and band.
func (n *regions) sum(first, second board.Set, worth []worths) pair {
	var v pair
	var codes coded
	bands := n.bands(largest)
	for kind := range n.kinds {
		for group := range n.groups {
			n.code(&codes, first, second, kind, group)
			v += codes.sum(worth[(kind*n.groups+group)*bands:][:bands])
		}
	}
	return v
}

func (codes *coded) sum(worth []worths) (v pair) {
	a, b, c := codes[0], codes[1], codes[2]
	for i := range worth {
		d := codes[(i+3)&15]
		found := a + 9*b + 81*c + 729*d
		a, b, c = b, c, d
		w := &worth[i]
		v += w[0][found&laneMask] + w[1][found>>laneBits&laneMask] + w[2][found>>(2*laneBits)&laneMask] + w[3][found>>(3*laneBits)&laneMask]
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
func (w window) turned(pattern int) int { return int(turned[w.place][pattern]) }

// turned has the digits of every pattern in reverse, 1 and 2 changed for each other.
var turned = func() (all [len(windows)][]uint16) {
	for i, w := range windows {
		all[i] = make([]uint16, w.patterns)
		for p := range all[i] {
			// Without its lowest digit a pattern is one of which the highest is 0.
			all[i][p] = uint16((3-p%3)%3*w.patterns/3) + all[i][p/3]/3
		}
	}
	return all
}()
