package main

import (
	"io"

	"github.com/spf13/cobra"

	"varlab/reports/endings"
)

func probeCommand() *cobra.Command {
	var at positionFlags
	var tables tableFlags
	var format formatFlag
	cmd := newCommand("probe", at.arguments(0, 0, 0), func(cmd *cobra.Command, _ []string) error {
		p, err := at.position()
		if err != nil {
			return err
		}
		t, err := tables.build(p.rules, endings.Materials(p.rules, &p.state))
		if err != nil && !at.given() {
			return hinted{err, "--fen names a position with few pieces"}
		}
		if err != nil {
			return err
		}
		defer t.Close()
		found, err := endings.Probe(t, p.notation, p.state)
		if err != nil {
			return err
		}
		if found.Distance > 0 {
			if found.Line, err = endings.BestPlay(t, p.notation, p.state); err != nil {
				return err
			}
		}
		return format.write(cmd, found, func(w io.Writer) { found.WriteText(w, p.notation, &p.state) })
	})
	at.add(cmd)
	tables.add(cmd)
	format.add(cmd, "text", "json")
	return cmd
}
