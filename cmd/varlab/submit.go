package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/sim"
	"varlab/sim/record"
)

func submitCommand() *cobra.Command {
	cmd := newCommand("submit", noCommand, help)
	var engines bool
	cmd.PersistentFlags().BoolVar(&engines, "engines", false, "start the external engines that the run names")
	cmd.AddCommand(slurmCommand(&engines), kubernetesCommand(&engines), workerCommand(&engines), mergeCommand())
	return cmd
}

func slurmCommand(engines *bool) *cobra.Command {
	var job record.Job
	cmd := newCommand("slurm", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := outside("tasks", job.Tasks, 1, 0); err != nil {
			return err
		}
		err := openJob(cmd, args[0], *engines, &job)
		if err != nil {
			return err
		}
		if job.Dir, err = filepath.Abs(args[0]); err == nil && job.Program == "" {
			job.Program, err = os.Executable()
		}
		if err != nil {
			return err
		}
		if strings.ContainsAny(job.Dir, "%\\\"\n") {
			return fmt.Errorf("%q: to Slurm %%, quotes and backslashes in file names have a meaning of their own (want a directory without them)", job.Dir)
		}
		return job.Write(cmd.OutOrStdout(), "slurm")
	})
	f := cmd.Flags()
	f.IntVar(&job.Tasks, "tasks", 1000, "at most `N` tasks, which share the shards")
	f.StringVar(&job.Program, "program", "", "`FILE` of this program as the nodes see it")
	return cmd
}

func kubernetesCommand(engines *bool) *cobra.Command {
	var job record.Job
	cmd := newCommand("kubernetes", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			unless(job.Image != "" && job.Claim != "", "no --image or no --claim (want both)"),
			unless(!strings.Contains(job.Dir, "$"), "--path %q: to Kubernetes $ has a meaning of its own (want a path without it)", job.Dir),
		); err != nil {
			return err
		}
		job.Dir = path.Join("/runs", path.Join("/", job.Dir))
		if err := openJob(cmd, args[0], *engines, &job); err != nil {
			return err
		}
		return job.Write(cmd.OutOrStdout(), "kubernetes")
	})
	f := cmd.Flags()
	f.StringVar(&job.Image, "image", "", "container image with varlab: `IMAGE`")
	f.StringVar(&job.Claim, "claim", "", "persistent volume claim with the run: `NAME`")
	f.StringVar(&job.Dir, "path", "", "the run directory on that volume: `DIR` (otherwise its root)")
	return cmd
}

// openJob fills in the shards of the run in dir that this program is to play; none is an
// error. It refuses a run of another program.
func openJob(cmd *cobra.Command, dir string, engines bool, job *record.Job) error {
	s, err := resume(dir)
	if err != nil {
		return err
	}
	run, err := record.Create(dir, s.Manifest)
	if err != nil {
		return err
	}
	survey, err := run.Survey(cmd.Context())
	if err != nil {
		return err
	}
	if job.Manifest, job.Open = run.Manifest, survey.Open(); len(job.Open) == 0 {
		return hinted{fmt.Errorf("%s: no shard is missing (want one to submit)", dir), "varlab verify " + quotePath(dir) + " checks what is there"}
	}
	if err := run.Refuses(s.Manifest.Program, job.Open); err != nil {
		return err
	}
	job.Engines = len(lab.EnginesOf(s.Plan)) > 0
	return consent(cmd, engines, dir, s.Plan)
}

func workerCommand(engines *bool) *cobra.Command {
	var shard int
	cmd := newCommand("worker", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		var which []string
		if !cmd.Flags().Changed("shard") {
			n, err := record.TaskNumber()
			if err != nil {
				return usageError{err}
			}
			shard = n
			which = []string{"--shard", fmt.Sprint(shard)}
		}
		s, err := resume(args[0])
		if err != nil {
			return err
		}
		if shard < 0 || shard >= len(s.Manifest.Shards) {
			return usageError{fmt.Errorf("shard %d of %s (want 0 to %d)", shard, args[0], len(s.Manifest.Shards)-1)}
		}
		if err := consent(cmd, *engines, args[0], s.Plan); err != nil {
			return err
		}
		if err := play(cmd, s, sim.Options{Dir: args[0], Workers: 1, Only: []int{shard}}, again(cmd, "", which...)); err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), s.Manifest.Shards[shard].File)
		return nil
	})
	cmd.Flags().IntVar(&shard, "shard", 0, "number of the shard, from 0: `N`")
	return cmd
}

func mergeCommand() *cobra.Command {
	return newCommand("merge", arguments(2, math.MaxInt), func(cmd *cobra.Command, args []string) error {
		m, run, err := record.MergeInto(cmd.Context(), args[0], args[1:])
		if m != nil {
			for _, note := range m.Notes {
				remark(cmd.ErrOrStderr(), "%s", note)
			}
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%d shards copied into %s, %d of %d still missing\n", m.Copied, args[0], len(m.Open), len(run.Shards))
		return nil
	})
}
