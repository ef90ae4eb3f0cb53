package record

import (
	"fmt"
	"strings"

	"varlab/rules"
	"varlab/rules/notation"
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
	// Decisions counts the turns chosen in states whose value is known; Blunders
	// those of them that gave value away.
	Decisions int            `json:"decisions"`
	Blunders  map[string]int `json:"blunders"`
}

// Values counts values for the first side.
type Values struct {
	First  int `json:"first"`
	Draw   int `json:"draw"`
	Second int `json:"second"`
}

// The kinds of blunder, by what was thrown away and what was left.
const (
	WinToDraw  = "win to draw"
	WinToLoss  = "win to loss"
	DrawToLoss = "draw to loss"
)

func (v *Values) note(value int) {
	switch value {
	case 1:
		v.First++
	case 0:
		v.Draw++
	default:
		v.Second++
	}
}

// Add adds the game of rec to a. It replays the game under r, its rule set.
func (a *Annotation) Add(r *rules.Rules, rec *Record, p Prober) error {
	if a.Played == nil {
		a.Reached, a.Played, a.Blunders = map[string]Values{}, map[string]int{}, map[string]int{}
	}
	a.Games++
	a.Played[rec.Result]++
	n := notation.Of(r.Profile())
	h := rules.NewHistory(r, r.Start())
	reached := false
	for i, text := range strings.Fields(rec.Turns) {
		s := h.State()
		t, err := n.ParseAs(notation.Hub, text, s.Setup(), h.Turns())
		if err != nil {
			return fmt.Errorf("cell %d, game %d, turn %d: %w", rec.Cell, rec.Game, i+1, err)
		}
		before, _, known := p.Probe(&s)
		if known && !reached {
			reached = true
			v := a.Reached[rec.Result]
			v.note(forFirst(&s, before))
			a.Reached[rec.Result] = v
		}
		h.Play(t)
		if !known || t.Action == rules.CallDraw {
			continue
		}
		after := h.State()
		left, _, ok := p.Probe(&after)
		if !ok {
			continue
		}
		if after.Mover() != s.Mover() {
			left = -left
		}
		a.Decisions++
		switch {
		case left >= before:
		case before == 1 && left == 0:
			a.Blunders[WinToDraw]++
		case before == 1:
			a.Blunders[WinToLoss]++
		default:
			a.Blunders[DrawToLoss]++
		}
	}
	return nil
}

func forFirst(s *rules.State, value int) int {
	if s.Mover() == rules.First {
		return value
	}
	return -value
}

// Known counts the games that came to a state whose value is known.
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
