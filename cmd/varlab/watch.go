package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"varlab/reports"
)

func watchCommand() *cobra.Command {
	var format formatFlag
	var every time.Duration
	cmd := &cobra.Command{
		Use:   "watch DIR",
		Short: "Say what a run that is not complete shows of its claims",
		Long: `watch reads what is complete of a run and says what it shows of the claims of its
study, by intervals that hold at every look: a run may be stopped for what they
show. They are wider than those of report, which hold only if nobody stops the run
for what he sees. Games count in the order of the study, as far as none is missing.
Claims about shares of all games can be watched; others wait for the report.`,
		Example: "  varlab watch varlab-runs/huff-or-not\n  varlab watch varlab-runs/huff-or-not --every 1m",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if every < 0 {
				return usageError{fmt.Errorf("--every: %v (want a time above 0)", every)}
			}
			if every > 0 && format.name != "text" {
				return usageError{errors.New("--every is of --format text")}
			}
			for {
				w, err := reports.NewWatch(args[0])
				if err != nil {
					return err
				}
				if err := w.Write(cmd.OutOrStdout(), format.name); err != nil {
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
		},
	}
	format.add(cmd, "text", "json")
	cmd.Flags().DurationVar(&every, "every", 0, "look again after this `TIME` (30s, 5m), until all is played or every claim decided")
	return cmd
}
