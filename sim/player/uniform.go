package player

import (
	"varlab/rules"
	"varlab/sim/random"
)

var randomKind = &Kind{
	Name:  "random",
	Means: "any turn, all equally likely",
	Make:  func(*rules.Rules, *Spec) (chooser, error) { return uniform{}, nil },
}

type uniform struct{}

func (uniform) NewGame() {}

func (u uniform) Choose(h *rules.History, c random.Chance) (rules.Turn, error) {
	return u.among(h, h.Turns(), c)
}

func (uniform) among(_ *rules.History, turns []rules.Turn, c random.Chance) (rules.Turn, error) {
	return anyOf(c.Of(whichTurn), turns), nil
}
