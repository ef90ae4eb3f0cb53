package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"varlab/sim/record"
	"varlab/sim/submit"
)

func submitCommand() *cobra.Command {
	cmd := newCommand("submit", noCommand, help)
	cmd.AddCommand(slurmCommand(), kubernetesCommand(), workerCommand(), mergeCommand())
	return cmd
}

func slurmCommand() *cobra.Command {
	var show bool
	job := submit.Slurm{Quote: quote}
	cmd := newCommand("slurm", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		m, open, err := openShards(cmd, args[0])
		if err != nil {
			return err
		}
		job.Manifest = m
		if job.Dir, err = filepath.Abs(args[0]); err == nil && job.Program == "" {
			job.Program, err = os.Executable()
		}
		if err != nil {
			return err
		}
		if strings.ContainsAny(job.Dir, "%\\\"\n\r") {
			return fmt.Errorf("%q: Slurm reads %%, quotes and backslashes in file names otherwise (want a directory without)", job.Dir)
		}
		size, err := submit.MaxArraySize(cmd.Context())
		switch {
		case err != nil && !show:
			return hinted{err, "--print writes the scripts without Slurm"}
		case err != nil:
			size = submit.UsualMaxArraySize
			remark(cmd.ErrOrStderr(), "%v; %d is assumed for MaxArraySize", err, size)
		}
		if show {
			_, err := fmt.Fprint(cmd.OutOrStdout(), job.Scripts(submit.Arrays(open, size)))
			return err
		}
		if open, err = job.NotQueued(cmd.Context(), open); err != nil {
			return err
		}
		if len(open) == 0 {
			return fmt.Errorf("%s: all that is missing is queued already (squeue shows it)", args[0])
		}
		return job.Submit(cmd.Context(), submit.Arrays(open, size), cmd.OutOrStdout())
	})
	f := cmd.Flags()
	f.BoolVar(&show, "print", false, "write the scripts to stdout and submit nothing")
	f.IntVar(&job.AtOnce, "at-once", 0, "tasks at a time, at most: `N` (0: as many as the site lets)")
	f.StringArrayVar(&job.Options, "sbatch", nil, "a line for sbatch: `OPTION`, such as --partition=long; again for more")
	f.StringVar(&job.Program, "program", "", "this program as the nodes see it: `FILE` (otherwise where it is here)")
	return cmd
}

func kubernetesCommand() *cobra.Command {
	var show bool
	var job submit.Kubernetes
	cmd := newCommand("kubernetes", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if !show {
			return usageError{errors.New("without --print (want it: the manifest goes to kubectl apply)")}
		}
		if job.Image == "" || job.Claim == "" {
			return usageError{errors.New("no --image or no --claim (want both)")}
		}
		m, open, err := openShards(cmd, args[0])
		if err == nil {
			err = job.Write(cmd.OutOrStdout(), m, open)
		}
		return err
	})
	f := cmd.Flags()
	f.BoolVar(&show, "print", false, "write the manifest to stdout")
	f.StringVar(&job.Image, "image", "", "container image with varlab: `IMAGE`")
	f.StringVar(&job.Claim, "claim", "", "persistent volume claim with the run: `NAME`")
	f.StringVar(&job.Dir, "path", "", "the run directory on that volume: `DIR` (otherwise its root)")
	f.StringVar(&job.Memory, "memory", "512Mi", "memory of a pod: `SIZE`")
	f.IntVar(&job.AtOnce, "at-once", 100, "pods at a time, at most: `N`")
	return cmd
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
