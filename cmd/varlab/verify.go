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
	cmd := newCommand("verify", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := outside("workers", v.Workers, 1, 0); err != nil {
			return err
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
		err = format.write(cmd, found, func(w io.Writer) {
			for _, fault := range found.Faults {
				fmt.Fprintln(w, fault)
			}
			for _, name := range found.Missing {
				fmt.Fprintf(w, "%s: missing\n", name)
			}
			fmt.Fprintf(w, "%d of %d shards are whole, with %d games; %d of these were replayed, and %d of these played again from their seeds\n",
				found.Whole, found.Shards, found.Games, found.Replayed, found.Repeated)
		})
		if err == nil && len(found.Faults)+len(found.Missing) > 0 {
			err = errReported
		}
		return err
	})
	f := cmd.Flags()
	f.Float64Var(&v.Sample, "sample", 0.01, "share of the games that are replayed, at least one of each shard: `F`")
	f.Uint64Var(&v.Seed, "seed", 1, "number from which the sample is drawn: `S`")
	workersFlag(cmd, &v.Workers)
	format.add(cmd, "text", "json")
	return cmd
}
