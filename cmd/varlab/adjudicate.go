package main

import (
	"github.com/spf13/cobra"

	"varlab/reports"
)

func adjudicateCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var under string
	cmd := &cobra.Command{
		Use:   "adjudicate DIR --under ID",
		Short: "End the games of a run by another rule set's draw clauses",
		Long: `adjudicate reads the games in a run directory and ends them by the draw clauses of
another rule set, all else being as it was played, so that every move stays legal.
A game may end sooner. One that the other clauses would have let go on is
unfinished: a column of its own, and cut off where lengths are estimated. A draw
that must be claimed is taken to be claimed as soon as it can be.`,
		Example: "  varlab adjudicate varlab-runs/huff-or-not --under international\n  varlab adjudicate run --under 'federation{draw=[{kind=\"repetition\",count=3}]}'",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, _, err := load(under, flags.sets)
			if err != nil {
				return err
			}
			a, err := reports.Adjudicate(args[0], v.ID, v.Profile.Draws)
			if err != nil {
				return err
			}
			return a.Write(cmd.OutOrStdout(), format.name)
		},
	}
	flags.add(cmd, false)
	cmd.Flags().StringVar(&under, "under", "", "rule set whose draw clauses end the games: an `ID`, a file, or ID+reading")
	must(cmd.MarkFlagRequired("under"))
	must(cmd.RegisterFlagCompletionFunc("under", completeRules))
	format.add(cmd, "text", "json")
	return cmd
}
