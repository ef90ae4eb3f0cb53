package main

import (
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
// set.
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
		return variants.Check(path) // which says why a file is not TOML
	}
	err = checkStudy(ctx, path, w)
	var faults *strict.Error
	if errors.As(err, &faults) {
		return faults.Faults, nil
	}
	return nil, err
}

// checkStudy resolves the study in a file, names included, and if nothing is wrong
// writes what it comes to.
func checkStudy(ctx context.Context, path string, w io.Writer) error {
	f, err := readStudy(path)
	if err != nil {
		return err
	}
	plan, err := f.Resolve(new(ruleFlags).ruleSets, playerOf)
	if err != nil {
		return err
	}
	schedule, err := layOut(plan)
	if err != nil {
		return f.Place(err)
	}
	return schedule.WriteOutline(ctx, newPlayer, w)
}
