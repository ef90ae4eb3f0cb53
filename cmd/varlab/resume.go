package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func resumeCommand() *cobra.Command {
	var workers int
	cmd := &cobra.Command{
		Use:   "resume DIR",
		Short: "Go on with a run that was stopped, or that is damaged",
		Long: `resume plays the games of a run that are missing, on any number of workers, and
leaves the same bytes as a run that was never stopped. It needs the run directory
alone. Shards that are damaged are set aside in its log folder and played again; what
killed processes have left is cleared away. Others may work on the same directory at
the same time.`,
		Example: "  varlab resume varlab-runs/huff-or-not",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := scheduleOf(args[0])
			if err != nil {
				return err
			}
			if err := playAll(cmd.Context(), s, args[0], workers, cmd.ErrOrStderr(), again(cmd, args)); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), args[0])
			return nil
		},
	}
	workersFlag(cmd, &workers)
	return cmd
}
