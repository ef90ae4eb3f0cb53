package sim_test

import (
	"context"
	"fmt"
	"os"

	"varlab/rules"
	"varlab/rules/profile"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"
	"varlab/variants/content"
)

// Twenty games under one rule set, played by two workers and read again.
func Example() {
	if err := playTwenty(); err != nil {
		fmt.Println(err)
	}
	// Output: 20 games
}

func playTwenty() error {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		return err
	}
	plan := &study.Plan{
		Heading:  study.Heading{Name: "example", Seed: 1754},
		RuleSets: []study.RuleSet{{ID: "international", PlayHash: r.PlayHash(), Board: r.Grid().Size(), Content: content.Keep(new(content.Content)), Rules: r}},
		Players:  []study.Player{{Spec: "random", Random: true}},
		Design:   study.Design{Games: 20, HorizonPlies: 60, Openings: study.Openings{Plies: []int{4}}, Metrics: []string{"drawn"}},
	}
	schedule, err := sim.NewSchedule(plan)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := schedule.Run(context.Background(), sim.Options{Dir: dir, Workers: 2, NewPlayer: newPlayer}); err != nil {
		return err
	}
	run, err := record.Open(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	games := 0
	for _, err := range run.Records() {
		if err != nil {
			return err
		}
		games++
	}
	fmt.Println(games, "games")
	return nil
}
