package study

import (
	"fmt"
	"strings"

	"varlab/rules/profile"
)

// heeds are the axes about people that a player heeds who has an option in its spec.
var heeds = []struct{ option, axes string }{
	{"touch=", "conduct."},
	{"adjust=", "conduct."},
	{"oversight=", "conduct.compel_piece"},
	{"vigilance=", "conduct.compel_piece"},
	{"resign=", "match.resignation"},
	{"agree=", "match.agreement"},
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
		for _, h := range heeds {
			if strings.HasPrefix(a.Key, h.axes) && strings.Contains(p.Spec, h.option) {
				words = append(words, fmt.Sprintf("%s=%v", a.Key, said))
				break
			}
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
