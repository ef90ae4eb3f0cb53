package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"varlab/sim"
	"varlab/sim/stats"
	"varlab/sim/study"
)

func matchCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var workers int
	var bounds []float64
	test := stats.StrengthTest{Alpha: 0.05}
	s := study.Study{Name: "match"}
	cmd := newCommand("match", flags.arguments(2, 2, 2), func(cmd *cobra.Command, _ []string) error {
		if err := outside("workers", workers, 1, 0); err != nil {
			return err
		}
		stops := len(bounds) > 0
		if stops {
			if len(bounds) != 2 || !(math.Abs(bounds[0]) <= 1000 && math.Abs(bounds[1]) <= 1000) {
				return usageError{fmt.Errorf("--stop %v (want two numbers from -1000 to 1000, such as 0,20)", bounds)}
			}
			if test.Low, test.High = bounds[0], bounds[1]; test.Low >= test.High {
				return usageError{fmt.Errorf("--stop %v,%v (want the smaller difference first)", test.Low, test.High)}
			}
		}
		if !(test.Alpha > 0 && test.Alpha < 0.5) {
			return usageError{fmt.Errorf("--alpha %v (want more than 0 and less than 0.5)", test.Alpha)}
		}
		s.Rules, s.Pairs = flags.refs, [][2]string{{flags.rest[0], flags.rest[1]}}
		plan, err := s.Resolve(flags.ruleSets, playerInMatch)
		if err != nil {
			return err
		}
		if len(plan.RuleSets) != 1 {
			return usageError{fmt.Errorf("%d rule sets are named (want one)", len(plan.RuleSets))}
		}
		schedule, err := layOut(plan)
		if err != nil {
			return err
		}
		var stop func(*sim.Meeting) bool
		if stops {
			stop = func(m *sim.Meeting) bool { return test.Decide(m.Pairs) != stats.Undecided }
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		m, err := schedule.Meet(cmd.Context(), 0, sim.Options{
			Workers: workers, NewPlayer: newPlayer, Begin: line.begin, Played: line.one,
		}, stop)
		line.end()
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
			return fmt.Errorf("stopped after %d games (%d won, %d drawn, %d lost): %w", 2*m.Pairs.N(), m.Wins, m.Draws, m.Losses, ctx.Err())
		}
		if err != nil {
			return err
		}
		found := sim.NewMatch(schedule, m)
		if stops {
			found.SetTest(test)
		}
		return format.write(cmd, found, found.WriteText)
	})
	flags.add(cmd)
	studyFlags(cmd, &s)
	f := cmd.Flags()
	f.IntVar(&s.Games, "games", 400, "games, at most: `N`, an even number")
	f.Float64SliceVar(&bounds, "stop", nil, "end as soon as it is clear which of two differences in Elo it is: `LOW,HIGH`")
	f.Float64Var(&test.Alpha, "alpha", 0.05, "chance that --stop decides wrongly: `A`")
	workersFlag(cmd, &workers)
	format.add(cmd, "text", "json")
	return cmd
}
