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

// regions are the regions of a board. Seen from the other side a region is another one, with
// men of the other side, and the two share their terms, which are worth the same to either
// side. Rows are told apart by where their first square is. On boards with an odd number of
// columns the late rows have a square less, and a region turned round has its late rows shifted
// by a square; there both kinds are regions.
type regions struct {
	turn   int // rows on the first word
	base   int // the first square of the others; sets are shifted down by it
	kinds  int
	height int // rows of the board
	lanes  int // regions side by side
	groups int // of laneGroup lanes
	of     [len(windows)][]region
	own    [len(windows)]int // regions with terms of their own
	rows   [2][mostGroups][mostRows]boardRow
}

type boardRow struct {
	from uint // number of the group's first square, less base for the rows after turn
	// spread has laneBits for each region side by side, with the number to base 3 that the men
	// on these squares of the row make there. Squares behind the row do not count.
	spread *[inRow]uint64
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
	mostLanes  = mostRows - windowSquares + 1
	mostGroups = (mostLanes + laneGroup - 1) / laneGroup
	inRow      = 1 << (laneGroup + windowSquares - 1)
)

func newRegions(g board.Grid) *regions {
	wide := max(g.Row(0).Len(), g.Row(1).Len())
	n := &regions{kinds: 1, height: g.Rows, lanes: wide - windowSquares + 1}
	if !g.Every() && g.Columns%2 != 0 {
		n.kinds = 2
	}
	n.groups = (n.lanes + laneGroup - 1) / laneGroup
	if n.turn = g.Rows; g.All().Last() >= 64 {
		n.turn = g.Rows / 2
		n.base = int(g.Row(n.turn).First())
	}
	spreads := map[[3]int]*[inRow]uint64{}
	for kind := range n.kinds {
		for group := range n.groups {
			for i := range g.Rows {
				q, row := g.Row(i), &n.rows[kind][group][i]
				_, col := g.Place(q.First())
				if row.from = uint(q.First()); i >= n.turn {
					row.from -= uint(n.base)
				}
				shape, skipped := [3]int{group, kind & col, q.Len()}, 0
				if group > 0 {
					skipped = group*laneGroup - kind&col
					row.from += uint(skipped)
					shape[1] = 0
				}
				shape[2] -= skipped
				if spreads[shape] == nil {
					spreads[shape] = n.spread(group, shape[1], shape[2])
				}
				row.spread = spreads[shape]
			}
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

// spread makes the table of a row of squares from a group's first on, shifted by a
// square or not.
func (n *regions) spread(group, shifted, squares int) *[inRow]uint64 {
	var spread [inRow]uint64
	for stands := range inRow {
		men := stands & (1<<max(squares, 0) - 1)
		for lane := range min(n.lanes-group*laneGroup, laneGroup) {
			// Its squares are the ones of that number and the next.
			two := men << shifted >> lane
			spread[stands] |= uint64(two&1+two>>1&1*3) << (laneBits * lane)
		}
	}
	return &spread
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
	rows := n.rows[kind&1][group&(mostGroups-1)][:n.height]
	codeRows(codes[:n.turn], rows, first.Lo, second.Lo)
	if n.turn < len(rows) {
		codeRows(codes[n.turn:len(rows)], rows[n.turn:], first.Shift(-n.base).Lo, second.Shift(-n.base).Lo)
	}
}

// codeRows and coded.sum take a quarter of the time of a search with weights: each has few
// enough variables to be kept in registers.
func codeRows(codes []uint64, rows []boardRow, first, second uint64) {
	rows = rows[:len(codes)]
	for i := range codes {
		row := &rows[i]
		codes[i] = row.spread[first>>(row.from&63)%inRow] + 2*row.spread[second>>(row.from&63)%inRow]
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

// worths are the worth of each pattern in regions of the largest window side by side.
type worths [laneGroup << laneBits]pair

// lane returns the worths of a region of those side by side.
func (w *worths) lane(n int) []pair { return w[n<<laneBits:][:1<<laneBits] }

// sum adds up the worth of the patterns of all regions, with a worths for each kind, group and
// band.
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
		found := a + 9*(b+9*(c+9*d))
		a, b, c = b, c, d
		w := &worth[i]
		v += w[found&laneMask] + w[found>>laneBits&laneMask+1<<laneBits] +
			w[found>>(2*laneBits)&laneMask+2<<laneBits] + w[found>>(3*laneBits)&laneMask+3<<laneBits]
	}
	return v
}

// turned returns the pattern of the same men seen from the other side.
func (w window) turned(pattern int) int { return int(turned[w.place][pattern]) }

// turned has the digits of every pattern in reverse, 1 and 2 changed for each other.
var turned = func() (all [len(windows)][]uint16) {
	for i, w := range windows {
		all[i] = make([]uint16, w.patterns)
		for p := range all[i] {
			// Without its lowest digit a pattern has 0 for the highest.
			all[i][p] = uint16((3-p%3)%3*w.patterns/3) + all[i][p/3]/3
		}
	}
	return all
}()
