package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/submit"
)

func workerCommand() *cobra.Command {
	var shard, offset int
	cmd := newCommand("worker", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("shard") {
			n, err := submit.TaskNumber(os.LookupEnv)
			if err != nil {
				return usageError{err}
			}
			shard = n + offset
		} else if offset != 0 {
			return usageError{errors.New("both --shard and --offset (want --offset with a scheduler's number)")}
		}
		s, err := scheduleOf(args[0])
		if err != nil {
			return err
		}
		if shard < 0 || shard >= len(s.Manifest.Shards) {
			return usageError{fmt.Errorf("shard %d of %s (want 0 to %d)", shard, args[0], len(s.Manifest.Shards)-1)}
		}
		command := fmt.Sprintf("%s %s --shard %d", called(cmd), quote(args[0]), shard)
		if err := play(cmd, s, sim.Options{Dir: args[0], Workers: 1, Only: []int{shard}}, command); err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), s.Manifest.Shards[shard].File)
		return nil
	})
	cmd.Flags().IntVar(&shard, "shard", 0, "number of the shard, from 0: `N`")
	cmd.Flags().IntVar(&offset, "offset", 0, "added to the number that the scheduler gives: `N`")
	return cmd
}

func mergeCommand() *cobra.Command {
	return newCommand("merge", arguments(2, math.MaxInt), func(cmd *cobra.Command, args []string) error {
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
	})
}

// openOrBegin opens a run directory, or makes one of a manifest that another has.
func openOrBegin(dir string, m *record.Manifest) (*record.Run, error) {
	if _, err := os.Stat(filepath.Join(dir, record.ManifestFile)); errors.Is(err, fs.ErrNotExist) {
		return record.Create(dir, *m)
	}
	return record.Open(dir)
}
