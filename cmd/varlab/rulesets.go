package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/reports/endings"
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

// differExactly counts the positions of few pieces whose exact value differs between the two
// rule sets that args name, of the materials that both can have: diff --exact.
func differExactly(cmd *cobra.Command, flags *ruleFlags, args []string, pieces int) error {
	if err := outside("exact", pieces, 2, study.MaxExactPieces); err != nil {
		return err
	}
	vs, rs, err := flags.Two([2]string(args))
	if err != nil {
		return err
	}
	tables := tableFlags{cmd: cmd}
	found, err := endings.Differ(cmd.Context(), [2]string{vs[0].ID, vs[1].ID}, rs, pieces, workers(cmd), tables.build, func(id string, why error) {
		remark(cmd.ErrOrStderr(), "%s: %v", id, why)
	})
	if err := tables.cut(err); err != nil {
		return err
	}
	return write(cmd, found, func(w io.Writer) { found.WriteText(w) })
}

func checkCommand() *cobra.Command {
	var schema string
	l := lab.New(runsDir)
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
				faults, err = l.Check(cmd.Context(), path, w)
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
	enginesFlag(cmd, &l.Engines)
	return cmd
}
