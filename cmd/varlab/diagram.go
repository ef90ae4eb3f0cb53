package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"varlab/reports"
)

func diagramCommand() *cobra.Command {
	var at positionFlags
	var format formatFlag
	cmd := newCommand("diagram", at.arguments(0, 0, 0), func(cmd *cobra.Command, _ []string) error {
		p, err := at.position()
		if err != nil {
			return err
		}
		text := p.notation.Diagram(p.state.Setup())
		if format.name == "svg" {
			text = reports.Board(p.notation, p.state.Setup())
		}
		_, err = fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	})
	at.add(cmd)
	format.add(cmd, "text", "svg")
	return cmd
}
