package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/sim"
)

func verifyCommand() *cobra.Command {
	var format formatFlag
	v := sim.Verification{}
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Check every byte of a run, and replay a sample of its games",
		Long: `verify reads every shard of a run and checks its hashes: of the bytes and of the
games. It replays a sample of the games turn by turn under the rules, and has the
players play them again from their seeds: the games must be the same. (Games of
external engines, which may play otherwise, are replayed only; no engine is started.)
It writes nothing. What is wrong or missing goes to stdout, and the exit code is then 1;
varlab resume plays it again.`,
		Example: "  varlab verify varlab-runs/huff-or-not\n  varlab verify varlab-runs/huff-or-not --sample 1",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if v.Workers < 1 {
				return usageError{fmt.Errorf("--workers %d (want at least 1)", v.Workers)}
			}
			if !(v.Sample >= 0 && v.Sample <= 1) {
				return usageError{fmt.Errorf("--sample %v (want a share, from 0 to 1)", v.Sample)}
			}
			s, err := scheduleOf(args[0])
			if err != nil {
				return err
			}
			line := &progress{what: "games", out: cmd.ErrOrStderr()}
			v.Repeats = func(spec string) bool { return !isEngine(spec) }
			v.Dir, v.NewPlayer, v.Begin, v.Done = args[0], newPlayer, line.begin, line.add
			found, err := s.Verify(cmd.Context(), v)
			line.end()
			if err != nil {
				if cmd.Context().Err() != nil {
					return errors.New("stopped before everything was verified")
				}
				return err
			}
			if format.name == "json" {
				err = writeJSON(cmd.OutOrStdout(), found)
			} else {
				writeVerified(cmd.OutOrStdout(), found)
			}
			if err == nil && len(found.Faults)+len(found.Missing) > 0 {
				err = errReported
			}
			return err
		},
	}
	f := cmd.Flags()
	f.Float64Var(&v.Sample, "sample", 0.01, "share of the games that are replayed, at least one of each shard: `F`")
	f.Uint64Var(&v.Seed, "seed", 1, "number from which the sample is drawn: `S`")
	workersFlag(cmd, &v.Workers)
	format.add(cmd, "text", "json")
	return cmd
}

func writeVerified(w io.Writer, v *sim.Verified) {
	for _, fault := range v.Faults {
		fmt.Fprintln(w, fault)
	}
	for _, name := range v.Missing {
		fmt.Fprintf(w, "%s: missing\n", name)
	}
	fmt.Fprintf(w, "%d of %d shards are whole, with %d games; %d of these were replayed, and %d of these played again from their seeds\n",
		v.Whole, v.Shards, v.Games, v.Replayed, v.Repeated)
}
