package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"varlab/sim/stats"
)

// planned is what plan says.
type planned struct {
	Base         float64 `json:"base"`
	Alpha        float64 `json:"alpha"`
	Power        float64 `json:"power"`
	DesignEffect float64 `json:"design_effect"`
	Games        int     `json:"games_per_rule_set"`
	Detectable   float64 `json:"detectable"` // share
	Margin       float64 `json:"margin,omitempty"`
}

func planCommand() *cobra.Command {
	var format formatFlag
	var p stats.Plan
	var difference, margin float64
	var games int
	cmd := &cobra.Command{
		Use:   "plan --base P (--difference D or --margin M or --games N)",
		Short: "Say how many games a question needs, or what so many games can show",
		Long: `plan computes how many games each of two rule sets needs so that a difference D from
the rate P is shown, or so that two equal rates are shown to lie within M of each
other; or the least difference that N games show. Rates and differences are
shares: 0.02 is two games in a hundred. Games from the same opening are not
independent: their design effect stands in every report.`,
		Example: "  varlab plan --base 0.6 --difference 0.05\n  varlab plan --base 0.6 --margin 0.02 --format json\n  varlab plan --base 0.6 --games 2000 --design-effect 1.3",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			stated := 0
			for _, name := range []string{"difference", "margin", "games"} {
				if cmd.Flags().Changed(name) {
					stated++
				}
			}
			if !cmd.Flags().Changed("base") {
				return usageError{errors.New("--base is missing (want the rate that is expected, such as 0.6)")}
			}
			if stated != 1 {
				return usageError{fmt.Errorf("%d of --difference, --margin and --games are stated (want one)", stated)}
			}
			out := planned{Base: p.Base, Alpha: p.Alpha, Power: p.Power, DesignEffect: p.DesignEffect, Games: games, Margin: margin}
			var err error
			switch {
			case cmd.Flags().Changed("difference"):
				out.Games, err = p.Games(difference)
				out.Detectable = difference
			case cmd.Flags().Changed("margin"):
				if out.Games, err = p.GamesForMargin(margin); err == nil {
					out.Detectable, err = p.Detectable(out.Games)
				}
			default:
				out.Detectable, err = p.Detectable(games)
			}
			if err != nil {
				return usageError{err}
			}
			w := cmd.OutOrStdout()
			if format.name == "json" {
				return writeJSON(w, out)
			}
			if margin > 0 {
				_, err = fmt.Fprintf(w, "%d games per rule set show that two rates of %v lie within %v of each other,\nif they are equal, with a chance of %v (two one-sided tests at %v, design effect %v).\n",
					out.Games, p.Base, margin, p.Power, p.Alpha, p.DesignEffect)
				return err
			}
			_, err = fmt.Fprintf(w, "%d games per rule set show a difference of %.4g from %v\nwith a chance of %v (two-sided test at %v, design effect %v).\n",
				out.Games, out.Detectable, p.Base, p.Power, p.Alpha, p.DesignEffect)
			return err
		},
	}
	f := cmd.Flags()
	f.Float64Var(&p.Base, "base", 0, "rate expected under one of the two: `P`, 0 to 1")
	f.Float64Var(&difference, "difference", 0, "difference to be shown: `D`")
	f.Float64Var(&margin, "margin", 0, "margin within which two equal rates are to be shown: `M`")
	f.IntVar(&games, "games", 0, "games per rule set: `N`")
	f.Float64Var(&p.Power, "power", 0.8, "chance of showing what is there: `B`")
	f.Float64Var(&p.Alpha, "alpha", 0.05, "chance of showing what is not there: `A`")
	f.Float64Var(&p.DesignEffect, "design-effect", 1, "what clustering costs: `E`")
	format.add(cmd, "text", "json")
	return cmd
}
