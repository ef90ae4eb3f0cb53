package main

import (
	"fmt"

	"varlab/rules/profile"
	"varlab/variants"

	"github.com/spf13/cobra"
)

func explainCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	cmd := &cobra.Command{
		Use:   "explain ID [KEY]",
		Short: "Say each rule as a sentence, with its clause and the other readings",
		Long: `explain says each rule as a sentence, with the clause that it comes from, the
reading taken and the others, and what becomes of every clause of the sources.
With KEY it explains one axis, or the axes of a section.`,
		Example:           "  varlab explain federation\n  varlab explain federation capture.obligation",
		Args:              arguments(1, 2),
		ValidArgsFunction: completeExplain,
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := variants.Load(args[0], flags.sets)
			if err != nil {
				return err
			}
			key := ""
			if len(args) == 2 {
				key = args[1]
				if len(variants.Keys(key)) == 0 {
					return usageError{fmt.Errorf("%s: unknown axis (%s)", key, variants.WantedKey(key))}
				}
			}
			e := v.Explain(key)
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), e)
			}
			return e.WriteText(cmd.OutOrStdout())
		},
	}
	flags.add(cmd, false)
	format.add(cmd, "text", "json")
	return cmd
}

func completeExplain(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeRules(cmd, args, word)
	}
	var keys []string
	for i := range profile.Axes {
		keys = append(keys, profile.Axes[i].Key)
	}
	return keys, cobra.ShellCompDirectiveNoFileComp
}
