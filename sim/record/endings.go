package record

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/sim/study"
)

// An Adjudicator says how games would have ended under other draw clauses. It serves one
// goroutine.
type Adjudicator struct {
	played, rules *rules.Rules
	notation      *notation.Notation
	buffer        []rules.Turn
}

// NewAdjudicator returns the adjudicator of games of set under the given draw clauses. The
// rest of the rule set stays, so every move stays legal.
func NewAdjudicator(set study.RuleSet, draws []profile.DrawClause) (*Adjudicator, error) {
	played, err := Compile(set)
	if err != nil {
		return nil, err
	}
	p := *played.Profile()
	p.Draws = draws
	r, err := rules.Compile(&p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.ID, err)
	}
	return &Adjudicator{played: played, rules: r, notation: notation.Of(&p)}, nil
}

// An Ending is how a game ends under other draw clauses: result and reason as in a Record.
type Ending struct {
	Result, Reason string
	Value          string // of the last position, if the horizon cut the game off
	Plies          int
	Turns          int // of the game until then
}

// Ending returns how rec ends under the adjudicator's draw clauses. The game ends sooner if
// one of these ends it. It ends as it did if the board ended it, if the horizon cut it off, or
// if its exact value holds under these clauses too. Otherwise it is cut off at its last ply,
// as by the horizon. A clause that works on claim counts as claimed as soon as it applies. An error names
// the turn that cannot be read.
func (a *Adjudicator) Ending(rec *Record) (Ending, error) {
	h, texts, err := begun(a.rules, a.notation, rec)
	if err != nil {
		return Ending{}, err
	}
	for i, text := range texts {
		if o := a.outcome(h); o.Over() {
			return Ending{Result: o.Result.String(), Reason: string(o.Reason), Plies: h.Plies(), Turns: i}, nil
		}
		turns := h.Readable()
		t, err := a.notation.ParseAs(notation.Recorded, text, h.Now().Setup(), turns)
		if err != nil {
			if text == "draw" || text == "waive" {
				// The recorded clause is not among the adjudicator's.
				return Ending{Result: Horizon, Reason: Horizon, Plies: h.Plies(), Turns: i}, nil
			}
			// An omission may have left a position that a clause ends, and the opponent
			// played on instead of claiming: that accepts the ending.
			a.buffer = a.rules.Moves(a.buffer[:0], h.State())
			_, e := a.notation.ParseAs(notation.Recorded, text, h.Now().Setup(), a.buffer)
			k := slices.IndexFunc(turns, func(t rules.Turn) bool { return t.Claim == rules.Waive })
			if e != nil || k < 0 {
				return Ending{}, fmt.Errorf("cell %d, game %d, turn %d: %w", rec.Cell, rec.Game, i+1, err)
			}
			t = turns[k]
		}
		h.Play(t)
	}
	if o := a.outcome(h); o.Over() {
		return Ending{Result: o.Result.String(), Reason: string(o.Reason), Plies: h.Plies(), Turns: len(texts)}, nil
	}
	e := Ending{Result: rec.Result, Reason: rec.Reason, Value: rec.Value, Plies: h.Plies(), Turns: len(texts)}
	valued := rec.Reason == Adjudication || rec.Value != ""
	if valued {
		holds, err := a.holds(rec, h)
		if err != nil {
			return e, err
		}
		if valued = holds; !holds {
			e.Value = ""
		}
	}
	if !valued && rec.Result != Horizon && rec.Result != Forfeited && !rec.Stopped() {
		e.Result, e.Reason = Horizon, Horizon
	}
	return e, nil
}

// holds reports whether the exact value at the end of a game holds under the adjudicator's
// clauses too. A win may take longer than they leave, be stopped by a repetition, or reach a
// point at which another clause begins to count. A position that no side can win may be lost
// by a count, or broken off.
func (a *Adjudicator) holds(rec *Record, h *rules.History) (bool, error) {
	if a.rules.Profile().LosesByCount() {
		return false, nil
	}
	own, err := Walk(a.played, rec, func(*rules.History, int, *rules.Turn) {})
	if err != nil {
		return false, err
	}
	draw := cmp.Or(rec.Value, rec.Result) == rules.Draw.String()
	for _, c := range a.rules.Profile().Draws {
		if slices.ContainsFunc(a.played.Profile().Draws, func(d profile.DrawClause) bool { return reflect.DeepEqual(c, d) }) {
			continue
		}
		switch c.Kind {
		case profile.Quiet: // Left answers for it
		case profile.Repetition:
			// A position can stand for the nth time after 2n-2 plies without conversion at the
			// earliest. The way to the end may also come to its pieces twice, with either side on
			// move.
			before := c.Count - 1
			if !c.SideToMove {
				before--
			}
			if !draw && (before < 1 || h.Idle() > 0 && h.Idle() >= 2*(before-1)) {
				return false, nil
			}
		default:
			if !draw || c.Kind == profile.Stop {
				return false, nil
			}
		}
	}
	if draw { // not won in time, or the loser called the draw
		return !own.Callable() || h.Callable(), nil
	}
	return h.Left() >= own.Left(), nil
}

// outcome returns how the game stands, with draws that could be claimed.
func (a *Adjudicator) outcome(h *rules.History) rules.Outcome {
	turns := h.Turns()
	o := h.Outcome()
	if i := slices.IndexFunc(turns, func(t rules.Turn) bool { return t.Action == rules.CallDraw }); i >= 0 && !o.Over() {
		h.Play(turns[i])
		o = h.Outcome()
		h.Undo()
	}
	return o
}

// A Prober knows the exact value of some states, for the side on move: 1, 0 or -1.
type Prober interface {
	Probe(s *rules.State) (value, turns int, ok bool)
}

// An Annotation compares games with exact values.
type Annotation struct {
	Games int `json:"games"` // that were read; games
	// Reached counts the games that came to a state of known value, by their result and by the
	// first such value: the result with perfect play of both sides from there, without end.
	Reached map[string]Values `json:"reached"`
	// Played counts all games by their result.
	Played    map[string]int `json:"played"`
	Decisions int            `json:"decisions"` // in states of known value; turns
	Chances   int            `json:"chances"`   // of these, where some playable turn gave value away; turns
	Blunders  map[string]int `json:"blunders"`  // turns that gave value away; turns
	buffer    []rules.Turn
}

// Values count games by the exact value of a position that they came to.
type Values struct {
	First  int `json:"first"`  // won by the first mover; games
	Draw   int `json:"draw"`   // games
	Second int `json:"second"` // won by the second; games
}

const (
	WinToDraw  = "win to draw"
	WinToLoss  = "win to loss"
	DrawToLoss = "draw to loss"
)

// blunders names the turns that give a value away, by the value and what is left of it.
var blunders = map[[2]int]string{{1, 0}: WinToDraw, {1, -1}: WinToLoss, {0, -1}: DrawToLoss}

// Add compares a game under r with the values that p knows. An error names the turn that
// cannot be read.
func (a *Annotation) Add(r *rules.Rules, rec *Record, p Prober) error {
	if a.Played == nil {
		a.Reached, a.Played, a.Blunders = map[string]Values{}, map[string]int{}, map[string]int{}
	}
	a.Games++
	a.Played[rec.Result]++
	reached := false
	_, err := Walk(r, rec, func(h *rules.History, made int, next *rules.Turn) {
		if made < int(rec.OpeningPlies) {
			return // a turn without a choice
		}
		s := h.State()
		before, _, known := p.Probe(&s)
		if next == nil { // the last state counts unless the board ended the game there
			known = known && !r.Ended(&s, len(r.Moves(nil, s))).Over()
		}
		if known && !reached {
			reached = true
			first := before
			if s.Mover() != board.First {
				first = -before
			}
			v := a.Reached[rec.Result]
			*[]*int{&v.Second, &v.Draw, &v.First}[first+1]++
			a.Reached[rec.Result] = v
		}
		if next == nil || !known || next.Action == rules.CallDraw {
			return
		}
		if a.buffer = append(a.buffer[:0], h.Turns()...); before >= 0 && slices.ContainsFunc(a.buffer, func(u rules.Turn) bool {
			left, ok := worth(h, u, p)
			return ok && left < before
		}) {
			a.Chances++
		}
		left, ok := worth(h, *next, p)
		if !ok {
			return
		}
		a.Decisions++
		if left < before {
			a.Blunders[blunders[[2]int{before, left}]]++
		}
	})
	return err
}

// worth returns the value of h's state that t leaves to the side that plays it.
func worth(h *rules.History, t rules.Turn, p Prober) (value int, ok bool) {
	if t.Action == rules.CallDraw {
		return 0, false
	}
	before := h.State()
	h.Play(t)
	after := h.State()
	value, _, ok = p.Probe(&after)
	h.Undo()
	if after.Mover() != before.Mover() {
		value = -value
	}
	return value, ok
}

// Known counts the games that came to a state of known value, by that value.
func (a *Annotation) Known() Values {
	var all Values
	for _, v := range a.Reached {
		all.First += v.First
		all.Draw += v.Draw
		all.Second += v.Second
	}
	return all
}

// Perfect counts all games by their result with perfect play of both sides from the first
// state of known value, and the other games by their own result.
func (a *Annotation) Perfect() map[string]int {
	all := map[string]int{}
	for result, n := range a.Played {
		v := a.Reached[result]
		all[result] += n - v.First - v.Draw - v.Second
	}
	known := a.Known()
	all[rules.FirstWins.String()] += known.First
	all[rules.Draw.String()] += known.Draw
	all[rules.SecondWins.String()] += known.Second
	return all
}
