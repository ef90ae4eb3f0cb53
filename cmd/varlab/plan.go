package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"varlab/internal/plain"
	"varlab/reports"
	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

// planned holds the numbers of plan.
type planned struct {
	stats.Plan
	Games      int            `json:"games_per_rule_set"`
	Least      int            `json:"games_least,omitempty"` // as far as so few games of a pilot can tell
	Most       int            `json:"games_most,omitempty"`
	Trained    int            `json:"with_trainings,omitempty"` // the games if trainings vary as far as is known
	Detectable float64        `json:"detectable"`               // share
	Margin     float64        `json:"margin,omitempty"`
	NoWorse    float64        `json:"no_worse,omitempty"`
	True       float64        `json:"true_difference,omitempty"` // within the margin
	Pilot      *reports.Basis `json:"pilot,omitempty"`

	spread float64 // of trainings, in the difference
}

func planCommand() *cobra.Command {
	out := planned{Plan: stats.Plan{Alpha: 1 - findings.Level, DesignEffect: 1}}
	p := &out.Plan
	var pilot, metric, who string
	cmd := newCommand("plan", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		asked := stated(cmd, "margin", "no-worse", "difference", "games")
		within := len(asked) == 2 && asked[0] != "difference" && asked[1] == "difference" // one that may be there
		if err := cmp.Or(
			unless(pilot != "" || cmd.Flags().Changed("base"), "--base is missing (want the rate that is expected, such as 0.6, or --pilot)"),
			unless(len(asked) == 1 || within, "%d of --difference, --margin, --no-worse and --games are stated (want one)", len(asked)),
			needs(cmd, "pilot", "metric", "player"),
		); err != nil {
			return err
		}
		if pilot != "" {
			if err := study.CheckMetric(metric); err != nil {
				return usageError{err}
			}
			r, err := reports.Load(cmd.Context(), pilot, reports.Options{})
			if err != nil {
				return err
			}
			basis, err := r.Basis(metric, who)
			if err != nil {
				return fmt.Errorf("%s: %w", pilot, err)
			}
			out.Pilot = basis
			if !cmd.Flags().Changed("base") {
				p.Base = basis.Base
			}
			p.DesignEffect = basis.DesignEffect
		}
		trained := *p
		trained.Trainings = study.TrainingSpread.Own * math.Sqrt(2./study.Trainings)
		if out.Pilot != nil {
			trained.Trainings = out.Pilot.Trainings
		}
		out.spread = trained.Trainings
		var err error
		switch asked[0] {
		case "difference":
			out.Games, err = p.Games(out.Detectable)
			out.Trained, _ = trained.Games(out.Detectable)
		case "margin", "no-worse":
			out.True = out.Detectable
			within := cmp.Or(out.Margin, out.NoWorse)
			if out.Games, err = p.GamesForMargin(within, out.True, out.NoWorse > 0); err == nil {
				out.Detectable, err = p.Detectable(out.Games)
			}
			out.Trained, _ = trained.GamesForMargin(within, out.True, out.NoWorse > 0)
		default:
			out.Detectable, err = p.Detectable(out.Games)
		}
		if err != nil {
			return usageError{err}
		}
		if out.Pilot != nil && asked[0] != "games" {
			out.Least, out.Most = out.Pilot.Between(out.Games)
		}
		s, _ := screenOf(cmd)
		return write(cmd, out, func(w io.Writer) {
			fmt.Fprintln(w, strings.Join(plain.Lines(out.words(asked[0] != "games"), s.Width), "\n"))
		})
	}, "text", "json")
	f := cmd.Flags()
	f.Float64Var(&p.Base, "base", 0, "rate expected under one of the two: `P`, 0 to 1")
	f.Float64Var(&out.Detectable, "difference", 0, "difference to be shown: `D`, below 0 for less")
	f.Float64Var(&out.Margin, "margin", 0, "margin within which two rates are to be shown: `M`")
	f.Float64Var(&out.NoWorse, "no-worse", 0, "by how much one rate may be worse than the other: `M`")
	f.IntVar(&out.Games, "games", 0, "games per rule set: `N`")
	f.IntVar(&p.Family, "family", 0, "tests that share alpha: `N`")
	f.StringVar(&pilot, "pilot", "", "run from which rate and design effect are taken: `DIR`")
	f.StringVar(&metric, "metric", "drawn", "with --pilot: `METRIC` of the plan")
	f.StringVar(&who, "player", "", "with --pilot: whose games, where it has several: `SPEC`")
	f.Float64Var(&p.Power, "power", 0.8, "chance of showing what is there: `B`")
	return cmd
}

// words say a plan: in all of it, differences are in points.
func (p *planned) words(wanted bool) string {
	points := func(share float64) string { return fmt.Sprintf("%.1f points", 100*math.Abs(share)) }
	what := fmt.Sprintf("a difference of %s from %.1f %%", points(p.Detectable), 100*p.Base)
	alike := map[bool]string{true: "are equal", false: "differ by " + points(p.True)}[p.True == 0]
	switch {
	case p.NoWorse > 0:
		what = fmt.Sprintf("that one of two rates near %.1f %% is worse by less than %s, if they %s,", 100*p.Base, points(p.NoWorse), alike)
	case p.Margin > 0:
		what = fmt.Sprintf("that two rates near %.1f %% lie within %s of each other, if they %s,", 100*p.Base, points(p.Margin), alike)
	case p.Detectable < 0:
		what = fmt.Sprintf("%s less than %.1f %%", points(p.Detectable), 100*p.Base)
	}
	text := fmt.Sprintf("%d games of each rule set show %s with a chance of %.3g %%", p.Games, what, 100*p.Power)
	switch {
	case !wanted || p.spread == 0:
	case p.Trained > 0:
		text += fmt.Sprintf("; %d do, since trainings of the players vary the difference by %s", p.Trained, points(p.spread))
	default:
		text += fmt.Sprintf("; if trainings of the players vary the difference by %s, no number does", points(p.spread))
	}
	test := "a two-sided test"
	switch {
	case p.Margin > 0:
		test = "two one-sided tests"
	case p.NoWorse > 0:
		test = "a one-sided test"
	}
	text += fmt.Sprintf(". This is for %s at %.3g %%", test, 100*p.Alpha)
	if n := p.Tests(); n > 1 {
		text += fmt.Sprintf(" shared by %d", n)
	}
	text += fmt.Sprintf(", with a design effect of %.3g.", p.DesignEffect)
	if p.Pilot != nil {
		text += fmt.Sprintf(" The rate is that of %s, the design effect that of its difference from %s, in the pilot's %d games of each (%s%s)", p.Pilot.A, p.Pilot.B, p.Pilot.Games, p.Pilot.Player, map[bool]string{true: ", with " + p.Pilot.Weights + " weights"}[p.Pilot.Weights != ""])
		if p.Most > 0 {
			text += fmt.Sprintf(", which leave %d to %d games", p.Least, p.Most)
		}
		text += "."
	}
	return text
}
