package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"varlab/sim/record"
)

func submitCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "submit",
		Short: "Have the shards of a run played by a cluster",
		Long: `submit hands the shards of a run that are missing to a scheduler, as tasks that each
run varlab worker. All of them need the run directory and this program. The files,
not the scheduler, say what is done: whatever fails, varlab status tells what is
missing and another submit asks for that alone.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(submitSlurmCommand(), submitKubernetesCommand())
	return cmd
}

// A slurmJob is what the scripts for one run say.
type slurmJob struct {
	dir, program string // absolute
	m            *record.Manifest
	atOnce       int
	options      []string
}

// usualMaxArraySize is what Slurm allows unless its site says otherwise.
const usualMaxArraySize = 1001

// patience is how long Slurm may take to answer. (A controller that was killed can
// leave its clients waiting without end.)
const patience = 90 * time.Second

func submitSlurmCommand() *cobra.Command {
	var show bool
	job := slurmJob{}
	cmd := &cobra.Command{
		Use:   "slurm DIR",
		Short: "Submit the missing shards of a run as Slurm job arrays",
		Long: `slurm writes an sbatch script for the shards of the run in DIR that are missing or
damaged, and not already queued, and submits it: one task a shard, in arrays no
larger than the site allows, and a job that verifies the run when they have ended.
The scripts stay in the log folder of the run, with what the tasks print. The
directory must be seen by all nodes under the same name.`,
		Example: "  varlab run study.toml --out /shared/run --lay-out\n  varlab submit slurm /shared/run --sbatch --partition=long --sbatch --time=2:00:00",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, open, err := openShards(cmd, args[0])
			if err != nil {
				return err
			}
			job.m = m
			if job.dir, err = filepath.Abs(args[0]); err != nil {
				return err
			}
			if job.program == "" {
				if job.program, err = os.Executable(); err != nil {
					return err
				}
			}
			if strings.ContainsAny(job.dir, "%\\\"\n\r") {
				return fmt.Errorf("%q: Slurm reads %%, quotes and backslashes in file names otherwise (want a directory without)", job.dir)
			}
			size, err := maxArraySize(cmd.Context())
			if err != nil && !show {
				return hinted{err, "--print writes the scripts without Slurm"}
			}
			if err != nil {
				size = usualMaxArraySize
				remark(cmd.ErrOrStderr(), "%v; %d is assumed for MaxArraySize", err, size)
			}
			if show {
				for _, a := range arrays(open, size) {
					fmt.Fprintf(cmd.OutOrStdout(), "%s\n", job.array(a))
				}
				fmt.Fprint(cmd.OutOrStdout(), job.verify())
				return nil
			}
			open, err = notQueued(cmd.Context(), open, job.name())
			if err != nil {
				return err
			}
			if len(open) == 0 {
				return fmt.Errorf("%s: all that is missing is queued already (squeue shows it)", args[0])
			}
			return job.submit(cmd.Context(), arrays(open, size), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&show, "print", false, "write the scripts to stdout and submit nothing")
	f.IntVar(&job.atOnce, "at-once", 0, "tasks at a time, at most: `N` (0: as many as the site lets)")
	f.StringArrayVar(&job.options, "sbatch", nil, "a line for sbatch: `OPTION`, such as --partition=long; again for more")
	f.StringVar(&job.program, "program", "", "this program as the nodes see it: `FILE` (otherwise where it is here)")
	return cmd
}

// An array is shards for one job: those numbered offset and above.
type array struct {
	offset int
	tasks  []int // offset left out
}

// arrays divides shards among arrays whose task numbers stay below size.
func arrays(shards []int, size int) []array {
	var all []array
	for _, i := range shards {
		offset := i / size * size
		if len(all) == 0 || all[len(all)-1].offset != offset {
			all = append(all, array{offset: offset})
		}
		a := &all[len(all)-1]
		a.tasks = append(a.tasks, i-offset)
	}
	return all
}

// ranges writes ascending numbers as Slurm reads them: 0-3,7.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		k := i
		for k+1 < len(numbers) && numbers[k+1] == numbers[k]+1 {
			k++
		}
		part := strconv.Itoa(numbers[i])
		if k > i {
			part += "-" + strconv.Itoa(numbers[k])
		}
		parts = append(parts, part)
		i = k + 1
	}
	return strings.Join(parts, ",")
}

func (j *slurmJob) name() string { return "varlab-" + j.m.Hash[:12] }

// array is the script of an array. Its tasks are requeued by Slurm if their node
// fails, and do no harm if the node had not failed.
func (j *slurmJob) array(a array) string {
	tasks := ranges(a.tasks)
	if j.atOnce > 0 {
		tasks += "%" + strconv.Itoa(j.atOnce)
	}
	return j.script(fmt.Sprintf("%s-%d", j.name(), a.offset), "%A_%a.out",
		fmt.Sprintf("# %d shards of the study %q, hash %.12s; task N plays shard %d+N.", len(a.tasks), j.m.Study.Name, j.m.StudyHash, a.offset),
		[]string{"--array=" + tasks, "--requeue"},
		fmt.Sprintf("%s worker %s --offset %d", quote(j.program), quote(j.dir), a.offset))
}

// verify is the script of the job that comes after all.
func (j *slurmJob) verify() string {
	return j.script(j.name()+"-verify", "%j.out",
		fmt.Sprintf("# Verifies the run of the study %q, hash %.12s, when its tasks have ended.", j.m.Study.Name, j.m.StudyHash), nil,
		fmt.Sprintf("%s verify %s --workers 1", quote(j.program), quote(j.dir)))
}

func (j *slurmJob) script(name, output, comment string, options []string, command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/sh\n%s\n", comment)
	options = slices.Concat([]string{"--job-name=" + name}, options,
		[]string{"--nodes=1", "--ntasks=1", "--cpus-per-task=1", `--output="` + filepath.Join(j.logs(), output) + `"`, "--open-mode=append"}, j.options)
	for _, o := range options {
		fmt.Fprintf(&b, "#SBATCH %s\n", o)
	}
	fmt.Fprintf(&b, "exec %s\n", command)
	return b.String()
}

// logs is the folder of the scripts and of what the tasks print.
func (j *slurmJob) logs() string { return filepath.Join(j.dir, record.LogDir, "slurm") }

// submit hands the scripts to sbatch.
func (j *slurmJob) submit(ctx context.Context, all []array, stdout io.Writer) error {
	if err := os.MkdirAll(j.logs(), 0o777); err != nil {
		return err
	}
	after := "afterany"
	for _, a := range all {
		id, err := j.sbatch(ctx, fmt.Sprintf("array-%d.sbatch", a.offset), j.array(a))
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "job %s: %d shards\n", id, len(a.tasks))
		after += ":" + id
	}
	id, err := j.sbatch(ctx, "verify.sbatch", j.verify(), "--dependency="+after)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "job %s: verify, when they have ended\n", id)
	return nil
}

// sbatch submits a script and returns the number of the job.
func (j *slurmJob) sbatch(ctx context.Context, name, script string, options ...string) (string, error) {
	path := filepath.Join(j.logs(), name)
	if err := writeFile(path, strings.NewReader(script)); err != nil {
		return "", err
	}
	out, err := ask(ctx, "sbatch", append(append([]string{"--parsable"}, options...), path)...)
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name follows
	if _, err := strconv.Atoi(id); err != nil {
		return "", fmt.Errorf("sbatch: %q (want the number of a job)", out)
	}
	return id, nil
}

// maxArraySize asks the site how large arrays may be.
func maxArraySize(ctx context.Context) (int, error) {
	out, err := ask(ctx, "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(out) {
		key, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(key) != "MaxArraySize" {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n > 1 {
			return n, nil
		}
	}
	return 0, errors.New("scontrol show config: no MaxArraySize")
}

// notQueued takes away the shards that jobs of the run are waiting for or at.
func notQueued(ctx context.Context, shards []int, name string) ([]int, error) {
	out, err := ask(ctx, "squeue", "--noheader", "--array", "--format=%j %K %t %r")
	if err != nil {
		return nil, err
	}
	queued := map[int]bool{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) < 4 || words[2] == "CG" || strings.Contains(strings.ToLower(line), "held") {
			continue // done with its work, or waiting for somebody to release it
		}
		offset, ok := strings.CutPrefix(words[0], name+"-")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(offset)
		task, err2 := strconv.Atoi(words[1])
		if err == nil && err2 == nil {
			queued[n+task] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(shards), func(i int) bool { return queued[i] }), nil
}

// ask runs a command of the scheduler and returns what it says.
func ask(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("no answer in %v", patience)
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
		return "", fmt.Errorf("%s: %w: %s", name, err, said)
	}
	return out.String(), nil
}
