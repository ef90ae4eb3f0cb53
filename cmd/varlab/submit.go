package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/internal/plain"
	"varlab/sim"
	"varlab/sim/record"
)

func submitCommand() *cobra.Command {
	cmd := newCommand("submit", noCommand, help)
	cmd.AddCommand(slurmCommand(), kubernetesCommand(), workerCommand(), mergeCommand())
	return cmd
}

func slurmCommand() *cobra.Command {
	var show bool
	var engines engineFlag
	var job record.Job
	cmd := newCommand("slurm", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		for _, o := range job.Options {
			if err := unless(plain.Line(o) == o, "--sbatch %q (want one line of plain text)", o); err != nil {
				return err
			}
		}
		err := openJob(cmd, args[0], &engines, &job)
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
		size, err := maxArraySize(cmd.Context())
		if err != nil && !show {
			return hinted{err, "--print writes the scripts without Slurm"}
		}
		if err != nil {
			size = record.UsualMaxArraySize
			remark(cmd.ErrOrStderr(), "%v; %d is assumed for MaxArraySize", err, size)
		}
		scripts, err := job.Scripts(size)
		if err != nil {
			return err
		}
		for _, script := range scripts {
			if show {
				fmt.Fprintln(cmd.OutOrStdout(), script)
				continue
			}
			id, err := ask(cmd.Context(), script, "sbatch", "--parsable")
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "job %s\n", plain.Line(id))
		}
		return nil
	})
	f := cmd.Flags()
	f.BoolVar(&show, "print", false, "write the scripts to stdout and submit nothing")
	f.IntVar(&job.AtOnce, "at-once", 0, "tasks at a time, at most: `N` (0: as many as the site allows)")
	f.StringArrayVar(&job.Options, "sbatch", nil, "a line for sbatch: `OPTION`, such as --partition=long; again for more")
	f.StringVar(&job.Program, "program", "", "this program as the nodes see it: `FILE` (otherwise where it is here)")
	engines.add(cmd)
	return cmd
}

func kubernetesCommand() *cobra.Command {
	var engines engineFlag
	var job record.Job
	cmd := newCommand("kubernetes", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			unless(job.Image != "" && job.Claim != "", "no --image or no --claim (want both)"),
			unless(!strings.Contains(job.Dir, "$"), "--path %q: to Kubernetes $ has a meaning of its own (want a path without it)", job.Dir),
		); err != nil {
			return err
		}
		job.Dir = path.Join("/runs", path.Join("/", job.Dir))
		if err := openJob(cmd, args[0], &engines, &job); err != nil {
			return err
		}
		return job.WriteKubernetes(cmd.OutOrStdout())
	})
	f := cmd.Flags()
	f.StringVar(&job.Image, "image", "", "container image with varlab: `IMAGE`")
	f.StringVar(&job.Claim, "claim", "", "persistent volume claim with the run: `NAME`")
	f.StringVar(&job.Dir, "path", "", "the run directory on that volume: `DIR` (otherwise its root)")
	f.IntVar(&job.AtOnce, "at-once", 100, "pods at a time, at most: `N`")
	engines.add(cmd)
	return cmd
}

// openJob fills in the shards of the run in dir that this program is to play, of which
// there must be some. It refuses a run of another program.
func openJob(cmd *cobra.Command, dir string, engines *engineFlag, job *record.Job) error {
	if err := unless(job.AtOnce >= 0, "--at-once %d (want 0 or more)", job.AtOnce); err != nil {
		return err
	}
	s, err := scheduleOf(dir)
	if err != nil {
		return err
	}
	run, err := record.Create(dir, s.Manifest)
	if err != nil {
		return err
	}
	defer run.Close()
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
	job.Engines, err = engines.passedOn(cmd, dir, run.Manifest)
	return err
}

// maxArraySize asks Slurm how large arrays may be.
func maxArraySize(ctx context.Context) (int, error) {
	out, err := ask(ctx, "", "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(out) {
		key, value, _ := strings.Cut(line, "=")
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n > 1 && strings.TrimSpace(key) == "MaxArraySize" {
			return n, nil
		}
	}
	return 0, errors.New("scontrol show config: no MaxArraySize")
}

// ask runs a command of Slurm and returns its answer. A controller that was killed can
// leave its clients waiting without end.
func ask(ctx context.Context, input, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &complaint
	if err := cmp.Or(cmd.Run(), ctx.Err()); err != nil {
		said, _, _ := strings.Cut(complaint.String(), "\n")
		return "", fmt.Errorf("%s: %w %s", name, err, plain.Line(said))
	}
	return strings.TrimSpace(out.String()), nil
}

func workerCommand() *cobra.Command {
	var shard, offset int
	var engines engineFlag
	cmd := newCommand("worker", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		var which []string
		if !cmd.Flags().Changed("shard") {
			n, err := record.TaskNumber()
			if err != nil {
				return usageError{err}
			}
			shard = n + offset
			which = []string{"--shard", fmt.Sprint(shard)}
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
		if err := play(cmd, s, sim.Options{Dir: args[0], Workers: 1, Only: []int{shard}}, again(cmd, "offset", which...)); err != nil {
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
			if len(from) > 0 {
				if err := run.Joins(from[0]); err != nil {
					return err
				}
			}
			from = append(from, run)
		}
		into, err := record.Create(args[0], *from[0].Manifest)
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
