package player

import (
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/sim/random"
)

var greedyKind = &Kind{
	Name:  "greedy",
	Means: "the turn that leaves the most material one ply on; any of several",
	Make:  func(r *rules.Rules, _ *Spec) (chooser, error) { return &greedy{king: kingWorth(r)}, nil },
}

// greedy looks one ply ahead: a win, else the best balance of material, else a
// draw by the rules, else a loss.
type greedy struct {
	king  int // in men
	turns []rules.Turn
	best  []rules.Turn
}

// kingWorth is the worth of a king in men: 3 if it flies, else 2, the rule of thumb of the
// handbooks. It need not be exact for one ply.
func kingWorth(r *rules.Rules) int {
	if r.Profile().King.Range == profile.Flying {
		return 3
	}
	return 2
}

const won = 1 << 20

func (*greedy) NewGame() {}

func (g *greedy) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	return g.among(h, h.Turns(), c)
}

func (g *greedy) among(h *rules.History, turns []rules.Turn, c random.Chance) (rules.Turn, error) {
	side := h.Now().Mover()
	g.turns = append(g.turns[:0], turns...)
	g.best = g.best[:0]
	top := -2 * won
	for _, t := range g.turns {
		h.Play(t)
		score := g.score(h, side)
		h.Undo()
		if score > top {
			top, g.best = score, g.best[:0]
		}
		if score == top {
			g.best = append(g.best, t)
		}
	}
	return anyOf(c.Of(whichTurn), g.best), nil
}

func (g *greedy) score(h *rules.History, side board.Side) int {
	switch h.Rules().Scored(h.Outcome().Result) {
	case rules.WinOf(side):
		return won
	case rules.WinOf(side.Other()):
		return -won
	case rules.Draw, rules.Void:
		return -won / 2
	}
	s := h.State()
	other := side.Other()
	return s.Men(side).Len() - s.Men(other).Len() + g.king*(s.Kings(side).Len()-s.Kings(other).Len())
}
