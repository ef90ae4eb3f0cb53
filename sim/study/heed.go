package study

import (
	"fmt"
	"strings"

	"varlab/rules/profile"
	"varlab/sim/spec"
)

// Options of players who overlook, touch and let go; rules about people bind them. resign
// and agree end games as far as these allow it.
var (
	errs     = []string{"oversight", "vigilance", "touch", "adjust", "release"}
	touching = []string{"touch", "adjust", "release"}
	stopping = []string{"resign", "agree"}
)

// Of is the player's spec as a value.
func (p Player) Of() spec.Spec { return spec.Of(p.Spec) }

// Fallible reports whether the player may overlook something, or touch what it should not.
func (p Player) Fallible() bool { return p.Of().Has(errs...) }

// heeds reports whether a player might choose, or end a game, otherwise under another value
// of an axis about people.
func heeds(s spec.Spec, axis string) bool {
	return strings.HasPrefix(axis, "conduct.") && s.Has(errs...) || (axis == "match.resignation" || axis == "match.agreement") && s.Has(stopping...)
}

// Heeded is what axes say about people that the player heeds: by other words it might
// choose, or end a game, otherwise. Empty if it heeds none; what holds unless stated is left
// out.
func (p Player) Heeded(axes map[string]any) string {
	s := p.Of()
	return stated(axes, func(a *profile.Axis) bool { return heeds(s, a.Key) })
}

// named is how axes name squares.
func named(axes map[string]any) string {
	return stated(axes, func(a *profile.Axis) bool { return !a.Plays && strings.HasPrefix(a.Key, "board.") })
}

// stated is what axes say, of those that are asked about; what holds unless stated is left
// out.
func stated(axes map[string]any, asked func(*profile.Axis) bool) string {
	var words []string
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if said, ok := axes[a.Key]; ok && asked(a) && fmt.Sprint(said) != fmt.Sprint(a.Default) {
			words = append(words, fmt.Sprintf("%s=%v", a.Key, said))
		}
	}
	return strings.Join(words, " ")
}

// Engine reports whether the player is a program of its own, which may choose otherwise
// when it is asked again.
func (p Player) Engine() bool { return p.Of().Kind == "hub" }

// Heeded is what the two players heed.
func (c Cell) Heeded(axes map[string]any) string { return c.A.Heeded(axes) + ";" + c.B.Heeded(axes) }

func (c Cell) Engine() bool { return c.A.Engine() || c.B.Engine() }
