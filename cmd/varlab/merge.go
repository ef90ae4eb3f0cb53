package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/sim/record"
)

func mergeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge DIR FROM…",
		Short: "Gather the shards of one run from several directories",
		Long: `merge copies into the run directory DIR the shards that it lacks and that other
directories have, where several machines without a common disk have played parts of
one run (varlab worker). All must hold the same run; DIR may be new. Shards are
verified before and after; what is there is left alone, and two that differ are an
error.`,
		Example: "  varlab merge all part-1 part-2 && varlab verify all",
		Args:    arguments(2, math.MaxInt),
		RunE: func(cmd *cobra.Command, args []string) error {
			var from []*record.Run
			for _, dir := range args[1:] {
				run, err := record.Open(dir)
				if err != nil {
					return err
				}
				defer run.Close()
				from = append(from, run)
			}
			into, err := openOrBegin(args[0], from[0].Manifest)
			if err != nil {
				return err
			}
			defer into.Close()
			m, err := into.Merge(from)
			if m != nil {
				for _, note := range m.Notes {
					remark(cmd.ErrOrStderr(), "%s", note)
				}
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d shards copied into %s, %d of %d still missing\n", m.Copied, args[0], len(m.Open), len(into.Manifest.Shards))
			return nil
		},
	}
	return cmd
}

// openOrBegin opens a run directory, or makes one of a manifest that another has.
func openOrBegin(dir string, m *record.Manifest) (*record.Run, error) {
	if _, err := os.Stat(filepath.Join(dir, record.ManifestFile)); errors.Is(err, fs.ErrNotExist) {
		return record.Create(dir, *m)
	}
	return record.Open(dir)
}
