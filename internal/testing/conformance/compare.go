package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/internal/testing/oracle"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
)

// maxJumps bounds what the oracle spends on one position; with many flying kings
// on a large board it would never end.
const maxJumps = 8000

// A Difference is a position in which the two generators disagree.
type Difference struct {
	Profile *profile.Profile
	Setup   board.Setup  // where the game began
	Turns   []rules.Turn // what was played in it
	What    string       // the turns of one generator alone, or what else differs
}

// A walker plays both generators in step.
type walker struct {
	rules  *rules.Rules
	h      *rules.History
	fast   rules.State // the present one of h
	game   *oracle.Game
	c      *oracle.Course
	slow   oracle.State // the present one of c
	note   *notation.Notation
	called bool                       // a draw
	keys   map[uint64]oracle.Identity // the states met
	ids    map[oracle.Identity]uint64
}

func newWalker(p *profile.Profile, setup board.Setup) (*walker, error) {
	r, err := rules.Compile(p)
	if err != nil {
		return nil, err
	}
	fast, err := r.Position(setup)
	if err != nil {
		return nil, err
	}
	w := &walker{
		rules: r, h: rules.NewHistory(r, fast), fast: fast, game: oracle.New(p), note: notation.Of(p),
		keys: map[uint64]oracle.Identity{}, ids: map[oracle.Identity]uint64{},
	}
	w.game.MaxJumps = maxJumps
	w.slow = w.game.FromSetup(setup)
	w.c = w.game.Begin(w.slow)
	return w, nil
}

var errTooLong = errors.New("too many jumps for the oracle")

// turns returns the turns of the present state, and in what the generators
// differ on it.
func (w *walker) turns() (turns []rules.Turn, difference string, err error) {
	defer w.caught(&difference, &err)
	slow := w.game.Turns(w.slow)
	fast := w.rules.Moves(nil, w.fast)
	at := w.fast.Setup()
	if a, b := at, w.game.Setup(w.slow); a != b {
		return nil, fmt.Sprintf("the pieces: %s and in the oracle %s", w.note.WriteFEN(a), w.note.WriteFEN(b)), nil
	}
	if d := w.unlike(fast, slow); d != "" {
		return nil, d, nil
	}
	if !w.fast.ClaimOpen() {
		due := w.rules.Due(nil, w.fast)
		want := slices.DeleteFunc(slices.Clone(slow), func(t rules.Turn) bool { return t.Omission != profile.NoOmission })
		if len(due) != len(want) || len(alone(want, due)) > 0 {
			return nil, fmt.Sprintf("what is due: %s and in the oracle %s", w.list(due, fast), w.list(want, slow)), nil
		}
	}
	if d := w.counts(fast); d != "" {
		return nil, d, nil
	}
	if len(fast) < 30 {
		for _, t := range fast {
			if t.Action == rules.Capture && t.Claim == rules.NoClaim && !w.routed(at, t) {
				return nil, "no capture has a route of " + w.list([]rules.Turn{t}, fast), nil
			}
		}
	}
	if f, s := w.fast.Huffable(), w.game.Huffable(w.slow); f != s && slices.Contains(w.rules.Profile().Claim.Remedies, profile.HuffRemedy) {
		return nil, fmt.Sprintf("what may be huffed: %s and in the oracle %s", w.squares(f), w.squares(s)), nil
	}
	fn, fc := w.fast.Compelled()
	sn, sc := w.game.Compelled(w.slow)
	if fc != sc || fc && fn != sn {
		return nil, fmt.Sprintf("compelled %v and in the oracle %v", fc, sc), nil
	}
	if d := w.endings(); d != "" {
		return nil, d, nil
	}
	return slices.Clone(w.h.Turns()), "", nil
}

// routed reports whether t, a capture, has routes, and the first of them are some of
// the oracle's.
func (w *walker) routed(at board.Setup, t rules.Turn) bool {
	routes, good := 0, true
	w.rules.Routes(at, &t, func(legs []rules.Leg) bool {
		var route []board.Square
		for _, l := range legs {
			route = append(route, l.To)
		}
		routes++
		good = w.game.Follows(w.slow, t, route)
		return good && routes < 8
	})
	return good && routes > 0
}

// alone returns which of these are not among others.
func alone(these, others []rules.Turn) []rules.Turn {
	return slices.DeleteFunc(slices.Clone(these), func(t rules.Turn) bool { return slices.Contains(others, t) })
}

// unlike says in what turns differ from those of the oracle.
func (w *walker) unlike(fast, slow []rules.Turn) string {
	switch a, b := alone(fast, slow), alone(slow, fast); {
	case len(a)+len(b) > 0:
		return fmt.Sprintf("%d turns and in the oracle %d; only in the first: %s; only in the oracle: %s",
			len(fast), len(slow), w.list(a, fast), w.list(b, slow))
	case len(fast) != len(slow):
		return fmt.Sprintf("%d turns and in the oracle %d, some of them twice", len(fast), len(slow))
	}
	return ""
}

// endings compares how the game stands and, where some clause or the board may soon
// end it, what a search would find: here, and after some of the turns, taken back
// again, how it would stand for a search.
func (w *walker) endings() (difference string) {
	ahead := false
	defer tooLong(func() { // a forced win was looked for too long
		if ahead {
			w.h.Undo()
		}
	})
	turns, outcome := w.c.Read(true)
	if got := w.h.Outcome(); got != outcome {
		return fmt.Sprintf("the game stands %v and in the oracle %v", got, outcome)
	}
	if got, want := w.rules.Scored(outcome.Result), w.game.Scored(outcome.Result); got != want {
		return fmt.Sprintf("the game scores as %v and in the oracle %v", got, want)
	}
	if d := w.unlike(w.h.Turns(), turns); d != "" {
		return "in the course of the game " + d
	}
	if w.called || len(w.rules.Profile().Draws) == 0 && w.fast.Pieces(0).Len()+w.fast.Pieces(1).Len() > 6 {
		return ""
	}
	if d := w.stands(w.c); d != "" {
		return d
	}
	all := slices.Clone(w.h.Turns())
	for i := w.h.Plies() % (1 + len(all)/8); i < len(all); i += 1 + len(all)/8 {
		if all[i].Action == rules.CallDraw {
			continue
		}
		w.h.Play(all[i])
		ahead = true
		d := w.stands(w.c.Then(all[i]))
		w.h.Undo()
		ahead = false
		if d != "" {
			return "after " + w.list(all[i:i+1], all) + " " + d
		}
	}
	return ""
}

// stands compares what a search asks of the course of a game.
func (w *walker) stands(c *oracle.Course) string {
	turns, outcome := c.Read(false)
	fast, got := w.h.Look(nil)
	drawn, s := c.Drawn(), w.h.Now()
	for _, x := range []struct {
		what       string
		fast, slow any
	}{
		{"the game stands", got, outcome},
		{"plies", w.h.Plies(), c.Plies()},
		{"quiet plies", w.h.QuietPlies(), c.Quiet()},
		{"drawn", w.h.Drawn(), drawn},
		{"stale", w.h.Stale(), drawn.Over() || c.Stood(true) > 1},
		{"a draw can be called", w.h.Callable(), slices.ContainsFunc(turns, func(t rules.Turn) bool { return t.Action == rules.CallDraw })},
	} {
		if x.fast != x.slow {
			return fmt.Sprintf("%s: %v and in the oracle %v", x.what, x.fast, x.slow)
		}
	}
	if len(alone(fast, turns))+len(alone(turns, fast)) > 0 {
		return "a search has other turns than the oracle"
	}
	id, key := c.State().Identity(w.game), w.rules.Key(s)
	if other, met := w.keys[key]; met && other != id {
		return "another state had this key"
	}
	if other, met := w.ids[id]; met && other != key {
		return "this state had another key"
	}
	w.keys[key], w.ids[id] = id, key
	return ""
}

// counts compares what Perft counts two turns deep with the turns themselves, unless
// there are hundreds (of omissions by which the offender names a piece); with more
// than six kings, behind one position in sixteen, and only if what follows is not too
// much for the oracle: among many kings captures have routes beyond number.
func (w *walker) counts(turns []rules.Turn) string {
	if n := w.rules.Perft(w.fast, 1, false); n != uint64(len(turns)) {
		return fmt.Sprintf("%d turns, counted as %d", len(turns), n)
	}
	kings := w.fast.Kings(board.First).Len() + w.fast.Kings(board.Second).Len()
	switch {
	case len(turns) > 200, len(w.rules.Profile().Draws) > 0: // Perft knows no draw clause
		return ""
	case kings > 6 && (w.rules.Key(&w.fast)%16 != 0 || slices.ContainsFunc(turns, w.beyond)):
		return ""
	}
	for _, due := range []bool{false, true} {
		list, lines := w.rules.Moves, 0
		if due {
			list = w.rules.Due
		}
		for _, t := range list(nil, w.fast) {
			lines += len(list(nil, w.rules.Play(w.fast, t)))
		}
		if n := w.rules.Perft(w.fast, 2, due); n != uint64(lines) {
			return fmt.Sprintf("%d lines of two turns (due alone: %v), counted as %d", lines, due, n)
		}
	}
	return ""
}

// beyond reports whether the turns that follow t are too much for the oracle.
func (w *walker) beyond(t rules.Turn) (beyond bool) {
	defer tooLong(func() { beyond = true })
	w.game.Turns(w.game.Play(w.slow, t))
	return false
}

// tooLong, deferred, does what is to be done where the oracle has given up.
func tooLong(do func()) {
	switch e := recover().(type) {
	case nil:
	case oracle.TooLong:
		do()
	default:
		panic(e)
	}
}

func (w *walker) caught(difference *string, err *error) {
	switch e := recover().(type) {
	case nil:
	case oracle.TooLong:
		*err = errTooLong
	default:
		*difference = fmt.Sprintf("panic: %v", e)
	}
}

func (w *walker) play(t rules.Turn) (difference string, err error) {
	defer w.caught(&difference, &err)
	w.c = w.c.Then(t)
	w.slow = w.c.State()
	w.h.Play(t)
	w.called = t.Action == rules.CallDraw
	w.fast = w.h.State()
	return "", nil
}

func (w *walker) squares(s board.Set) string {
	var names []string
	for _, q := range w.note.Ascending(s) {
		names = append(names, w.note.Name(q))
	}
	return "[" + strings.Join(names, " ") + "]"
}

// list writes turns in hub text, with the kind of omission.
func (w *walker) list(some, turns []rules.Turn) string {
	if len(some) == 0 {
		return "none"
	}
	at := w.fast.Setup()
	texts := make([]string, len(some))
	for i, t := range some {
		texts[i] = w.note.Format(notation.Hub, at, t, turns)
		if t.Omission != profile.NoOmission {
			texts[i] += " ! " + t.Omission.String() + " " + w.squares(t.Huffable)
		}
		if t.Promotes {
			texts[i] += " (king)"
		}
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}

// Walk plays up to plies random turns from setup and compares the generators
// after each. It returns the first difference, or nil.
func Walk(rng *rand.Rand, p *profile.Profile, setup board.Setup, plies int) *Difference {
	return walk(rng, p, setup, plies, newTally())
}

func walk(rng *rand.Rand, p *profile.Profile, setup board.Setup, plies int, seen *tally) *Difference {
	d := &Difference{Profile: p, Setup: setup}
	w, err := newWalker(p, setup)
	if err != nil {
		d.What = err.Error()
		return d
	}
	back := 0 // how often, in six, a piece goes back where it came from
	if len(p.Draws) > 0 {
		back = rng.IntN(7)
	}
	var turns []rules.Turn
	for n := 0; ; n++ {
		if turns, d.What, err = w.turns(); err != nil || d.What != "" {
			break
		}
		seen.add(w, turns)
		if n == plies || len(turns) == 0 {
			return nil
		}
		t := pick(rng, turns)
		if n := len(d.Turns); n > 1 && rng.IntN(6) < back {
			if i := slices.IndexFunc(turns, func(u rules.Turn) bool {
				return u.Action == rules.Quiet && u.From == d.Turns[n-2].To && u.To == d.Turns[n-2].From
			}); i >= 0 {
				t = turns[i]
			}
		}
		d.Turns = append(d.Turns, t)
		if d.What, err = w.play(t); err != nil || d.What != "" {
			break
		}
	}
	if err != nil {
		seen.abandoned++
		return nil
	}
	return d
}

// A tally says what was compared.
type tally struct {
	positions int
	abandoned int            // positions that were too much for the oracle
	boards    map[[2]int]int // positions by rows and columns
	manyKings int            // positions with ten kings or more
	longest   int            // the most pieces taken in one turn
	long      int            // positions in which four or more can be taken
	claims    int            // positions with an open claim
	omissions int            // positions in which a due capture may be left
	ends      map[rules.Reason]int
}

func newTally() *tally { return &tally{boards: map[[2]int]int{}, ends: map[rules.Reason]int{}} }

func (y *tally) add(w *walker, turns []rules.Turn) {
	y.positions++
	grid := w.rules.Grid()
	y.boards[[2]int{grid.Rows, grid.Columns}]++
	if w.fast.Kings(board.First).Len()+w.fast.Kings(board.Second).Len() >= 10 {
		y.manyKings++
	}
	if o := w.h.Outcome(); o.Over() {
		y.ends[o.Reason]++
	}
	most, faults := 0, false
	for i := range turns {
		most = max(most, turns[i].Captured.Len())
		faults = faults || turns[i].Omission != profile.NoOmission
	}
	y.longest = max(y.longest, most)
	if most >= 4 {
		y.long++
	}
	if faults {
		y.omissions++
	}
	if w.fast.ClaimOpen() {
		y.claims++
	}
}

func (y *tally) String() string {
	return fmt.Sprintf("%d positions on %d boards compared, %d given up; %d with ten kings or more, %d with captures of four or more (at most %d), %d with omissions, %d with open claims",
		y.positions, len(y.boards), y.abandoned, y.manyKings, y.long, y.longest, y.omissions, y.claims)
}

// pick chooses a turn, omissions and claims more often than their number would
// have it.
func pick(rng *rand.Rand, turns []rules.Turn) rules.Turn {
	kind := func(t *rules.Turn) int { return int(t.Claim)*8 + int(t.Omission) }
	var kinds []int
	for i := range turns {
		if k := kind(&turns[i]); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if rng.IntN(2) == 0 {
		return turns[rng.IntN(len(turns))]
	}
	k := kinds[rng.IntN(len(kinds))]
	var some []rules.Turn
	for i := range turns {
		if kind(&turns[i]) == k {
			some = append(some, turns[i])
		}
	}
	return some[rng.IntN(len(some))]
}
