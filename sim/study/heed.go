package study

import (
	"fmt"
	"slices"
	"strings"

	"varlab/rules/profile"
)

// Players who overlook, touch and let go have one of these options; rules about people bind
// them. resign and agree end games as far as these allow it.
var (
	overlooking = []string{"oversight=", "vigilance="}
	touching    = []string{"touch=", "adjust=", "release="}
	stopping    = []string{"resign=", "agree="}
)

func (p Player) has(options ...[]string) bool {
	return slices.ContainsFunc(slices.Concat(options...), func(o string) bool { return strings.Contains(p.Spec, o) })
}

// Fallible reports whether the player may overlook something, or touch what it should not.
func (p Player) Fallible() bool { return p.has(overlooking, touching) }

// heeds reports whether the player might choose, or end a game, otherwise under another
// value of an axis about people.
func (p Player) heeds(axis string) bool {
	return strings.HasPrefix(axis, "conduct.") && p.Fallible() || (axis == "match.resignation" || axis == "match.agreement") && p.has(stopping)
}

// Heeded is what axes say about people that the player heeds: by other words it might
// choose, or end a game, otherwise. Empty if it heeds none; what holds unless stated is left
// out.
func (p Player) Heeded(axes map[string]any) string {
	return stated(axes, func(a *profile.Axis) bool { return p.heeds(a.Key) })
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
func (p Player) Engine() bool { return strings.HasPrefix(p.Spec, "hub:") }

// Heeded is what the two players heed.
func (c Cell) Heeded(axes map[string]any) string { return c.A.Heeded(axes) + ";" + c.B.Heeded(axes) }

func (c Cell) Engine() bool { return c.A.Engine() || c.B.Engine() }
