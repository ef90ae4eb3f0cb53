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
	Make:   func(*rules.Rules, *Spec) Player { return uniform{} },
}

// uniform chooses any turn, all equally likely.
type uniform struct{}

func (uniform) NewGame() {}

func (uniform) Choose(h *rules.History, source rand.Source) (rules.Turn, error) {
	turns := h.Turns()
	return turns[random.Below(source, len(turns))], nil
}
