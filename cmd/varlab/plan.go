package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"varlab/internal/plain"
	"varlab/reports"
	"varlab/reports/findings"
	"varlab/sim/stats"
	"varlab/sim/study"
)

func planCommand() *cobra.Command {
	out := reports.Planned{Plan: stats.Plan{Alpha: 1 - findings.Level, DesignEffect: 1}}
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
		if err := out.Work(asked[0]); err != nil {
			return usageError{err}
		}
		s, _ := screenOf(cmd)
		return write(cmd, out, func(w io.Writer) {
			fmt.Fprintln(w, strings.Join(plain.Lines(out.Words(), s.Width), "\n"))
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
