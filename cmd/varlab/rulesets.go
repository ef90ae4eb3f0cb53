package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"

	"varlab/sim/study"
	"varlab/variants"
	"varlab/variants/strict"
)

// variantRow is a line of the table of built-in profiles.
type variantRow struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Period   string `json:"period"`
	Status   string `json:"status"`
	Board    string `json:"board"` // rows x columns
	Inherits string `json:"inherits"`
}

func variantsCommand() *cobra.Command {
	cmd := newCommand("variants", arguments(0, 0), func(cmd *cobra.Command, _ []string) error {
		rows := []variantRow{}
		for _, id := range variants.IDs() {
			v, err := variants.Load(id, nil)
			if err != nil {
				return err
			}
			rows = append(rows, variantRow{v.ID, v.Title, v.Period, v.Status, v.Board(), v.Inherits})
		}
		return write(cmd, rows, func(w io.Writer) {
			fmt.Fprintf(w, "%-22s  %-5s  %-13s  %s\n", "ID", "BOARD", "STATUS", "INHERITS")
			for _, r := range rows {
				fmt.Fprintf(w, "%-22s  %-5s  %-13s  %s\n    %s, %s\n", r.ID, r.Board, r.Status, cmp.Or(r.Inherits, "-"), r.Title, r.Period)
			}
		})
	}, "text", "json")
	return cmd
}

func showCommand() *cobra.Command {
	var flags ruleFlags
	cmd := newCommand("show", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		v, err := variants.Load(args[0], flags.sets)
		if err != nil {
			return err
		}
		return write(cmd, v.Description(), func(w io.Writer) { v.WriteText(w) })
	}, "text", "json")
	cmd.ValidArgsFunction = completeRules
	flags.addSet(cmd)
	return cmd
}

func explainCommand() *cobra.Command {
	var flags ruleFlags
	cmd := newCommand("explain", arguments(1, 2), func(cmd *cobra.Command, args []string) error {
		v, err := variants.Load(args[0], flags.sets)
		if err != nil {
			return err
		}
		key := append(args, "")[1]
		if key != "" && len(variants.Keys(key)) == 0 {
			return usageError{fmt.Errorf("%s: unknown axis (%s)", key, variants.WantedKey(key))}
		}
		e := v.Explain(key)
		return write(cmd, e, func(w io.Writer) { e.WriteText(w) })
	}, "text", "json")
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return completeRules(cmd, args, word)
		}
		return axisKeys(""), cobra.ShellCompDirectiveNoFileComp
	}
	flags.addSet(cmd)
	return cmd
}

func diffCommand() *cobra.Command {
	var flags ruleFlags
	var limit, tries int
	cmd := newCommand("diff", arguments(2, 2), func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(outside("positions", limit, 1, 0), outside("tries", tries, 0, 0)); err != nil {
			return err
		}
		vs, rs, err := flags.loadTwo(args)
		if err != nil {
			return err
		}
		c, err := variants.NewContrast(cmd.Context(), vs, rs, limit, tries)
		if err != nil {
			return err
		}
		return write(cmd, c, c.WriteText)
	}, "text", "json")
	cmd.ValidArgsFunction = completeRules
	cmd.Flags().IntVar(&limit, "positions", 50_000, "search no ply with more than `N` distinct positions, or twenty times as many sequences of turns")
	cmd.Flags().IntVar(&tries, "tries", 30_000, "look for a small position in `N` random ones")
	flags.addSet(cmd)
	return cmd
}

func checkCommand() *cobra.Command {
	var schema bool
	cmd := newCommand("check", arguments(0, math.MaxInt), func(cmd *cobra.Command, args []string) error {
		if schema && len(args) == 0 {
			_, err := fmt.Fprint(cmd.OutOrStdout(), study.Schema)
			return err
		}
		if schema || len(args) == 0 {
			return usageError{errors.New("check: want files, or --schema alone")}
		}
		faulty := false
		var unread []error
		for _, path := range args {
			faults, err := checkFile(cmd.Context(), path, cmd.OutOrStdout())
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
	cmd.Flags().BoolVar(&schema, "schema", false, "write a complete study with a note on every key")
	return cmd
}

// checkFile lists what is wrong with a file: a study if its keys are one's, else a rule
// set. It writes what a study comes to in which nothing is wrong.
func checkFile(ctx context.Context, path string, w io.Writer) ([]strict.Fault, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = fmt.Errorf("%s: %w", path, pe.Err)
		}
		return nil, err
	}
	keys := map[string]any{}
	if _, err := toml.Decode(string(text), &keys); err != nil || !study.IsStudy(keys) {
		faults, err := variants.Check(path) // which says why a file is not TOML
		if err == nil && len(faults) == 0 {
			fmt.Fprintf(w, "%s: a rule set without faults\n", path)
		}
		return faults, err
	}
	schedule, err := new(ruleFlags).studied(path)
	if err == nil {
		err = schedule.WriteOutline(ctx, newPlayer, w)
	}
	var faults *strict.Error
	if errors.As(err, &faults) {
		return faults.Faults, nil
	}
	return nil, err
}
