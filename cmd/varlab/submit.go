package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/files"
	"varlab/internal/plain"
	"varlab/reports"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/submit"
)

func submitCommand() *cobra.Command {
	cmd := newCommand("submit", noCommand, help)
	cmd.AddCommand(slurmCommand(), kubernetesCommand(), workerCommand(), mergeCommand())
	return cmd
}

// namesJob is an option of sbatch, which may be shortened, that gives a job another name.
var namesJob = regexp.MustCompile(`(?:^|\s)(?:-J|--jo(?:b(?:-(?:n(?:a(?:m(?:e)?)?)?)?)?)?(?:[=\s]|$))`)

func slurmCommand() *cobra.Command {
	var show bool
	var engines engineFlag
	job := submit.Slurm{Quote: reports.Quote}
	cmd := newCommand("slurm", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := unless(job.AtOnce >= 0, "--at-once %d (want 0 or more)", job.AtOnce); err != nil {
			return err
		}
		for _, o := range job.Options {
			if plain.Line(o) != o {
				return usageError{fmt.Errorf("--sbatch %q: what controls a terminal is in it (want a line)", o)}
			}
			if namesJob.MatchString(o) {
				return usageError{fmt.Errorf("--sbatch %q: by its name varlab knows what is queued (want it as it is)", o)}
			}
		}
		m, open, err := openShards(cmd, args[0])
		if err == nil {
			job.Engines, err = engines.passedOn(cmd, args[0], m)
		}
		if err != nil {
			return err
		}
		job.Manifest = m
		if job.Dir, err = files.Abs(args[0]); err == nil && job.Program == "" {
			job.Program, err = os.Executable()
		}
		if err != nil {
			return err
		}
		if strings.ContainsAny(job.Dir, "%\\\"\n") || plain.Text(job.Dir) != job.Dir {
			return fmt.Errorf("%q: to Slurm %%, quotes, backslashes and what controls a terminal in file names have a meaning of their own (want a directory without them)", job.Dir)
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
		if open, err = job.NotQueued(cmd.Context(), open); err == nil && len(open) > 0 {
			// Looked at again: what was played meanwhile is neither queued nor missing.
			_, open, err = openShards(cmd, args[0], open...)
		}
		if err != nil {
			return err
		}
		if len(open) == 0 {
			return fmt.Errorf("%s: all missing shards are queued already (squeue shows it)", args[0])
		}
		return job.Submit(cmd.Context(), submit.Arrays(open, size), cmd.OutOrStdout())
	})
	f := cmd.Flags()
	f.BoolVar(&show, "print", false, "write the scripts to stdout and submit nothing")
	f.IntVar(&job.AtOnce, "at-once", 0, "tasks at a time, at most: `N` (0: as many as the site allows)")
	f.StringArrayVar(&job.Options, "sbatch", nil, "a line for sbatch: `OPTION`, such as --partition=long; again for more")
	engines.add(cmd)
	f.StringVar(&job.Program, "program", "", "this program as the nodes see it: `FILE` (otherwise where it is here)")
	return cmd
}

func kubernetesCommand() *cobra.Command {
	var show bool
	var engines engineFlag
	var job submit.Kubernetes
	cmd := newCommand("kubernetes", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			unless(show, "--print is missing (want it: the manifest goes to kubectl apply)"),
			unless(job.User > 0 && job.User < 1<<31, "--user %d (want a user other than root, from 1)", job.User),
			unless(job.Deadline >= time.Minute && job.Deadline <= 8760*time.Hour, "--deadline %v (want 1m to 8760h)", job.Deadline),
			unless(job.Image != "" && job.Claim != "", "no --image or no --claim (want both)"),
			unless(job.AtOnce > 0, "--at-once %d (want at least 1)", job.AtOnce),
			unless(plain.Line(job.Image+job.Claim) == job.Image+job.Claim, "--image %q --claim %q (want names without what controls a terminal)", job.Image, job.Claim),
			unless(plain.Line(job.Dir) == job.Dir && !strings.Contains(job.Dir, "$") && !slices.Contains(strings.Split(job.Dir, "/"), ".."),
				"--path %q: to Kubernetes $ has a meaning of its own, and only the volume knows where .. leads (want a path without them and what controls a terminal)", job.Dir),
		); err != nil {
			return err
		}
		m, open, err := openShards(cmd, args[0])
		if err == nil {
			job.Engines, err = engines.passedOn(cmd, args[0], m)
		}
		if !strings.Contains(job.Image, "@sha256:") {
			remark(cmd.ErrOrStderr(), "--image %s: a tag may come to name another program (NAME@sha256:… does not)", job.Image)
		}
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
	f.DurationVar(&job.Deadline, "deadline", 24*time.Hour, "end a pod after `TIME`, and the job after thirty times that")
	f.Int64Var(&job.User, "user", 65532, "number of the user, not root, and of the group, whose the files of the run are: `N`")
	engines.add(cmd)
	f.IntVar(&job.AtOnce, "at-once", 100, "pods at a time, at most: `N`")
	return cmd
}

// openShards lists the shards of the run in dir that this program is to play, of which
// there must be some, or those of the shards given. It refuses a run of another program.
func openShards(cmd *cobra.Command, dir string, only ...int) (*record.Manifest, []int, error) {
	s, err := scheduleOf(dir)
	if err != nil {
		return nil, nil, err
	}
	run, err := record.Create(dir, s.Manifest)
	if err != nil {
		return nil, nil, err
	}
	defer run.Close()
	survey, err := run.Survey(cmd.Context(), only...)
	if err != nil {
		return nil, nil, err
	}
	open := survey.Open()
	if err := run.Refuses(s.Manifest.Program, open); err != nil {
		return nil, nil, err
	}
	if len(open) == 0 && only == nil {
		return nil, nil, hinted{fmt.Errorf("%s: no shard is missing (want one to submit)", dir), "varlab verify " + quotePath(dir) + " checks what is there"}
	}
	return run.Manifest, open, nil
}

func workerCommand() *cobra.Command {
	var shard, offset int
	var engines engineFlag
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
		if err := engines.consent(cmd, args[0], s.Plan); err != nil {
			return err
		}
		var which []string
		if !cmd.Flags().Changed("shard") {
			which = []string{"--shard", fmt.Sprint(shard)}
		}
		if _, err := play(cmd, s, sim.Options{Dir: args[0], Workers: 1, Only: []int{shard}}, again(cmd, "offset", which...)); err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), s.Manifest.Shards[shard].File)
		return nil
	})
	cmd.Flags().IntVar(&shard, "shard", 0, "number of the shard, from 0: `N`")
	cmd.Flags().IntVar(&offset, "offset", 0, "added to the number that the scheduler gives: `N`")
	engines.add(cmd)
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
			if len(from) > 0 { // or a folder would be laid out for nothing
				if err := run.Joins(from[0]); err != nil {
					return err
				}
			}
			from = append(from, run)
		}
		into, err := openOrBegin(args[0], from[0].Manifest)
		if err != nil {
			return err
		}
		defer into.Close()
		m, err := into.Merge(cmd.Context(), from)
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
	if _, err := os.Stat(files.Join(dir, record.ManifestFile)); errors.Is(err, fs.ErrNotExist) {
		return record.Create(dir, *m)
	}
	return record.Open(dir)
}
