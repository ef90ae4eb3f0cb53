package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"varlab/rules"
	"varlab/sim"
	"varlab/sim/people"
	"varlab/sim/study"
)

func continueCommand() *cobra.Command {
	var flags ruleFlags
	var from collection
	var spec string
	var at, workers, horizon int
	var seed uint64
	cmd := newCommand("continue", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			from.check(), checkWorkers(workers), outside("horizon", horizon, 1, study.MaxHorizonPlies),
			unless(at >= 0 || !cmd.Flags().Changed("at"), "--at %d (want a ply, 0 or more)", at),
		); err != nil {
			return err
		}
		p, err := playerInMatch(spec)
		if err != nil {
			return err
		}
		if _, err := from.read(cmd, &flags, args[0]); err != nil {
			return err
		}
		var was []people.Game
		var begun [][]rules.Turn
		others := 0
		for _, g := range from.games {
			n := at
			if at < 0 {
				n = len(g.turns)
			}
			if len(g.turns) < n || at < 0 && !g.found.Whole {
				others++
				continue
			}
			was, begun = append(was, g.found), append(begun, g.turns[:n])
		}
		switch {
		case len(from.games) == 0:
			return fmt.Errorf("%s: no game has a move from the start", args[0])
		case len(begun) == 0 && at < 0:
			return fmt.Errorf("%s: no game can be followed to its last position (want --at)", args[0])
		case len(begun) == 0:
			return fmt.Errorf("%s: no game can be played on from there (want a smaller --at)", args[0])
		}
		if s, err := specOf(spec); err == nil {
			remarkIdle(cmd, &from, s)
		}
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		line.begin(len(begun), 0)
		c := people.Continuation{
			Rules: from.rules, Seed: seed, Workers: workers, Horizon: horizon, Played: line.one,
			Players: func() (sim.Player, error) { return newPlayer(from.rules, p.Spec, "") },
		}
		became, err := c.Play(cmd.Context(), begun)
		line.end()
		if err != nil {
			return ended(cmd.Context(), args[0], err)
		}
		found := people.NewOnward(was, became)
		found.Rules, found.Player, found.At, found.LeftOut = from.id, p.Spec, at, others
		return write(cmd, found, found.WriteText)
	}, "text", "json")
	from.add(cmd, &flags)
	f := cmd.Flags()
	f.IntVar(&at, "at", -1, "play on from this `PLY`; games that are shorter are left out (otherwise from the last position of each)")
	f.StringVar(&spec, "player", "search:nodes=1000", "who plays on: `SPEC`")
	f.IntVar(&horizon, "horizon", people.Horizon, "ply at which a game that goes on is cut off: `N`")
	seedFlag(cmd, &seed)
	workersFlag(cmd, &workers)
	return cmd
}
