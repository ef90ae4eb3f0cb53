package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"varlab/reports"
)

func diagramCommand() *cobra.Command {
	var flags ruleFlags
	var at positionFlags
	var format formatFlag
	cmd := &cobra.Command{
		Use:     "diagram -r ID",
		Short:   "Draw a position as text or SVG",
		Example: "  varlab diagram -r federation\n  varlab diagram -r english --fen B:W18,K32:B1,K5 --format svg > position.svg",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, r, err := flags.one()
			if err != nil {
				return err
			}
			h, n, err := at.history(r)
			if err != nil {
				return err
			}
			s := h.State()
			text := n.Diagram(s.Setup())
			if format.name == "svg" {
				text = reports.Board(n, s.Setup())
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	flags.add(cmd, true)
	at.add(cmd)
	format.add(cmd, "text", "svg")
	return cmd
}
