package main

import (
	"github.com/spf13/cobra"

	"varlab/variants"
)

func showCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	cmd := &cobra.Command{
		Use:               "show ID",
		Short:             "Show a rule set as resolved: every value and what it rests on",
		Example:           "  varlab show federation\n  varlab show federation+both-blocked-draw --format json\n  varlab show federation --set draw=[]",
		Args:              arguments(1, 1),
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := variants.Load(args[0], flags.sets)
			if err != nil {
				return err
			}
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), v.Description())
			}
			return v.WriteText(cmd.OutOrStdout())
		},
	}
	flags.add(cmd, false)
	format.add(cmd, "text", "json")
	return cmd
}
