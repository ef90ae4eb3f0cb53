package record

import (
	"slices"

	"varlab/rules"
	"varlab/rules/board"
)

// A Prober knows the exact value of some states, for the side on move: 1, 0 or -1.
type Prober interface {
	Probe(s *rules.State) (value, turns int, ok bool)
}

// An Annotation holds games against exact values. Annotations add.
type Annotation struct {
	Games int `json:"games"`
	// Reached counts the games that came to a state whose value is known, by what
	// they ended in and, then, by what that value was at first: what the game would
	// have ended in had both sides played perfectly from there, without end.
	Reached map[string]Values `json:"reached"`
	// Played counts all games by what they ended in.
	Played map[string]int `json:"played"`
	// Decisions counts the turns chosen in states whose value is known; Chances
	// those of them beside which a turn was playable that gives value away; Blunders
	// those that gave it away.
	Decisions int            `json:"decisions"`
	Chances   int            `json:"chances"`
	Blunders  map[string]int `json:"blunders"`
	buffer    []rules.Turn
}

type Values struct {
	First  int `json:"first"`
	Draw   int `json:"draw"`
	Second int `json:"second"`
}

const (
	WinToDraw  = "win to draw"
	WinToLoss  = "win to loss"
	DrawToLoss = "draw to loss"
)

// blunders names those that give a value away, by it and by what is left.
var blunders = map[[2]int]string{{1, 0}: WinToDraw, {1, -1}: WinToLoss, {0, -1}: DrawToLoss}

func (a *Annotation) Add(r *rules.Rules, rec *Record, p Prober) error {
	if a.Played == nil {
		a.Reached, a.Played, a.Blunders = map[string]Values{}, map[string]int{}, map[string]int{}
	}
	a.Games++
	a.Played[rec.Result]++
	reached := false
	_, err := Walk(r, rec, func(h *rules.History, _ int, next *rules.Turn) {
		s := h.State()
		before, _, known := p.Probe(&s)
		if next == nil { // the last state counts if it was not the board that ended the game there
			known = known && !s.Pieces(s.Mover().Other()).Empty() && len(r.Moves(nil, s)) > 0
		}
		if known && !reached {
			reached = true
			a.reach(rec, forFirst(&s, before))
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

func (a *Annotation) reach(rec *Record, value int) {
	v := a.Reached[rec.Result]
	*[]*int{&v.Second, &v.Draw, &v.First}[value+1]++
	a.Reached[rec.Result] = v
}

// worth returns what t leaves of the value of h's state to the side that plays it.
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

func forFirst(s *rules.State, value int) int {
	if s.Mover() == board.First {
		return value
	}
	return -value
}

func (a *Annotation) Known() Values {
	var all Values
	for _, v := range a.Reached {
		all.First += v.First
		all.Draw += v.Draw
		all.Second += v.Second
	}
	return all
}

// Perfect counts all games by what they would have ended in had both sides played
// perfectly from where the value is known; the others as they ended.
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
