package main

import (
	"errors"

	"github.com/spf13/cobra"

	"varlab/reports"
)

func adjudicateCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var under string
	cmd := newCommand("adjudicate", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if under == "" {
			return usageError{errors.New("required flag --under is missing (want the rule set whose draw clauses end the games)")}
		}
		v, _, err := load(under, flags.sets)
		if err != nil {
			return err
		}
		a, err := reports.Adjudicate(args[0], v.ID, v.Profile.Draws)
		if err != nil {
			return err
		}
		return a.Write(cmd.OutOrStdout(), format.name)
	})
	flags.addSet(cmd)
	cmd.Flags().StringVar(&under, "under", "", "rule set whose draw clauses end the games: an `ID`, a file, or ID+reading")
	must(cmd.RegisterFlagCompletionFunc("under", completeRules))
	format.add(cmd, "text", "json")
	return cmd
}
