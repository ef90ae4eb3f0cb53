package main

import (
	"errors"

	"github.com/spf13/cobra"

	"varlab/variants"
)

func diffCommand() *cobra.Command {
	var format formatFlag
	var flags ruleFlags
	var limit, tries int
	cmd := newCommand("diff", arguments(2, 2), func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(outside("positions", limit, 1, 0), outside("tries", tries, 0, 0)); err != nil {
			return err
		}
		vs, rs, err := flags.loadTwo(args)
		if err != nil {
			return err
		}
		c, err := variants.NewContrast(cmd.Context(), vs, rs, limit, tries)
		if err != nil {
			return err
		}
		return format.write(cmd, c, c.WriteText)
	})
	cmd.ValidArgsFunction = completeRules
	cmd.Flags().IntVar(&limit, "positions", 50_000, "search no ply with more than `N` distinct positions, or twenty times as many sequences of turns")
	cmd.Flags().IntVar(&tries, "tries", 30_000, "look for a small position in `N` random ones")
	flags.addSet(cmd)
	format.add(cmd, "text", "json")
	return cmd
}
