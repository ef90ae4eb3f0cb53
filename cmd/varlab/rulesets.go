package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/rules"
	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

func variantsCommand() *cobra.Command {
	cmd := newCommand("variants", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		list, err := variants.NewList()
		if err != nil {
			return err
		}
		return write(cmd, list, list.WriteText)
	}, "text", "json")
	return cmd
}

func explainCommand() *cobra.Command {
	var flags ruleFlags
	var language string
	cmd := newCommand("explain", arguments(1, 2), func(cmd *cobra.Command, args []string) error {
		if err := unless(language == "en" || language == "fr", "--language %s: unknown (want en or fr)", language); err != nil {
			return usageError{err}
		}
		v, err := variants.Load(args[0], flags.Sets)
		if err == nil && language == "fr" {
			if v.HasFrench() {
				v, err = variants.LoadIn(language, args[0], flags.Sets)
			} else {
				remark(cmd.ErrOrStderr(), "%s has no French, and is explained in English", v.Base)
			}
		}
		if err != nil {
			return lab.NotRules(err)
		}
		key := append(args, "")[1]
		if want := variants.Unasked(key); want != "" {
			return usageError{fmt.Errorf("%s: unknown axis or word (%s)", key, want)}
		}
		if formOf(cmd) == "toml" {
			if key != "" {
				return usageError{fmt.Errorf("--format toml with the key %s (want a whole rule set)", key)}
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), v.TOML())
			return err
		}
		e := v.Explain(key)
		return write(cmd, e, func(w io.Writer) { e.WriteText(w) })
	}, "text", "json", "toml")
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return completeRules(cmd, args, word)
		}
		return axisKeys(""), cobra.ShellCompDirectiveNoFileComp
	}
	setFlag(cmd, cmd.Flags(), &flags.Sets)
	cmd.Flags().StringVar(&language, "language", "en", "`LANGUAGE`: en or fr")
	return cmd
}

// diff compares a ply from the start if at most diffSequences lead to it, and looks for a small
// position in diffTries random ones.
const (
	diffSequences = 1_000_000
	diffTries     = 30_000
)

func diffCommand() *cobra.Command {
	var flags ruleFlags
	var pieces int
	var all bool
	cmd := newCommand("diff", arguments(2, 2), func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("exact") {
			return differExactly(cmd, &flags, args, pieces)
		}
		vs, rs, err := flags.Two([2]string(args))
		if err != nil {
			return err
		}
		c, err := variants.NewContrast(cmd.Context(), vs, rs, diffSequences, diffTries)
		if err != nil {
			return err
		}
		return write(cmd, c, func(w io.Writer) { c.WriteText(w, all) })
	}, "text", "json")
	flags.addSets(cmd)
	cmd.Flags().IntVar(&pieces, "exact", 0, "count positions of `N` pieces, 2 to 5, whose value differs")
	cmd.Flags().BoolVar(&all, "all", false, "also conduct, silent rules, and what clauses say")
	return cmd
}

func checkCommand() *cobra.Command {
	var schema string
	var engines bool
	cmd := newCommand("check", arguments(0, math.MaxInt), func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("schema") {
			text, known := map[string]string{"study": study.Schema, "profile": variants.Schema()}[schema]
			if err := cmp.Or(
				unless(known, "--schema %s: unknown (want study or profile)", schema),
				unless(len(args) == 0, "--schema with %s (want it alone)", strings.Join(args, " ")),
			); err != nil {
				return err
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		}
		if len(args) == 0 {
			return usageError{errors.New("check: no file is named (want one, or --schema)")}
		}
		faulty := false
		var unread []error
		for _, path := range args {
			var faults []strict.Fault
			err := folded(cmd, func(w io.Writer) (err error) {
				faults, err = checkFile(cmd.Context(), path, engines, w)
				return err
			})
			unread = append(unread, err)
			for _, fault := range faults {
				fmt.Fprintln(cmd.OutOrStdout(), fault)
				faulty = true
			}
		}
		if err := errors.Join(unread...); err != nil || !faulty {
			return err
		}
		return errReported
	})
	cmd.Flags().StringVar(&schema, "schema", "", "write a complete study or profile, with notes: `KIND`")
	enginesFlag(cmd, &engines)
	return cmd
}

// checkStudy writes the size of a study and a pilot's advice on its claims. It plays no game
// if the study names engines that may not be started. The error has the study's faults.
func checkStudy(ctx context.Context, file *study.File, engines bool, w io.Writer) error {
	l := lab.New(runsDir)
	l.Engines = engines
	schedule, err := l.LayOut(file)
	if err != nil {
		return err
	}
	named := lab.EnginesOf(schedule.Plan)
	if !engines && len(named) > 0 {
		err := schedule.WriteOutline(w, nil)
		fmt.Fprintf(w, "\nno game was tried: the study names external engines, which check starts only with --engines\n  %s\n", strings.Join(named, "\n  "))
		return err
	}
	pilot, err := l.Pilot(ctx, schedule.Plan)
	if err != nil {
		return err
	}
	var warnings []string
	if pilot != nil {
		var faults study.Faults
		if faults, warnings = pilot.Advise(); len(faults) > 0 {
			return file.Place(faults)
		}
	}
	paces, err := l.Paces(ctx, schedule)
	if err == nil {
		err = schedule.WriteOutline(w, paces)
	}
	if err != nil || pilot == nil {
		return err
	}
	l.WriteVaryTime(&file.Study, schedule, paces.Of, varyGames, w)
	return pilot.WriteText(w, warnings)
}

// remarkUnmodelled names the clauses of rule sets that are not modelled.
func remarkUnmodelled(path string, names []string, w io.Writer) error {
	told := map[string]bool{}
	return new(ruleFlags).each(names, func(v *variants.Resolved, _ *rules.Rules) error {
		for _, row := range v.Unmodelled() {
			if text := row.String(); !told[text] {
				told[text] = true
				fmt.Fprintf(w, "%s: remark: %s\n", path, text)
			}
		}
		return nil
	})
}

// checkFile lists the faults of a file: a study if it has a study's keys, else a rule set. Of
// a study without faults it writes the size.
func checkFile(ctx context.Context, path string, engines bool, w io.Writer) ([]strict.Fault, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !lab.IsStudy(path, text) {
		faults, remarks, err := variants.Check(path) // which says why a file is not TOML
		if err == nil && len(faults) == 0 {
			fmt.Fprintf(w, "%s: a rule set without faults\n", path)
		}
		for _, r := range remarks {
			fmt.Fprintf(w, "%s: remark: %s\n", path, r)
		}
		return faults, err
	}
	file, err := lab.ReadStudy(path)
	if err == nil {
		err = checkStudy(ctx, file, engines, w)
	}
	if err == nil {
		err = remarkUnmodelled(path, file.Study.Rules, w)
	}
	var faults *strict.Error
	if errors.As(err, &faults) {
		return faults.Faults, nil
	}
	return nil, err
}
