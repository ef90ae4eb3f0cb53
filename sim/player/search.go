package player

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"varlab/rules"
	"varlab/rules/board"
	tables "varlab/rules/exact"
	"varlab/rules/profile"
	"varlab/sim/random"
)

// Revision is raised when the choices of the search change: then it is another player. A list
// of choices in a test shows it.
const Revision = 2

var searchKind = &Kind{
	Name:  "search",
	Means: "looks ahead by alpha-beta search, to a budget of turns or to a depth",
	Options: []Option{
		{Key: "nodes", Min: 1, Max: min(1<<40, math.MaxInt), Means: "turns tried in the search for each choice"},
		{Key: "depth", Min: 1, Max: maxPly / 2, Means: "turns looked ahead"},
		{Key: "noise", Min: 0, Max: 1000, Means: "the score of each turn is changed at random by at most N hundredths of a man"},
		{Key: "weights", Min: 0, Max: lentWeights, Default: ownWeights, Means: "1: positions are valued by weights learned for the rule set, or if it has none for its nearest relative; 2: for that relative in any case; 0: by the plain evaluation"},
		{Key: "training", Min: 0, Max: 3, Means: "of the times that weights were learned, the first, second or third; 0: each in turn in a study, else the first"},
		{Key: "tables", Min: 0, Max: 5, Default: usualPieces, Means: "endings with at most N pieces are known exactly; up to 3 where they have values"},
		{Key: "stands", Min: 0, Max: 1, Default: 1, Means: "0: no due capture is left on purpose"},
	},
	Make: func(r *rules.Rules, s *Spec) (chooser, error) {
		p := newSearch(r, s.Get("nodes"), s.Get("depth"), s.Get("noise"))
		p.takes = s.Get("stands") == 0
		if p.pieces = s.Get("tables"); p.pieces > usualPieces {
			var err error
			if p.endings, err = endingsOf(r, p.pieces); err != nil {
				return nil, err
			}
		}
		var err error
		if lent, ok := s.Lends(r); ok {
			p.eval, err = lent.evaluation(r)
		}
		return p, err
	},
}

// Values of the option weights.
const (
	ownWeights = 1 + iota
	lentWeights
)

const (
	maxPly   = 128
	infinity = 1 << 20
	mate     = 1 << 19 // less the ply at which the game is won
	resolved = mate - maxPly
)

// search is a principal variation search, deepened turn by turn until its budget
// is spent. Claims, deliberate omissions and waived claims are turns like any
// other. Where a line ends, captures and claims are resolved first: a quiescent
// state has its static evaluation, a due capture is made, an open claim is worth
// at least the best piece that it removes.
//
// Noise is added to the score of each turn at the root, a uniform number of
// hundredths of a man; an omission gets the least of it.
//
// The same history, spec and random numbers give the same turn on every machine.
type search struct {
	r     *rules.Rules
	eval  evaluator
	nodes int
	depth int // 0: no limit
	noise int
	plain bool // all turns are searched to the same depth, for tests of soundness
	free  bool // captures may be left

	takes bool       // it leaves no due capture on purpose, and reckons with that
	side  board.Side // the side for which it chooses, where it takes

	endings *tables.Tables // nil until they are asked for
	pieces  int            // 0: none

	h            *rules.History
	spent        int
	out          bool // the budget is spent: the value now returned means nothing
	table        []tableEntry
	leaves       leaves
	plies        [maxPly + 1]plyBuffer
	quietHistory [2][128][128]int16 // by side, origin, landing: how often a quiet move was best of late
	shallow      bool               // within a search that decides whether to prune
	roots        []root

	see     func(depth, score, nodes int, best rules.Turn)
	stopped atomic.Bool
}

// An evaluator gives the static evaluation of a quiescent state in hundredths of a man,
// from the side on move, when the opponent's pieces in gone have left the board.
type evaluator interface {
	of(s *rules.State, gone board.Set) int
}

// A plyBuffer is the turns of a state on the way to the present one, and how far they have been
// handed out: see next.
type plyBuffer struct {
	turns    []rules.Turn
	hashMove uint32 // the hash move, or noHashMove
	done     int    // its place, once handed out, or -1
	last     bool   // quiescence: only resolving turns are handed out
	more     bool   // turns has those of the first stage only
	rated    bool
	order    []int64 // scores with the places of their turns, as rate writes them
	picked   int     // how many of order have been handed out
	top      int     // the best of them, once rated; -1: not known
	tried    []int32 // the places of turns that were tried
}

type root struct {
	turn  rules.Turn
	noise int
	score int
}

func newSearch(r *rules.Rules, nodes, depth, noise int) *search {
	p := &search{
		r: r, eval: newEvaluation(r), nodes: cmp.Or(nodes, math.MaxInt), depth: depth, noise: noise,
		table: tableFor(nodes), leaves: make(leaves, leafPlaces),
		free: r.Profile().Capture.Obligation == profile.Free,
	}
	for i := range p.plies {
		p.plies[i].turns, p.plies[i].order = make([]rules.Turn, 0, 48), make([]int64, 0, 48)
	}
	p.NewGame()
	return p
}

func (p *search) NewGame() {
	clear(p.table)
	p.quietHistory = [2][128][128]int16{}
}

func (p *search) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	return p.among(h, h.Turns(), c)
}

func (p *search) among(h *rules.History, turns []rules.Turn, c random.Chance) (rules.Turn, error) {
	p.h, p.spent, p.out = h, 0, false
	p.roots = p.roots[:0]
	side := h.Now().Mover()
	if p.takes && side != p.side {
		p.side = side
		p.NewGame() // the table was filled for the other side
	}
	decided := p.decided(h.Now())
	for _, t := range turns {
		if p.refuses(&t, side) && slices.ContainsFunc(turns, func(o rules.Turn) bool { return !p.refuses(&o, side) }) {
			continue
		}
		n := 0
		if p.noise > 0 {
			n = c.Of(noise, uint64(key(&t))).Below(2*p.noise+1) - p.noise
		}
		if t.Omission != profile.NoOmission {
			// Where the turn can be replayed an omission costs nothing, and by noise alone half
			// of them would be made. One is made only where it is better by more than noise.
			n = -p.noise
		}
		if decided {
			n = 0 // known values are not mistaken, and a win is to come nearer
		}
		p.roots = append(p.roots, root{turn: t, noise: n})
	}
	if len(p.roots) == 1 {
		return p.roots[0].turn, nil
	}
	p.first()
	for depth := 1; depth <= cmp.Or(p.depth, maxPly/2) && !p.out; depth++ {
		p.iterate(depth)
		if p.see != nil && !p.out {
			p.see(depth, p.roots[0].score, p.spent, p.roots[0].turn)
		}
		if best := p.roots[0].score; best >= resolved || best <= -resolved {
			break // won or lost whatever else is found
		}
	}
	return p.roots[0].turn, nil
}

// refuses reports whether t, a turn of a side, is one that the player never makes.
func (p *search) refuses(t *rules.Turn, side board.Side) bool {
	return p.takes && t.Omission != profile.NoOmission && side == p.side
}

// Nodes returns how many turns were tried for the last choice.
func (p *search) Nodes() int { return p.spent }

// first orders the root turns for the first iteration, in which each is only
// looked at one turn deep.
func (p *search) first() {
	for i := range p.roots {
		p.roots[i].score = p.guess(&p.roots[i].turn)
	}
	slices.SortStableFunc(p.roots, func(a, b root) int { return b.score - a.score })
}

// iterate searches the root turns to depth and brings the best to the front. If the budget ends
// on the way, the best of the turns searched so far counts; the turn that was best before is
// searched first, so that only a better one replaces it.
func (p *search) iterate(depth int) {
	best := -infinity
	for i := range p.roots {
		root := &p.roots[i]
		// A turn counts with its noise, so that its own score has to beat less
		// or more.
		alpha := best - root.noise
		v := p.try(&root.turn, depth, 0, alpha, infinity, i > 0, p.reduce(&root.turn, depth, i, true))
		if p.out {
			if i == 0 {
				return
			}
			break
		}
		if i == 0 || v > alpha {
			best = v + root.noise
			chosen := *root
			chosen.score = best
			copy(p.roots[1:i+1], p.roots[:i])
			p.roots[0] = chosen
		}
	}
}

// A Teacher is a search player that tells its score of the position: it makes games to learn
// from.
type Teacher struct{ *search }

// NewTeacher returns a search under r with a budget of nodes, with noise, and with weights
// of r. Without weights it has the plain evaluation.
func NewTeacher(r *rules.Rules, w *Weights, nodes, noise int) Teacher {
	p := newSearch(r, nodes, 0, noise)
	if w != nil {
		p.eval = newLearned(NewTerms(r), w)
	}
	return Teacher{p}
}

// Score returns the score of the turn chosen last, for the side that chose it, and whether
// there is one: there is none where that was the only turn, or where it wins or loses by force.
func (t Teacher) Score() (int, bool) {
	v, ok := t.appraisal()
	return v, ok && v < resolved && v > -resolved
}

// A Seen position is a settled position of a game that a teacher played against itself.
type Seen struct {
	Setup  board.Setup
	Score  int // the score of the search, in hundredths of a man, for the side on move
	Points int // half points that the side on move made in the game
}

// Play plays a game up to a horizon, with wild first turns, and returns the settled positions
// that have fewer than quiet quiet plies behind them. A game that is cut off counts as drawn.
func (p Teacher) Play(wild, horizon, quiet int, wildly, chance func(...uint64) random.Chance) (seen []Seen) {
	p.NewGame()
	h := rules.NewHistory(p.r, p.r.Start())
	result := rules.Draw
	for n := uint64(0); h.Plies() < horizon; n++ {
		if o := h.Outcome(); o.Over() {
			result = o.Result
			break
		}
		if h.Plies() < wild {
			turns := h.Turns()
			h.Play(turns[wildly(n).Below(len(turns))])
			continue
		}
		t, _ := p.Choose(h, chance(n)) // a search has no errors
		if score, ok := p.Score(); ok && h.QuietPlies() < quiet && p.r.Quiescent(h.Now()) {
			seen = append(seen, Seen{Setup: h.Now().Setup(), Score: score})
		}
		h.Play(t)
	}
	for i := range seen {
		switch mover := seen[i].Setup.Mover; p.r.Scored(result) {
		case rules.WinOf(mover):
			seen[i].Points = 2
		case rules.WinOf(mover.Other()):
		default:
			seen[i].Points = 1
		}
	}
	return seen
}
