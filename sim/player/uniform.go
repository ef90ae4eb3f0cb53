package player

import (
	"math/rand/v2"

	"varlab/rules"
	"varlab/sim/random"
)

var randomKind = &Kind{
	Name:   "random",
	Means:  "any turn, all equally likely",
	Random: always,
	Make:   func(*rules.Rules, *Spec) (chooser, error) { return uniform{}, nil },
}

type uniform struct{}

func (uniform) NewGame() {}

func (u uniform) Choose(h *rules.History, source rand.Source) (rules.Turn, error) {
	return u.among(h, h.Turns(), source)
}

func (uniform) among(_ *rules.History, turns []rules.Turn, source rand.Source) (rules.Turn, error) {
	return turns[random.Below(source, len(turns))], nil
}
