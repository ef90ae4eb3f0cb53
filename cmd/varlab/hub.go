package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"varlab/sim/hub"
	"varlab/sim/player"
)

func hubCommand() *cobra.Command {
	var flags ruleFlags
	var seed uint64
	cmd := &cobra.Command{
		Use:   "hub -r ID [PLAYER]",
		Short: "Play for a program that speaks the Hub protocol",
		Long: `hub reads commands of the Hub protocol from stdin and answers on stdout, so that
boards and other programs can play against a player here, under the rule set that
is named. Moves are in hub notation. Where the rule set has claims, turns are
written as by varlab moves --notation hub, which other programs do not know.

PLAYER is search:nodes=100000 if none is named. What an interface allows for a move
replaces the budget of a search: so many nodes or turns ahead; a second stands for a
million nodes, so that the same position gets the same move on every machine.`,
		Example: "  varlab hub -r international\n  varlab hub -r frisian search:nodes=20000,noise=5",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, r, err := flags.one()
			if err != nil {
				return err
			}
			text := "search:nodes=100000"
			if len(args) == 1 {
				text = args[0]
			}
			spec, err := player.Parse(text)
			if err != nil {
				return err
			}
			if _, err := spec.New(r); err != nil {
				return fmt.Errorf("player %q under %q: %w", text, v.ID, err)
			}
			s := hub.Server{Rules: r, Name: "varlab " + v.ID, Version: "1", Seed: seed, New: func(b hub.Budget) (hub.Player, error) {
				return spec.With(b.Nodes, b.Depth).New(r)
			}}
			err = s.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
			if errors.Is(err, cmd.Context().Err()) {
				return nil // interrupted: that is how a board ends an engine
			}
			return err
		},
	}
	flags.add(cmd, true)
	cmd.Flags().Uint64Var(&seed, "seed", compareSeed, "number from which all chance is made: `S`")
	return cmd
}
