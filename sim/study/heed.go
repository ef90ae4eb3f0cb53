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

// Of returns the player's spec as a value.
func (p Player) Of() spec.Spec { return spec.Of(p.Spec) }

// Fallible reports whether the player may overlook something, or touch what it should not.
func (p Player) Fallible() bool { return p.Of().Has(errs...) }

// knows reports whether the player knows the exact values of endings with these pieces,
// overlooks nothing, makes any turn for them, and stops for no other reason.
func (p Player) knows(pieces int) bool {
	s := p.Of()
	return s.Kind == "search" && !p.Fallible() && !s.Has(stopping...) && !s.Has("stands") &&
		pieces <= DefaultExactPieces && (!s.Has("tables") || s.Number("tables") >= pieces)
}

// heeds reports whether another value of an axis about people might change the player's
// choices or the end of a game.
func heeds(s spec.Spec, axis string) bool {
	return strings.HasPrefix(axis, "conduct.") && s.Has(errs...) || (axis == "match.resignation" || axis == "match.agreement") && s.Has(stopping...)
}

// Heeded returns the values of the axes about people that the player heeds, defaults left out:
// other values might change its choices or the end of a game. Empty if it heeds none.
func (p Player) Heeded(axes map[string]any) string {
	s := p.Of()
	return stated(axes, func(a *profile.Axis) bool { return heeds(s, a.Key) })
}

// named returns the axes that name squares.
func named(axes map[string]any) string {
	return stated(axes, func(a *profile.Axis) bool { return !a.Plays && strings.HasPrefix(a.Key, "board.") })
}

// stated returns the values of the given axes, defaults left out.
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

// Engine reports whether the player is another program, which may choose otherwise when it is
// asked again.
func (p Player) Engine() bool { return p.Of().Kind == "hub" }

// Heeded returns what the two players heed.
func (c Cell) Heeded(axes map[string]any) string { return c.A.Heeded(axes) + ";" + c.B.Heeded(axes) }

// Engine reports whether either player is another program.
func (c Cell) Engine() bool { return c.A.Engine() || c.B.Engine() }
