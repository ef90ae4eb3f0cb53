package main

import (
	"io"

	"github.com/spf13/cobra"

	"varlab/variants"
)

func showCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	cmd := newCommand("show", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		v, err := variants.Load(args[0], flags.sets)
		if err != nil {
			return err
		}
		return format.write(cmd, v.Description(), func(w io.Writer) { v.WriteText(w) })
	})
	cmd.ValidArgsFunction = completeRules
	flags.addSet(cmd)
	format.add(cmd, "text", "json")
	return cmd
}
