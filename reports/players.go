package reports

import (
	"fmt"
	"strings"

	"varlab/sim/player"
	"varlab/sim/study"
)

// PlayerName says in a few words who the player of a spec is, "a program that looks at 200
// turns"; empty where the spec is none of ours.
func PlayerName(spec string) string {
	p := study.Player{Spec: spec}
	if p.Engine() {
		return "another program (" + spec + ")"
	}
	return p.Of().Words()
}

// playerMeans says how the player of a spec chooses; empty where the spec is none of ours.
func playerMeans(spec string) string {
	if (study.Player{Spec: spec}).Engine() {
		return "a program that speaks the Hub protocol"
	}
	s, err := player.Parse(spec)
	if err != nil {
		return ""
	}
	words := []string{s.Kind.Means}
	for _, o := range s.Stated() {
		words = append(words, fmt.Sprintf("%s=%d, %s", o.Key, s.Get(o.Key), o.Means))
	}
	return strings.Join(words, "; ")
}
