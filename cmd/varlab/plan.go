package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"varlab/sim/stats"
)

// planned is what plan says.
type planned struct {
	stats.Plan
	Games      int     `json:"games_per_rule_set"`
	Detectable float64 `json:"detectable"` // share
	Margin     float64 `json:"margin,omitempty"`
}

func planCommand() *cobra.Command {
	var format formatFlag
	var out planned
	p := &out.Plan
	cmd := newCommand("plan", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		stated := stated(cmd, "difference", "margin", "games")
		if !cmd.Flags().Changed("base") {
			return usageError{errors.New("--base is missing (want the rate that is expected, such as 0.6)")}
		}
		if len(stated) != 1 {
			return usageError{fmt.Errorf("%d of --difference, --margin and --games are stated (want one)", len(stated))}
		}
		var err error
		switch stated[0] {
		case "difference":
			out.Games, err = p.Games(out.Detectable)
		case "margin":
			if out.Games, err = p.GamesForMargin(out.Margin); err == nil {
				out.Detectable, err = p.Detectable(out.Games)
			}
		default:
			out.Detectable, err = p.Detectable(out.Games)
		}
		if err != nil {
			return usageError{err}
		}
		return format.write(cmd, out, func(w io.Writer) {
			if out.Margin > 0 {
				fmt.Fprintf(w, "%d games per rule set show that two rates of %v lie within %v of each other,\nif they are equal, with a chance of %v (two one-sided tests at %v, design effect %v).\n",
					out.Games, p.Base, out.Margin, p.Power, p.Alpha, p.DesignEffect)
				return
			}
			fmt.Fprintf(w, "%d games per rule set show a difference of %.4g from %v\nwith a chance of %v (two-sided test at %v, design effect %v).\n",
				out.Games, out.Detectable, p.Base, p.Power, p.Alpha, p.DesignEffect)
		})
	})
	f := cmd.Flags()
	f.Float64Var(&p.Base, "base", 0, "rate expected under one of the two: `P`, 0 to 1")
	f.Float64Var(&out.Detectable, "difference", 0, "difference to be shown: `D`")
	f.Float64Var(&out.Margin, "margin", 0, "margin within which two equal rates are to be shown: `M`")
	f.IntVar(&out.Games, "games", 0, "games per rule set: `N`")
	f.Float64Var(&p.Power, "power", 0.8, "chance of showing what is there: `B`")
	f.Float64Var(&p.Alpha, "alpha", 0.05, "chance of showing what is not there: `A`")
	f.Float64Var(&p.DesignEffect, "design-effect", 1, "what clustering costs: `E`")
	format.add(cmd, "text", "json")
	return cmd
}
