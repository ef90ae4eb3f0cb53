package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/sim/player"
	"varlab/sim/train"
)

// patternless ends the name of a file of weights in which patterns were left out.
const patternless = "-without-patterns.txt"

func trainCommand() *cobra.Command {
	var flags ruleFlags
	var format formatFlag
	var out string
	t := train.Training{}
	cmd := newCommand("train", flags.arguments(0, 0, 0), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		err = errors.Join(outside("games", t.Games, 1, 1e7), outside("rounds", t.Rounds, 1, 20), outside("nodes", t.Nodes, 1, 1e7), outside("workers", t.Workers, 1, 1<<10))
		if t.Positions != 0 {
			err = errors.Join(err, outside("positions", t.Positions, 1000, 1e8))
		}
		if err != nil {
			return err
		}
		if t.Games < 100 {
			return usageError{fmt.Errorf("--games %d (want at least 100: one in ten is held out)", t.Games)}
		}
		t.Rules = r
		t.Dir = filepath.Join(out, "games-"+r.PlayHash()[:12])
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		if t.Positions > 0 {
			t.Games, line.what = 0, "positions"
		}
		t.Begin, t.Played = line.begin, line.add
		weights, report, err := t.Run(cmd.Context())
		line.end()
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
			return hinted{fmt.Errorf("%s: stopped: %w; complete games are kept", t.Dir, ctx.Err()), "to go on: " + again(cmd, "")}
		}
		if err != nil {
			return err
		}
		ending := ".txt"
		if t.WithoutPatterns {
			ending = patternless
		}
		path := filepath.Join(out, r.PlayHash()+ending)
		weights.Rules = v.ID
		if err := os.WriteFile(path, weights.Bytes(player.NewTerms(r)), 0o666); err != nil {
			return err
		}
		found := t.Result(v.ID, path, report)
		return format.write(cmd, found, found.WriteText)
	})
	flags.add(cmd)
	f := cmd.Flags()
	f.IntVar(&t.Games, "games", 2000, "games in each round: `N`")
	f.IntVar(&t.Positions, "positions", 0, "instead of --games: play until the last round has `N` positions, and each round before it a tenth")
	cmd.MarkFlagsMutuallyExclusive("games", "positions")
	f.BoolVar(&t.WithoutPatterns, "without-patterns", false, "learn in the last round without patterns of men in regions, to measure what they are worth: the file's name ends in "+patternless)
	f.IntVar(&t.Rounds, "rounds", 2, "rounds of playing and learning: `N`")
	f.IntVar(&t.Nodes, "nodes", 100, "turns tried in the search for each choice: `N`")
	f.IntVar(&t.Noise, "noise", 10, "hundredths of a man by which each turn's score is moved at most: `N`")
	seedFlag(cmd, &t.Seed)
	f.StringVar(&out, "out", "varlab-weights", "folder for the weights and the games behind them: `DIR`")
	workersFlag(cmd, &t.Workers)
	format.add(cmd, "text", "json")
	return cmd
}
