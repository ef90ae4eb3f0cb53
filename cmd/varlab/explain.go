package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/variants"
)

func explainCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	cmd := newCommand("explain", arguments(1, 2), func(cmd *cobra.Command, args []string) error {
		v, err := variants.Load(args[0], flags.sets)
		if err != nil {
			return err
		}
		key := append(args, "")[1]
		if key != "" && len(variants.Keys(key)) == 0 {
			return usageError{fmt.Errorf("%s: unknown axis (%s)", key, variants.WantedKey(key))}
		}
		e := v.Explain(key)
		return format.write(cmd, e, func(w io.Writer) { e.WriteText(w) })
	})
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return completeRules(cmd, args, word)
		}
		return axisKeys(""), cobra.ShellCompDirectiveNoFileComp
	}
	flags.addSet(cmd)
	format.add(cmd, "text", "json")
	return cmd
}
