package record

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/template"
)

// The machines of a cluster share a run: each task of the scheduler plays one shard. The files
// say what is done, not the scheduler: scripts name the missing shards, and a task whose shard
// is whole does nothing.

// schedulers are the variables in which schedulers give a task its number, each with the first
// number.
var schedulers = []struct {
	variable string
	first    int
}{
	{"SLURM_ARRAY_TASK_ID", 0},
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"SGE_TASK_ID", 1},
}

// TaskNumber returns the number of this task, from 0, as its scheduler gives it.
func TaskNumber() (int, error) {
	var wanted []string
	for _, s := range schedulers {
		wanted = append(wanted, s.variable)
		text := os.Getenv(s.variable)
		if text == "" || text == "undefined" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < s.first {
			return 0, fmt.Errorf("%s is %q (want a number from %d)", s.variable, text, s.first)
		}
		return n - s.first, nil
	}
	return 0, fmt.Errorf("no shard is named (want --shard N, or a task with %s)", strings.Join(wanted, ", "))
}

// A Job is a list of shards for a scheduler to play.
type Job struct {
	*Manifest
	Dir     string // as the tasks see it
	Open    []int  // shards
	Engines bool   // the run's external engines may be started

	Program string // Slurm: as the nodes see it
	Tasks   int    // Slurm: most tasks of the array

	Image, Claim string // Kubernetes: of the container, and of the volume
}

// Name names the jobs of a run.
func (j Job) Name() string { return "varlab-" + j.Hash[:12] }

// Parallel is the number of pods at a time, at most a hundred.
func (j Job) Parallel() int { return min(100, len(j.Open)) }

// Last is the number of the last task of the array.
func (j Job) Last() int { return min(j.Tasks, len(j.Open)) - 1 }

var (
	//go:embed slurm.tmpl
	slurmText string
	//go:embed kubernetes.tmpl
	kubernetesText string

	templates = template.Must(template.Must(template.New("slurm").Funcs(template.FuncMap{
		"json": func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"sh":   func(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" },
	}).Parse(slurmText)).New("kubernetes").Parse(kubernetesText))
)

// Write writes the job for a scheduler: a script with a job array for "slurm", the manifest of
// an Indexed Job for "kubernetes".
func (j Job) Write(w io.Writer, scheduler string) error {
	return templates.ExecuteTemplate(w, scheduler, j)
}
