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
	return strings.HasPrefix(axis, "conduct.") && p.Fallible() || strings.HasPrefix(axis, "match.") && p.has(stopping)
}

// Heeded is what axes say about people that the player heeds: by other words it might
// choose, or end a game, otherwise. Empty if it heeds none; what holds unless stated is left
// out.
func (p Player) Heeded(axes map[string]any) string {
	var words []string
	for i := range profile.Axes {
		a := &profile.Axes[i]
		said, stated := axes[a.Key]
		if !stated || fmt.Sprint(said) == fmt.Sprint(a.Default) {
			continue
		}
		if p.heeds(a.Key) {
			words = append(words, fmt.Sprintf("%s=%v", a.Key, said))
		}
	}
	return strings.Join(words, " ")
}

// named is how axes name squares, where that is not what holds unless stated.
func named(axes map[string]any) string {
	var words []string
	for i := range profile.Axes {
		a := &profile.Axes[i]
		if said, stated := axes[a.Key]; stated && !a.Plays && strings.HasPrefix(a.Key, "board.") && fmt.Sprint(said) != fmt.Sprint(a.Default) {
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
