package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"varlab/sim"
	"varlab/sim/record"
)

// A scheduler tells a task its number in an environment variable.
type scheduler struct {
	variable string
	first    int // number of the first task
	none     string
}

var schedulers = []scheduler{
	{"SLURM_ARRAY_TASK_ID", 0, ""},
	{"JOB_COMPLETION_INDEX", 0, ""}, // Kubernetes
	{"SGE_TASK_ID", 1, "undefined"},
}

func workerCommand() *cobra.Command {
	var shard, offset int
	cmd := &cobra.Command{
		Use:   "worker DIR",
		Short: "Play one shard of a run, as a task of a scheduler",
		Long: `worker plays one shard of the run in DIR with one worker, if it is missing or
damaged, and does nothing if it is whole. The shard is named by --shard, or else by
SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX (Kubernetes) or SGE_TASK_ID, which counts
from 1. Two workers on one shard do no harm: they leave the same bytes.`,
		Example: "  varlab worker varlab-runs/huff-or-not --shard 7",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("shard") {
				n, err := taskNumber(os.LookupEnv)
				if err != nil {
					return err
				}
				shard = n + offset
			} else if offset != 0 {
				return usageError{fmt.Errorf("both --shard and --offset (want --offset with a scheduler's number)")}
			}
			s, err := scheduleOf(args[0])
			if err != nil {
				return err
			}
			if shard < 0 || shard >= len(s.Manifest.Shards) {
				return usageError{fmt.Errorf("shard %d of %s (want 0 to %d)", shard, args[0], len(s.Manifest.Shards)-1)}
			}
			o := sim.Options{Dir: args[0], Workers: 1, Only: []int{shard}}
			command := fmt.Sprintf("varlab worker %s --shard %d", quote(args[0]), shard)
			if err := playSome(cmd.Context(), s, o, cmd.ErrOrStderr(), command); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), s.Manifest.Shards[shard].File)
			return nil
		},
	}
	cmd.Flags().IntVar(&shard, "shard", 0, "number of the shard, from 0: `N`")
	cmd.Flags().IntVar(&offset, "offset", 0, "added to the number that the scheduler gives: `N`")
	return cmd
}

// taskNumber returns the number, from 0, that a scheduler has given this task.
func taskNumber(lookup func(string) (string, bool)) (int, error) {
	var found, wanted []string
	number := 0
	for _, s := range schedulers {
		wanted = append(wanted, s.variable)
		text, ok := lookup(s.variable)
		if !ok || text == "" || text == s.none {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < s.first {
			return 0, usageError{fmt.Errorf("%s is %q (want a number from %d)", s.variable, text, s.first)}
		}
		found = append(found, s.variable)
		number = n - s.first
	}
	switch len(found) {
	case 0:
		return 0, usageError{fmt.Errorf("no shard is named (want --shard N, or a task with %s)", strings.Join(wanted, ", "))}
	case 1:
		return number, nil
	}
	return 0, usageError{fmt.Errorf("%s are all set (want one, or --shard N)", strings.Join(found, " and "))}
}

// openShards lists the shards of the run in dir that this program is to play, and
// refuses a run of another program.
func openShards(cmd *cobra.Command, dir string) (*record.Manifest, []int, error) {
	s, err := scheduleOf(dir)
	if err != nil {
		return nil, nil, err
	}
	run, err := record.Create(dir, s.Manifest)
	if err != nil {
		return nil, nil, err
	}
	defer run.Close()
	survey, err := run.Survey(cmd.Context())
	if err != nil {
		return nil, nil, err
	}
	open := survey.Open()
	if err := run.Refuses(s.Manifest.Program, open); err != nil {
		return nil, nil, err
	}
	if len(open) == 0 {
		return nil, nil, hinted{fmt.Errorf("%s: no shard is missing (want one to submit)", dir), "varlab verify " + quote(dir) + " checks what is there"}
	}
	return run.Manifest, open, nil
}
