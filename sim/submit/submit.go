// Package submit hands the shards of a run to a scheduler, as tasks that each play one.
//
// The one idea: the files, not the scheduler, say what is done. So a script names what
// is missing, whatever fails is submitted again, and a task whose shard is whole does
// nothing.
package submit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"varlab/files"
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

// TaskNumber returns the number, from 0, that a scheduler has given this task.
func TaskNumber(lookup func(string) (string, bool)) (int, error) {
	var found, wanted []string
	number := 0
	for _, s := range schedulers {
		wanted = append(wanted, s.variable)
		text, _ := lookup(s.variable)
		if text == "" || text == s.none {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < s.first {
			return 0, fmt.Errorf("%s is %q (want a number from %d)", s.variable, text, s.first)
		}
		found, number = append(found, s.variable), n-s.first
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("no shard is named (want --shard N, or a task with %s)", strings.Join(wanted, ", "))
	case 1:
		return number, nil
	}
	return 0, fmt.Errorf("%s are all set (want one, or --shard N)", strings.Join(found, " and "))
}

// Kubernetes is what the manifest of an Indexed Job says.
type Kubernetes struct {
	Name, Study, Image, Claim, Dir string
	Memory                         string        // of a pod, as Kubernetes writes it: 512Mi
	Bytes                          int64         // of them, that the program sets aside before it gives back
	Deadline                       time.Duration // after which a pod is ended
	User                           int64         // whose the files of the run are
	Shards, AtOnce                 int
	Engines                        bool // the run's external engines may be started
}

// leastBytes of memory are more than the program takes before it plays; less is a slip.
const leastBytes = 64 << 20

// maxCompletions is how many tasks an Indexed Job may have.
const maxCompletions = 100_000

// Write writes the manifest of a Job for the run of m, of which some shards are open.
// Dir is the run directory on the volume that the claim is for.
func (k Kubernetes) Write(w io.Writer, m *record.Manifest, open []int) error {
	if k.Shards = len(m.Shards); k.Shards > maxCompletions {
		return fmt.Errorf("%d shards (want at most %d in an Indexed Job)", k.Shards, maxCompletions)
	}
	bytes, err := bytesOf(k.Memory)
	if err != nil {
		return err
	}
	if bytes < leastBytes {
		return fmt.Errorf("%q of memory (want at least %dMi, such as 512Mi)", k.Memory, leastBytes>>20)
	}
	k.Bytes = bytes / 10 * 9 // the rest is for what Go does not count
	k.Name, k.Study = "varlab-"+m.Hash[:12], m.StudyHash
	k.AtOnce = min(k.AtOnce, len(open))
	k.Dir = path.Join("/runs", path.Join("/", k.Dir))
	return manifest.Execute(w, k)
}

// bytesOf reads a number of bytes as Kubernetes writes it.
func bytesOf(quantity string) (int64, error) {
	number := strings.TrimRight(quantity, "kKMGTi")
	n, err := strconv.ParseInt(number, 10, 64)
	shift, known := map[string]int64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40}[quantity[len(number):]]
	if err != nil || !known || n < 1 || n > math.MaxInt64/shift {
		return 0, fmt.Errorf("%q is no amount of memory (want such as 512Mi)", quantity)
	}
	return n * shift, nil
}

// PodSeconds and JobSeconds are deadlines. That of the job is longer: its pods may have to
// wait for each other.
func (k Kubernetes) PodSeconds() int64 { return int64(k.Deadline.Seconds()) }
func (k Kubernetes) JobSeconds() int64 { return 30 * k.PodSeconds() }

// The manifest keeps to the standard "restricted" of Kubernetes for pods, which lets
// them do least. Strings are written as JSON, which YAML reads.
var manifest = template.Must(template.New("manifest").Funcs(template.FuncMap{
	"json": func(v any) (string, error) {
		text, err := json.Marshal(v)
		return string(text), err
	},
}).Parse(`apiVersion: batch/v1
kind: Job
metadata:
  name: {{json .Name}}
  annotations:
    varlab/study: {{json .Study}}
spec:
  completionMode: Indexed
  completions: {{.Shards}}
  parallelism: {{.AtOnce}}
  backoffLimitPerIndex: 3
  activeDeadlineSeconds: {{.JobSeconds}}
  ttlSecondsAfterFinished: 604800
  template:
    spec:
      restartPolicy: Never
      activeDeadlineSeconds: {{.PodSeconds}}
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: {{.User}}
        runAsGroup: {{.User}}
        fsGroup: {{.User}}
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: {type: RuntimeDefault}
      containers:
        - name: worker
          image: {{json .Image}}
          command: ["varlab", "submit", "worker", {{json .Dir}}{{if .Engines}}, "--engines"{{end}}]
          env:
            - {name: GOMEMLIMIT, value: "{{.Bytes}}"}
          resources:
            requests: {cpu: "1", memory: {{json .Memory}}}
            limits: {memory: {{json .Memory}}}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          volumeMounts:
            - name: runs
              mountPath: /runs
      volumes:
        - name: runs
          persistentVolumeClaim:
            claimName: {{json .Claim}}
`))

// Slurm is what the scripts for one run say.
type Slurm struct {
	Manifest     *record.Manifest
	Dir, Program string                   // absolute
	AtOnce       int                      // tasks, at most; 0: as many as the site lets
	Engines      bool                     // the run's external engines may be started
	Options      []string                 // for sbatch
	Quote        func(word string) string // as a shell reads it
}

// UsualMaxArraySize is what Slurm allows unless its site says otherwise.
const UsualMaxArraySize = 1001

// patience is how long Slurm may take to answer. (A controller that was killed can
// leave its clients waiting without end.)
const patience = 90 * time.Second

// An Array is shards for one job: those numbered offset and above.
type Array struct {
	offset int
	tasks  []int // offset left out
}

// Arrays divides shards among arrays whose task numbers stay below size.
func Arrays(shards []int, size int) []Array {
	var all []Array
	for _, i := range shards {
		offset := i / size * size
		if len(all) == 0 || all[len(all)-1].offset != offset {
			all = append(all, Array{offset: offset})
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
		k := i + 1
		for k < len(numbers) && numbers[k] == numbers[k-1]+1 {
			k++
		}
		part := strconv.Itoa(numbers[i])
		if k > i+1 {
			part += "-" + strconv.Itoa(numbers[k-1])
		}
		parts = append(parts, part)
		i = k
	}
	return strings.Join(parts, ",")
}

func (j *Slurm) name() string { return "varlab-" + j.Manifest.Hash[:12] }

// array is the script of an array. Its tasks are requeued by Slurm if their node
// fails, and do no harm if the node had not failed.
func (j *Slurm) array(a Array) string {
	tasks := ranges(a.tasks)
	if j.AtOnce > 0 {
		tasks += "%" + strconv.Itoa(j.AtOnce)
	}
	return j.script(j.jobName(a), "%A_%a.out",
		fmt.Sprintf("# %d shards of the study %q, hash %.12s; task N plays shard %d+N.", len(a.tasks), j.Manifest.Study.Name, j.Manifest.StudyHash, a.offset),
		[]string{"--array=" + tasks, "--requeue"},
		fmt.Sprintf("%s submit worker %s --offset %d%s", j.Quote(j.Program), j.Quote(j.Dir), a.offset, map[bool]string{true: " --engines"}[j.Engines]))
}

// jobName is by what NotQueued knows an array, as an option: on the command line it holds
// against SBATCH_JOB_NAME, which holds against a script.
func (j *Slurm) jobName(a Array) string { return fmt.Sprintf("--job-name=%s-%d", j.name(), a.offset) }

// verify is the script of the job that comes after all.
func (j *Slurm) verify() string {
	return j.script("--job-name="+j.name()+"-verify", "%j.out",
		fmt.Sprintf("# Verifies the run of the study %q, hash %.12s, when its tasks have ended.", j.Manifest.Study.Name, j.Manifest.StudyHash), nil,
		fmt.Sprintf("%s verify %s --workers 1", j.Quote(j.Program), j.Quote(j.Dir)))
}

func (j *Slurm) script(name, output, comment string, options []string, command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/sh\n%s\n", comment)
	for _, o := range slices.Concat([]string{name}, options,
		[]string{"--nodes=1", "--ntasks=1", "--cpus-per-task=1", `--output="` + filepath.Join(j.logs(), output) + `"`, "--open-mode=append"}, j.Options) {
		fmt.Fprintf(&b, "#SBATCH %s\n", o)
	}
	return b.String() + "exec " + command + "\n"
}

// logs is the folder of the scripts and of what the tasks print.
func (j *Slurm) logs() string { return filepath.Join(j.Dir, filepath.FromSlash(record.SlurmDir)) }

// Scripts are those of arrays, and of the job that comes after all.
func (j *Slurm) Scripts(all []Array) string {
	var b strings.Builder
	for _, a := range all {
		b.WriteString(j.array(a) + "\n")
	}
	return b.String() + j.verify()
}

// Submit hands the scripts to sbatch.
func (j *Slurm) Submit(ctx context.Context, all []Array, stdout io.Writer) error {
	run, err := os.OpenRoot(j.Dir)
	if err != nil {
		return err
	}
	defer run.Close()
	if err := files.MakeDirIn(run, record.SlurmDir); err != nil {
		return err
	}
	after := "afterany"
	for _, a := range all {
		id, err := j.sbatch(ctx, fmt.Sprintf("array-%d.sbatch", a.offset), j.array(a), j.jobName(a))
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
func (j *Slurm) sbatch(ctx context.Context, name, script string, options ...string) (string, error) {
	path := filepath.Join(j.logs(), name)
	root, err := os.OpenRoot(j.logs())
	if err != nil {
		return "", err
	}
	defer root.Close()
	if err := files.Put(root, name, true, files.Content([]byte(script))); err != nil {
		return "", err
	}
	out, err := Ask(ctx, "sbatch", append(append([]string{"--parsable"}, options...), path)...)
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name follows
	if _, err := strconv.Atoi(id); err != nil {
		return "", fmt.Errorf("sbatch: %q (want the number of a job)", out)
	}
	return id, nil
}

// MaxArraySize asks the site how large arrays may be.
func MaxArraySize(ctx context.Context) (int, error) {
	out, err := Ask(ctx, "scontrol", "show", "config")
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

// NotQueued takes away the shards that jobs of the run are waiting for or at: those of its
// name whose scripts lie in its directory, for another may have a run of the same study.
func (j *Slurm) NotQueued(ctx context.Context, shards []int) ([]int, error) {
	out, err := Ask(ctx, "squeue", "--noheader", "--array", "--format=%j|%K|%t|%r|%o")
	if err != nil {
		return nil, err
	}
	queued := map[int]bool{}
	for line := range strings.Lines(out) {
		words := strings.SplitN(strings.TrimSuffix(line, "\n"), "|", 5)
		if len(words) < 5 || words[2] == "CG" || strings.Contains(strings.ToLower(words[3]), "held") {
			continue // done with its work, or waiting for somebody to release it
		}
		offset, ok := strings.CutPrefix(words[0], j.name()+"-")
		if !ok || !files.Same(filepath.Dir(words[4]), j.logs()) {
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

// Ask runs a command of the scheduler and returns what it says.
func Ask(ctx context.Context, name string, args ...string) (string, error) {
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(patient, name, args...)
	cmd.WaitDelay = time.Second
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	switch {
	case err == nil || errors.Is(err, exec.ErrWaitDelay): // it has answered, whatever has come since, or what it started holds its output
		err = nil
	case ctx.Err() != nil:
		err = errors.New("stopped before it answered")
	case patient.Err() != nil:
		err = fmt.Errorf("no answer in %v", patience)
	}
	if err != nil {
		if said, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n"); said != "" {
			err = fmt.Errorf("%w: %s", err, said)
		}
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return out.String(), nil
}
