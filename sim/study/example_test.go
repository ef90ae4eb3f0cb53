package study_test

import (
	"fmt"

	"varlab/sim/study"
	"varlab/variants/content"
)

type ruleSets struct{}

func (ruleSets) Expand(name string) ([]string, error) { return []string{name}, nil }

func (ruleSets) RuleSet(name string, _ ...string) (study.RuleSet, error) {
	return study.RuleSet{ID: name, PlayHash: "1754", Board: "10x10", Content: content.Keep(new(content.Content))}, nil
}

// A study names its rule sets and players; the caller says what the names mean.
func Example() {
	player := func(spec string) (study.Player, error) {
		return study.Player{Spec: spec, Random: spec == "random"}, nil
	}

	s := study.Study{
		Heading: study.Heading{Name: "huff", Seed: 1754},
		Rules:   []string{"federation"},
		Players: []string{"random"},
		Design:  study.Design{Games: 100, HorizonPlies: study.DefaultHorizonPlies, Openings: study.Openings{Plies: study.DefaultOpeningPlies}},
	}
	plan, err := s.Resolve(ruleSets{}, player)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(plan.Cells()), len(plan.Hash()))
	// Output: 1 64
}
