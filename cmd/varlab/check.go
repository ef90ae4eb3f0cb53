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

// checkers say what is wrong with a file of each kind. The first whose claims
// holds of the file's top-level keys reads it; a file that nobody claims is read
// as a rule set.
var checkers = []struct {
	kind   string
	claims func(keys map[string]any) bool
	check  func(ctx context.Context, path string, w io.Writer) ([]strict.Fault, error)
}{
	{"study", study.IsStudy, checkStudy},
	{"rule set", func(map[string]any) bool { return true }, checkRules},
}

func checkCommand() *cobra.Command {
	var schema bool
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Validate rule sets and studies",
		Long: `check reads files and lists every fault, one a line, as
file:line:col: key: what is wrong (what was wanted). The status is 1 if there is any.
Of a study without faults it prints the plan: the games, how long they will take,
measured on a short trial, and which differences they could show.`,
		Example: "  varlab check my-rules.toml\n  varlab check --schema > study.toml",
		Args: func(cmd *cobra.Command, args []string) error {
			if schema {
				return arguments(0, 0)(cmd, args)
			}
			return arguments(1, math.MaxInt)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if schema {
				_, err := fmt.Fprint(cmd.OutOrStdout(), study.Schema)
				return err
			}
			faults := 0
			var unread []error
			for _, path := range args {
				list, err := checkFile(cmd.Context(), path, cmd.OutOrStdout())
				if err != nil {
					unread = append(unread, err)
				}
				for _, fault := range list {
					fmt.Fprintln(cmd.OutOrStdout(), fault)
				}
				faults += len(list)
			}
			if faults > 0 && unread == nil {
				return errReported
			}
			return errors.Join(unread...)
		},
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "write a complete study with a note on every key")
	return cmd
}

func checkRules(_ context.Context, path string, _ io.Writer) ([]strict.Fault, error) {
	return variants.Check(path)
}

func checkFile(ctx context.Context, path string, w io.Writer) ([]strict.Fault, error) {
	text, err := strict.ReadFile(path)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = fmt.Errorf("%s: %w", path, pe.Err)
		}
		return nil, err
	}
	// A file that is not TOML has no keys, and its checker says why.
	keys := map[string]any{}
	if _, err := toml.Decode(string(text), &keys); err != nil {
		keys = nil
	}
	for _, c := range checkers {
		if c.claims(keys) {
			return c.check(ctx, path, w)
		}
	}
	return nil, fmt.Errorf("%s: neither a rule set nor a study", path)
}
