package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"varlab/reports"
	"varlab/sim"
	"varlab/sim/record"
)

func statusCommand() *cobra.Command {
	var format formatFlag
	var claims bool
	var every time.Duration
	cmd := newCommand("status", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if claims {
			return watch(cmd, args[0], every, format.name)
		}
		if every != 0 {
			return usageError{errors.New("--every is of --claims")}
		}
		run, err := record.Open(args[0])
		if err != nil {
			return err
		}
		defer run.Close()
		s, err := sim.NewStatus(cmd.Context(), run, build().program())
		if err != nil {
			return err
		}
		return format.write(cmd, s, func(w io.Writer) {
			s.WriteText(w)
			switch on := "varlab run " + quote(args[0]); {
			case s.Refused != "":
				fmt.Fprintln(w, s.Refused)
			case len(s.Open) > 0:
				fmt.Fprintln(w, "to go on: "+on)
			case len(s.Abandoned) > 0:
				fmt.Fprintln(w, "to clear away what was abandoned: "+on)
			}
		})
	})
	format.add(cmd, "text", "json")
	cmd.Flags().BoolVar(&claims, "claims", false, "say what the run shows of its claims instead")
	cmd.Flags().DurationVar(&every, "every", 0, "look at the claims again after this `TIME` (30s, 5m), until all is played or every claim decided")
	return cmd
}

// watch says what a run shows of its claims, once or again and again.
func watch(cmd *cobra.Command, dir string, every time.Duration, format string) error {
	if every < 0 {
		return usageError{fmt.Errorf("--every: %v (want a time above 0)", every)}
	}
	if every > 0 && format != "text" {
		return usageError{errors.New("--every is of --format text")}
	}
	for {
		w, err := reports.NewWatch(dir)
		if err != nil {
			return err
		}
		if err := w.Write(cmd.OutOrStdout(), format); err != nil {
			return err
		}
		if every == 0 || w.Complete() || w.Decided() {
			return nil
		}
		select {
		case <-cmd.Context().Done():
			return nil
		case <-time.After(every):
			fmt.Fprintln(cmd.OutOrStdout())
		}
	}
}
