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
	cmd := newCommand("hub", flags.arguments(0, 1, 0), func(cmd *cobra.Command, _ []string) error {
		v, r, err := flags.one()
		if err != nil {
			return err
		}
		text := append(flags.rest, "search:nodes=100000")[0]
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
	})
	flags.add(cmd)
	seedFlag(cmd, &seed)
	return cmd
}
