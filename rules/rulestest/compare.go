package rulestest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/oracle"
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
	rules *rules.Rules
	fast  rules.State
	game  *oracle.Game
	slow  oracle.State
	note  *notation.Notation
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
	w := &walker{rules: r, fast: fast, game: oracle.New(p), note: notation.Of(p)}
	w.game.MaxJumps = maxJumps
	w.slow = w.game.FromSetup(setup)
	return w, nil
}

// errTooLong says that the oracle gave up.
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
	alone := func(these, others []rules.Turn) []rules.Turn {
		return slices.DeleteFunc(slices.Clone(these), func(t rules.Turn) bool { return slices.Contains(others, t) })
	}
	a, b := alone(fast, slow), alone(slow, fast)
	if len(a)+len(b) > 0 {
		return nil, fmt.Sprintf("%d turns and in the oracle %d; only in the first: %s; only in the oracle: %s",
			len(fast), len(slow), w.list(a, fast), w.list(b, slow)), nil
	}
	if len(fast) != len(slow) {
		return nil, fmt.Sprintf("%d turns and in the oracle %d, some of them twice", len(fast), len(slow)), nil
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
	if f, s := w.fast.Huffable(), w.game.Huffable(w.slow); f != s && slices.Contains(w.rules.Profile().Claim.Remedies, profile.HuffRemedy) {
		return nil, fmt.Sprintf("what may be huffed: %s and in the oracle %s", w.squares(f), w.squares(s)), nil
	}
	fn, fc := w.fast.Compelled()
	sn, sc := w.game.Compelled(w.slow)
	if fc != sc || fc && fn != sn {
		return nil, fmt.Sprintf("compelled %v and in the oracle %v", fc, sc), nil
	}
	return fast, "", nil
}

// counts compares what Perft counts two turns deep with the turns themselves, unless
// there are hundreds (of defaults by which the offender names a piece); with more
// than six kings, behind one position in sixteen, and only if what follows is not too
// much for the oracle: among many kings captures have routes beyond number.
func (w *walker) counts(turns []rules.Turn) string {
	if n := w.rules.Perft(w.fast, 1, false); n != uint64(len(turns)) {
		return fmt.Sprintf("%d turns, counted as %d", len(turns), n)
	}
	kings := w.fast.Kings(board.First).Len() + w.fast.Kings(board.Second).Len()
	switch {
	case len(turns) > 200:
		return ""
	case kings > 6 && (w.rules.Key(&w.fast)%16 != 0 || slices.ContainsFunc(turns, w.beyond)):
		return ""
	}
	var lists, due uint64
	for _, t := range turns {
		next := w.rules.Play(w.fast, t)
		lists += uint64(len(w.rules.Moves(nil, next)))
	}
	for _, t := range w.rules.Due(nil, w.fast) {
		due += uint64(len(w.rules.Due(nil, w.rules.Play(w.fast, t))))
	}
	if n := w.rules.Perft(w.fast, 2, false); n != lists {
		return fmt.Sprintf("%d lines of two turns, counted as %d", lists, n)
	}
	if n := w.rules.Perft(w.fast, 2, true); n != due {
		return fmt.Sprintf("%d lines of two due turns, counted as %d", due, n)
	}
	return ""
}

// beyond reports whether the turns that follow t are too much for the oracle.
func (w *walker) beyond(t rules.Turn) (tooLong bool) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case oracle.TooLong:
			tooLong = true
		default:
			panic(e)
		}
	}()
	w.game.Turns(w.game.Play(w.slow, t))
	return false
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
	w.slow = w.game.Play(w.slow, t)
	w.fast = w.rules.Play(w.fast, t)
	return "", nil
}

func (w *walker) squares(s board.Set) string {
	var names []string
	for _, q := range w.note.Ascending(s) {
		names = append(names, w.note.Name(q))
	}
	return "[" + strings.Join(names, " ") + "]"
}

// list writes turns in hub text, with the kind of default.
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
	return walk(rng, p, setup, plies, &tally{boards: map[[2]int]int{}})
}

func walk(rng *rand.Rand, p *profile.Profile, setup board.Setup, plies int, seen *tally) *Difference {
	d := &Difference{Profile: p, Setup: setup}
	w, err := newWalker(p, setup)
	if err != nil {
		d.What = err.Error()
		return d
	}
	for n := 0; ; n++ {
		turns, what, err := w.turns()
		if err != nil {
			seen.abandoned++
			return nil
		}
		if what != "" {
			d.What = what
			return d
		}
		seen.add(w, turns)
		if n == plies || len(turns) == 0 {
			return nil
		}
		t := pick(rng, turns)
		d.Turns = append(d.Turns, t)
		what, err = w.play(t)
		if err != nil {
			seen.abandoned++
			return nil
		}
		if what != "" {
			d.What = what
			return d
		}
	}
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
	defaults  int            // positions in which a due capture may be left
}

func (y *tally) add(w *walker, turns []rules.Turn) {
	y.positions++
	grid := w.rules.Grid()
	y.boards[[2]int{grid.Rows, grid.Columns}]++
	if w.fast.Kings(board.First).Len()+w.fast.Kings(board.Second).Len() >= 10 {
		y.manyKings++
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
		y.defaults++
	}
	if w.fast.ClaimOpen() {
		y.claims++
	}
}

func (y *tally) String() string {
	return fmt.Sprintf("%d positions on %d boards compared, %d given up; %d with ten kings or more, %d with captures of four or more (at most %d), %d with defaults, %d with open claims",
		y.positions, len(y.boards), y.abandoned, y.manyKings, y.long, y.longest, y.defaults, y.claims)
}

// pick chooses a turn, defaults and claims more often than their number would
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
