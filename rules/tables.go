package rules

import (
	"varlab/rules/board"
	"varlab/rules/profile"
)

// The directions. Each has its opposite at d^2; the first four are diagonals,
// the others run along columns and rows.
const (
	northEast = iota
	northWest
	southWest
	southEast
	north
	west
	south
	east
	directions
)

var steps = [directions]struct{ up, right int }{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}}

// rising tells the directions in which squares ascend.
var rising = [directions]bool{northEast: true, northWest: true, north: true, east: true}

const bitsOfBoard = 128

// tables are what Compile derives from a profile: the geometry, and each rule as
// the flag or list that the generator reads.
type tables struct {
	// Dark squares are numbered below 64, with room for a step over either edge.
	narrow  bool
	squares board.Set
	last    [2]board.Set // by side: where its men become kings
	line    board.Set    // the main diagonals
	fan     [2]fan       // by side: from where men may jump

	half       int             // the most squares of a row
	difference [directions]int // between a square and its neighbour, within the board

	manSteps  [2][]int // by side: the directions in which a man moves
	manJumps  [2][]int // and jumps
	kingSteps []int    // the directions in which a king moves
	kingJump  []int
	longest   bool   // among captures of men alone, one that goes on comes before one that does not
	twice     [2]int // a capture of fewer pieces, by men and by kings, has one route

	rows                  bool // captures are made along rows and columns
	straight, sparesKings bool // men: capture along one line; do not capture kings
	flying, file          bool
	kingStraight, bound   bool // kings: capture along one line; may not go on in each direction
	repeatLimit           uint8

	atOnce  bool
	ranking ranking

	huff, compel   bool
	must, allGo    bool // who notices has to claim; a huff removes all pieces at fault
	byPiece, slips bool // captures of one piece are compared; the wrong square is a false move
	covers         [profile.Stopped + 1]bool
	beforeHuff     bool
	samePiece      bool // a compel names the piece that moved

	inPassing, spare bool
	endsMove         bool   // a man's capture ends on the last row
	usual            bool   // a hunt finds the due captures
	alike            bool   // men take kings as they take men
	short            bool   // turns without claim or omission may be short: see step
	stock            [2]int // men that a side has in all, a king counting two

	fewest   int    // the fewest pieces with which a side plays on
	drawn    Result // the result that a drawn game has in scores
	kingWins bool   // nobody plays on once there is a king

	// Last, so that the fields above lie close together.
	leave     [directions]board.Set // the squares from which a line leads on
	leap      [directions]board.Set // and from which it leads on for two steps
	next      [directions][bitsOfBoard]board.Square
	ray       [directions][bitsOfBoard]board.Set
	hops      [64][north]uint64         // on one word, by square: how far a king sees along each diagonal
	near      [2][bitsOfBoard]board.Set // by side: what a man may jump
	manMoves  [2][bitsOfBoard]board.Set // by side: where a man may move
	kingMoves [bitsOfBoard]board.Set    // the squares next to a king, along the lines on which it moves
}

// A fan holds the squares from which men jump: upwards and downwards wherever two steps lead,
// along columns and rows where two steps stay on the board.
type fan struct {
	up, down board.Set
	along    [directions - north]board.Set
}

func (r *Rules) derive() tables {
	p, g := &r.profile, r.grid
	t := tables{squares: g.All()}
	t.last = [2]board.Set{p.PromotionSquares(board.First), p.PromotionSquares(board.Second)}
	for d, step := range steps {
		for q := range t.next[d] {
			t.next[d][q] = board.NoSquare
		}
		for q := range t.squares.All() {
			to := g.Next(q, step.up, step.right)
			if to == board.NoSquare {
				continue
			}
			t.next[d][q], t.difference[d] = to, int(to)-int(q)
			t.leave[d] = t.leave[d].With(q)
			for ; to != board.NoSquare; to = g.Next(to, step.up, step.right) {
				t.ray[d][q] = t.ray[d][q].With(to)
			}
		}
	}
	for _, corner := range [][2]int{{0, 0}, {0, g.Columns - 1}, {g.Rows - 1, 0}, {g.Rows - 1, g.Columns - 1}} {
		q, ok := g.Square(corner[0], corner[1])
		if !ok {
			continue
		}
		for d := range north {
			if line := t.ray[d][q]; !line.Empty() { // no line leads from some corners of an even board of points
				t.line = t.line.With(q).Or(line)
			}
		}
	}

	h := g.Half()
	t.half = h
	t.narrow = !g.Every() && p.Man.Moves == profile.StepsDiagonally && p.King.Moves != profile.WalksStraight && int(t.squares.Last())+h+1 < 64

	lines := []int{northEast, northWest, southWest, southEast, north, west, south, east}
	t.kingSteps = [][]int{nil, profile.WalksDiagonally: lines[:north], profile.WalksAll: lines, profile.WalksStraight: lines[north:]}[p.King.Moves]
	t.kingJump = [][]int{profile.Diagonal: lines[:north], profile.AllDirections: lines, profile.StraightLines: lines[north:]}[p.Capture.Directions]
	walk := lines
	switch p.Man.Moves {
	case profile.StepsDiagonally:
		walk = lines[:north]
	case profile.StepsStraight:
		walk = lines[north:]
	}
	t.manSteps = facing(walk, p.Man.Moves != profile.StepsDiagonally, p.Man.Moves == profile.StepsAnywhere)
	t.manJumps = facing(t.kingJump, p.Man.Capture != profile.CapturesForward, p.Man.Capture == profile.CapturesAll)
	for q := range t.squares.All() {
		for _, d := range t.kingSteps {
			if to := t.next[d][q]; to != board.NoSquare {
				t.kingMoves[q] = t.kingMoves[q].With(to)
			}
		}
		for side := range t.manMoves {
			for _, d := range t.manSteps[side] {
				if to := t.next[d][q]; to != board.NoSquare {
					t.manMoves[side][q] = t.manMoves[side][q].With(to)
				}
			}
		}
	}
	t.rows = p.Capture.Directions != profile.Diagonal
	for d := range t.leap {
		for q := range t.leave[d].All() {
			if t.leave[d].Has(t.next[d][q]) {
				t.leap[d] = t.leap[d].With(q)
			}
		}
	}
	for side := range t.near {
		for _, d := range t.manJumps[side] {
			switch {
			case d <= northWest:
				t.fan[side].up = t.squares
			case d < north:
				t.fan[side].down = t.squares
			default:
				t.fan[side].along[d-north] = t.leap[d]
			}
			for q := range t.leap[d].All() {
				t.near[side][q] = t.near[side][q].With(t.next[d][q])
			}
		}
	}
	t.straight, t.kingStraight = p.Man.Chain == profile.Straight, p.King.Chain == profile.Straight
	t.bound = t.kingStraight || p.Capture.Reversal == profile.NeverReverses
	t.sparesKings = !p.Man.MayCaptureKing
	t.flying = p.King.Range == profile.Flying
	t.file = p.King.Leap == profile.LeapFile
	for q := range t.hops {
		for d := range north {
			if t.hops[q][d] = t.ray[d][q].Lo; !t.flying {
				t.hops[q][d] &= t.kingMoves[q].Lo
			}
		}
	}
	t.repeatLimit = uint8(p.King.RepeatLimit)

	// Two routes over the same pieces enclose something: for pieces that jump to
	// the next square but one, four pieces, or three where they jump along rows as
	// well as diagonally; a flying king turns as soon as there are two.
	t.twice = [2]int{4, 4}
	if t.rows {
		t.twice = [2]int{3, 3}
	}
	if t.flying || t.file {
		t.twice[1] = 2
		if p.Promotion.When == profile.InPassing {
			t.twice[0] = 2
		}
	}

	t.atOnce = p.Capture.Removal == profile.AtOnce
	t.ranking = newRanking(&p.Capture)

	t.longest = t.ranking.man != rank{} && p.Promotion.When != profile.InPassing && !t.straight && !p.Promotion.EndsMove

	t.huff, t.compel = profile.HasHuff(p), profile.HasCompel(p)
	for _, o := range p.Claim.Covers {
		t.covers[o] = true
	}
	t.slips = t.covers[profile.Stopped]
	t.covers[profile.Partial] = t.covers[profile.Partial] || t.slips
	t.must = profile.MustHuff(p)
	t.allGo = p.Claim.Number == profile.HuffAll
	t.byPiece = p.Capture.Compared == profile.ComparedOfPiece
	t.beforeHuff = p.Claim.OwnDuty == profile.BeforeHuff
	t.samePiece = p.Claim.CompelChoice == profile.SamePiece

	t.inPassing = p.Promotion.When == profile.InPassing
	t.spare = p.Promotion.SpareMan == profile.SpareRequired
	for side := board.First; side <= board.Second; side++ {
		t.stock[side] = r.start.Men[side].Len() + 2*r.start.Kings[side].Len()
	}
	t.endsMove = p.Promotion.EndsMove
	t.alike = !t.sparesKings && t.ranking.king == t.ranking.man && t.ranking.earliest == 0
	t.usual = t.narrow && !t.rows && !t.straight && !t.bound && !t.file && !t.atOnce && !t.byPiece && t.ranking.earliest == 0 &&
		p.Capture.Completion == profile.Whole && p.King.Landing == profile.LandFree
	t.short = t.narrow && !t.spare && t.repeatLimit == 0 && p.Claim.Lapse != profile.LapseOnce && p.Claim.Lapse != profile.LapseWhileDue
	t.drawn = [...]Result{profile.DrawHalf: Draw, profile.DrawFirst: FirstWins, profile.DrawSecond: SecondWins}[p.Match.Draw]
	t.kingWins = p.Ending.FirstKing == profile.KingWins
	t.fewest = 1
	if p.Ending.LastPiece == profile.LastLoses {
		t.fewest = 2
	}
	return t
}

// facing returns, by side, the directions that lead forwards, along the row and backwards too if
// asked for.
func facing(list []int, sideways, back bool) (by [2][]int) {
	for side, forwards := range [2]int{1, -1} {
		for _, d := range list {
			if up := forwards * steps[d].up; up > 0 || up == 0 && sideways || back {
				by[side] = append(by[side], d)
			}
		}
	}
	return by
}

// few reports whether a side has too few pieces to play on.
func (t *tables) few(own board.Set) bool {
	return own.Empty() || t.fewest > 1 && own.Rest().Empty()
}

// over reports whether a side with the pieces own plays on no longer: it has too few, or the
// first king, of either side, has won.
func (t *tables) over(own, kings board.Set) bool {
	return t.few(own) || t.kingWins && !kings.Empty()
}

// A rank is what precedence compares: the keys of capture.precedence packed one
// below the other, so that the greater rank comes first. Its parts add up over
// the pieces taken, so it is kept while a capture is being found.
type rank struct{ hi, lo uint64 }

func (a rank) plus(b rank) rank { return rank{a.hi + b.hi, a.lo + b.lo} }
func (a rank) less(b rank) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }
func one(shift uint, n uint64) rank {
	if shift >= 64 {
		return rank{hi: n << (shift - 64)}
	}
	return rank{lo: n << shift}
}

// ranking has what each piece taken, and the piece that takes, adds to a rank.
type ranking struct {
	man, king rank // a man, a king taken
	byKing    rank // the capture is made by a king
	earliest  uint // position of the bit for a king taken first; 0: not compared
}

// Widths of the keys in bits: together 128. A capture of eight pieces or more has at least two
// legs, and takes nothing where it begins and where it lands between them: at most 96 of 98
// dark squares, and fewer where all squares are played on (see board.MostSquares). Bits of the
// earliest king are set once each, so that only they may lie across the words.
const (
	earliestBits = 96
	countBits    = 7
	valueBits    = 17 // 96 kings of ten men each
	manValue     = 100
)

func newRanking(c *profile.Capture) ranking {
	var k ranking
	shift := uint(128)
	field := func(bits uint) uint {
		shift -= bits
		return shift
	}
	for _, key := range c.Precedence {
		switch key {
		case profile.ByQuantity:
			at := field(countBits)
			k.man, k.king = k.man.plus(one(at, 1)), k.king.plus(one(at, 1))
		case profile.ByValue:
			at := field(valueBits)
			k.man, k.king = k.man.plus(one(at, manValue)), k.king.plus(one(at, uint64(c.KingValue)))
		case profile.ByKing:
			k.byKing = one(field(1), 1)
		case profile.ByKingsTaken:
			k.king = k.king.plus(one(field(countBits), 1))
		case profile.ByKingEarliest:
			k.earliest = field(earliestBits) + earliestBits - 1
		}
	}
	return k
}

// taken returns what the nth piece of a capture (from 0) adds.
func (k *ranking) taken(king bool, n int) rank {
	if !king {
		return k.man
	}
	if k.earliest == 0 {
		return k.king
	}
	return k.king.plus(one(k.earliest-uint(n), 1))
}

// word is 1 for true.
func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
