package findings

import (
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"varlab/internal/lists"
	"varlab/rules/notation"
	"varlab/sim/record"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// course says how the games of a cell ran, so that they can be compared with those
// that other rule sets made of the same openings and the same chance.
type course struct {
	games []run      // by number
	turns [][]uint16 // of the first games: a hash of each turn
}

type run struct {
	all   uint64 // a hash of the whole game
	turns uint64 // a hash of its turns; 0 if none is recorded
	open  bool
}

// gamesWithTurns is the number of games of a cell whose turns are kept.
const gamesWithTurns = 500

// turnsSeed makes equal games equal within one program.
var turnsSeed = maphash.MakeSeed()

// see takes in a game with the hashes of its turns.
func (c *course) see(rec *record.Record, turns []uint64) {
	n := int(rec.Game)
	if n >= len(c.games) {
		c.games = append(c.games, make([]run, n+1-len(c.games))...)
	}
	var h maphash.Hash
	h.SetSeed(turnsSeed)
	for _, turn := range turns {
		maphash.WriteComparable(&h, turn)
	}
	maphash.WriteComparable(&h, rec.Plies)
	c.games[n].open = open(rec)
	if len(turns) > 0 {
		c.games[n].turns = h.Sum64()
	}
	h.WriteString(string(rec.Result))
	c.games[n].all = h.Sum64()
	if n == len(c.turns) && n < gamesWithTurns {
		c.turns = append(c.turns, list(turns, func(turn uint64) uint16 { return uint16(turn) }))
	}
}

// squares hashes turns by places on the board, not by a rule set's names of squares, so that
// turns of two rule sets can be compared.
type squares struct {
	board *notation.Board   // of the last game
	known map[string]uint64 // turns on that board
}

// turns returns the turns of a game on the board, as recorded if the board is nil.
func (f *squares) turns(board *notation.Board, rec *record.Record) (hashes []uint64) {
	if f.known == nil || board != f.board {
		f.board, f.known = board, map[string]uint64{}
	}
	for _, text := range rec.Texts() {
		hash, ok := f.known[text]
		if !ok {
			named := text
			if board != nil {
				named = f.turn(text)
			}
			hash = maphash.String(turnsSeed, named)
			f.known[strings.Clone(text)] = hash // the memory of a record belongs to its reader
		}
		hashes = append(hashes, hash)
	}
	return hashes
}

// turn writes one turn in hub notation: from, to and the captured squares in order.
func (f *squares) turn(text string) string {
	named := digits.ReplaceAllStringFunc(text, func(n string) string {
		k, _ := strconv.Atoi(n) // digits alone
		if q, ok := f.board.Numbered(k); ok {
			return fmt.Sprint("q", int(q))
		}
		return n
	})
	if parts := strings.Split(named, "x"); len(parts) > 3 {
		slices.Sort(parts[2:])
		return strings.Join(parts, "x")
	}
	return named
}

var digits = regexp.MustCompile(`[0-9]+`)

// open reports whether a game was cut off in a position without a known value.
func open(rec *record.Record) bool { return rec.Result == record.Horizon && rec.Value == "" }

// Alike says how far the games of two rule sets run alike: game by game they have the
// same opening, and meet the same chance as long as they do.
type Alike struct {
	Games     int
	Identical int // from the first turn to the result
	Renamed   int // equal to the last turn, with another result
	// Parted is the ply before which half of the games that are not identical had
	// parted, among the first of the cell; 0 where all are identical.
	Parted int
	open   bool // whether some of the identical ones are in both
}

// alikeOf looks at two cells once while findings are made.
func (r *Findings) alikeOf(a, b *Cell) *Alike {
	key := [2]*Cell{a, b}
	x := r.alike[key]
	if x == nil {
		x = alikeFor(a, b)
	}
	if r.alike != nil {
		r.alike[key] = x
	}
	return x
}

func alikeFor(a, b *Cell) *Alike {
	x := &Alike{}
	if a.Board != b.Board || a.Players != b.Players {
		return x
	}
	var parted []int
	x.Games = min(len(a.course.games), len(b.course.games))
	for n := range x.Games {
		g, h := a.course.games[n], b.course.games[n]
		if g.all == h.all {
			x.Identical++
			x.open = x.open || g.open && h.open
			continue
		}
		x.Renamed += lists.Choose(g.turns == h.turns && g.turns != 0, 1, 0)
		if n < min(len(a.course.turns), len(b.course.turns)) {
			s, t := a.course.turns[n], b.course.turns[n]
			k := 0
			for k < min(len(s), len(t)) && s[k] == t[k] {
				k++
			}
			parted = append(parted, k+1)
		}
	}
	if len(parted) > 0 {
		slices.Sort(parted)
		x.Parted = parted[len(parted)/2]
	}
	return x
}

func (c *Cell) opening(game int) int {
	game /= lists.Choose(c.Players[0] == c.Players[1], 1, 2)
	k := len(c.Board.Chapters)
	return game/k%c.Board.Chapters[game%k].Clusters*k + game%k
}

// A Bounded estimate is of a difference that games cut off in unknown positions could
// turn. Least has the open games of the first rule set end in the worst way for the metric
// and the open games of the second in the best; Most the other way round.
type Bounded struct {
	stats.Estimate
	Least, Most stats.Estimate
}

// Sure is the p of the hypothesis that there is no difference, which a small one
// rejects at both bounds that the open games leave.
func (b *Bounded) Sure() float64 {
	if (b.Least.Value < 0) != (b.Most.Value < 0) {
		return 1
	}
	return max(b.P, b.Least.P, b.Most.P)
}

// ShownSign is the sign of the difference where its interval, also with the open games at
// either extreme, leaves no other; else 0.
func (b *Bounded) ShownSign() float64 {
	switch {
	case min(b.Low, b.Least.Low, b.Most.Low) > 0:
		return 1
	case max(b.High, b.Least.High, b.Most.High) < 0:
		return -1
	}
	return 0
}

// Compared is the difference of a metric between two cells of the same players, a less b,
// adjusted for nothing.
func (r *Findings) Compared(m Metric, a, b *Cell) *Pair {
	p := &Pair{Metric: m, A: a, B: b, Paired: a.Board == b.Board, Alike: r.alikeOf(a, b)}
	p.Estimate = p.at(Level)
	p.Adjusted = p.Estimate
	if m.IsLength() {
		p.Least, p.Most, p.Seen = p.Estimate, p.Estimate, p.Detectable(Level, Power)
		return p
	}
	x, y := a.Tally.Openings.cells(m.Ratio), b.Tally.Openings.cells(m.Ratio)
	p.Least, p.Most = p.Estimate, p.Estimate
	if m.Turns() && a.N(study.Open)+b.N(study.Open) > 0 {
		p.Least, p.Most = p.bounds(0)
		if p.open && !slices.EqualFunc(x, y, func(x, y stats.Cell) bool { return x.N == y.N }) {
			// What the games that both have alike come to makes a difference: each is one
			// of more games in one cell than in the other.
			if least, most := p.bounds(1); least.Value < p.Least.Value {
				p.Least = least
			} else if most.Value > p.Most.Value {
				p.Most = most
			}
		}
	}
	p.Seen = p.Detectable(Level, Power)
	return p
}

// Turned is the difference the other way: of B less A.
func (p *Pair) Turned() *Pair {
	t := *p
	t.A, t.B = p.B, p.A
	t.Estimate, t.Adjusted = p.Estimate.Negated(), p.Adjusted.Negated()
	t.Least, t.Most = p.Most.Negated(), p.Least.Negated()
	return &t
}

// LargerFirst is the difference turned so that it is not negative.
func (p *Pair) LargerFirst() *Pair {
	if p.Value < 0 {
		return p.Turned()
	}
	return p
}

// at is the estimate with the interval of a level.
func (p *Pair) at(level float64) stats.Estimate {
	m := p.Metric
	if m.IsLength() {
		return stats.QuantileDifference(p.A.medians, p.B.medians, p.Paired, level)
	}
	return p.retaught(m.difference(p.A.Tally.Openings.cells(m.Ratio), p.B.Tally.Openings.cells(m.Ratio), p.Paired, level), level)
}

// retaught adds to an estimate of the difference what trainings vary in it.
func (p *Pair) retaught(e stats.Estimate, level float64) stats.Estimate {
	return withTrainings(e, p.Metric, p.A.TrainingVariance(p.B)+p.B.TrainingVariance(p.A), level)
}

// bounds are the differences had the open games of one cell come to the least of the metric
// and those of the other to the most. But those that both have alike come to the same in
// both: alike is 0 for the least, 1 for the most.
func (p *Pair) bounds(alike float64) (least, most stats.Estimate) {
	low, high := p.Metric.Extremes()
	worst := func(c *Cell) []stats.Cell { return p.shift(c.Tally.Openings.cells(low), alike) }
	best := func(c *Cell) []stats.Cell { return p.shift(c.Tally.Openings.cells(high), alike-1) }
	of := func(x, y []stats.Cell) stats.Estimate {
		return p.retaught(p.Metric.difference(x, y, p.Paired, Level), Level)
	}
	return of(worst(p.A), best(p.B)), of(best(p.A), worst(p.B))
}

// shift adds to the sum of an opening for each open game that both cells have alike.
func (p *Pair) shift(cells []stats.Cell, by float64) []stats.Cell {
	if !p.open || by == 0 {
		return cells
	}
	for n := range p.Games {
		if g, h := p.A.course.games[n], p.B.course.games[n]; g.all == h.all && g.open && h.open {
			cells[p.A.opening(n)].Sum += by
		}
	}
	return cells
}

// difference is that of two samples, with the interval that the metric's kind has.
func (m Metric) difference(x, y []stats.Cell, paired bool, level float64) stats.Estimate {
	if m.IsRate() {
		return stats.RateDifference(x, y, paired, level)
	}
	e := stats.MeanDifference(x, y, paired, level)
	if !e.Flat && study.AtMostOne(m.Word) {
		// Student's interval from few openings knows no bounds.
		e.Interval = e.Within(-1, 1)
	}
	return e
}

func (c *Cell) learned() bool { return c.Tally.trained[1] != nil }

func (c *Cell) retaught() bool {
	return slices.ContainsFunc(c.Tally.trained[2:], func(t *Sums) bool { return t != nil })
}

// trainings is with how many trainings of the weights the cell was played.
func (c *Cell) trainings() int {
	return len(lists.Those(c.Tally.trained[1:], func(t *Sums) bool { return t != nil }))
}

// taught is a metric in the games with training k: in all games of a cell whose players
// were taught once or not at all.
func (c *Cell) taught(k int, m Metric) (value float64, ok bool) {
	if t := c.Tally.trained[k]; t != nil {
		return t.value(m), true
	}
	return c.Value(m), !c.retaught()
}

// trained is the difference of a metric in the games of each training, or by how much it
// exceeds a value where b is nil; nil where nobody was taught more than once, or games with
// a training are missing.
func trained(m Metric, a, b *Cell, value float64) (differences []float64) {
	if !a.retaught() && (b == nil || !b.retaught()) {
		return nil
	}
	for k := 1; k <= study.Trainings; k++ {
		x, ok := a.taught(k, m)
		less := value
		if b != nil && ok {
			less, ok = b.taught(k, m)
		}
		switch {
		case ok:
			differences = append(differences, x-less)
		case b != nil || k < study.Trainings:
			return nil
		}
	}
	return differences
}
