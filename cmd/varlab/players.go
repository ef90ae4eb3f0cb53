package main

import (
	"fmt"
	"strings"

	"varlab/reports"
	"varlab/rules"
	"varlab/sim"
	"varlab/sim/hub"
	"varlab/sim/player"
	"varlab/sim/study"
)

// playersHelp says how players are named, from the declarations of their kinds.
func playersHelp() string {
	var b strings.Builder
	b.WriteString("Players are named by a SPEC: a kind, and after a colon its options, such as\n" + comparePlayer + ".\n")
	option := func(o player.Option) { b.WriteString(reports.Wrap(fmt.Sprintf("    %-11s ", o.Key+"=N"), o.Means)) }
	for _, k := range player.Kinds {
		b.WriteString(reports.Wrap(fmt.Sprintf("  %-11s ", k.Name), k.Means))
		for _, o := range k.Options {
			option(o)
		}
	}
	b.WriteString("Every kind can be made to err as people do:\n")
	for _, o := range player.People {
		option(o)
	}
	return b.String() + `hub:engine=COMMAND,nodes=N (or depth=N, milliseconds=N) is a program that speaks
the Hub protocol; dialect=scan2 if it speaks it as Scan 2 does.`
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
	words := []string{s.Kind.Means}
	for _, o := range s.Stated() {
		words = append(words, fmt.Sprintf("%s=%d, %s", o.Key, s.Get(o.Key), o.Means))
	}
	return strings.Join(words, "; ")
}

// weightsOf says of each player which learned weights it is given under r; it is nil
// if none is given any.
func weightsOf(r *rules.Rules, specs []string) []string {
	words := make([]string, len(specs))
	for i, text := range specs {
		if s, err := player.Parse(text); err == nil {
			if lent, ok := s.Lends(r); ok {
				words[i] = lent.String()
			}
		}
	}
	if strings.Join(words, "") == "" {
		return nil
	}
	return words
}

// playerOf normalises a spec. What is played in a study does not depend on time.
func playerOf(spec string) (study.Player, error) {
	p, err := playerInMatch(spec)
	if err == nil && isEngine(spec) {
		if e, _ := hub.Parse(spec); e.Milliseconds > 0 {
			return p, fmt.Errorf("player %q: a budget of time gives other games on another machine (want nodes or depth)", spec)
		}
	}
	return p, err
}

// playerInMatch normalises a spec whose games are not kept.
func playerInMatch(spec string) (study.Player, error) {
	if isEngine(spec) {
		e, err := hub.Parse(spec)
		// Who knows what it does.
		return study.Player{Spec: e.String(), Random: true}, err
	}
	s, err := player.Parse(spec)
	if err != nil {
		return study.Player{}, err
	}
	return study.Player{Spec: s.String(), Random: s.Random()}, nil
}

func isEngine(spec string) bool { return strings.HasPrefix(strings.TrimSpace(spec), hub.Kind+":") }

func newPlayer(r *rules.Rules, spec string) (sim.Player, error) {
	if isEngine(spec) {
		e, err := hub.Parse(spec)
		if err != nil {
			return nil, err
		}
		return hub.New(r, e)
	}
	s, err := player.Parse(spec)
	if err != nil {
		return nil, err
	}
	return s.New(r)
}
