package player

import (
	"fmt"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"
)

// Stopping are the options that make a search stop as people do, where the rules allow it. It
// expects the score of its own search.
var Stopping = []Option{
	{Key: "resign", Min: 0, Max: 49, Means: "resigns when its expected score has been at most N % for three turns of its own"},
	{Key: "agree", Min: 0, Max: 100, Means: "agrees to a draw while its expected score has been at most N % for three turns of its own; both players must"},
	{Key: "few", Min: 1, Max: 100, Default: 50, Means: "agrees to a draw once at most N % of the pieces are left that stood at the start"},
}

// patience is the number of own turns in a row with so low a score after which a player stops:
// a single one may be a capture half made.
const patience = 3

func (s *Spec) stops() bool { return s.Searches() && s.Get("resign")+s.Get("agree") > 0 }

// A stopping player chooses as another does, and says when it would rather stop.
type stopping struct {
	Player
	search        *search
	resign, agree int // hundredths of a man that are expected at most; never where lost
	few           int // pieces
	poor, content int // for how many own turns so far
	pieces        int // at the last choice
}

// never is a threshold that no score reaches.
const never = -infinity

func newStopping(r *rules.Rules, s *Spec, search *search, p Player) *stopping {
	f := &stopping{Player: p, search: search, resign: never, agree: never}
	odds := oddsOf(r, s)
	start := r.Start()
	f.few = s.Get("few") * pieces(&start) / 100
	// Nobody resigns, or agrees, where the rules do not speak of it.
	resigns, agrees := s.Stops(r)
	if resigns {
		f.resign = odds.score(float64(s.Get("resign")) / 100)
	}
	if agrees {
		f.agree = odds.score(float64(s.Get("agree")) / 100)
	}
	return f
}

// Stops reports whether the player ever resigns, or agrees to a draw, under r.
func (s *Spec) Stops(r *rules.Rules) (resigns, agrees bool) {
	does := func(key string) bool { return s.Searches() && s.Get(key) > 0 && mayStop(r, key) }
	return does("resign"), does("agree")
}

// mayStop reports whether players may stop under r by an option.
func mayStop(r *rules.Rules, key string) bool {
	m := r.Profile().Match
	return key == "resign" && m.Resignation == profile.StoppingAllowed || key == "agree" && m.Agreement == profile.StoppingAllowed
}

// Idle returns the options of s for stopping that do nothing under r, since its text does
// not speak of it.
func (s *Spec) Idle(r *rules.Rules) (keys []string) {
	for _, key := range []string{"resign", "agree"} {
		if s.Searches() && s.Get(key) > 0 && !mayStop(r, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

func pieces(s *rules.State) int {
	return s.Pieces(board.First).Len() + s.Pieces(board.Second).Len()
}

func (f *stopping) NewGame() {
	f.poor, f.content = 0, 0
	f.Player.NewGame()
}

func (f *stopping) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	f.pieces = pieces(h.Now())
	t, err := f.Player.Choose(h, c)
	if score, ok := f.search.appraisal(); ok && err == nil {
		f.poor = held(f.poor, score <= f.resign)
		f.content = held(f.content, score <= f.agree)
	}
	return t, err
}

// held counts a turn at which something holds, and begins anew at one where it does not.
func held(turns int, holds bool) int {
	if !holds {
		return 0
	}
	return turns + 1
}

// Corrected is the number of corrections in the last choice of a player who errs.
func (f *stopping) Corrected() int {
	if c, ok := f.Player.(interface{ Corrected() int }); ok {
		return c.Corrected()
	}
	return 0
}

// Stops says after a choice whether the player would rather resign than make it, and
// whether it would agree to a draw.
func (f *stopping) Stops() (resigns, agrees bool) {
	return f.poor >= patience, f.content >= patience && f.pieces <= f.few
}

// appraisal is the score of the turn chosen last, in hundredths of a man for the side that
// chose. There is none for an only turn, which is not searched.
func (p *search) appraisal() (score int, ok bool) {
	if len(p.roots) < 2 {
		return 0, false
	}
	return p.roots[0].score - p.roots[0].noise, true
}

// An Appraiser scores positions by a search.
type Appraiser struct {
	search *search
	Odds   Odds
}

// Appraiser makes the appraiser of a search under r. Other players score no positions.
func (s *Spec) Appraiser(r *rules.Rules) (*Appraiser, error) {
	if !s.Searches() {
		return nil, fmt.Errorf("player %q does not look ahead (want search)", s)
	}
	p, err := s.Kind.Make(r, s)
	if err != nil {
		return nil, err
	}
	return &Appraiser{p.(*search), oddsOf(r, s)}, nil
}

// NewGame forgets what earlier games have left.
func (a *Appraiser) NewGame() { a.search.NewGame() }

// Look returns the turn that the search finds best in the present position, in which the
// game is not over, and the score that it expects for the side on move, 0 to 1. Where there
// is only one turn to choose, it searches the position after it.
func (a *Appraiser) Look(h *rules.History) (best rules.Turn, expected float64) {
	best, _ = a.search.Choose(h, 0) // a search has no errors
	if score, ok := a.search.appraisal(); ok {
		return best, a.Odds.expected(score)
	}
	h.Play(best)
	defer h.Undo()
	return best, a.After(h)
}

// Best returns the turn of some that the search finds best, and the score that its side expects
// after it. The search knows nothing of earlier ones, so that it sees as much of a single turn
// as of the best of many.
func (a *Appraiser) Best(h *rules.History, turns []rules.Turn) (best rules.Turn, expected float64) {
	a.NewGame()
	best, _ = a.search.among(h, turns, 0) // a search has no errors
	h.Play(best)
	defer h.Undo()
	a.NewGame()
	return best, a.After(h)
}

// After returns the expected score, 0 to 1, of the side that has just played.
func (a *Appraiser) After(h *rules.History) (expected float64) {
	side := h.Now().Mover()
	switch h.Rules().Scored(h.Outcome().Result) {
	case rules.Ongoing:
		_, expected = a.Look(h)
		return 1 - expected
	case rules.WinOf(side):
		return 0
	case rules.WinOf(side.Other()):
		return 1
	}
	return 0.5
}
