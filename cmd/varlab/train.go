package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/sim/player"
	"varlab/sim/train"
)

// trained is what train says.
type trained struct {
	Rules    string         `json:"rules"`
	PlayHash string         `json:"play_hash"`
	File     string         `json:"file"`
	Seed     uint64         `json:"seed"`
	Nodes    int            `json:"nodes"`
	Rounds   []trainedRound `json:"rounds"`
	King     *float64       `json:"king"` // in men; null where it cannot be said
	KingLow  *float64       `json:"king_low"`
	KingHigh *float64       `json:"king_high"`
}

// patternless ends the name of a file of weights in which patterns were left out.
const patternless = "-without-patterns.txt"

type trainedRound struct {
	Games     int     `json:"games"`
	Positions int     `json:"positions"`
	Held      int     `json:"positions_held_out"`
	Mean      float64 `json:"log_loss_mean_result"`
	Plain     float64 `json:"log_loss_plain"`
	Learned   float64 `json:"log_loss_learned"`
}

func trainCommand() *cobra.Command {
	var flags ruleFlags
	var format formatFlag
	var out string
	t := train.Training{}
	cmd := &cobra.Command{
		Use:   "train -r ID",
		Short: "Learn from games what pieces and squares are worth",
		Long: `train plays games of a search against itself, learns from them what the terms of
the evaluation are worth under one rule set, and plays again with what it learned.
The weights go to a file named by the rule set's hash; those that come with the
program stand in sim/player/weights, where a new file takes effect when the program
is built again. Whether they play better is for a match to say:

  varlab match search:nodes=500,weights=1 search:nodes=500 -r ID

If it is stopped, the same command goes on where it was.`,
		Example: "  varlab train -r russian\n  varlab train -r polonaise-souffler --positions 1000000 --out weights",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, r, err := flags.one()
			if err != nil {
				return err
			}
			for _, n := range []struct {
				name        string
				value, most int
			}{{"games", t.Games, 1e7}, {"rounds", t.Rounds, 20}, {"nodes", t.Nodes, 1e7}, {"workers", t.Workers, 1 << 10}} {
				if n.value < 1 || n.value > n.most {
					return usageError{fmt.Errorf("--%s %d (want 1 to %d)", n.name, n.value, n.most)}
				}
			}
			if t.Positions != 0 && (t.Positions < 1000 || t.Positions > 1e8) {
				return usageError{fmt.Errorf("--positions %d (want 1000 to 100000000)", t.Positions)}
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
			if err != nil {
				if ctx := cmd.Context(); ctx.Err() != nil {
					return hinted{fmt.Errorf("%s: stopped: %w; the games that are complete are kept", t.Dir, ctx.Err()), "to go on: " + again(cmd, args)}
				}
				return err
			}
			path := filepath.Join(out, r.PlayHash()+".txt")
			if t.WithoutPatterns {
				path = filepath.Join(out, r.PlayHash()+patternless)
			}
			weights.Rules = v.ID
			if err := os.WriteFile(path, weights.Bytes(player.NewTerms(r)), 0o666); err != nil {
				return err
			}
			found := newTrained(v.ID, r.PlayHash(), path, t, report)
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), found)
			}
			found.write(cmd.OutOrStdout())
			return nil
		},
	}
	flags.add(cmd, true)
	f := cmd.Flags()
	f.IntVar(&t.Games, "games", 2000, "games in each round: `N`")
	f.IntVar(&t.Positions, "positions", 0, "instead of games: as many as make `N` positions in the last round, and a tenth in those before")
	cmd.MarkFlagsMutuallyExclusive("games", "positions")
	f.BoolVar(&t.WithoutPatterns, "without-patterns", false, "learn in the last round without patterns of men in regions, to measure what they are worth: the file's name ends in "+patternless)
	f.IntVar(&t.Rounds, "rounds", 2, "rounds of playing and learning: `N`")
	f.IntVar(&t.Nodes, "nodes", 100, "turns tried in the search for each choice: `N`")
	f.IntVar(&t.Noise, "noise", 10, "hundredths of a man by which each turn's score is moved at most: `N`")
	f.Uint64Var(&t.Seed, "seed", compareSeed, "number from which all chance is made: `S`")
	f.StringVar(&out, "out", "varlab-weights", "where the weights and the games they were learned from are kept: `DIR`")
	workersFlag(cmd, &t.Workers)
	format.add(cmd, "text", "json")
	return cmd
}

func newTrained(id, hash, path string, t train.Training, r *train.Report) *trained {
	found := &trained{Rules: id, PlayHash: hash, File: filepath.ToSlash(path), Seed: t.Seed, Nodes: t.Nodes}
	for _, round := range r.Rounds {
		found.Rounds = append(found.Rounds, trainedRound{round.Games, round.Positions, round.Held, round.Mean, round.Plain, round.Learned})
	}
	number := func(v float64) *float64 {
		if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
		return &v
	}
	found.King, found.KingLow, found.KingHigh = number(r.King.Value), number(r.King.Low), number(r.King.High)
	return found
}

func (t *trained) write(w io.Writer) {
	fmt.Fprintf(w, "%s: weights in %s\n", t.Rules, t.File)
	for i, r := range t.Rounds {
		fmt.Fprintf(w, "round %d: %d positions of %d games; log loss on %d positions held out: %.4f learned, %.4f plain, %.4f mean result\n",
			i+1, r.Positions, r.Games, r.Held, r.Learned, r.Plain, r.Mean)
	}
	if t.King == nil || t.KingLow == nil || t.KingHigh == nil {
		fmt.Fprintln(w, "what a king is worth in men cannot be said from these games")
		return
	}
	fmt.Fprintf(w, "a king is worth %.2f men (%.2f to %.2f)\n", *t.King, *t.KingLow, *t.KingHigh)
}
