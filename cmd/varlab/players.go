package main

import (
	"fmt"
	"strings"

	"varlab/sim/player"
)

// playersHelp says how players are named, from the declarations of their kinds.
func playersHelp() string {
	var b strings.Builder
	b.WriteString("Players are named by a SPEC: a kind, and after a colon its options, such as\n" + comparePlayer + ".\n")
	for _, k := range player.Kinds {
		fmt.Fprintf(&b, "  %-11s %s\n", k.Name, k.Means)
		for _, o := range k.Options {
			fmt.Fprintf(&b, "    %-9s %s\n", o.Key+"=N", o.Means)
		}
	}
	b.WriteString("Every kind can be made to err as people do:\n")
	for _, o := range player.People {
		fmt.Fprintf(&b, "    %-11s %s\n", o.Key+"=N", o.Means)
	}
	b.WriteString("hub:engine=COMMAND,nodes=N (or depth=N, milliseconds=N) is a program that speaks the\nHub protocol; dialect=scan2 if it speaks it as Scan 2 does.\n")
	return strings.TrimSuffix(b.String(), "\n")
}

// playerMeans says in words how the player of a spec chooses; empty where the spec
// is none of ours.
func playerMeans(spec string) string {
	if isEngine(spec) {
		return "a program that speaks the Hub protocol"
	}
	s, err := player.Parse(spec)
	if err != nil {
		return ""
	}
	var options []string
	for _, o := range s.Stated() {
		options = append(options, fmt.Sprintf("%s=%d, %s", o.Key, s.Get(o.Key), o.Means))
	}
	return strings.Join(append([]string{s.Kind.Means}, options...), "; ")
}
